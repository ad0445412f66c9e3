/** The relationships that links of an application can have (service §4.1). */
import { z } from '../../framework/zod.ts'
import {
  RELATED_TYPES,
  type Relationship,
  relationshipsOfApplication,
} from '../../../model/links/relationships-of-application.ts'
import { readSetting } from '../../../model/settings/settings.ts'
import { always, type Context, operation, type Operation } from '../../framework/operation.ts'
import { caller, identifier } from '../common.ts'
import { pageOf, pageOfAll, paging } from '../paging.ts'
import { applicationFor, ofApplication, reading, SELECTION_ASSUMPTIONS } from '../editing.ts'

const relationship = {
  name: 'DTORelationship',
  schema: () => z.object({ id: identifier(), name: z.string(), types: z.array(z.enum(RELATED_TYPES)) }),
  example: { id: 112704594951441, name: 'refines', types: ['DEPENDENCY'] },
}

const list = operation({
  ...ofApplication,
  ...reading(applicationFor),
  id: 'standalone.relationships.list',
  group: 'Links',
  summary: 'Lists the relationships that links of an application can have.',
  path: '/relationships',
  query: { ...ofApplication.query, ...paging },
  success: { description: 'A page of relationships.', shape: pageOf(relationship) },
  assumptions: [...SELECTION_ASSUMPTIONS, 'A22', ...always('A214')],
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

/** The relationship of dependencies that name none. */
export function defaultRelationship(context: Context, applicationId: number): string {
  return readSetting(context.store, context.config, applicationId, 'defaultRelationship')
}
