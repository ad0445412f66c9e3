/**
 * What of the ledger of assumptions is at hand while exchanges are answered: which behaviour is in force, and the texts of
 * those entries that the operations loaded so far may lean on. `assumptions.ts` is the ledger as a whole.
 */
import type { WorldConfig } from '../../model/config.ts'
import type { Assumption, AssumptionId } from './assumptions.ts'
import { completeEntry, DEFAULT_ALTERNATIVE, type Entry } from '../ledger/entry.ts'
import { generalEntries } from '../ledger/general.ts'
import { PRESET, presets } from '../ledger/presets.ts'
import { wikiCommonEntries } from '../ledger/wiki-common.ts'
import { ledgerDefaults, ledgerParts } from '../ledger-index.generated.ts'

const commonEntries = { ...generalEntries, ...wikiCommonEntries }

/** The entries that an exchange may lean on whatever its operation declares: always loaded. */
export type CommonAssumptionId = keyof typeof commonEntries

const known = new Map<string, Assumption>()
const loading = new Map<string, Promise<void>>()
learn(commonEntries)

/** The alternative in force in a world: the configured one, else that of the preset, else the default. */
export function chosenAlternative(config: WorldConfig, id: AssumptionId): string {
  const { [PRESET]: preset, [id]: single } = config.assumptions
  const chosen = single ?? (preset === undefined ? undefined : presets.get(preset)?.alternatives[id])
  return chosen ?? ledgerDefaults[id] ?? DEFAULT_ALTERNATIVE
}

/** An entry that some operation loaded so far declares, or that any exchange may lean on. Throws for others. */
export function loadedAssumption(id: AssumptionId): Assumption {
  const entry = known.get(id)
  if (entry === undefined) throw new Error(`an exchange leant on ${id}, which its operation does not declare`)
  return entry
}

/** Loads parts of the ledger by name, each once. */
export async function loadLedger(parts: readonly string[]): Promise<void> {
  await Promise.all(parts.map(loadPart))
}

function loadPart(name: string): Promise<void> {
  const begun = loading.get(name)
  if (begun !== undefined) return begun
  const load = ledgerParts[name]
  if (load === undefined) throw new Error(`the ledger has no part ${name}`)
  const promise = load().then((module) => Object.values(module).forEach(learn))
  loading.set(name, promise)
  // What could not be fetched now may be fetched later.
  promise.catch(() => loading.delete(name))
  return promise
}

function learn(entries: Readonly<Record<string, Entry>>): void {
  for (const [id, entry] of Object.entries(entries)) known.set(id, completeEntry(id as AssumptionId, entry))
}
