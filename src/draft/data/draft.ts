/** Drafts a scenario of requirement data: a space whose author may read and edit, its pages and requirements. */
import { redactText } from '../../gateway/journal/redact-text.ts'
import { isSecretName } from '../../gateway/journal/redact.ts'
import { problemOfPropertyName } from '../../model/finding/property-names.ts'
import { checkRequirementKey, isPlainKey } from '../../model/finding/requirement-keys.ts'
import { problemOfName } from '../../model/input/names.ts'
import { quoted, Refusal } from '../../model/input/refusal.ts'
import type { Entry, PropertyInput, ResolvedScenario, ScenarioFile } from '../../scenario/format/format.ts'
import { MAXIMUM_TEXT } from '../../scenario/format/parts.ts'
import { type DroppedPart, soundDraft } from '../../scenario/saving/sound.ts'
import { countText } from '../../world/count-text.ts'
import type { Proposal } from '../build/building.ts'
import { type DataFile, type DataRequirement, isNothing } from './data.ts'

export interface NamedData extends DataFile {
  /** The name of the file. */
  readonly file: string
}

export interface DataDraftOptions {
  readonly name: string
  /** The key of the space; made of the name of the project where absent. */
  readonly space: string | undefined
}

/** A part that the draft has no place for, or a changed one. */
export interface DataGap {
  /** The file and the place in it: `needs.json: need 'REQ_1'`. */
  readonly place: string
  readonly text: string
  readonly proposals: readonly Proposal[]
}

export interface DataDraft {
  readonly file: ScenarioFile
  readonly resolved: ResolvedScenario
  readonly gaps: readonly DataGap[]
  readonly dropped: readonly DroppedPart[]
  /** The entries that hold a placeholder for a credential. */
  readonly placeholders: ReadonlySet<object>
}

const AUTHOR = 'author'
/** The maximum values of one property. */
const MAXIMUM_VALUES = 1000
const MAXIMUM_SPACE_KEY = 20

type Requirement = Entry<'requirements'>

export async function draftOfData(
  files: readonly NamedData[],
  options: DataDraftOptions,
): Promise<DataDraft> {
  const project = files.find((file) => file.project !== undefined)?.project
  const spaceName =
    project !== undefined && problemOfName(project) === undefined ? redactText(project) : options.name
  const space = options.space ?? spaceKeyOf(spaceName)
  const token = { user: AUTHOR, name: 'default', value: `placeholder-${AUTHOR}` }
  const { pages, requirements, gaps } = build(files, space)
  const file: ScenarioFile = {
    name: options.name,
    clock: { start: '2026-01-05T09:00:00Z' },
    world: {
      organizations: [{ id: 1, name: 'Organization 1' }],
      users: [{ name: AUTHOR }],
      sites: [
        {
          name: 'wiki',
          type: 'CONFLUENCE',
          baseUrl: 'https://wiki.example.test',
          organization: 'Organization 1',
          selfHosted: true,
        },
      ],
      tokens: [token],
      spaces: [{ site: 'wiki', key: space, name: spaceName, grants: { edit: [AUTHOR] } }],
      ...(pages.length === 0 ? {} : { pages }),
      requirements,
    },
  }
  const { draft, resolved, dropped } = await soundDraft({ file, renewed: new Set<object>([token]) })
  return { file: draft.file, resolved, gaps, dropped, placeholders: draft.renewed }
}

/** `Braking System 2` is BRAKINGSYSTEM2. */
function spaceKeyOf(name: string): string {
  const letters = name
    .normalize('NFKD')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
  return letters.replace(/^\d+/, '').slice(0, MAXIMUM_SPACE_KEY) || 'REQ'
}

interface Building {
  readonly space: string
  readonly gaps: DataGap[]
  /** The place of each requirement of the draft, by key. */
  readonly places: Map<string, string>
  /** The place of each requirement whose key is refused, by key. */
  readonly refused: Map<string, string>
  /** Keys that gaps propose instead of refused ones. */
  readonly proposed: Set<string>
  readonly pages: Entry<'pages'>[]
  readonly pageIds: Map<string, number>
}

function build(files: readonly NamedData[], space: string) {
  const building: Building = {
    space,
    gaps: [],
    places: new Map(),
    refused: new Map(),
    proposed: new Set(),
    pages: [],
    pageIds: new Map(),
  }
  const entries = new Map<string, Requirement>()
  const kept: { readonly place: string; readonly requirement: DataRequirement }[] = []
  for (const { file, leftOut, requirements } of files) {
    for (const { place, reason } of leftOut) gap(building, `${file}: ${place}`, reason)
    for (const requirement of requirements) {
      const place = `${file}: ${requirement.place}`
      if (!claimKey(building, place, requirement)) continue
      entries.set(requirement.key, entryOf(building, place, requirement, requirement.key))
      kept.push({ place, requirement })
    }
  }
  const dependencies = new Map<string, NonNullable<Requirement['dependencies']>>()
  const missing = new Set<string>()
  for (const { place, requirement } of kept) {
    for (const { relationship, to, isReverse = false } of requirement.relations) {
      const [from, target] = isReverse ? [to, requirement.key] : [requirement.key, to]
      if (!canDepend(building, { place, relationship, to, isReverse, missing })) continue
      const own = dependencies.get(from) ?? []
      dependencies.set(from, own)
      if (!own.some((each) => each.relationship === relationship && each.to === target))
        own.push({ relationship, to: target })
    }
  }
  for (const [key, own] of dependencies) {
    const entry = entries.get(key)
    if (entry !== undefined) entries.set(key, { ...entry, dependencies: own })
  }
  // A key may be free where it is proposed, and taken further on.
  const gaps = building.gaps.map((each) =>
    each.proposals.some(({ entry: { key } }) => building.places.has(String(key)))
      ? { ...each, proposals: [] }
      : each,
  )
  return { pages: building.pages, requirements: [...entries.values()], gaps }
}

function gap({ gaps }: Building, place: string, text: string, entry?: Requirement): void {
  gaps.push({
    place,
    text: redactText(text),
    proposals: entry === undefined ? [] : [{ region: 'eu', section: 'requirements', entry }],
  })
}

/** False, with a gap, for a key that the service refuses or another requirement has. */
function claimKey(building: Building, place: string, requirement: DataRequirement): boolean {
  const { key } = requirement
  const { space, places, refused, proposed } = building
  const other = places.get(key)
  const problem =
    other === undefined
      ? problemOfKey(key, space)
      : `key ${quoted(key)}: it is the key of ${other}, too; change one`
  if (problem === undefined) {
    places.set(key, place)
    return true
  }
  if (other !== undefined) {
    gap(building, place, problem)
    return false
  }
  const better = plainKeyOf(key)
  refused.set(key, place)
  const isFree =
    isPlainKey(better) &&
    problemOfKey(better, space) === undefined &&
    !places.has(better) &&
    !proposed.has(better)
  if (isFree) proposed.add(better)
  gap(building, place, problem, isFree ? proposalOf(building, place, requirement, better) : undefined)
  return false
}

/** The requirement with another key, and the dependencies that it can have. */
function proposalOf(
  building: Building,
  place: string,
  requirement: DataRequirement,
  key: string,
): Requirement {
  const dependencies = requirement.relations
    .filter(
      ({ relationship, to, isReverse }) =>
        isReverse !== true &&
        problemOfName(relationship) === undefined &&
        problemOfSecret(relationship) === undefined &&
        problemOfKey(to, building.space) === undefined,
    )
    .map(({ relationship, to }) => ({ relationship, to }))
  const entry = entryOf(building, place, requirement, key)
  return dependencies.length === 0 ? entry : { ...entry, dependencies }
}

/** `Brake force / front` is Brake-force-front. */
function plainKeyOf(key: string): string {
  const characters = Array.from(key.slice(0, 255), (character) => (isPlainKey(character) ? character : ' '))
  return characters.join('').trim().replaceAll(/ +/g, '-')
}

function problemOfKey(key: string, space: string): string | undefined {
  try {
    checkRequirementKey(key, 'key', false, space)
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

function entryOf(building: Building, place: string, requirement: DataRequirement, key: string): Requirement {
  const text = textOf(building, place, requirement.text, 'the text') ?? ''
  const page = pageOf(building, place, requirement.pages)
  const properties = propertiesOf(building, place, requirement.properties)
  return {
    space: building.space,
    key,
    ...(page === undefined ? {} : { page }),
    text,
    ...(properties.size === 0 ? {} : { properties: Object.fromEntries(properties) }),
  }
}

/** Without credentials; undefined, with a gap, for one that is too long. */
function textOf(building: Building, place: string, text: string, what: string): string | undefined {
  if (text.length > MAXIMUM_TEXT) {
    gap(
      building,
      place,
      `${what} has ${countText(text.length, 'character')}, more than the maximum of ${MAXIMUM_TEXT}: shorten it`,
    )
    return undefined
  }
  const plain = text.replaceAll(/[^\P{Cc}\t\n\r]|\p{Cs}/gu, '')
  if (plain !== text) gap(building, place, `${what} has control characters, which the draft leaves out`)
  const safe = redactText(plain)
  if (safe !== plain) gap(building, place, `${what} has a credential, which does not enter the draft`)
  return safe
}

/** The id of a page, made with those above it when it first comes. */
function pageOf(building: Building, place: string, titles: readonly string[]): number | undefined {
  let parent: number | undefined
  let path = ''
  for (const given of titles) {
    const title = given.replaceAll(/\s+/g, ' ')
    const problem = problemOfName(title)
    if (problem !== undefined) {
      gap(building, place, `page ${quoted(title)}: ${problem}`)
      return parent
    }
    path = JSON.stringify([path, title])
    const known = building.pageIds.get(path)
    const id = known ?? building.pages.length + 1
    if (known === undefined) {
      building.pageIds.set(path, id)
      building.pages.push({
        id,
        space: building.space,
        title: redactText(title),
        ...(parent === undefined ? {} : { parent }),
      })
    }
    parent = id
  }
  return parent
}

function propertiesOf(
  building: Building,
  place: string,
  given: ReadonlyMap<string, unknown>,
): Map<string, PropertyInput> {
  const properties = new Map<string, PropertyInput>()
  for (const [field, value] of given) {
    if (isNothing(value)) continue
    const name = field.trim()
    const problem = problemOfField(name, properties)
    if (problem !== undefined) {
      gap(building, place, `property ${quoted(name)}: ${problem}`)
      continue
    }
    const read = propertyOf(building, place, name, value)
    if (read !== undefined) properties.set(name, read)
  }
  return properties
}

function problemOfField(name: string, properties: ReadonlyMap<string, unknown>): string | undefined {
  if (name === '__proto__') return 'objects of JavaScript have it already: rename it'
  if (isSecretName(name) || isSecretName(name.replaceAll(/\s+/g, '-')))
    return 'by its name it holds a credential, which does not enter the draft: rename it if it holds none'
  if (properties.has(name)) return 'it is there twice: rename one'
  return problemOfPropertyName(name) ?? problemOfSecret(name)
}

function problemOfSecret(name: string): string | undefined {
  return redactText(name) === name ? undefined : 'a name has no credential: rename it'
}

function propertyOf(
  building: Building,
  place: string,
  name: string,
  value: unknown,
): PropertyInput | undefined {
  const what = `property ${quoted(name)}`
  if (typeof value === 'string') return textOf(building, place, value.trim(), what)
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) return value
  if (Array.isArray(value) && value.every(isScalar)) {
    if (value.length > MAXIMUM_VALUES) {
      gap(
        building,
        place,
        `${what} has ${countText(value.length, 'value')}, more than the maximum of ${MAXIMUM_VALUES}`,
      )
      return undefined
    }
    const texts = value.flatMap((each) => textOf(building, place, String(each).trim(), what) || [])
    return texts.length === 0 ? undefined : texts
  }
  const found = Array.isArray(value)
    ? 'a list of other values'
    : typeof value === 'object'
      ? 'an object'
      : 'no number'
  gap(
    building,
    place,
    `${what} is ${found}: a property is a text, a number, true or false, or a list of these`,
  )
  return undefined
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)
}

interface Link {
  readonly place: string
  readonly relationship: string
  readonly to: string
  readonly isReverse: boolean
  /** Keys that are in none of the files, and were listed with a proposal. */
  readonly missing: Set<string>
}

/** False, with a gap, for a dependency that the draft cannot have; a gap also for one of a key that no file has. */
function canDepend(building: Building, { place, relationship, to, isReverse, missing }: Link): boolean {
  const { places, refused, space } = building
  const problem = problemOfName(relationship) ?? problemOfSecret(relationship)
  const link = `${quoted(relationship)} names ${quoted(to)}`
  if (problem !== undefined) {
    gap(building, place, `relationship ${quoted(relationship)}: ${problem}`)
    return false
  }
  if (places.has(to)) return true
  const other = refused.get(to)
  if (other !== undefined) {
    gap(building, place, `${link}, a key that the draft leaves out: see ${other}`)
    return false
  }
  const refusal = problemOfKey(to, space)
  if (refusal !== undefined) {
    gap(building, place, `${link}: ${refusal}`)
    return false
  }
  const isFirst = !missing.has(to)
  missing.add(to)
  const entry = isFirst ? { space, key: to, text: '' } : undefined
  const what = isReverse
    ? 'the draft leaves the dependency out; add the requirement'
    : 'the draft keeps the dependency; add the requirement, or remove the link'
  gap(building, place, `${link}, which is in none of the files: ${what}`, entry)
  return !isReverse
}
