/** Types of requirements of a space (service §4.6). */
import { givenName } from '../../shared/given-name.ts'
import { present } from '../../../model/input/present.ts'
import { z } from '../../framework/zod.ts'
import type { ContainerRecord } from '../../../model/records/service/containers.ts'
import { countByType, createType, replaceType } from '../../../model/types/writing.ts'
import type { RequirementTypeRecord } from '../../../model/records/wiki/types.ts'
import { typesOfSpace } from '../../../model/finding/types.ts'
import { always, type Context, operation, type Operation } from '../../framework/operation.ts'
import * as ledger from '../../framework/ledger-names.ts'
import { editsSpace, identifier, listOf, readsSpace, wikiOperation } from '../common.ts'

const type = {
  name: 'RequirementType',
  schema: () =>
    z.object({
      id: identifier(),
      name: z.string(),
      pattern: z.string().describe("Pattern of keys, such as 'REQ-{000}'."),
      description: z.string().optional(),
      count: z.int().min(0).describe('Number of ACTIVE requirements of the space with the type.'),
    }),
  example: { id: 1, name: 'Requirement', pattern: 'REQ-{000}', count: 12 },
}

const newType = () =>
  z.object({
    name: givenName(),
    pattern: z.string().min(1).max(255).describe('Text with one number as zeros in braces.'),
    description: z.string().max(10_000).nullish(),
  })

const types = {
  ...wikiOperation,
  group: 'Types',
  stability: 'internal',
  section: '4.6',
} as const
const conflicts = {
  409: 'The space already has a type of this name or pattern, or the maximum number of types.',
}

const list = operation({
  ...types,
  ...readsSpace,
  id: 'wiki.types.list',
  summary: 'Lists the types of requirements of a space.',
  method: 'GET',
  path: '/types/{spaceKey}',
  success: {
    description: 'The types, ordered by id.',
    shape: listOf(type),
  },
  assumptions: ['A51', 'A102'],
  handle: (_input, context, space) => typesOfSpace(context.store, space.id).map(showType(context, space)),
})

const create = operation({
  ...types,
  ...editsSpace,
  id: 'wiki.types.create',
  summary: 'Creates a type of requirements.',
  method: 'POST',
  path: '/types/{spaceKey}/create',
  body: {
    name: 'NewRequirementType',
    schema: newType,
    example: { name: 'Interface', pattern: 'IF-{000}' },
  },
  success: { description: 'The new type.', shape: type },
  refusals: conflicts,
  assumptions: ['A51', 'A102'],
  handle({ body }, context, space) {
    const created = createType(context.store, space, present(body))
    return showType(context, space)(created)
  },
})

const createAndReplace = operation({
  ...types,
  ...editsSpace,
  id: 'wiki.types.createAndReplace',
  summary: 'Creates a type of requirements that replaces another.',
  method: 'POST',
  path: '/types/{spaceKey}/createAndReplace',
  body: {
    name: 'ReplacingRequirementType',
    schema: () =>
      newType().extend({
        replaces: identifier()
          .nullish()
          .describe('Id of the type to replace; default: the type of the same name.'),
      }),
    example: { name: 'Requirement', pattern: 'REQ-{0000}' },
  },
  success: { description: 'The new type.', shape: type },
  refusals: conflicts,
  assumptions: ['A51', 'A102', ...always('A103')],
  handle({ body }, context, space) {
    const { replaces, ...wanted } = present(body)
    const created = replaceType(context.world, context.store, space, wanted, replaces)
    return showType(context, space)(created)
  },
})

export const wikiTypeOperations: readonly Operation[] = [list, create, createAndReplace]

function showType(context: Context, space: ContainerRecord) {
  context.note(ledger.requirementTypes)
  const counts = countByType(context.store, space)
  return ({ id, name, pattern, description }: RequirementTypeRecord) => ({
    id,
    name,
    pattern,
    description,
    count: counts.get(id) ?? 0,
  })
}
