/** Integrations of the wiki with trackers (service §2.4, §4.5). */
import { isBlank } from '../../../model/input/blank.ts'
import {
  createIntegration,
  deleteIntegration,
  guardedAmong,
  isAtAddress,
  listIntegrations,
  UPDATABLE_FIELDS,
  updateIntegration,
  type UpdatableField,
} from '../../../model/integration/integrations.ts'
import { actsForWiki } from '../../../model/integration/rights.ts'
import { invalid } from '../../../model/input/errors.ts'
import { quoted } from '../../../model/input/refusal.ts'
import { forbiddenTo } from '../../../model/finding/permissions.ts'
import { always, operation, type Operation } from '../../framework/operation.ts'
import { boolean, list, string } from '../../framework/parameter.ts'
import { listOf, requireWikiAdministrator, wikiCaller, wikiSite } from '../common.ts'
import { wikiIntegrationLinkOperations } from './application-links.ts'
import {
  ADDRESS_LENGTH,
  descriptorBody,
  descriptorShape,
  findByIdOrUrl,
  integrationOperation,
  readsIntegration,
  serviceIdOrNull,
  showDescriptor,
  unknownIntegration,
  url,
} from './descriptor-shape.ts'
import * as ledger from '../../framework/ledger-names.ts'
import { wikiIntegrationVersionOperations } from './versions.ts'

const readAll = operation({
  ...integrationOperation,
  id: 'wiki.integration.list',
  summary: 'Lists the connected applications and their configuration.',
  method: 'GET',
  path: '/integration',
  permission: { words: 'administrator' },
  query: {
    url: string({
      maximumLength: ADDRESS_LENGTH,
      description: 'Lists only the tracker of this base address.',
    }),
    filterJira: boolean({ description: 'Leaves out integrations whose address is not that of a tracker.' }),
  },
  success: {
    description: 'The integrations, by service id.',
    shape: listOf(descriptorShape, 'IntegrationDescriptors'),
  },
  assumptions: ['A51', 'A142'],
  authorise: (_input, context) => requireWikiAdministrator(context),
  handle({ query }, context) {
    const { store } = context
    const found = listIntegrations(store, wikiSite(context))
      .filter((known) => isBlank(query.url) || isAtAddress(store, known, query.url))
      .filter((known) => query.filterJira !== true || known.trackerApplicationId !== undefined)
    context.note(ledger.integrationDescriptors)
    return found.map((known) => showDescriptor(context, known))
  },
})

const create = operation({
  ...integrationOperation,
  id: 'wiki.integration.create',
  summary: 'Creates an integration with a tracker.',
  description:
    'Give the id of an application link, whose values are then copied, or the address of the tracker. No address is called over a network: an address that no tracker of the world has does not respond.',
  method: 'POST',
  path: '/integration',
  permission: { words: 'administrator' },
  body: {
    name: 'IntegrationDescriptorPayload',
    schema: descriptorBody,
    example: { label: 'Second tracker', rpcUrl: 'https://tracker2.northwind.test', version: 9 },
  },
  success: { description: 'The new integration.', shape: descriptorShape },
  refusals: {
    404: 'The wiki has no such application link.',
    409: 'The tracker already has an integration.',
  },
  assumptions: ['A51', 'A142', ...always('A143', 'A144', 'A149')],
  authorise: (_input, context) => requireWikiAdministrator(context),
  handle({ body }, context) {
    const { world, store } = context
    const { applinkId, ...wanted } = body
    const created = createIntegration(world, store, wikiSite(context), applinkId ?? undefined, wanted)
    return showDescriptor(context, created)
  },
})

const read = operation({
  ...integrationOperation,
  id: 'wiki.integration.read',
  summary: 'Reads one integration, by service id or by the address of its tracker.',
  method: 'GET',
  path: '/integration/{serviceId}',
  permission: readsIntegration.permission,
  pathParameters: { serviceId: serviceIdOrNull },
  query: { url },
  success: { description: 'The integration.', shape: descriptorShape },
  refusals: unknownIntegration,
  assumptions: ['A142'],
  authorise: ({ path, query }, context) => findByIdOrUrl(context, path.serviceId, query.url),
  handle: (_input, context, known) => showDescriptor(context, known),
})

const update = operation({
  ...integrationOperation,
  id: 'wiki.integration.update',
  summary: 'Changes fields of an integration. The tracker calls this too.',
  method: 'PUT',
  path: '/integration/{serviceId}',
  stability: 'public',
  permission: readsIntegration.permission,
  pathParameters: { serviceId: serviceIdOrNull },
  query: {
    url,
    fields: list({
      maximumLength: 255,
      description: `Names of the fields to change, by default all that the body has: ${UPDATABLE_FIELDS.join(', ')}.`,
      example: 'label',
    }),
  },
  body: {
    name: 'IntegrationDescriptorPayload',
    schema: descriptorBody,
    example: { label: 'Issue tracker', version: 8 },
  },
  success: { description: 'The changed integration.', shape: descriptorShape },
  refusals: {
    ...unknownIntegration,
    403: 'Only an administrator of the wiki or the user of the link may change its addresses and users.',
  },
  assumptions: ['A142', ...always('A145'), 'A149'],
  authorise({ path, query, body }, context) {
    const caller = wikiCaller(context)
    const known = findByIdOrUrl(context, path.serviceId, query.url)
    const guarded = guardedAmong(body, readFields(query.fields))
    if (guarded === undefined || actsForWiki(context.store, known, caller)) return known
    context.note(ledger.updatingIntegration)
    const why = 'it takes an administrator of the wiki or the user of the application link'
    throw forbiddenTo(caller, `change ${guarded} of integration ${quoted(known.serviceId)}: ${why}`)
  },
  handle({ query, body }, context, known) {
    if (typeof body.version === 'number') context.note(ledger.linkVersions)
    return showDescriptor(context, updateIntegration(context.store, known, body, readFields(query.fields)))
  },
})

const remove = operation({
  ...readsIntegration,
  id: 'wiki.integration.delete',
  summary: 'Deletes the descriptor of an integration.',
  method: 'DELETE',
  path: '/integration/{serviceId}',
  success: { status: 204, description: 'The integration is deleted.' },
  assumptions: [...always('A146')],
  handle(_input, context, known) {
    deleteIntegration(context.world, context.store, known)
  },
})

export const wikiIntegrationOperations: readonly Operation[] = [
  readAll,
  create,
  read,
  update,
  remove,
  ...wikiIntegrationLinkOperations,
  ...wikiIntegrationVersionOperations,
]

function readFields(names: readonly string[] | undefined): UpdatableField[] | undefined {
  if (names === undefined || names.length === 0) return undefined
  return names.map((name) => {
    const known = UPDATABLE_FIELDS.find((field) => field === name)
    if (known !== undefined) return known
    throw invalid("query parameter 'fields'", name, `takes ${UPDATABLE_FIELDS.join(', ')}`)
  })
}
