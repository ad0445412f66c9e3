/**
 * The assumption ledger: every choice that shapes an answer and that the service's description does not make. Numbered,
 * reported, and switchable where alternatives are named; `config.assumptions` of a scenario chooses them. The entries are
 * in `ledger/`, one file for each part of the service.
 */
import type { WorldConfig } from '../model/config.ts'
import type { Alternative, Entry } from './ledger/entry.ts'
import { generalEntries } from './ledger/general.ts'
import { standaloneEntries } from './ledger/standalone.ts'
import { trackerCommonEntries } from './ledger/tracker-common.ts'
import { integrationQueueEntries } from './ledger/integration-queues.ts'
import { integrationDescriptorEntries } from './ledger/integration-descriptors.ts'
import { trackerLinkEntries } from './ledger/tracker-links.ts'
import { trackerDataEntries } from './ledger/tracker-data.ts'
import { bulkJobEntries } from './ledger/bulk-jobs.ts'
import { repairEntries } from './ledger/repair.ts'
import { queryLanguageEntries } from './ledger/query-language.ts'
import { wikiBaselineEntries } from './ledger/wiki-baselines.ts'
import { wikiCommonEntries } from './ledger/wiki-common.ts'
import { wikiPageEntries } from './ledger/wiki-pages.ts'
import { wikiPropertyEntries } from './ledger/wiki-properties.ts'
import { wikiRequirementEntries } from './ledger/wiki-requirements.ts'
import { wikiSearchEntries } from './ledger/wiki-search.ts'
import { wikiSettingEntries } from './ledger/wiki-settings.ts'
import { wikiTraceabilityEntries } from './ledger/wiki-traceability.ts'

export interface Assumption extends Required<Entry> {
  readonly id: AssumptionId
  readonly alternatives: readonly Alternative[]
}

const entries = {
  ...generalEntries,
  ...standaloneEntries,
  ...wikiCommonEntries,
  ...wikiBaselineEntries,
  ...wikiRequirementEntries,
  ...wikiSearchEntries,
  ...wikiPageEntries,
  ...wikiPropertyEntries,
  ...wikiSettingEntries,
  ...wikiTraceabilityEntries,
  ...queryLanguageEntries,
  ...trackerCommonEntries,
  ...integrationQueueEntries,
  ...integrationDescriptorEntries,
  ...trackerLinkEntries,
  ...trackerDataEntries,
  ...bulkJobEntries,
  ...repairEntries,
}

/** `A` and a number; numbers are never given twice. */
export type AssumptionId = keyof typeof entries

/** The ledger, in order of number. */
export const assumptions: readonly Assumption[] = Object.entries<Entry>(entries)
  .sort(([a], [b]) => Number(a.slice(1)) - Number(b.slice(1)))
  .map(([id, entry]) => ({
    alternatives: [],
    default: 'as-described',
    general: false,
    ...entry,
    id: id as AssumptionId,
  }))

const defaults: ReadonlyMap<string, string> = new Map(assumptions.map((entry) => [entry.id, entry.default]))

/** The behaviour of an assumption that is in force in a world: its default, or what the configuration chooses. */
export function chosenAlternative(config: WorldConfig, id: AssumptionId): string {
  return config.assumptions[id] ?? (defaults.get(id) as string)
}

/** What is wrong with a choice of alternatives: unknown numbers and unknown values, one sentence each. */
export function checkAlternatives(chosen: Readonly<Record<string, string>>): string[] {
  const faults: string[] = []
  for (const [id, value] of Object.entries(chosen)) {
    const entry = assumptions.find((candidate) => candidate.id === id)
    if (entry === undefined) {
      faults.push(`assumption '${id}' is not in the ledger`)
      continue
    }
    const values = [entry.default, ...entry.alternatives.map((alternative) => alternative.value)]
    if (entry.alternatives.length === 0) faults.push(`assumption '${id}' has no alternative to '${value}'`)
    else if (!values.includes(value))
      faults.push(`assumption '${id}' takes ${values.join(' or ')}, not '${value}'`)
  }
  return faults
}
