/**
 * The assumption ledger: every numbered decision where the service's description says nothing. `config.assumptions` of a
 * scenario selects alternatives. The entries are in `ledger/`, one file for each part of the service.
 */
import { suggestionFor } from '../../model/input/option-checks.ts'
import { quoted } from '../../model/input/refusal.ts'
import { nearestName } from '../../world/nearest.ts'
import {
  type CompleteEntry,
  compareAssumptionIds,
  completeEntry,
  type Entry,
  isSelectedBy,
} from '../ledger/entry.ts'
import { PRESET, presets } from '../ledger/presets.ts'
import { organizationEntries } from '../ledger/organizations.ts'
import { generalEntries } from '../ledger/general.ts'
import { standaloneEntries } from '../ledger/standalone.ts'
import { standaloneDashboardEntries } from '../ledger/standalone-dashboards.ts'
import { standaloneImportEntries } from '../ledger/standalone-imports.ts'
import { standaloneWritingEntries } from '../ledger/standalone-writing.ts'
import { trackerCommonEntries } from '../ledger/tracker-common.ts'
import { integrationQueueEntries } from '../ledger/integration-queues.ts'
import { integrationDescriptorEntries } from '../ledger/integration-descriptors.ts'
import { trackerLinkEntries } from '../ledger/tracker-links.ts'
import { trackerDataEntries } from '../ledger/tracker-data.ts'
import { bulkJobEntries } from '../ledger/bulk-jobs.ts'
import { hostedWikiEntries } from '../ledger/hosted-wiki.ts'
import { repairEntries } from '../ledger/repair.ts'
import { queryLanguageEntries } from '../ledger/query-language.ts'
import { wikiBaselineEntries } from '../ledger/wiki-baselines.ts'
import { wikiBaselineViewEntries } from '../ledger/wiki-baseline-views.ts'
import { wikiCommonEntries } from '../ledger/wiki-common.ts'
import { wikiPageEntries } from '../ledger/wiki-pages.ts'
import { wikiPropertyEntries } from '../ledger/wiki-properties.ts'
import { wikiRequirementEntries } from '../ledger/wiki-requirements.ts'
import { wikiSearchEntries } from '../ledger/wiki-search.ts'
import { wikiSettingEntries } from '../ledger/wiki-settings.ts'
import { wikiTraceabilityEntries } from '../ledger/wiki-traceability.ts'

export interface Assumption extends CompleteEntry {
  readonly id: AssumptionId
}

/** Written out, since the type of the spread below would repeat every text in the declarations. */
type Entries = typeof generalEntries &
  typeof standaloneEntries &
  typeof standaloneWritingEntries &
  typeof standaloneImportEntries &
  typeof standaloneDashboardEntries &
  typeof organizationEntries &
  typeof wikiCommonEntries &
  typeof wikiBaselineEntries &
  typeof wikiBaselineViewEntries &
  typeof wikiRequirementEntries &
  typeof wikiSearchEntries &
  typeof wikiPageEntries &
  typeof wikiPropertyEntries &
  typeof wikiSettingEntries &
  typeof wikiTraceabilityEntries &
  typeof queryLanguageEntries &
  typeof trackerCommonEntries &
  typeof integrationQueueEntries &
  typeof integrationDescriptorEntries &
  typeof trackerLinkEntries &
  typeof trackerDataEntries &
  typeof bulkJobEntries &
  typeof repairEntries &
  typeof hostedWikiEntries

const entries: Entries = {
  ...generalEntries,
  ...standaloneEntries,
  ...standaloneWritingEntries,
  ...standaloneImportEntries,
  ...standaloneDashboardEntries,
  ...organizationEntries,
  ...wikiCommonEntries,
  ...wikiBaselineEntries,
  ...wikiBaselineViewEntries,
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
  ...hostedWikiEntries,
}

/** `A` and a number. A number is never used again. */
export type AssumptionId = keyof Entries

/** The values of an entry: its default and its alternatives. Any text where an alternative is a family of values. */
export type AlternativeOf<Id extends AssumptionId> = Entries[Id] extends {
  readonly default: infer Default extends string
  readonly alternatives: infer Alternatives
}
  ? Default | AlternativeName<Alternatives>
  : string

type AlternativeName<Alternatives> = {
  [Name in keyof Alternatives & string]: Alternatives[Name] extends { readonly pattern: string }
    ? string
    : Name
}[keyof Alternatives & string]

/** The ledger, sorted by number. */
export const assumptions: readonly Assumption[] = Object.entries<Entry>(entries)
  .sort(([a], [b]) => compareAssumptionIds(a, b))
  .map(([id, entry]) => completeEntry(id as AssumptionId, entry))

/**
 * Describes unknown numbers, values and presets in a selection of alternatives, one sentence each with the nearest valid
 * name or all of them. The list is empty if the selection is valid.
 */
export function checkAlternatives(selected: Readonly<Record<string, string>>): string[] {
  return Object.entries(selected).flatMap(
    ([id, value]) => (id === PRESET ? problemOfPreset(value) : problemWith(id, value)) ?? [],
  )
}

function problemOfPreset(name: string): string | undefined {
  if (presets.has(name)) return undefined
  const names = [...presets.keys()]
  return `no preset ${quoted(name)} of assumptions: ${suggestionFor(name, names, `it is one of ${names.join(', ')}`)}`
}

function problemWith(id: string, value: string): string | undefined {
  const entry = assumptions.find((candidate) => candidate.id === id)
  if (entry === undefined) return unknownNumber(id)
  const { alternatives } = entry
  if (alternatives.length === 0) return `assumption ${quoted(id)} has no alternative to ${quoted(value)}`
  const fixed = alternatives.filter(({ pattern }) => pattern === undefined).map((one) => one.value)
  if (value === entry.default || alternatives.some((one) => isSelectedBy(one, value))) return undefined
  const values = [entry.default, ...alternatives.map((alternative) => alternative.value)].join(' or ')
  const nearest = nearestName(value, [entry.default, ...fixed])
  const suggestion = nearest === undefined ? '' : `: did you mean ${quoted(nearest)}?`
  return `assumption ${quoted(id)} takes ${values}, not ${quoted(value)}${suggestion}`
}

/** Neighbouring numbers are unrelated, so the message suggests only another spelling of the number, or `preset`. */
function unknownNumber(id: string): string {
  const number = /^\s*a?0*(\d{1,9})\s*$/i.exec(id)?.[1]
  const same = assumptions.find((entry) => Number(entry.id.slice(1)) === Number(number))
  if (nearestName(id, [PRESET]) !== undefined)
    return `assumption ${quoted(id)} is not in the ledger: did you mean ${quoted(PRESET)}?`
  const suggestion =
    same === undefined
      ? `it goes from ${assumptions[0]?.id} to ${assumptions.at(-1)?.id}, and reqsim list assumptions lists it`
      : `did you mean ${quoted(same.id)}?`
  return `assumption ${quoted(id)} is not in the ledger: ${suggestion}`
}
