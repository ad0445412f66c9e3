/**
 * Every operation as it is known before the group that declares it is loaded. A page that asks for one thing loads the
 * handlers of that; `operations.ts` has them all at once. The rows are generated from the declarations:
 * `npm run generate -- index` brings them up to date.
 */
import { loadSchemas } from './late-zod.ts'
import { loadLedger } from './ledger.ts'
import { operationGroups, operationRows } from './operation-index.generated.ts'
import type { Operation, OperationHead } from './operation.ts'
import type { Parameter } from './parameter.ts'
import type { InterfaceName } from './surface.ts'

/** A row of the index: the interface is the first word of the id. */
export interface OperationRow extends Omit<OperationHead, 'interface' | 'success' | 'refusals'> {
  /** The status of success. */
  readonly status: number
  /** Statuses of declared refusals. */
  readonly refusals?: readonly number[]
  /** It builds a shape, for the body that it takes. */
  readonly builds?: true
  readonly pathParameters: Readonly<Record<string, Parameter<unknown>>>
  readonly group: string
}

/** Operations that are declared in one file. */
export interface OperationGroup {
  /** Parts of the ledger that they declare. */
  readonly ledger: readonly string[]
  readonly load: () => Promise<Operation | readonly Operation[]>
}

/** An operation of which there may be no more than its head yet. */
export interface IndexedOperation extends OperationHead {
  /** The whole of it, with its handler; undefined until it is loaded. */
  readonly declaration: Operation | undefined
  /** Carrying it out needs shapes: of a body that it takes, or of all that it describes. */
  readonly builds?: true
  /** Loads the group that declares it. */
  load(): Promise<void>
}

type Loadable = IndexedOperation & { declaration: Operation | undefined }

const members = new Map<string, Loadable[]>()
const loading = new Map<string, Promise<void>>()

/** All operations, in the order of the reference. */
export const operationIndex: readonly IndexedOperation[] = operationRows.map(indexedRow)

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

function indexedRow({ group, status, refusals = [], ...row }: OperationRow): IndexedOperation {
  const operation: Loadable = {
    ...row,
    interface: row.id.slice(0, row.id.indexOf('.')) as InterfaceName,
    success: { status },
    refusals: Object.fromEntries(refusals.map((refusal) => [refusal, true])),
    declaration: undefined,
    load: () => loadGroup(group),
  }
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
  const declarations = new Map([loaded].flat().map((operation) => [operation.id, operation]))
  for (const operation of members.get(name) ?? []) {
    operation.declaration = declarations.get(operation.id)
    if (operation.declaration === undefined) throw new Error(`${name} does not declare ${operation.id}`)
  }
}
