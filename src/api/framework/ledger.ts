/**
 * What of the ledger of assumptions is at hand while exchanges are answered: which behaviour is in force, and the texts of
 * those entries that the operations loaded so far may lean on. `assumptions.ts` is the ledger as a whole.
 */
import type { WorldConfig } from '../../model/world/config.ts'
import { latePart } from '../../world/once.ts'
import type { Assumption, AssumptionId } from './assumptions.ts'
import { completeEntry, DEFAULT_ALTERNATIVE, type Entry } from '../ledger/entry.ts'
import { generalEntries } from '../ledger/general.ts'
import { PRESET, presets } from '../ledger/presets.ts'
import { wikiCommonEntries } from '../ledger/wiki-common.ts'
import { ledgerDefaults, ledgerParts } from '../ledger-index.generated.ts'

const commonEntries = { ...generalEntries, ...wikiCommonEntries }

/** The entries that an exchange may lean on whatever its operation declares: always loaded. */
export type CommonAssumptionId = keyof typeof commonEntries

const common = completed(commonEntries)
const parts = new Map(
  Object.entries(ledgerParts).map(([name, load]) => [
    name,
    latePart(async () => completed(Object.assign({}, ...Object.values(await load())))),
  ]),
)

/** The alternative in force in a world: the configured one, else that of the preset, else the default. */
export function chosenAlternative(config: WorldConfig, id: AssumptionId): string {
  const { [PRESET]: preset, [id]: single } = config.assumptions
  const chosen = single ?? (preset === undefined ? undefined : presets.get(preset)?.alternatives[id])
  return chosen ?? ledgerDefaults[id] ?? DEFAULT_ALTERNATIVE
}

/** An entry that some operation loaded so far declares, or that any exchange may lean on. Throws for others. */
export function loadedAssumption(id: AssumptionId): Assumption {
  const known = common.get(id)
  if (known !== undefined) return known
  for (const part of parts.values()) {
    const loaded = part.loaded()?.get(id)
    if (loaded !== undefined) return loaded
  }
  throw new Error(`an exchange leant on ${id}, which its operation does not declare`)
}

/** Loads parts of the ledger by name, each once. */
export async function loadLedger(names: readonly string[]): Promise<void> {
  await Promise.all(
    names.map((name) => {
      const part = parts.get(name)
      if (part === undefined) throw new Error(`the ledger has no part ${name}`)
      return part.load()
    }),
  )
}

function completed(entries: Readonly<Record<string, Entry>>): ReadonlyMap<string, Assumption> {
  return new Map(Object.entries(entries).map(([id, entry]) => [id, completeEntry(id as AssumptionId, entry)]))
}
