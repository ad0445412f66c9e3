/** The operations in a description, and their paths below the address of an interface. */
import { INTERFACE_DESCRIPTIONS, type InterfaceName } from '../api/framework/interfaces.ts'
import { quoted } from '../model/input/refusal.ts'
import { type DescriptionProblem, MAXIMUM_PROBLEMS, pointerOf } from './problems.ts'
import { fieldOf, type JsonObject, listOf, resolved } from './resolve.ts'
import { segmentsOf } from '../world/path-segments.ts'
import { isObject } from '../world/objects.ts'

export type Method = 'GET' | 'PUT' | 'POST' | 'DELETE' | 'PATCH'
const METHODS: readonly Method[] = ['GET', 'PUT', 'POST', 'DELETE', 'PATCH']
/** Further fields of a path item that are operations. */
const OTHER_METHODS = ['head', 'options', 'trace']

export interface ListedOperation {
  readonly method: Method
  /** The path template, without a trailing slash. */
  readonly path: string
  /** Method and template without the names of parameters, which identifies an operation. */
  readonly form: string
  /** Its names in the description. */
  readonly place: readonly string[]
  readonly operation: JsonObject
  /** The unparsed parameters of all operations of the path. */
  readonly shared: readonly unknown[]
}

const MAXIMUM_OPERATIONS = 20_000
const MAXIMUM_PATH_LENGTH = 500
const STANDALONE_BASE = '/api'
/** Templates appear in headers, so they are visible ASCII. Paths are matched decoded, so an escape would never match. */
const WHOLE_SEGMENT = /^(?:[!"$&->@-z|~]+|\{[!"$->@-z|~]{1,100}\})$/

/** The operations in the order of the description. Unsupported ones are reported and left out. */
export function listOperations(
  root: unknown,
  file: string,
  passedOver: DescriptionProblem[],
): ListedOperation[] {
  const listed: ListedOperation[] = []
  const forms = new Set<string>()
  const paths = fieldOf(root, 'paths')
  for (const [path, written] of isObject(paths) ? Object.entries(paths) : []) {
    const report = (message: string, ...names: string[]) => {
      if (passedOver.length < MAXIMUM_PROBLEMS)
        passedOver.push({ file, pointer: pointerOf(['paths', path, ...names]), message })
    }
    const item = resolved(root, written)
    if (item === undefined || path.startsWith('x-')) continue
    const problem = problemOfPath(path)
    if (problem !== undefined) {
      report(problem)
      continue
    }
    const trimmed = `/${segmentsOf(path).join('/')}`
    for (const name of OTHER_METHODS)
      if (fieldOf(item, name) !== undefined)
        report(`${name.toUpperCase()} has the same response everywhere: skipped`, name)
    for (const method of METHODS) {
      const operation = resolved(root, fieldOf(item, method.toLowerCase()))
      if (operation === undefined) continue
      const form = formOf(method, trimmed)
      if (forms.has(form)) {
        report('differs from another path only in the names of parameters: skipped', method.toLowerCase())
        continue
      }
      if (listed.length >= MAXIMUM_OPERATIONS) {
        report(`is beyond the first ${MAXIMUM_OPERATIONS} operations: skipped`)
        return listed
      }
      forms.add(form)
      const place = ['paths', path, method.toLowerCase()]
      listed.push({
        method,
        path: trimmed,
        form,
        place,
        operation,
        shared: listOf(fieldOf(item, 'parameters')),
      })
    }
  }
  return listed
}

function problemOfPath(path: string): string | undefined {
  if (!path.startsWith('/')) return `the path ${quoted(path)} is skipped: it must begin with /`
  if (path.length > MAXIMUM_PATH_LENGTH)
    return `the path is skipped: it is longer than ${MAXIMUM_PATH_LENGTH} characters`
  const odd = segmentsOf(path).find((segment) => !WHOLE_SEGMENT.test(segment))
  if (odd !== undefined)
    return `the path is skipped: ${quoted(odd)} is neither text nor a parameter, which must be a whole segment`
  const names = parameterNames(path)
  if (names.includes('__proto__')) return 'the path is skipped: rename its parameter'
  return new Set(names).size < names.length ? 'the path is skipped: it has a parameter twice' : undefined
}

export function parameterNames(path: string): string[] {
  return segmentsOf(path)
    .filter((segment) => segment.startsWith('{'))
    .map((segment) => segment.slice(1, -1))
}

/** Method and template without the names of parameters. */
export function formOf(method: string, path: string): string {
  return `${method} ${path.replaceAll(/\{[^{}]*\}/g, '{}')}`
}

/** How paths of a description map to paths below the address of an interface: a prefix to remove and a prefix to add. */
export interface Alignment {
  readonly without: string
  readonly before: string
}

/** The path below the address; undefined if it lacks the prefix to remove. */
export function aligned(path: string, { without, before }: Alignment): string | undefined {
  if (without !== '' && path !== without && !path.startsWith(`${without}/`)) return undefined
  const rest = path.slice(without.length)
  return before + rest === '' ? '/' : before + rest
}

/**
 * Descriptions have the address of a service in their `servers`, in their paths, or partly in both. This selects the mapping
 * with which most operations are those of `ours`, the first of several.
 */
export function findAlignment(
  root: unknown,
  listed: readonly ListedOperation[],
  ours: ReadonlySet<string>,
  surface: InterfaceName,
): Alignment {
  const { prefix } = INTERFACE_DESCRIPTIONS[surface]
  const candidates: Alignment[] = [
    { without: '', before: '' },
    { without: '', before: prefix },
    ...commonBeginnings(listed).flatMap((without) => [
      { without, before: '' },
      { without, before: prefix },
    ]),
    ...serverPaths(root).map((before) => ({ without: '', before })),
  ]
  let best = candidates[0] as Alignment
  let maximum = 0
  for (const candidate of candidates) {
    const hits = listed.filter(({ method, path }) => {
      const at = aligned(path, candidate)
      return at !== undefined && ours.has(formOf(method, at))
    }).length
    if (hits > maximum) {
      maximum = hits
      best = candidate
    }
  }
  if (maximum > 0) return best
  // Without matching operations: the common prefix of the standalone interface is part of its address (service §9.1).
  if (surface === 'standalone' && commonBeginnings(listed).includes(STANDALONE_BASE))
    return { without: STANDALONE_BASE, before: '' }
  if (listed.some(({ path }) => path.startsWith(`${prefix}/`))) return best
  return { without: '', before: prefix }
}

/**
 * The literal segments at the beginning of most paths: `/api`, `/api/v1`. Not all paths need them, since many descriptions also
 * list the health of the server.
 */
function commonBeginnings(listed: readonly ListedOperation[]): string[] {
  const counts = new Map<string, number>()
  for (const { path } of listed) {
    let beginning = ''
    for (const segment of segmentsOf(path).slice(0, 5)) {
      if (segment.startsWith('{')) break
      beginning += `/${segment}`
      counts.set(beginning, (counts.get(beginning) ?? 0) + 1)
    }
  }
  return [...counts].filter(([, count]) => count * 2 > listed.length).map(([beginning]) => beginning)
}

/** The suffixes of the paths of the servers: for `https://host/wiki/rest/1` they are `/wiki/rest/1`, `/rest/1` and `/1`. */
function serverPaths(root: unknown): string[] {
  return listOf(fieldOf(root, 'servers'))
    .slice(0, 5)
    .flatMap((server) => {
      const url = fieldOf(server, 'url')
      if (typeof url !== 'string' || url.length > MAXIMUM_PATH_LENGTH) return []
      const path = /^(?:[a-z]+:)?\/\/[^/]*(\/[^?#]*)/i.exec(url)?.[1] ?? (url.startsWith('/') ? url : '')
      const segments = segmentsOf(path).slice(0, 6)
      return segments.map((_, at) => `/${segments.slice(at).join('/')}`)
    })
}
