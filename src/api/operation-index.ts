/**
 * Every operation before its group is loaded: calls load the groups that they need, and `operations.ts` has all of them.
 * The heads are generated from the declarations.
 */
import { loadSchemas } from './framework/zod.ts'
import { loadLedger } from './framework/ledger.ts'
import { operationGroups, operationHeads } from './operation-index.generated.ts'
import { loadJobRunners } from '../model/late-jobs.ts'
import { latePart } from '../world/once.ts'
import type { GeneratedHead, PathParameter } from './framework/operation-index-entry.ts'
import { boolean, int32, int64, oneOf, type Parameter, string } from './framework/parameter.ts'
import type { Operation, OperationHead } from './framework/operation.ts'

/** An operation that may not be loaded beyond its head. */
export interface IndexedOperation extends OperationHead {
  /** The declaration with its handler; undefined until it is loaded. */
  readonly declaration: Operation | undefined
  /** True for an operation that takes a body, or describes schemas. */
  readonly needsSchemas?: true
  /** Its responses come from an OpenAPI description of the user. They count as no evidence. */
  readonly generated?: true
  load(): Promise<void>
}

const groups = new Map(
  Object.entries(operationGroups).map(([name, group]) => [
    name,
    latePart(async () => {
      const [loaded] = await Promise.all([group.load(), loadLedger(group.ledger)])
      const exported = Object.values(loaded).flat() as readonly Partial<Operation>[]
      if (exported.some(({ startsJob }) => startsJob)) await loadJobRunners()
      return new Map(exported.map((each) => [each.id, each as Operation]))
    }),
  ]),
)

export const operationIndex: readonly IndexedOperation[] = operationHeads.map(lateOperation)

/** A declaration as an operation of an index that is already loaded. */
export function indexed(operation: Operation): IndexedOperation {
  const { body, ...head } = operation
  return {
    ...head,
    ...(body === undefined ? {} : { needsSchemas: true }),
    declaration: operation,
    load: () => Promise.resolve(),
  }
}

/** Loads every operation, so that later exchanges are synchronous. */
export async function loadOperations(): Promise<void> {
  await Promise.all([loadSchemas(), loadJobRunners(), ...operationIndex.map((operation) => operation.load())])
}

function lateOperation({ group, pathParameters, ...head }: GeneratedHead): IndexedOperation {
  const part = groups.get(group)
  if (part === undefined) throw new Error(`there is no group of operations ${group}`)
  return {
    ...head,
    pathParameters: Object.fromEntries(
      Object.entries(pathParameters).map(([name, parameter]) => [name, parameterOf(parameter)]),
    ),
    get declaration() {
      return part.loaded()?.get(head.id)
    },
    async load() {
      if (!(await part.load()).has(head.id)) throw new Error(`${group} does not declare ${head.id}`)
    },
  }
}

function parameterOf({ kind, values = [], ...bounds }: PathParameter): Parameter<unknown> {
  switch (kind) {
    case 'int64':
      return int64({ ...bounds })
    case 'int32':
      return int32({ ...bounds })
    case 'string':
      return string({ ...bounds })
    case 'boolean':
      return boolean()
    case 'enumeration':
      return oneOf(values)
  }
}
