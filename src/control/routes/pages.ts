/** Editing and viewing pages of a wiki: what authors and readers do there, which is no API of the service (service §3). */
import * as z from 'zod'
import { present } from '../../model/input/present.ts'
import { int32, string } from '../../api/framework/parameter.ts'
import type { Actor } from '../../model/records/actor.ts'
import { type AuthoredRequirement, createPage } from '../../model/pages/creating.ts'
import { deletePage, editPage, findPage } from '../../model/pages/editing.ts'
import { viewPage } from '../../model/pages/view.ts'
import type { PropertyValue } from '../../model/records/wiki/requirements.ts'
import { DEFAULT_RELATIONSHIP } from '../../model/settings/definitions.ts'
import { findUser } from '../../model/users/credentials.ts'
import type { Store } from '../../world/store/store.ts'
import { once } from '../../world/once.ts'
import { dataTypeShape, givenName, regionField } from '../body-fields.ts'
import { controlRoute, routesOf, recordId } from '../route.ts'
import { describePage, describeVersion } from './page-responses.ts'
import { pageOrVersionResponse, pageResponse, viewedPageResponse } from '../responses/editing.ts'

const pageId = recordId('The id of the page.', '4001')

const authoredShape = once(() =>
  z.strictObject({
    key: z.string().describe('Letters, digits, `_`, `-` and `.`.'),
    html: z.string().default('').describe('The text, as HTML.'),
    properties: z
      .union([z.array(listedPropertyShape()), z.record(z.string(), namedPropertyShape())], {
        error: 'expected {name: value} or a list of {key, value, dataType, multivalues}',
      })
      .default([])
      .describe('`{name: value}`, or a list of `{key, value, dataType, multivalues}`; values are HTML.'),
    dependencies: z
      .array(
        z.strictObject({
          relationship: z.string().min(1).default(DEFAULT_RELATIONSHIP),
          key: z.string(),
          spaceKey: z.string().exactOptional(),
        }),
      )
      .default([])
      .describe(
        '`{relationship, key, spaceKey}` of each parent; the relationship is `Dependency` and the space that of the page when absent.',
      ),
  }),
)

const listedPropertyShape = once(() =>
  z.strictObject({
    key: z.string().min(1),
    value: z.string(),
    dataType: dataTypeShape().default('TEXT'),
    multivalues: z.array(z.string()).exactOptional(),
  }),
)

const namedPropertyShape = once(() => z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))

const linksShape = () =>
  z
    .array(z.strictObject({ spaceKey: z.string(), key: z.string() }))
    .exactOptional()
    .describe('The requirements that the page mentions, `{spaceKey, key}`; replaces all.')

const asShape = () =>
  z.string().exactOptional().describe('The name of the user who makes the change; no user when absent.')

const newPageShape = once(() =>
  z.strictObject({
    title: givenName().describe(
      'Other pages can have the same title, even in the same space. Queries by title then match all of them, and a timeline step has to name the page by id.',
    ),
    spaceKey: z.string().exactOptional().describe('The space to create the page in, at the top level.'),
    parent: z.int().min(1).exactOptional().describe('Instead of `spaceKey`: the id of the parent page.'),
    applicationId: z
      .int()
      .min(1)
      .exactOptional()
      .describe('The wiki of the space; the self-hosted or only wiki when absent.'),
    content: z.array(authoredShape()).exactOptional().describe('The requirements that it defines.'),
    links: linksShape(),
    as: asShape(),
    region: regionField(),
  }),
)

const editShape = once(() =>
  z.strictObject({
    title: givenName().exactOptional(),
    define: z.array(authoredShape()).exactOptional().describe('Requirements to define or redefine, by key.'),
    undefine: z.array(z.string()).exactOptional().describe('Keys that the page no longer defines.'),
    content: z
      .array(authoredShape())
      .exactOptional()
      .describe('Instead of `define` and `undefine`: everything that the page defines.'),
    links: linksShape(),
    as: asShape(),
    region: regionField(),
  }),
)

const viewShape = once(() => z.strictObject({ as: asShape(), region: regionField() }))

export const pageRoutes = routesOf('Pages', [
  controlRoute({
    id: 'createPage',
    method: 'POST',
    path: '/pages',
    summary: 'Create a page',
    regional: true,
    body: {
      shape: newPageShape,
      example: {
        title: 'Landing gear',
        spaceKey: 'ENG',
        content: [{ key: 'REQ-014', html: 'The drone shall land.' }],
      },
    },
    status: 201,
    returns: pageResponse,
    refusals: { 409: 'Another page of the space defines one of the keys.' },
    handle: ({ body }, context) => {
      const { title, spaceKey, parent, applicationId, content, links } = body
      const store = context.store()
      const place = present({ spaceKey, parent, applicationId })
      const holds = present({ links, content: content?.map(authored) })
      const page = createPage(context.world(), store, { title, ...place, ...holds }, actorOf(store, body.as))
      return describePage(store, page)
    },
  }),
  controlRoute({
    id: 'getPage',
    method: 'GET',
    path: '/pages/{id}',
    summary: 'Get a stored page or one of its versions, without viewing it',
    pathParameters: { id: pageId },
    query: {
      version: int32({ minimum: 1, description: 'A version of the page; the current one when absent.' }),
    },
    regional: true,
    returns: pageOrVersionResponse,
    responseNote: 'A version has fewer fields.',
    handle: ({ path, query }, { store }) =>
      query.version === undefined
        ? describePage(store(), findPage(store(), Number(path.id)))
        : describeVersion(store(), Number(path.id), query.version),
  }),
  controlRoute({
    id: 'updatePage',
    method: 'PUT',
    path: '/pages/{id}',
    summary: 'Update a page',
    details:
      'Saving reindexes the page: requirements that it defines become ACTIVE and need their excerpt updated, and those that it no longer defines become DELETED. Texts, properties and dependencies are updated when the page is viewed. The version of the page rises by one.',
    pathParameters: { id: pageId },
    regional: true,
    body: {
      shape: editShape,
      example: {
        define: [
          {
            key: 'REQ-013',
            html: 'The drone shall hover.',
            properties: { Priority: 'High' },
            dependencies: [{ relationship: 'refines', key: 'REQ-001' }],
          },
        ],
        undefine: ['REQ-006'],
      },
    },
    returns: pageResponse,
    refusals: { 409: 'Another page of the space defines one of the keys.' },
    handle: ({ path, body }, context) => {
      const { title, define, undefine, content, links } = body
      const store = context.store()
      const changes = {
        title,
        undefine,
        links,
        define: define?.map(authored),
        content: content?.map(authored),
      }
      const actor = actorOf(store, body.as)
      return describePage(store, editPage(context.world(), store, Number(path.id), present(changes), actor))
    },
  }),
  controlRoute({
    id: 'deletePage',
    method: 'DELETE',
    path: '/pages/{id}',
    summary: 'Delete a page',
    details: 'Its requirements become DELETED, and its child pages move up.',
    pathParameters: { id: pageId },
    query: { as: string({ description: 'The name of the user who makes the change; no user when absent.' }) },
    regional: true,
    status: 204,
    handle: ({ path, query }, { world, store }) =>
      deletePage(world(), store(), Number(path.id), actorOf(store(), query.as)),
  }),
  controlRoute({
    id: 'viewPage',
    method: 'POST',
    path: '/pages/{id}/view',
    summary: 'View a page',
    details:
      'Updates the texts, properties and dependencies of requirements that need their excerpt updated.',
    pathParameters: { id: pageId },
    regional: true,
    body: { optional: true, shape: viewShape, example: { as: 'alice' } },
    returns: viewedPageResponse,
    responseNote: '`gathered` has the keys whose excerpts this view updated.',
    handle: ({ path, body }, context) => {
      const store = context.store()
      const actor = actorOf(store, body.as)
      const { page, gathered } = viewPage(context.world(), store, Number(path.id), actor)
      return { ...describePage(store, page), gathered: gathered.map(({ key }) => key) }
    },
  }),
])

type Authored = z.infer<ReturnType<typeof authoredShape>>

function authored({ key, html, properties, dependencies }: Authored): AuthoredRequirement {
  const listed = Array.isArray(properties)
    ? properties
    : Object.entries(properties).map(([name, value]) => propertyOf(name, value))
  return { key, html, properties: listed, dependencies }
}

function propertyOf(key: string, value: string | number | boolean | readonly string[]): PropertyValue {
  if (typeof value === 'string') return { key, value, dataType: 'TEXT' }
  if (typeof value === 'number') return { key, value: String(value), dataType: 'NUMBER' }
  if (typeof value === 'boolean') return { key, value: String(value), dataType: 'BOOLEAN' }
  return { key, value: value.join(', '), dataType: 'LIST', multivalues: value }
}

/** The user of this name; undefined without a name. Throws a Refusal (NOT_FOUND). */
function actorOf(store: Store, name: string | undefined): Actor {
  return name === undefined ? undefined : findUser(store, name)
}
