/** The routes of each interface: its own operations, and at hosted addresses those of the embedded product too. */
import type { Operation } from '../api/operation.ts'
import { INTERFACE_DESCRIPTIONS, type InterfaceName } from '../api/surface.ts'
import { createRouter, type RouteMatch } from './router.ts'

/** An operation at the path that it has below the address of an interface. */
export interface PlacedOperation {
  readonly operation: Operation
  readonly template: string
}

export interface InterfaceRoutes {
  readonly placed: readonly PlacedOperation[]
  match(method: string, path: string): RouteMatch<Operation>
}

/** Finds the routes of an interface, built on first use; `embedded` adds the embedded operations to hosted ones. */
export type FindRoutes = (name: InterfaceName, embedded: boolean) => InterfaceRoutes

export function createInterfaceRoutes(operations: readonly Operation[]): FindRoutes {
  const built = new Map<string, InterfaceRoutes>()
  return (name, embedded) => {
    const id = `${name} ${embedded}`
    const known = built.get(id)
    if (known !== undefined) return known
    const created = buildRoutes(placeOperations(operations, name, embedded))
    built.set(id, created)
    return created
  }
}

function placeOperations(
  operations: readonly Operation[],
  name: InterfaceName,
  embedded: boolean,
): PlacedOperation[] {
  const place = (from: InterfaceName) =>
    operations
      .filter((operation) => operation.interface === from)
      .map((operation) => ({
        operation,
        template: `${INTERFACE_DESCRIPTIONS[from].prefix}${operation.path}`,
      }))
  const product = name === 'hosted-wiki' ? 'wiki' : name === 'hosted-tracker' ? 'tracker' : undefined
  return [...place(name), ...(product !== undefined && embedded ? place(product) : [])]
}

function buildRoutes(placed: readonly PlacedOperation[]): InterfaceRoutes {
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
      return match.kind === 'found' ? { ...match, route: match.route.operation } : match
    },
  }
}
