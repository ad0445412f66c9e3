/**
 * The path templates of a document. OpenAPI allows one template for paths that differ only in the names of their
 * parameters, so such operations share one with combined names: `/baselines/{projectOrProjectKey}`.
 */
import { compareCodePoints } from '../../world/order.ts'
import type { Operation } from '../framework/operation.ts'

/** An operation at its full path below the document's server addresses. */
export interface PlacedOperation {
  readonly operation: Operation
  readonly path: string
  /** Unique in the document. */
  readonly operationId: string
}

export interface SharedPath {
  readonly template: string
  /** In the order get, put, post, delete, patch. */
  readonly methods: readonly SharedMethod[]
}

export interface SharedMethod {
  readonly operation: Operation
  readonly operationId: string
  /** From the declared name of a path parameter to its name in the template. */
  readonly renamed: ReadonlyMap<string, string>
}

const PARAMETER = /\{([^{}]+)\}/g
const METHOD_ORDER: readonly Operation['method'][] = ['GET', 'PUT', 'POST', 'DELETE', 'PATCH']

/** Groups operations by template, ordered by code point. Throws for two operations of one method and template. */
export function sharedPaths(placed: readonly PlacedOperation[]): SharedPath[] {
  const groups = Map.groupBy(placed, ({ path }) => path.replace(PARAMETER, '{}'))
  return [...groups]
    .map(([form, group]) => sharedPath(form, group))
    .sort((a, b) => compareCodePoints(a.template, b.template))
}

function sharedPath(form: string, group: readonly PlacedOperation[]): SharedPath {
  const declared = group.map(({ path }) => [...path.matchAll(PARAMETER)].map((match) => match[1] ?? ''))
  const names = (declared[0] ?? []).map((_, position) => joined(declared.map((row) => row[position] ?? '')))
  let position = 0
  const template = form.replace(/\{\}/g, () => `{${names[position++]}}`)
  const methods = group.map(({ operation, operationId }, index) => ({
    operation,
    operationId,
    renamed: new Map((declared[index] ?? []).map((name, at) => [name, names[at] ?? name])),
  }))
  methods.sort((a, b) => METHOD_ORDER.indexOf(a.operation.method) - METHOD_ORDER.indexOf(b.operation.method))
  for (const [index, { operation }] of methods.entries()) {
    const before = methods[index - 1]?.operation
    if (before?.method === operation.method) {
      throw new Error(
        `'${before.id}' and '${operation.id}' both serve ${operation.method} ${template}: remove one.`,
      )
    }
  }
  return { template, methods }
}

/** `project` and `projectKey` become `projectOrProjectKey`. */
function joined(names: readonly string[]): string {
  return [...new Set(names)]
    .map((name, index) => (index === 0 ? name : name.charAt(0).toUpperCase() + name.slice(1)))
    .join('Or')
}
