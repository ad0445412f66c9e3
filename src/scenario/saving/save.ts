/** Saves a world as the text of a scenario that makes the same world again, as far as the format holds it. */
import { describeFault } from '../faults/write.ts'
import { conflict } from '../../model/input/errors.ts'
import { present } from '../../model/input/present.ts'
import { DEFAULT_CONFIG, readConfig } from '../../model/records/world/config.ts'
import { faults } from '../../model/records/world/faults.ts'
import { type Region, REGIONS } from '../../model/records/world/regions.ts'
import { countText } from '../../world/count-text.ts'
import type { World } from '../../world/world.ts'
import type { ScenarioFile, Sections } from '../format/format.ts'
import { SECTION_NAMES } from '../format/sections.ts'
import { MAXIMUM_CHARACTERS } from '../format/text.ts'
import { buildWorld } from '../seed/build.ts'
import { type UnsavedRecords, unsavedRecords } from './differences.ts'
import { createNames } from './names.ts'
import { savePeople } from './people.ts'
import { savePlaces } from './places.ts'
import { saveRequirements } from './requirements.ts'
import { instantText, type Saving } from './saving.ts'
import { type Draft, soundDraft } from './sound.ts'
import { saveTracker } from './tracker.ts'
import { saveWiki } from './wiki.ts'
import { writeYaml } from '../yaml/compact.ts'

/** A scenario that was saved, and what it lacks. */
export interface SavedScenario {
  readonly name: string
  /** YAML, with comments that list what it lacks and mark new credentials. */
  readonly text: string
  /** How many passwords, tokens and sessions have a new value. */
  readonly renewed: { readonly passwords: number; readonly tokens: number; readonly sessions: number }
  readonly unsaved: readonly UnsavedRecords[]
}

/**
 * The scenario starts at the present instant of the world. It is checked and loaded before it is returned, and what its
 * world lacks is listed. Rejects with a Refusal (CONFLICT) for a world that is too large for a file.
 */
export async function saveScenario(world: World, name: string, description?: string): Promise<SavedScenario> {
  const source = world.fork()
  const first = draftOf(source, name, description)
  checkLength(name, writeYaml(first.file, noComment).length)
  const { draft, resolved } = await soundDraft(first)
  const unsaved = unsavedRecords(source, await buildWorld(resolved))
  const renewed = renewedOf(draft)
  const body = writeYaml(draft.file, (item) => (draft.renewed.has(item) ? 'new value' : undefined))
  const text = headOf(source, renewed, unsaved) + body
  checkLength(name, text.length)
  return { name, text, renewed, unsaved }
}

const noComment = () => undefined

function checkLength(name: string, length: number): void {
  if (length <= MAXIMUM_CHARACTERS) return
  const state = `makes a file of ${countText(length, 'character')}, but a scenario has at most ${MAXIMUM_CHARACTERS}`
  throw conflict('scenario', name, state, 'export the world with GET /export, which has no such limit')
}

function draftOf(world: World, name: string, description: string | undefined): Draft {
  const renewed = new Set<object>()
  const { us, eu } = Object.fromEntries(
    REGIONS.map((region) => [region, sectionsOf(world, region, renewed)]),
  ) as Record<Region, Sections>
  const { mode, speed } = world.clock
  const inputs = [...world.system.table(faults).scan()].map((fault) => {
    const { matched: _matched, struck: _struck, enabled, ...fields } = describeFault(fault)
    return { ...fields, ...(enabled ? {} : { enabled }) }
  })
  const file = present({
    name,
    description,
    seed: seedOf(world),
    clock: present({
      start: instantText(world.now),
      mode: mode === 'manual' ? undefined : mode,
      speed: speed === 1 ? undefined : speed,
    }),
    config: configOf(world),
    world: { ...eu, ...(Object.keys(us).length === 0 ? {} : { us }) },
    faults: inputs.length === 0 ? undefined : inputs,
  })
  return { file: file as ScenarioFile, renewed }
}

/** A seed that a whole number makes, as that number. */
function seedOf({ seed }: World): number | string {
  const number = Number(seed)
  return Number.isSafeInteger(number) && String(number) === seed ? number : seed
}

function configOf(world: World): ScenarioFile['config'] {
  const { anonymousAs, assumptions, ...config } = readConfig(world.system)
  const unusual = Object.entries(config).filter(
    ([field, value]) => DEFAULT_CONFIG[field as keyof typeof config] !== value,
  )
  const saved = {
    ...Object.fromEntries(unusual),
    ...(anonymousAs === undefined ? {} : { auth: { anonymousAs } }),
    ...(Object.keys(assumptions).length === 0 ? {} : { assumptions: { ...assumptions } }),
  }
  return Object.keys(saved).length === 0 ? undefined : saved
}

/** The sections that have entries, in the order of the format. */
function sectionsOf(world: World, region: Region, renewed: Set<object>): Sections {
  const store = world.region(region)
  const saving: Saving = { world, store, names: createNames(store), renewed }
  const all: Sections = {
    ...savePeople(saving),
    ...savePlaces(saving),
    ...saveRequirements(saving),
    ...saveWiki(saving),
    ...saveTracker(saving),
  }
  return Object.fromEntries(
    SECTION_NAMES.flatMap((section) => {
      const entries = all[section] ?? []
      return entries.length === 0 ? [] : [[section, entries]]
    }),
  )
}

function renewedOf({ file, renewed }: Draft): SavedScenario['renewed'] {
  const { us, ...eu } = file.world ?? {}
  const count = (section: 'users' | 'tokens' | 'sessions') =>
    [eu, us ?? {}].flatMap((region) => region[section] ?? []).filter((entry) => renewed.has(entry)).length
  return { passwords: count('users'), tokens: count('tokens'), sessions: count('sessions') }
}

/** The comments above the file. */
function headOf(
  { clock }: World,
  { passwords, tokens, sessions }: SavedScenario['renewed'],
  unsaved: readonly UnsavedRecords[],
): string {
  const lines = [
    `A world saved at ${instantText(clock.now)}; its clock had begun at ${instantText(clock.start)}.`,
    `The world holds only hashes of credentials: ${countText(passwords, 'password')}, ${countText(tokens, 'token')} and ${countText(sessions, 'session')} are new.`,
    unsaved.length === 0 ? 'Every record is in this file.' : 'Not in this file, or not as it was:',
    ...unsaved.map((records) => `- ${unsavedText(records)}`),
  ]
  return lines.map((line) => `# ${line}\n`).join('')
}

/** `historyEntry (eu): 3 absent, 1 different in at`. */
function unsavedText({ store, table, absent, different, fields, additional }: UnsavedRecords): string {
  const parts = [
    absent === 0 ? [] : `${absent} absent`,
    different === 0 ? [] : `${different} different in ${fields.join(', ')}`,
    additional === 0 ? [] : `${additional} additional`,
  ]
  return `${table} (${store}): ${parts.flat().join('; ')}`
}
