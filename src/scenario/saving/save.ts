/** Saves a world as the text of a scenario that makes the same world again, as far as the format holds it. */
import { describeFault } from '../faults/write.ts'
import { conflict } from '../../model/input/errors.ts'
import { present } from '../../model/input/present.ts'
import { DEFAULT_CONFIG, readConfig } from '../../model/records/world/config.ts'
import { faults } from '../../model/records/world/faults.ts'
import { type Region, REGIONS } from '../../model/records/world/regions.ts'
import { countText } from '../../world/count-text.ts'
import type { World } from '../../world/world.ts'
import type { ResolvedScenario, ScenarioFile, Sections } from '../format/format.ts'
import { type Path, ScenarioError } from '../format/problems.ts'
import { SECTION_NAMES } from '../format/sections.ts'
import { MAXIMUM_CHARACTERS } from '../format/text.ts'
import { resolveScenario } from '../resolve.ts'
import { buildWorld } from '../seed/build.ts'
import { type UnsavedRecords, unsavedRecords } from './differences.ts'
import { createNames } from './names.ts'
import { savePeople } from './people.ts'
import { savePlaces } from './places.ts'
import { saveRequirements } from './requirements.ts'
import { instantText, type Saving } from './saving.ts'
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

interface Draft {
  readonly file: ScenarioFile
  readonly renewed: ReadonlySet<object>
}

/** Each round drops what the problems of the one before name. */
const MAXIMUM_ROUNDS = 50

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

/** Checks a draft and drops what cannot be in a scenario, until the rest is sound. */
async function soundDraft(
  draft: Draft,
  round = 0,
): Promise<{ readonly draft: Draft; readonly resolved: ResolvedScenario }> {
  const paths: Path[] = []
  // A place without a text has no position: the number of its path stands for it.
  const locate = (path: Path) => ({ line: paths.push(path), column: 1 })
  const { file } = draft
  try {
    const resolved = await resolveScenario(
      { file: file.name ?? 'scenario', value: file, locate },
      loadsNothing,
    )
    return { draft, resolved }
  } catch (error) {
    if (!(error instanceof ScenarioError) || paths.length === 0 || round === MAXIMUM_ROUNDS) throw error
    return soundDraft(without(draft, paths), round + 1)
  }
}

function loadsNothing(): Promise<never> {
  return Promise.reject(new Error('a saved scenario extends nothing'))
}

/** Takes out items of lists and maps that problems name, and otherwise the whole entry of a section. */
function without({ file, renewed }: Draft, paths: readonly Path[]): Draft {
  const dropped = new Set<string>()
  const changed = new Set<string>()
  for (const path of paths.map(droppable)) {
    dropped.add(JSON.stringify(path))
    for (let length = 0; length < path.length; length++) changed.add(JSON.stringify(path.slice(0, length)))
  }
  const marks = new Set(renewed)
  return { file: pruned(file, []) as ScenarioFile, renewed: marks }

  function pruned(value: unknown, path: Path): unknown {
    if (typeof value !== 'object' || value === null || !changed.has(JSON.stringify(path))) return value
    const isKept = (part: string | number) => !dropped.has(JSON.stringify([...path, part]))
    if (Array.isArray(value))
      return value.flatMap((item: unknown, at) => (isKept(at) ? [pruned(item, [...path, at])] : []))
    const fields = Object.entries(value).filter(([field]) => isKept(field))
    const copy = Object.fromEntries(fields.map(([field, inner]) => [field, pruned(inner, [...path, field])]))
    if (marks.has(value)) marks.add(copy)
    return copy
  }
}

/** Parts of an entry that can be missing while the rest keeps its meaning. */
const LISTS: ReadonlySet<string | number> = new Set([
  'administrators',
  'dependencies',
  'external',
  'formerKeys',
  'grants',
  'links',
  'organizations',
  'properties',
])

function droppable(path: Path): Path {
  if (path[0] !== 'world') return path.slice(0, path[1] === 'auth' ? 2 : Math.min(path.length, 3))
  const entry = path[1] === 'us' ? 4 : 3
  const field = path[entry]
  if (field === undefined || !LISTS.has(field) || path.length < entry + 2) return path.slice(0, entry)
  return path.slice(0, field === 'grants' ? entry + 3 : entry + 2)
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
