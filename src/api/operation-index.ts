/**
 * Every operation as it is known before the group that declares it is loaded. A page that asks for one thing loads the
 * handlers of that; `operations.ts` has them all at once. The heads are generated from the declarations.
 */
import { loadSchemas } from './framework/zod.ts'
import { loadLedger } from './framework/ledger.ts'
import { operationGroups, operationHeads } from './operation-index.generated.ts'
import type { Operation, OperationHead } from './framework/operation.ts'

/** Operations that are declared in one file. */
export interface OperationGroup {
  /** Names of the parts of the ledger that they declare. */
  readonly ledger: readonly string[]
  /** The module that exports them, alone or in lists, whatever else it exports. */
  readonly load: () => Promise<object>
}

/** What is generated of an operation. */
export interface GeneratedHead extends OperationHead {
  readonly builds?: true
  /** The module that declares it, below src/api. */
  readonly group: string
}

/** An operation of which there may be no more than its head yet. */
export interface IndexedOperation extends OperationHead {
  /** The whole of it, with its handler; undefined until it is loaded. */
  readonly declaration: Operation | undefined
  /** Carrying it out needs shapes: of a body that it takes, or of all that it describes. */
  readonly builds?: true
  /** It is answered from the schema of a description that a user brought, and is no evidence of anything. */
  readonly generated?: true
  /** Loads the group that declares it. */
  load(): Promise<void>
}

type Loadable = IndexedOperation & { declaration: Operation | undefined }

const members = new Map<string, Loadable[]>()
const loading = new Map<string, Promise<void>>()

/** All operations, in the order of the reference. */
export const operationIndex: readonly IndexedOperation[] = operationHeads.map(loadable)

/** A declaration as an operation of an index, loaded from the start. */
export function indexed(operation: Operation): IndexedOperation {
  const { body, ...head } = operation
  return {
    ...head,
    ...(body === undefined ? {} : { builds: true }),
    declaration: operation,
    load: () => Promise.resolve(),
  }
}

/** Loads every operation, so that from then on each exchange is answered without anything being awaited. */
export async function loadOperations(): Promise<void> {
  await Promise.all([loadSchemas(), ...operationIndex.map((operation) => operation.load())])
}

function loadable({ group, ...head }: GeneratedHead): IndexedOperation {
  const operation: Loadable = { ...head, declaration: undefined, load: () => loadGroup(group) }
  const others = members.get(group)
  if (others === undefined) members.set(group, [operation])
  else others.push(operation)
  return operation
}

function loadGroup(name: string): Promise<void> {
  const begun = loading.get(name)
  if (begun !== undefined) return begun
  const promise = fetchGroup(name)
  loading.set(name, promise)
  // What could not be fetched now may be fetched later.
  promise.catch(() => loading.delete(name))
  return promise
}

async function fetchGroup(name: string): Promise<void> {
  const group = operationGroups[name]
  if (group === undefined) throw new Error(`there is no group of operations ${name}`)
  const [loaded] = await Promise.all([group.load(), loadLedger(group.ledger)])
  const exported = Object.values(loaded).flat() as readonly Partial<Operation>[]
  const declarations = new Map(exported.map((each) => [each.id, each as Operation]))
  for (const operation of members.get(name) ?? []) {
    operation.declaration = declarations.get(operation.id)
    if (operation.declaration === undefined)
      throw new Error(`group ${name} of operations does not declare ${operation.id}`)
  }
}
