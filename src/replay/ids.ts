/**
 * Maps ids of the recording to ids of the replay. If a response has another id in the place of a recorded one, later requests
 * send that id instead, wherever it is a whole value: a path parameter, a query value, a value of a JSON body. The same id may
 * occur for different records (baseline 2, application 2), so the name of its field selects the mapping, and the id alone only
 * if it is unambiguous.
 */
import { pathsOf } from '../api/framework/operation.ts'
import { isOpen } from '../gateway/addresses/places.ts'
import { segmentsOf } from '../world/path-segments.ts'
import { decodedParameter } from '../world/percent-encoding.ts'
import { REDACTED } from '../gateway/journal/secret-repeats.ts'
import type { ServiceOperation } from './bases.ts'
import { parsed } from './differences.ts'

export interface IdMap {
  /** Learns the ids in a response. */
  learn(recorded: string | undefined, replayed: string, operation: ServiceOperation | undefined): void
  /** The address to send. */
  url(url: string, operation: ServiceOperation | undefined): string
  /** The body to send. Without a known id it is unchanged, byte for byte. */
  body(body: string | undefined): string | undefined
  /** Whether a value of a response may replace a recorded one in a field of this name. */
  stands(name: string, recorded: unknown, replayed: unknown): boolean
}

const ID_NAME = /(?:^|_)(?:id|uuid|key)s?$|(?:Id|ID|Uuid|UUID|Key)s?$/
/** A text of this length is an id wherever it occurs. */
const LONG = 16
const MAXIMUM_LENGTH = 200
const MAXIMUM_KNOWN = 50_000
const MAXIMUM_VISITED = 20_000
const MAXIMUM_DEPTH = 64
/** The id is ambiguous. */
const AMBIGUOUS = Symbol('ambiguous')

type Id = string | number

export function createIdMap(): IdMap {
  const known = new Map<string, Id | typeof AMBIGUOUS>()

  function remember(name: string, recorded: Id, replayed: Id): void {
    const key = `${name} ${recorded}`
    const before = known.get(key)
    if (before === undefined && known.size >= MAXIMUM_KNOWN) return
    known.set(key, before === undefined || before === replayed ? replayed : AMBIGUOUS)
  }

  function find(name: string, recorded: Id): Id | undefined {
    const found = known.get(`${name} ${recorded}`) ?? known.get(` ${recorded}`)
    return found === AMBIGUOUS ? undefined : found
  }

  function replaced(name: string, text: string): string | undefined {
    const found = find(name, text)
    return found === undefined || String(found) === text ? undefined : String(found)
  }

  return {
    learn(recorded, replayed, operation) {
      const before = recorded === undefined ? undefined : parsed(recorded)
      const now = parsed(replayed)
      if (before === undefined || now === undefined) return
      const here = new Set([...idsOf(now.value)].map(({ value }) => value))
      for (const { name, value, other } of idsOf(before.value, now.value)) {
        if (!isId(other) || typeof other !== typeof value || value === REDACTED) continue
        // An id that the response also has exists in both worlds.
        const meant = here.has(value) ? value : other
        remember('', value, meant)
        remember(name, value, meant)
        if (/^(?:id|uuid|key)$/i.test(name) && operation !== undefined)
          remember(`${operation.id.split('.')[1]}${name[0]?.toUpperCase()}${name.slice(1)}`, value, meant)
      }
    },
    url(url, operation) {
      const [place = '', query] = splitOnce(url, '?')
      const path = operation === undefined ? place : replacePath(place, operation, replaced)
      if (query === undefined) return path
      const pairs = query.split('&').map((pair) => {
        const [name = '', value] = splitOnce(pair, '=')
        const plain = value === undefined ? undefined : decodedParameter(value)
        const found = plain === undefined ? undefined : replaced(name, plain)
        return found === undefined ? pair : `${name}=${encodeURIComponent(found)}`
      })
      return `${path}?${pairs.join('&')}`
    },
    body(body) {
      const value = body === undefined ? undefined : parsed(body)?.value
      if (typeof value !== 'object' || value === null) return body
      const changed = replaceIn(value, '', find, 0)
      return changed === value ? body : JSON.stringify(changed)
    },
    stands(name, recorded, replayed) {
      if (!isId(recorded) || !isId(replayed)) return false
      return find(name, recorded) === replayed || find(name, recorded)?.toString() === replayed
    },
  }
}

interface FoundId {
  readonly name: string
  readonly value: Id
  /** The part of the other value at the same path. */
  readonly other: unknown
}

/** The ids of a value, up to a limit, each with the other value at the same path. */
function* idsOf(value: unknown, other?: unknown): Generator<FoundId> {
  const left = [{ name: '', value, other, depth: 0 }]
  for (let visited = 0; visited < MAXIMUM_VISITED; visited++) {
    const next = left.pop()
    if (next === undefined) return
    const { name, depth } = next
    if (isId(next.value)) {
      if (isIdAt(name, next.value)) yield { name, value: next.value, other: next.other }
      continue
    }
    if (typeof next.value !== 'object' || next.value === null || depth === MAXIMUM_DEPTH) continue
    const isList = Array.isArray(next.value)
    for (const [field, member] of Object.entries(next.value).slice(0, MAXIMUM_VISITED - left.length))
      left.push({
        name: isList ? name : field,
        value: member,
        other: memberOf(next.other, field),
        depth: depth + 1,
      })
  }
}

function memberOf(value: unknown, field: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, field)
    ? (value as Readonly<Record<string, unknown>>)[field]
    : undefined
}

function isId(value: unknown): value is Id {
  return (
    typeof value === 'number' || (typeof value === 'string' && value !== '' && value.length <= MAXIMUM_LENGTH)
  )
}

function isIdAt(name: string, value: Id): boolean {
  return ID_NAME.test(name) || (typeof value === 'string' && value.length >= LONG && /^[\w-]+$/.test(value))
}

/** Returns the same object if nothing is replaced. */
function replaceIn(
  value: unknown,
  name: string,
  find: (name: string, recorded: Id) => Id | undefined,
  depth: number,
): unknown {
  if (isId(value)) return isIdAt(name, value) ? sameType(value, find(name, value)) : value
  if (typeof value !== 'object' || value === null || depth === MAXIMUM_DEPTH) return value
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => replaceIn(item, name, find, depth + 1))
    return items.every((item, at) => item === value[at]) ? value : items
  }
  const entries = Object.entries(value)
  const changed = entries.map(
    ([field, member]) => [field, replaceIn(member, field, find, depth + 1)] as const,
  )
  return changed.every(([, member], at) => member === entries[at]?.[1]) ? value : Object.fromEntries(changed)
}

/** Writes an id in the form of the one that it replaces: as text or as a number. */
function sameType(value: Id, found: Id | undefined): Id {
  if (found === undefined) return value
  if (typeof value === 'string') return String(found)
  return typeof found === 'number' ? found : value
}

/** Replaces only path parameters: literal segments of a template are not ids. */
function replacePath(
  place: string,
  operation: ServiceOperation,
  replaced: (name: string, text: string) => string | undefined,
): string {
  const segments = place.split('/')
  const end = segments.length - (place.endsWith('/') ? 1 : 0)
  const template = pathsOf(operation)
    .map(segmentsOf)
    .find((words) =>
      words.every(
        (word, at) => isOpen(word) || word === decodedParameter(segments[end - words.length + at] ?? ''),
      ),
    )
  const begin = end - (template?.length ?? 0)
  return segments
    .map((segment, at) => {
      const [, name] = /^\{(\w+)\}$/.exec(template?.[at - begin] ?? '') ?? []
      const plain = name === undefined ? undefined : decodedParameter(segment)
      const found = name === undefined || plain === undefined ? undefined : replaced(name, plain)
      return found === undefined ? segment : encodeURIComponent(found)
    })
    .join('/')
}

function splitOnce(text: string, mark: string): [string, string | undefined] {
  const at = text.indexOf(mark)
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]
}
