/**
 * Every operation as it is known before the group that declares it is loaded. A page that asks for one thing loads the
 * handlers of that; `operations.ts` has them all at once. The rows are generated from the declarations:
 * `npm run generate -- index` brings them up to date.
 */
import { loadSchemas } from './late-zod.ts'
import { loadLedger } from './ledger.ts'
import { operationGroups, operationRows, pathParameterTypes } from './operation-index.generated.ts'
import type { Operation, OperationHead } from './operation.ts'
import { unpackRows } from './packed-rows.ts'
import type { Parameter } from './parameter.ts'
import type { InterfaceName } from './surface.ts'

/** Operations that are declared in one file. */
export interface OperationGroup {
  /** Parts of the ledger that they declare, by their places. */
  readonly ledger: readonly number[]
  /** The module that exports them, alone or in lists, whatever else it exports. */
  readonly load: () => Promise<object>
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

const members = new Map<number, Loadable[]>()
const loading = new Map<number, Promise<void>>()

/** All operations, in the order of the reference. */
export const operationIndex: readonly IndexedOperation[] = unpackRows(operationRows).map((row) =>
  indexedRow(row as Row),
)

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

/** Reads a row of the generated table; the interface is the first word of the id. */
function indexedRow(row: Row): IndexedOperation {
  const [id, method, path, stability, provenance, rate, status, refusals, kinds, marks, groupPlace, others] =
    row
  const group = Number(groupPlace)
  const names = Array.from(path.matchAll(/{(\w+)}/g), ([, name]) => name as string)
  const places = itemsOf(kinds)
  const operation: Loadable = {
    id,
    interface: id.slice(0, id.indexOf('.')) as InterfaceName,
    method,
    path,
    otherPaths: itemsOf(others).map((other) => ({ path: other })),
    stability,
    provenance,
    rate,
    pathParameters: Object.fromEntries(
      names.map((name, at) => [name, pathParameterTypes[Number(places[at])] as Parameter<unknown>]),
    ),
    success: { status: Number(status) },
    refusals: Object.fromEntries(itemsOf(refusals).map((refusal) => [refusal, true])),
    ...(itemsOf(marks).includes('anonymous') ? { anonymous: true } : undefined),
    ...(itemsOf(marks).includes('builds') ? { builds: true } : undefined),
    declaration: undefined,
    load: () => loadGroup(group),
  }
  const known = members.get(group)
  if (known === undefined) members.set(group, [operation])
  else known.push(operation)
  return operation
}

type Row = [
  id: string,
  method: OperationHead['method'],
  path: string,
  stability: OperationHead['stability'],
  provenance: OperationHead['provenance'],
  rate: OperationHead['rate'],
  status: string,
  refusals: string,
  kinds: string,
  marks: string,
  group: string,
  otherPaths: string,
]

function itemsOf(list: string): string[] {
  return list === '-' ? [] : list.split(',')
}

function loadGroup(place: number): Promise<void> {
  const begun = loading.get(place)
  if (begun !== undefined) return begun
  const promise = fetchGroup(place)
  loading.set(place, promise)
  // What could not be fetched now may be fetched later.
  promise.catch(() => loading.delete(place))
  return promise
}

async function fetchGroup(place: number): Promise<void> {
  const group = operationGroups[place]
  if (group === undefined) throw new Error(`there is no group of operations ${place}`)
  const [loaded] = await Promise.all([group.load(), loadLedger(group.ledger)])
  const exported = Object.values(loaded).flat() as readonly Partial<Operation>[]
  const declarations = new Map(exported.map((each) => [each.id, each as Operation]))
  for (const operation of members.get(place) ?? []) {
    operation.declaration = declarations.get(operation.id)
    if (operation.declaration === undefined)
      throw new Error(`group ${place} of operations does not declare ${operation.id}`)
  }
}
