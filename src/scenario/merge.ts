/**
 * Merges the sections of scenario files: a later entry changes the fields that it gives of the entry it identifies,
 * and `remove: true` takes that entry out. Every field remembers the file and place that gave it.
 */
import { quoted } from '../model/input/refusal.ts'
import { nearestName } from '../world/nearest.ts'
import type { ConsequentProblems } from './check/consequent-problems.ts'
import type { ScenarioFile, SectionName } from './format/format.ts'
import {
  type Path,
  pathInFile,
  problemAt,
  type ScenarioProblem,
  type ScenarioSource,
} from './format/problems.ts'
import { ID_FIELDS, type Identity, SECTION_NAMES, SECTIONS } from './format/sections.ts'

type Fields = Readonly<Record<string, unknown>>
export type RegionName = 'eu' | 'us'

/** The place that gave something. */
export interface Origin {
  readonly source: ScenarioSource
  readonly path: Path
}

/** An entry as merged so far. */
export interface MergedEntry {
  fields: Fields
  /** The last place that set the entry. */
  origin: Origin
  /** The last place that set each field: the place of its entry. */
  readonly origins: Map<string, Origin>
}

/** More entries than this may not share a name or key: each would have to be compared with every other. */
const MAXIMUM_NAMESAKES = 250

/** The entries of every section and region, in order of first appearance. */
export class MergedWorld {
  readonly #lists = new Map<string, MergedList>()

  /** The entries of a section, in order of first appearance. */
  entries(region: RegionName, section: SectionName): readonly MergedEntry[] {
    return this.#list(region, section).entries()
  }

  /** Merges a checked file; returns the entries that cannot be merged. */
  add(source: ScenarioSource, file: ScenarioFile, consequentProblems: ConsequentProblems): ScenarioProblem[] {
    const problems: ScenarioProblem[] = []
    const { us, ...eu } = file.world ?? {}
    for (const [region, sections, prefix] of [
      ['eu', eu, ['world']],
      ['us', us ?? {}, ['world', 'us']],
    ] as const) {
      for (const section of SECTION_NAMES) {
        const list = this.#list(region, section)
        sections[section]?.forEach((entry, position) => {
          const origin = { source, path: [...prefix, section, position] }
          const problem = list.merge(entry, origin)
          if (problem === undefined) return
          // The reference may name an entry that was set aside.
          if (!(problem.isAbsence === true && consequentProblems.isAbout(entry)))
            problems.push(problemAt(source, origin.path, problem.message, problem.nearest))
          consequentProblems.addRecord(entry)
        })
      }
    }
    return problems
  }

  /** Takes an entry out again. */
  takeOut(region: RegionName, section: SectionName, entry: MergedEntry): void {
    this.#list(region, section).takeOut(entry)
  }

  #list(region: RegionName, section: SectionName): MergedList {
    const name = `${region} ${section}`
    const known = this.#lists.get(name)
    if (known !== undefined) return known
    const created = new MergedList(SECTIONS[section].identities)
    this.#lists.set(name, created)
    return created
  }
}

interface MergeProblem {
  readonly message: string
  /** True if an entry does not exist. */
  readonly isAbsence?: true
  readonly nearest?: string | undefined
}

/** One section: its entries, found by each of their identities. */
class MergedList {
  readonly #identities: readonly Identity[]
  readonly #entries = new Set<MergedEntry>()
  readonly #found: readonly Map<string, MergedEntry[]>[]

  constructor(identities: readonly Identity[]) {
    this.#identities = identities
    this.#found = identities.map(() => new Map())
  }

  entries(): readonly MergedEntry[] {
    return [...this.#entries]
  }

  /** Adds, changes or removes one entry; returns an error if it cannot. */
  merge(entry: object, origin: Origin): MergeProblem | undefined {
    const { remove, ...fields } = entry as { remove?: true } & Fields
    const matches = this.#matches(fields)
    if (matches === 'too many')
      return { message: `shares its name with more than ${MAXIMUM_NAMESAKES} other entries` }
    if (matches.length > 1) return { message: 'matches several entries: give more of its fields, or its id' }
    const match = matches[0]
    if (remove === true) return this.#remove(match, fields)
    if (match === undefined) {
      this.#enter({ fields: {}, origin, origins: new Map() }, fields, origin)
      return undefined
    }
    if (match.origin.source === origin.source) {
      return {
        message: `appears twice in this file: entry ${Number(pathInFile(origin.source, match.origin.path).at(-1)) + 1} is the same`,
      }
    }
    this.#leave(match)
    this.#enter(match, fields, origin)
    return undefined
  }

  takeOut(entry: MergedEntry): void {
    this.#leave(entry)
    this.#entries.delete(entry)
  }

  #remove(match: MergedEntry | undefined, fields: Fields): MergeProblem | undefined {
    if (match !== undefined) {
      this.takeOut(match)
      return undefined
    }
    const field = this.#identities.at(-1)?.by[0] as string
    const names = [...this.#entries].map((entry) => String(entry.fields[field]))
    const nearest = nearestName(String(fields[field] ?? ''), names)
    return {
      message: `nothing to remove: no earlier entry has ${identityText(fields)}`,
      nearest,
      isAbsence: true,
    }
  }

  #matches(fields: Fields): readonly MergedEntry[] | 'too many' {
    for (const [position, identity] of this.#identities.entries()) {
      if (fields[identity.by[0] as string] === undefined) continue
      const candidates = this.#candidates(position, identity, fields)
      if (candidates.length > MAXIMUM_NAMESAKES) return 'too many'
      const matches = candidates.filter((entry) => isSame(identity, entry.fields, fields))
      if (matches.length > 0) return matches
    }
    return []
  }

  /** An entry with an id is found by it, so that by other names it can only be one without. */
  #candidates(position: number, identity: Identity, fields: Fields): readonly MergedEntry[] {
    const key = identityKey(identity, fields)
    const found = this.#found[position]
    const unnumbered = found?.get(key) ?? []
    const numbered = fields['id'] === undefined ? found?.get(numberedKey(key)) : undefined
    return numbered === undefined ? unnumbered : [...unnumbered, ...numbered]
  }

  #enter(entry: MergedEntry, fields: Fields, origin: Origin): void {
    entry.fields = { ...entry.fields, ...fields }
    entry.origin = origin
    for (const name of Object.keys(fields)) entry.origins.set(name, origin)
    this.#entries.add(entry)
    this.#eachKey(entry, (found, key) => {
      const list = found.get(key)
      if (list === undefined) found.set(key, [entry])
      else list.push(entry)
    })
  }

  #leave(entry: MergedEntry): void {
    this.#eachKey(entry, (found, key) => {
      const rest = (found.get(key) ?? []).filter((other) => other !== entry)
      if (rest.length > 0) found.set(key, rest)
      else found.delete(key)
    })
  }

  #eachKey(entry: MergedEntry, action: (found: Map<string, MergedEntry[]>, key: string) => void): void {
    this.#identities.forEach((identity, position) => {
      const found = this.#found[position]
      if (found !== undefined && entry.fields[identity.by[0] as string] !== undefined) {
        const key = identityKey(identity, entry.fields)
        const isById = identity.by[0] === 'id' || entry.fields['id'] === undefined
        action(found, isById ? key : numberedKey(key))
      }
    })
  }
}

function isSame(identity: Identity, a: Fields, b: Fields): boolean {
  const differ = (name: string) =>
    a[name] !== undefined &&
    b[name] !== undefined &&
    !isSameReference(referenceText(a[name]), referenceText(b[name]))
  return (
    !ID_FIELDS.some((name) => a[name] !== undefined && b[name] !== undefined && a[name] !== b[name]) &&
    !identity.by.some(differ) &&
    !(identity.agree ?? []).some(differ)
  )
}

/** Keys may be written with what they are in, `wiki/ENG`, or without, `ENG`. */
function isSameReference(a: string, b: string): boolean {
  return a === b || a.endsWith(`/${b}`) || b.endsWith(`/${a}`)
}

function identityKey(identity: Identity, fields: Fields): string {
  return JSON.stringify(identity.by.map((name) => lastPart(referenceText(fields[name]))))
}

/** Where an identity files entries that have an id. */
function numberedKey(key: string): string {
  return `numbered ${key}`
}

function lastPart(text: string): string {
  return text.slice(text.lastIndexOf('/') + 1)
}

function referenceText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return value === undefined ? '' : String(value)
  const { space, key } = value as { space?: string; key: string }
  return space === undefined ? key : `${space}/${key}`
}

function identityText(fields: Fields): string {
  return Object.entries(fields)
    .slice(0, 3)
    .map(([name, value]) => `${name} ${quoted(value)}`)
    .join(', ')
}
