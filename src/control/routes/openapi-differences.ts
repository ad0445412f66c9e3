/** What the descriptions that a user brought of the real service say otherwise than the simulator. */
import { oneOf, string } from '../../api/framework/parameter.ts'
import { INTERFACES } from '../../api/framework/interfaces.ts'
import { DIFFERENCE_KINDS } from '../../gateway/report/described.ts'
import { controlRoute, listOf, paging, routesOf } from '../route.ts'
import { openApiDifferencesResponse } from '../responses/report.ts'

export const openApiDifferenceRoutes = routesOf('Catalogue', [
  controlRoute({
    id: 'listOpenApiDifferences',
    method: 'GET',
    path: '/openapi-differences',
    summary: 'List differences between your own OpenAPI description and the simulator',
    details:
      'Compares the descriptions that the simulator was started with (`reqsim serve --openapi`). Without one, there are no items.',
    query: {
      interface: oneOf(INTERFACES, { description: 'Only this interface.' }),
      operation: string({ description: 'Only this operation.' }),
      kind: oneOf(DIFFERENCE_KINDS, { description: 'Only this kind.' }),
      ...paging,
    },
    worldless: true,
    returns: openApiDifferencesResponse,
    responseNote:
      '`kind` is `missing` if only the description has it, `extra` if only the simulator has it; operations that are not in the description come last, and `lacking` counts them; `generated` lists the operations that are answered from their schemas.',
    handle: ({ query }, { host }) => {
      const chosen = host
        .descriptions()
        .filter(({ surface }) => query.interface === undefined || surface === query.interface)
      const items = chosen.flatMap(({ surface, differences }) =>
        differences
          .filter(({ operation, kind }) => isChosen(query.operation, operation) && isChosen(query.kind, kind))
          .map((difference) => ({ interface: surface, ...difference })),
      )
      const descriptions = chosen.map(({ surface, differences, ...rest }) => ({
        interface: surface,
        ...rest,
        differences: differences.length,
      }))
      return { ...listOf(items, query), descriptions }
    },
  }),
])

function isChosen(wanted: string | undefined, value: string): boolean {
  return wanted === undefined || wanted === value
}
