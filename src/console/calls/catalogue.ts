/** The operations and the assumptions of the simulator, as lists and by id. */
import type {
  AssumptionEntry,
  AssumptionList,
  OperationEntry as ListedOperation,
} from '../../control/responses/catalogue.ts'
import type { OpenApiDifferences } from '../../control/responses/report.ts'
import type { ListOf } from '../../control/responses/shape.ts'
import { control } from './api.ts'
import type { Live } from '../state/reading.ts'
import { health } from '../state/store.ts'
import { useOnce } from '../state/once.ts'

export type OperationEntry = ListedOperation & {
  /** The file of the user's own OpenAPI that contains it; absent for an operation that the simulator models. */
  readonly describedBy?: string
}

/** The list is the same for every world. */
export function useOperations(): Live<readonly OperationEntry[]> {
  return useOnce('operations', async () => {
    const { items } = await control<ListOf<OperationEntry>>('/operations')
    return items
  })
}

/** Operations of the user's own OpenAPI whose responses are generated from schemas; only the fields in their ids are known. */
export function useDescribedOperations(): Live<readonly OperationEntry[]> {
  return useOnce('described operations', async () => {
    const { descriptions } = await control<OpenApiDifferences>('/openapi-differences?limit=1')
    return descriptions.flatMap((description) => description.generated.map((id) => entryOf(id, description)))
  })
}

/** An id consists of the interface, a colon, the method, a space and the path template. */
function entryOf(
  id: string,
  { interface: name, file }: OpenApiDifferences['descriptions'][number],
): OperationEntry {
  const text = id.slice(name.length + 1)
  const blank = text.indexOf(' ')
  return {
    id,
    interface: name,
    group: 'Generated',
    method: text.slice(0, blank),
    path: text.slice(blank + 1),
    otherPaths: [],
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
    const { items } = await control<AssumptionList>('/assumptions')
    return new Map(items.map((entry) => [entry.id, entry]))
  })
}
