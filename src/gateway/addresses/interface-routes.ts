/** The routes of each interface: its own operations, and at hosted addresses those of the embedded product too. */
import type { OperationHead } from '../../api/framework/operation.ts'
import type { InterfaceName } from '../../api/framework/interfaces.ts'
import { type Place, placesOf } from './places.ts'
import { createRouter, METHOD_ORDER, type RouteMatch } from './router.ts'

/** An operation at the path that it has below the address of an interface. */
export type PlacedOperation<O extends OperationHead = OperationHead> = Omit<Place<O>, 'interface'>

export interface InterfaceRoutes<O extends OperationHead = OperationHead> {
  readonly placed: readonly PlacedOperation<O>[]
  match(method: string, path: string): RouteMatch<O>
}

/** Finds the routes of an interface, built on first use; `embedded` adds the embedded operations to hosted ones. */
export type FindRoutes<O extends OperationHead = OperationHead> = (
  name: InterfaceName,
  embedded: boolean,
) => InterfaceRoutes<O>

export function createInterfaceRoutes<O extends OperationHead>(operations: readonly O[]): FindRoutes<O> {
  const ownOnly = new Map<InterfaceName, InterfaceRoutes<O>>()
  const withEmbedded = new Map<InterfaceName, InterfaceRoutes<O>>()
  return (name, embedded) => {
    const built = embedded ? withEmbedded : ownOnly
    const known = built.get(name)
    if (known !== undefined) return known
    const created = buildRoutes(placeOperations(operations, name, embedded))
    built.set(name, created)
    return created
  }
}

/** Routes with further ones for requests that the first do not match. */
export function withAdded<O extends OperationHead>(first: FindRoutes<O>, added: readonly O[]): FindRoutes<O> {
  if (added.length === 0) return first
  const further = createInterfaceRoutes(added)
  const built = new Map<string, InterfaceRoutes<O>>()
  return (name, embedded) => {
    const key = `${name} ${embedded}`
    const known = built.get(key) ?? bothRoutes(first(name, embedded), further(name, embedded))
    built.set(key, known)
    return known
  }
}

/** Added operations that are looked through for the nearest one: a description may have very many. */
const MAXIMUM_NEAR = 1000

function bothRoutes<O extends OperationHead>(
  first: InterfaceRoutes<O>,
  second: InterfaceRoutes<O>,
): InterfaceRoutes<O> {
  return {
    placed: [...first.placed, ...second.placed.slice(0, MAXIMUM_NEAR)],
    match(method, path) {
      const match = first.match(method, path)
      return match.kind === 'found' ? match : together(match, second.match(method, path))
    },
  }
}

function together<O>(first: RouteMatch<O>, second: RouteMatch<O>): RouteMatch<O> {
  if (first.kind !== 'method') return first.kind === 'path' ? second : first
  if (second.kind === 'found') return second
  if (second.kind !== 'method') return first
  return {
    kind: 'method',
    allow: METHOD_ORDER.filter((name) => first.allow.includes(name) || second.allow.includes(name)),
  }
}

/** The operations of an interface, its own first. */
function placeOperations<O extends OperationHead>(
  operations: readonly O[],
  name: InterfaceName,
  embedded: boolean,
): Place<O>[] {
  const served = placesOf(operations).filter((place) => place.interface === name)
  const isOwn = ({ operation }: Place<O>) => operation.interface === name
  const own = served.filter(isOwn)
  return embedded ? [...own, ...served.filter((place) => !isOwn(place))] : own
}

function buildRoutes<O extends OperationHead>(placed: readonly PlacedOperation<O>[]): InterfaceRoutes<O> {
  const router = createRouter(
    placed.map(({ operation, template }) => ({
      method: operation.method,
      path: template,
      pathParameters: operation.pathParameters,
      operation,
    })),
  )
  return {
    placed,
    match(method, path) {
      const match = router.match(method, path)
      return match.kind === 'found'
        ? { kind: 'found', route: match.route.operation, path: match.path }
        : match
    },
  }
}
