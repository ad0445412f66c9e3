/** The operations and the assumptions of the simulator, as lists and by id. */
import type { Degree, Evidence } from '../../api/ledger/entry.ts'
import type { Operation } from '../../api/framework/operation.ts'
import type { InterfaceName } from '../../api/framework/interfaces.ts'
import { control } from './api.ts'
import type { Live } from '../state/reading.ts'
import { health } from '../state/store.ts'
import { useOnce } from '../state/once.ts'

export type OperationEntry = Pick<
  Operation,
  | 'id'
  | 'interface'
  | 'group'
  | 'method'
  | 'path'
  | 'otherPaths'
  | 'summary'
  | 'stability'
  | 'provenance'
  | 'rate'
  | 'section'
  | 'assumptions'
> & {
  readonly anonymous: boolean
  readonly permission: { readonly words: string; readonly assumed?: boolean }
  /** The file of the user's own OpenAPI that contains it; absent for an operation that the simulator models. */
  readonly describedBy?: string
}

export interface AssumptionEntry {
  readonly id: string
  readonly title: string
  readonly section: string
  readonly provenance: 'observed' | 'assumed'
  /** The degree of the default; absent for an assumed entry. */
  readonly degree?: Degree
  readonly evidence: readonly Evidence[]
  readonly behaviour: string
  readonly reason: string
  readonly general: boolean
  readonly inForce: string
}

/** The list is the same for every world. */
export function useOperations(): Live<readonly OperationEntry[]> {
  return useOnce('operations', async () => {
    const { items } = await control<{ items: readonly OperationEntry[] }>('/operations')
    return items
  })
}

/** Operations of the user's own OpenAPI whose responses are generated from schemas; only the fields in their ids are known. */
export function useDescribedOperations(): Live<readonly OperationEntry[]> {
  return useOnce('described operations', async () => {
    const { descriptions } = await control<{ descriptions: readonly DescriptionOfFile[] }>(
      '/openapi-differences?limit=1',
    )
    return descriptions.flatMap((description) => description.generated.map((id) => entryOf(id, description)))
  })
}

interface DescriptionOfFile {
  readonly interface: InterfaceName
  readonly file: string
  /** An id consists of the interface, a colon, the method, a space and the path template. */
  readonly generated: readonly string[]
}

function entryOf(id: string, { interface: name, file }: DescriptionOfFile): OperationEntry {
  const text = id.slice(name.length + 1)
  const blank = text.indexOf(' ')
  return {
    id,
    interface: name,
    group: 'Generated',
    method: text.slice(0, blank) as OperationEntry['method'],
    path: text.slice(blank + 1),
    summary: `Responses are generated from its schema in ${file}.`,
    stability: 'unstated',
    provenance: 'assumed',
    rate: 'normal',
    section: 'none',
    assumptions: [],
    anonymous: false,
    permission: { words: 'signed-in', assumed: true },
    describedBy: file,
  }
}

/** The ledger by id, with the alternatives that the loaded scenario selects. */
export function useAssumptions(): Live<ReadonlyMap<string, AssumptionEntry>> {
  return useOnce(`assumptions ${health.value?.scenarioHash ?? ''} ${health.value?.world ?? ''}`, async () => {
    const { items } = await control<{ items: readonly AssumptionEntry[] }>('/assumptions')
    return new Map(items.map((entry) => [entry.id, entry]))
  })
}
