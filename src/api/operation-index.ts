/**
 * Every operation as it is known before the group that declares it is loaded. A page that asks for one thing loads the
 * handlers of that; `operations.ts` has them all at once. The heads are generated from the declarations.
 */
import { loadSchemas } from './framework/zod.ts'
import { loadLedger } from './framework/ledger.ts'
import { operationGroups, operationHeads } from './operation-index.generated.ts'
import { loadJobRunners } from '../model/world/late-jobs.ts'
import { latePart } from '../world/once.ts'
import type { GeneratedHead } from './framework/operation-head.ts'
import type { Operation, OperationHead } from './framework/operation.ts'

/** An operation of which there may be no more than its head yet. */
export interface IndexedOperation extends OperationHead {
  /** The whole of it, with its handler; undefined until it is loaded. */
  readonly declaration: Operation | undefined
  /** Carrying it out needs shapes: of a body that it takes, or of all that it describes. */
  readonly builds?: true
  /** It is answered from the schema of a description that a user brought, and is no evidence of anything. */
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
  await Promise.all([loadSchemas(), loadJobRunners(), ...operationIndex.map((operation) => operation.load())])
}

function lateOperation({ group, ...head }: GeneratedHead): IndexedOperation {
  const part = groups.get(group)
  if (part === undefined) throw new Error(`there is no group of operations ${group}`)
  return {
    ...head,
    get declaration() {
      return part.loaded()?.get(head.id)
    },
    async load() {
      if (!(await part.load()).has(head.id)) throw new Error(`${group} does not declare ${head.id}`)
    },
  }
}
