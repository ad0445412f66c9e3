/** The deprecated operations on requirements without the space in the path (service §4.3, §9.6). */
import { isBlank } from '../../../model/input/blank.ts'
import { z } from '../../framework/zod.ts'
import { readableContainers } from '../../../model/finding/containers.ts'
import type { ContainerRecord } from '../../../model/records/service/containers.ts'
import { invalid, notFound } from '../../../model/input/errors.ts'
import { LOOKED_AT } from '../../../model/input/offer.ts'
import { type Refusal, quoted } from '../../../model/input/refusal.ts'
import { keysNear } from '../../../model/finding/requirements/unknown-key.ts'
import { findVersion, requirementOfSpace } from '../../../model/searching/versions.ts'
import type { Store } from '../../../world/store/store.ts'
import { nearestName } from '../../../world/nearest.ts'
import { type Context, operation, type Operation } from '../../framework/operation.ts'
import { string } from '../../framework/parameter.ts'
import { readableSpace, requireEdit, requirementKey, wikiCaller, wikiOperation, wikiSite } from '../common.ts'
import { remarkRow } from '../../shared/former-keys.ts'
import { listedRequirementBody, requirementsShape, requirementWrite } from './body.ts'
import { createRequirementView, REQUIREMENT_ASSUMPTIONS, requirementShape } from '../requirement-shape.ts'
import * as ledger from '../../framework/ledger-names.ts'
import {
  authoriseMove,
  DELETE_ASSUMPTIONS,
  deleteByKey,
  showAll,
  WRITE_ASSUMPTIONS,
  writeItems,
  writeOne,
} from './write-steps.ts'

/** Requirements of one list. The lookup of each may search every space. */
const MAXIMUM_LISTED = 1000

const byKey = {
  ...wikiOperation,
  group: 'Requirements',
  stability: 'deprecated',
  section: '4.3',
  query: {
    spaceKey: string({
      maximumLength: 255,
      description: 'Key of the space; default: the only readable space that has the key.',
      example: 'ENG',
    }),
  },
} as const

const refusals = { 404: 'No such space or requirement.' } as const
const editing = { words: 'space edit', assumed: true } as const
const conflict = 'The requirement is DELETED or MOVED, or the key to move to is taken.'

const read = operation({
  ...byKey,
  id: 'wiki.requirementByKey.read',
  summary: 'Reads one requirement by its key alone.',
  description: 'Use `GET /requirement2/{spaceKey}/{key}`.',
  permission: { words: 'space read', assumed: true },
  method: 'GET',
  path: '/requirement/{key}',
  pathParameters: { key: requirementKey },
  success: { description: 'The requirement.', shape: requirementShape },
  refusals,
  assumptions: [...REQUIREMENT_ASSUMPTIONS, 'A34', 'A66'],
  authorise: ({ path, query }, context) => createSpaceFinder(context)(path.key, query.spaceKey),
  handle({ path }, context, space) {
    const row = requirementOfSpace(context.store, space, path.key)
    if (row.status !== 'ACTIVE') context.note(ledger.requirementByKey)
    remarkRow(context, space, row)
    return createRequirementView(context).show(row)
  },
})

const write = operation({
  ...byKey,
  id: 'wiki.requirementByKey.write',
  summary: 'Writes one requirement by its key alone.',
  description: 'Use `PUT /requirement2/{spaceKey}/{key}`.',
  permission: editing,
  method: 'PUT',
  path: '/requirement/{key}',
  pathParameters: { key: requirementKey },
  body: requirementWrite,
  success: { description: 'The changed requirement.', shape: requirementShape },
  refusals: { ...refusals, 409: conflict },
  assumptions: [...WRITE_ASSUMPTIONS, 'A66'],
  authorise({ path, query, body }, context) {
    const space = createSpaceFinder(context)(path.key, query.spaceKey, body.spaceKey)
    requireEdit(context, space)
    authoriseMove(context, body)
    return space
  },
  handle: ({ path, body }, context, space) =>
    writeOne(context, space, path.key, isBlank(body.spaceKey) ? { ...body, spaceKey: undefined } : body),
})

const writeMany = operation({
  ...byKey,
  id: 'wiki.requirementByKey.writeMany',
  summary: 'Writes several requirements by their keys, all or none.',
  description: 'Use `PUT /requirement2/{spaceKey}`. The body is one requirement or a list of them.',
  permission: editing,
  method: 'PUT',
  path: '/requirement',
  body: {
    schema: () => z.union([z.array(listedRequirementBody()).max(MAXIMUM_LISTED), listedRequirementBody()]),
    example: [
      { spaceKey: 'ENG', key: 'REQ-001', htmlExcerpt: '<p>The drone shall take off and land by itself.</p>' },
    ],
  },
  success: { description: 'The changed requirements.', shape: requirementsShape },
  refusals: { ...refusals, 409: conflict },
  assumptions: [...WRITE_ASSUMPTIONS, 'A66', 'A268'],
  authorise({ query, body }, context) {
    const findSpaceOf = createSpaceFinder(context)
    return [body].flat().map((item) => {
      const space = findSpaceOf(item.key, item.spaceKey, query.spaceKey)
      requireEdit(context, space)
      authoriseMove(context, item)
      return { space, key: item.key, body: item }
    })
  },
  handle: (_input, context, items) => showAll(context, writeItems(context, items)),
})

const remove = operation({
  ...byKey,
  id: 'wiki.requirementByKey.delete',
  summary: 'Deletes one requirement by its key alone.',
  description: 'Use `DELETE /requirement2/{spaceKey}/{key}`.',
  permission: editing,
  method: 'DELETE',
  path: '/requirement/{key}',
  pathParameters: { key: requirementKey },
  success: { status: 204, description: 'The requirement is DELETED.' },
  refusals: { ...refusals, 409: 'The requirement is DELETED or MOVED already.' },
  assumptions: [...DELETE_ASSUMPTIONS, 'A66'],
  authorise({ path, query }, context) {
    const space = createSpaceFinder(context)(path.key, query.spaceKey)
    requireEdit(context, space)
    return space
  },
  handle: ({ path }, context, space) => deleteByKey(context, space, path.key),
})

/**
 * Finds the space of a key: the first one named, or the only readable one that has the key. For one exchange only.
 * Throws NOT_FOUND, FORBIDDEN, or INVALID if several spaces have it.
 */
function createSpaceFinder(context: Context) {
  let readable: readonly ContainerRecord[] | undefined
  return (key: string, ...names: readonly (string | null | undefined)[]): ContainerRecord => {
    context.note(ledger.operationsWithoutSpace)
    const named = names.find((name) => !isBlank(name))
    if (!isBlank(named)) return readableSpace(context, named)
    readable ??= readableContainers(context.store, wikiCaller(context), wikiSite(context), 'PROJECT')
    return onlySpaceOf(context, key, readable)
  }
}

/** How many spaces an error looks at. */
const MAXIMUM_SPACES = 20

function unknownInSpaces(store: Store, key: string, spaces: readonly ContainerRecord[]): Refusal {
  const near = spaces.slice(0, MAXIMUM_SPACES).map((space) => keysNear(store, space, key))
  const keys = near.flatMap((each) => each.keys.slice(0, LOOKED_AT))
  const nearest = nearestName(key, keys)
  const instead = nearest === undefined ? {} : { instead: `did you mean ${quoted(nearest)}?` }
  return notFound('requirement', key, { at: 'key', in: 'the readable spaces', ...instead })
}

function onlySpaceOf({ store }: Context, key: string, spaces: readonly ContainerRecord[]): ContainerRecord {
  const found = spaces.flatMap((space) => {
    const row = findVersion(store, space, key)
    return row === undefined ? [] : [{ space, row }]
  })
  const active = found.filter(({ row }) => row.status === 'ACTIVE')
  const [first, ...others] = active.length > 0 ? active : found
  if (first === undefined) throw unknownInSpaces(store, key, spaces)
  if (others.length === 0) return first.space
  const keys = [first, ...others].slice(0, 10).map(({ space }) => space.key)
  throw invalid('key', key, `is in several spaces (${keys.join(', ')}); name one as spaceKey`)
}

export const requirementByKeyOperations: readonly Operation[] = [read, write, writeMany, remove]
