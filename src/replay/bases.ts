/** Finds the interface of each recorded call: by its host, by `--base`, or by its path. */
import type { OperationHead } from '../api/framework/operation.ts'
import { type IndexedOperation, operationIndex } from '../api/operation-index.ts'
import {
  type Address,
  ADDRESSES,
  INTERFACE_DESCRIPTIONS,
  type InterfaceName,
} from '../api/framework/interfaces.ts'
import { createInterfaceRoutes, type FindRoutes, withAdded } from '../gateway/addresses/interface-routes.ts'
import { locate, splitUrl } from '../gateway/addresses/locate.ts'
import type { Archive, ArchivedExchange } from './archive.ts'
import { ToolFailure, quoted } from './failure.ts'
import type { BaseFlag } from './options.ts'

/** The part of an operation that is needed to read a path. */
export type ServiceOperation = Pick<OperationHead, 'id' | 'path' | 'otherPaths' | 'interface'>

/** The target of a call. */
export interface Placed {
  /** An in-process address, or a path on the one HTTP port. */
  readonly url: string
  readonly operation: ServiceOperation | undefined
}

/** The segments before an interface's own paths. */
const MAXIMUM_BASE_DEPTH = 6

const ownRoutes = createInterfaceRoutes(operationIndex)

type Routes = FindRoutes<IndexedOperation>

export interface Places {
  /** Base addresses from the user. An interface with one is found only there. */
  readonly bases: readonly BaseFlag[]
  /** Addresses of other hosts keep their path, instead of becoming paths of the shared port. */
  readonly keepsPaths: boolean
  /** Operations that only a description of the user has. */
  readonly added?: readonly IndexedOperation[]
}

/**
 * The targets of all exchanges, in order; undefined for those that are not of the service. Ends the command if a call may
 * belong to either of two interfaces.
 */
export function placeExchanges(
  archive: Archive,
  { bases, keepsPaths, added = [] }: Places,
): readonly (Placed | undefined)[] {
  const reading = {
    own: archive.own,
    bases: [...bases].sort((a, b) => b.url.length - a.url.length),
    routes: withAdded(ownRoutes, added),
  }
  const readings = archive.exchanges.map((exchange) => read(exchange, reading))
  const support = new Map<string, number>()
  for (const candidate of readings.flatMap((reading) => (isList(reading) ? reading : [])))
    support.set(keyOf(candidate), (support.get(keyOf(candidate)) ?? 0) + 1)
  const decided = readings.map((reading, index) => {
    if (!isList(reading)) return reading
    const best = mostLikely(reading, support)
    const [first] = best
    const other = best.find(({ address }) => address.interface !== first?.address.interface)
    if (first !== undefined && other !== undefined && !keepsPaths)
      throw ambiguous(index, archive.exchanges[index] as ArchivedExchange, first, other)
    return first
  })
  const certain = decided.filter((one) => one !== undefined && 'base' in one)
  return archive.exchanges.map((exchange, index) => {
    const one = decided[index] ?? (isList(readings[index]) ? others(exchange, certain) : undefined)
    if (one === undefined || 'url' in one) return one
    const { address, rest, operation } = one
    return { url: keepsPaths ? exchange.url : `${address.path}${rest}`, operation }
  })
}

/** A reading of an address: its base, and the rest of the path. */
interface Candidate {
  readonly base: string
  /** The number of segments that belong to the base. */
  readonly depth: number
  readonly address: Address
  readonly rest: string
  readonly operation: ServiceOperation | undefined
}

/**
 * A call that matches no operation, at an address of other calls below which there is nothing else: the prefix of an embedded
 * interface, or the usual path of another.
 */
function others({ url }: ArchivedExchange, certain: readonly Candidate[]): Candidate | undefined {
  for (const candidate of new Map(certain.map((one) => [keyOf(one), one])).values()) {
    const { base, address } = candidate
    const { prefix } = INTERFACE_DESCRIPTIONS[address.interface]
    if (prefix === '' && !base.endsWith(address.path)) continue
    const rest = below(`${base}${prefix}`, url)
    if (rest !== undefined) return { ...candidate, rest: `${prefix}${rest}`, operation: undefined }
  }
  return undefined
}

interface Reading {
  /** The archive was written by a simulator. */
  readonly own: boolean
  /** The longest first. */
  readonly bases: readonly BaseFlag[]
  readonly routes: Routes
}

/** The target if it is certain, else all possible ones. */
function read(
  exchange: ArchivedExchange,
  { own, bases, routes }: Reading,
): Placed | undefined | readonly Candidate[] {
  if (exchange.leftOut !== undefined) return undefined
  const { method, url } = exchange
  for (const { url: base, address } of bases) {
    const rest = below(base, url)
    if (rest !== undefined) return placed(routes, method, `${address.path}${rest}`)
  }
  const { host } = splitUrl(url)
  const isInProcess = ADDRESSES.some((address) => splitUrl(address.url).host === host)
  if (locate(url).target?.kind === 'control') return undefined
  return own || isInProcess ? placed(routes, method, url) : candidatesFor(exchange, bases, routes)
}

/** The path and query below a base address, possibly empty; undefined for another address. */
function below(base: string, url: string): string | undefined {
  const plain = new URL(url)
  const whole = `${plain.origin}${plain.pathname}${plain.search}`
  const rest = whole.startsWith(base) ? whole.slice(base.length) : undefined
  return rest === '' || rest?.startsWith('/') || rest?.startsWith('?') ? rest : undefined
}

function placed(routes: Routes, method: string, url: string): Placed {
  const { target, path } = locate(url)
  return {
    url,
    operation: target?.kind === 'service' ? operationAt(routes, target.interface, method, path) : undefined,
  }
}

function operationAt(
  routes: Routes,
  name: InterfaceName,
  method: string,
  path: string,
): ServiceOperation | undefined {
  const match = routes(name, true).match(method, path)
  return match.kind === 'found' ? match.route : undefined
}

function candidatesFor(
  { method, url, hosted }: ArchivedExchange,
  bases: readonly BaseFlag[],
  routes: Routes,
): readonly Candidate[] {
  const { origin, pathname, search } = new URL(url)
  const segments = pathname.split('/').slice(1)
  const names = (Object.keys(INTERFACE_DESCRIPTIONS) as InterfaceName[]).filter(
    (name) =>
      name.startsWith('hosted-') === hosted && !bases.some(({ address }) => address.interface === name),
  )
  return segments.slice(0, MAXIMUM_BASE_DEPTH).flatMap((_segment, depth) => {
    const before = segments.slice(0, depth).map((segment) => `/${segment}`)
    const path = `/${segments.slice(depth).join('/')}`
    return names.flatMap((name) => {
      const operation = operationAt(routes, name, method, path)
      const base = `${origin}${before.join('')}`
      return operation === undefined
        ? []
        : [{ base, depth, address: addressFor(name, before.join('')), rest: `${path}${search}`, operation }]
    })
  })
}

/** The address of the interface whose path is the end of the base, else that of its first region. */
function addressFor(name: InterfaceName, prefix: string): Address {
  const all = ADDRESSES.filter((address) => address.interface === name)
  const ending = all.filter(({ path }) => prefix.endsWith(path)).sort((a, b) => b.path.length - a.path.length)
  return (ending[0] ?? all[0]) as Address
}

/** Bases that look like the interface's address, else those nearest to the host; of these, the one that explains most calls. */
function mostLikely(
  candidates: readonly Candidate[],
  support: ReadonlyMap<string, number>,
): readonly Candidate[] {
  const usual = candidates.filter(({ base, address }) => base.endsWith(address.path))
  const nearest = Math.min(...candidates.map(({ depth }) => depth))
  const considered = usual.length > 0 ? usual : candidates.filter(({ depth }) => depth === nearest)
  const supportOf = (candidate: Candidate) => support.get(keyOf(candidate)) ?? 0
  const maximum = Math.max(0, ...considered.map(supportOf))
  return considered.filter((candidate) => supportOf(candidate) === maximum)
}

function keyOf({ base, address }: Candidate): string {
  return `${address.interface} ${base}`
}

function isList(reading: Placed | undefined | readonly Candidate[]): reading is readonly Candidate[] {
  return Array.isArray(reading)
}

function ambiguous(
  index: number,
  { method, url }: ArchivedExchange,
  one: Candidate,
  other: Candidate,
): ToolFailure {
  const [first, second] = [one, other].map(({ address, base }) => `--base ${address.interface}=${base}`)
  return new ToolFailure(
    2,
    `log.entries[${index}] ${method} ${quoted(url)} may belong to the ${one.address.interface} or the ${other.address.interface} interface: select one with ${first} or ${second}`,
  )
}
