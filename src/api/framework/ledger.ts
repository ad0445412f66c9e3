/**
 * The part of the ledger that exchanges need: the alternative in force, and the entries that the operations loaded so far
 * declare. `assumptions.ts` has the whole ledger.
 */
import type { WorldConfig } from '../../model/records/world/config.ts'
import { latePart } from '../../world/once.ts'
import type { Assumption, AssumptionId } from './assumptions.ts'
import { completeEntry, DEFAULT_ALTERNATIVE, type Entry } from '../ledger/entry.ts'
import { generalEntries } from '../ledger/general.ts'
import { PRESET, presets } from '../ledger/presets.ts'
import { wikiCommonEntries } from '../ledger/wiki-common.ts'
import { ledgerDefaults, ledgerParts } from '../ledger-index.generated.ts'

const commonEntries = { ...generalEntries, ...wikiCommonEntries }

/** The entries that every exchange may use, whatever its operation declares. They are always loaded. */
export type CommonAssumptionId = keyof typeof commonEntries

const common = completed(commonEntries)
const parts = new Map(
  Object.entries(ledgerParts).map(([name, load]) => [
    name,
    latePart(async () => completed(Object.assign({}, ...Object.values(await load())))),
  ]),
)

/** The alternative in force in a world: the configured one, that of the preset, or the default. */
export function chosenAlternative(config: WorldConfig, id: AssumptionId): string {
  const { [PRESET]: preset, [id]: single } = config.assumptions
  const selected = single ?? (preset === undefined ? undefined : presets.get(preset)?.alternatives[id])
  return selected ?? ledgerDefaults[id] ?? DEFAULT_ALTERNATIVE
}

/** An entry that a loaded operation declares, or that every exchange may use. Throws for other entries. */
export function loadedAssumption(id: AssumptionId): Assumption {
  const known = common.get(id)
  if (known !== undefined) return known
  for (const part of parts.values()) {
    const loaded = part.loaded()?.get(id)
    if (loaded !== undefined) return loaded
  }
  throw new Error(`an exchange used ${id}, which its operation does not declare`)
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
