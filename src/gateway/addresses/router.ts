/**
 * Routing: a tree of path segments that backtracks and knows methods. Of the templates that match a path, the most
 * specific one that has the method wins; a literal segment is more specific than a parameter, decided from the left.
 */
import type { Parameters } from '../../api/framework/operation.ts'

/** What a router finds: a method, a path template and the types of its parameters. */
export interface Route {
  readonly method: string
  /** `/applications/{applicationId}`; parameters are whole segments. */
  readonly path: string
  readonly pathParameters: Parameters
}

export type RouteMatch<R> =
  | { readonly kind: 'found'; readonly route: R; readonly path: Readonly<Record<string, unknown>> }
  /** The path is known, the method is not: what it would take. */
  | { readonly kind: 'method'; readonly allow: readonly string[] }
  | { readonly kind: 'path' }
  /** A segment whose percent-encoding is broken. */
  | { readonly kind: 'encoding'; readonly segment: string }

interface Node<R> {
  readonly literals: Map<string, Node<R>>
  parameter: Node<R> | undefined
  readonly routes: Map<string, Compiled<R>>
}

interface Compiled<R> {
  readonly route: R
  /** Name and declaration of each parameter, by the position of its segment. */
  readonly parameters: readonly {
    readonly position: number
    readonly name: string
    readonly declaration: Parameters[string]
  }[]
}

export interface Router<R extends Route> {
  /** Finds the route of a method and path (without query); HEAD is found as GET. */
  match(method: string, path: string): RouteMatch<R>
}

/**
 * From so many characters on, engines keep a part of a text as a reference to the whole. A record with such a key keeps the
 * address of a whole request, and each comparison of keys goes a way round; decoding makes a text of its own.
 */
const LENGTH_OF_SLICES = 13

/** The order in which methods are listed. */
export const METHOD_ORDER = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

export function createRouter<R extends Route>(routes: Iterable<R>): Router<R> {
  const root = createNode<R>()
  for (const route of routes) addRoute(root, route)
  return {
    match(method, path) {
      const segments = splitPath(path)
      if (segments === undefined) return { kind: 'path' }
      if (typeof segments === 'string') return { kind: 'encoding', segment: segments }
      const search: Search = {
        method: method === 'HEAD' ? 'GET' : method,
        segments,
        allow: undefined,
        mistyped: false,
      }
      const found = descend(root, 0, search)
      if (found !== undefined) return found
      const { allow, mistyped } = search
      if (allow === undefined || mistyped) return { kind: 'path' }
      return { kind: 'method', allow: METHOD_ORDER.filter((name) => allow.has(name)) }
    },
  }
}

interface Search {
  readonly method: string
  readonly segments: readonly string[]
  /** Methods of the leaves that the path reached. */
  allow: Set<string> | undefined
  /** A leaf had the method, but a parameter was not of its type. */
  mistyped: boolean
}

function descend<R>(
  node: Node<R>,
  depth: number,
  search: Search,
): (RouteMatch<R> & { kind: 'found' }) | undefined {
  const segment = search.segments[depth]
  if (segment === undefined) return atLeaf(node, search)
  const literal = node.literals.get(segment)
  const found = literal === undefined ? undefined : descend(literal, depth + 1, search)
  if (found !== undefined || node.parameter === undefined) return found
  return descend(node.parameter, depth + 1, search)
}

function atLeaf<R>(node: Node<R>, search: Search): (RouteMatch<R> & { kind: 'found' }) | undefined {
  const compiled = node.routes.get(search.method)
  if (compiled !== undefined) {
    const path = readParameters(compiled, search.segments)
    if (path !== undefined) return { kind: 'found', route: compiled.route, path }
    search.mistyped = true
    return undefined
  }
  for (const [method, other] of node.routes) {
    if (readParameters(other, search.segments) === undefined) continue
    search.allow ??= new Set()
    search.allow.add(method)
    if (method === 'GET') search.allow.add('HEAD')
  }
  return undefined
}

function readParameters<R>(
  compiled: Compiled<R>,
  segments: readonly string[],
): Record<string, unknown> | undefined {
  const values: Record<string, unknown> = {}
  for (const { position, name, declaration } of compiled.parameters) {
    const decoded = declaration.decode(segments[position] as string)
    if ('problem' in decoded) return undefined
    values[name] = decoded.value
  }
  return values
}

/** Segments of a path that begins with a slash, their percent-encoding resolved; the broken segment as text; undefined for an empty segment inside. */
function splitPath(path: string): readonly string[] | string | undefined {
  let begin = 1
  const end = path.endsWith('/') ? path.length - 1 : path.length
  const segments: string[] = []
  const isEncoded = path.includes('%')
  if (path.charCodeAt(end - 1) === 47) return undefined
  while (begin < end) {
    const slash = path.indexOf('/', begin)
    const stop = slash === -1 ? end : slash
    if (stop === begin) return undefined
    const raw = path.slice(begin, stop)
    if (isEncoded || raw.length >= LENGTH_OF_SLICES) {
      try {
        segments.push(decodeURIComponent(raw))
      } catch {
        return raw
      }
    } else segments.push(raw)
    begin = stop + 1
  }
  return segments
}

function createNode<R>(): Node<R> {
  return { literals: new Map(), parameter: undefined, routes: new Map() }
}

function addRoute<R extends Route>(root: Node<R>, route: R): void {
  const segments = route.path.split('/').filter((segment) => segment !== '')
  const parameters: Compiled<R>['parameters'][number][] = []
  let node = root
  segments.forEach((segment, position) => {
    if (!segment.startsWith('{')) {
      const next = node.literals.get(segment) ?? createNode<R>()
      node.literals.set(segment, next)
      node = next
      return
    }
    const name = segment.slice(1, -1)
    const declaration = route.pathParameters[name]
    if (declaration === undefined)
      throw new Error(`${route.method} ${route.path} does not declare ${segment}`)
    parameters.push({ position, name, declaration })
    node.parameter ??= createNode<R>()
    node = node.parameter
  })
  if (node.routes.has(route.method)) throw new Error(`${route.method} ${route.path} is declared twice`)
  node.routes.set(route.method, { route, parameters })
}
