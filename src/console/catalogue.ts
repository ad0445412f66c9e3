/** The operations and the assumptions of the simulator, as lists and by their names. */
import type { Operation } from '../api/operation.ts'
import { control } from './api.ts'
import type { Live } from './reading.ts'
import { health } from './store.ts'
import { useOnce } from './ui/once.ts'

export type OperationEntry = Pick<
  Operation,
  | 'id'
  | 'interface'
  | 'group'
  | 'method'
  | 'path'
  | 'summary'
  | 'stability'
  | 'provenance'
  | 'rate'
  | 'section'
  | 'assumptions'
> & {
  readonly anonymous: boolean
  readonly permission: { readonly words: string; readonly assumed?: boolean }
}

export interface AssumptionEntry {
  readonly id: string
  readonly title: string
  readonly section: string
  readonly provenance: string
  readonly behaviour: string
  readonly reason: string
  readonly general: boolean
  readonly inForce: string
}

/** The same for every world. */
export function useOperations(): Live<readonly OperationEntry[]> {
  return useOnce('operations', async () => {
    const { items } = await control<{ items: readonly OperationEntry[] }>('/operations')
    return items
  })
}

/** The ledger by id, with what the loaded scenario chose. */
export function useAssumptions(): Live<ReadonlyMap<string, AssumptionEntry>> {
  return useOnce(`assumptions ${health.value?.scenarioHash ?? ''} ${health.value?.world ?? ''}`, async () => {
    const { items } = await control<{ items: readonly AssumptionEntry[] }>('/assumptions')
    return new Map(items.map((entry) => [entry.id, entry]))
  })
}
