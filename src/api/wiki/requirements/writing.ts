/** Reserving, writing and deleting requirements (service §4.3). */
import { z } from '../../framework/zod.ts'
import { operation, type Operation } from '../../framework/operation.ts'
import { editableSpace, editsSpace, requirementKey, spaceKey, wikiOperation } from '../common.ts'
import {
  listedRequirementBody,
  MAXIMUM_REQUIREMENTS,
  requireMatch,
  requirementsShape,
  requirementWrite,
} from './body.ts'
import { requirementByKeyOperations } from './by-key.ts'
import { reserveOperation } from './reserving.ts'
import { requirementShape } from '../requirement-shape.ts'
import {
  authoriseMove,
  DELETE_ASSUMPTIONS,
  deleteByKey,
  showAll,
  WRITE_ASSUMPTIONS,
  writeItems,
  writeOne,
} from './write-steps.ts'

const writing = {
  ...wikiOperation,
  group: 'Requirements',
  stability: 'internal',
  section: '4.3',
} as const

const write = operation({
  ...writing,
  ...editsSpace,
  id: 'wiki.requirement.write',
  summary: 'Writes one requirement.',
  description:
    'Rewrites its definition on its page, which gets a new version. With `newSpaceKey` or `newKey` the requirement moves.',
  method: 'PUT',
  path: '/requirement2/{spaceKey}/{key}',
  pathParameters: { spaceKey, key: requirementKey },
  body: requirementWrite,
  success: { description: 'The changed requirement.', shape: requirementShape },
  refusals: {
    404: 'No such space, requirement or page.',
    409: 'The requirement is DELETED or MOVED, or the key to move to is taken.',
  },
  assumptions: WRITE_ASSUMPTIONS,
  authorise({ path, body }, context) {
    const space = editableSpace(context, path.spaceKey)
    authoriseMove(context, body)
    return space
  },
  handle: ({ path, body }, context, space) => writeOne(context, space, path.key, body),
})

const writeMany = operation({
  ...writing,
  ...editsSpace,
  id: 'wiki.requirement.writeMany',
  summary: 'Writes several requirements of a space, all or none.',
  method: 'PUT',
  path: '/requirement2/{spaceKey}',
  body: {
    schema: () => z.array(listedRequirementBody()).max(MAXIMUM_REQUIREMENTS),
    example: [{ key: 'REQ-001', htmlExcerpt: '<p>The drone shall take off and land by itself.</p>' }],
  },
  success: { description: 'The changed requirements.', shape: requirementsShape },
  refusals: {
    404: 'No such space, requirement or page. Nothing is written.',
    409: 'A requirement is DELETED or MOVED, or a key to move to is taken. Nothing is written.',
  },
  assumptions: [...WRITE_ASSUMPTIONS, 'A268'],
  authorise({ path, body }, context) {
    const space = editableSpace(context, path.spaceKey)
    for (const item of body) authoriseMove(context, item)
    return space
  },
  handle({ body }, context, space) {
    body.forEach((item, position) => requireMatch(item, space, undefined, `[${position}].`))
    const items = body.map((item) => ({ space, key: item.key, body: item }))
    return showAll(context, writeItems(context, items))
  },
})

const remove = operation({
  ...writing,
  ...editsSpace,
  id: 'wiki.requirement.delete',
  summary: 'Deletes one requirement.',
  description: 'Removes its definition from its page, which gets a new version.',
  method: 'DELETE',
  path: '/requirement2/{spaceKey}/{key}',
  pathParameters: { spaceKey, key: requirementKey },
  success: { status: 204, description: 'The requirement is DELETED.' },
  refusals: { 404: 'No such space or requirement.', 409: 'The requirement is DELETED or MOVED already.' },
  assumptions: DELETE_ASSUMPTIONS,
  handle: ({ path }, context, space) => deleteByKey(context, space, path.key),
})

export const wikiRequirementWritingOperations: readonly Operation[] = [
  reserveOperation,
  write,
  writeMany,
  remove,
  ...requirementByKeyOperations,
]
