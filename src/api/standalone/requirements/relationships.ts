/** The relationships of an application (service §4.1). */
import { z } from '../../framework/zod.ts'
import {
  RELATED_TYPES,
  type Relationship,
  relationshipsOfApplication,
} from '../../../model/links/relationships.ts'
import { readSetting } from '../../../model/settings/settings.ts'
import { always, type Context, operation, type Operation, type Shape } from '../../framework/operation.ts'
import {
  applicationIdOfQuery,
  caller,
  identifier,
  pageOf,
  pageOfAll,
  paging,
  selectedApplication,
} from '../common.ts'
import { observed, READ, SELECTION_ASSUMPTIONS } from '../editing.ts'

const relationship: Shape = {
  name: 'DTORelationship',
  schema: () => z.object({ id: identifier(), name: z.string(), types: z.array(z.enum(RELATED_TYPES)) }),
  example: { id: 112704594951441, name: 'refines', types: ['DEPENDENCY'] },
}

const list = operation({
  ...observed,
  id: 'standalone.relationships.list',
  group: 'Links',
  summary: 'Lists the relationships of links of an application.',
  method: 'GET',
  path: '/relationships',
  permission: READ,
  query: { applicationId: applicationIdOfQuery, ...paging },
  success: {
    description: 'A page of relationships.',
    shape: pageOf('PagedResponseModelDTORelationship', relationship),
  },
  assumptions: [...SELECTION_ASSUMPTIONS, 'A22', ...always('A214')],
  authorise: ({ query }, context) => selectedApplication(context, query.applicationId),
  handle: ({ query }, context, { id }) =>
    pageOfAll(context, query, relationshipsFor(context, id), (item) => item),
})

export const relationshipOperations: readonly Operation[] = [list]

/** The relationships of an application as the caller sees them. */
export function relationshipsFor(context: Context, applicationId: number): Relationship[] {
  return relationshipsOfApplication(
    context.store,
    caller(context),
    applicationId,
    defaultRelationship(context, applicationId),
  )
}

/** The relationship that dependencies of an application have by themselves. */
export function defaultRelationship(context: Context, applicationId: number): string {
  return readSetting(context.store, context.config, applicationId, 'defaultRelationship')
}
