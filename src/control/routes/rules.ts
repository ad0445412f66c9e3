/**
 * Rules that requirements keep or break. People manage them in the product; of the operations for it only the name of
 * their group is known (service §4.1).
 */
import * as z from 'zod'
import { int64 } from '../../api/framework/parameter.ts'
import { RULE_KINDS, RULE_SEVERITIES, type RuleRecord } from '../../model/rules/records.ts'
import { changeRule, createRule, deleteRule, listRules } from '../../model/rules/rules.ts'
import { formatInstant } from '../../world/time/duration.ts'
import { controlRoute, lazily, routesOf } from '../route.ts'
import { regionField } from '../shapes/parts.ts'

const id = (description: string, required: boolean) =>
  int64({ required, minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description })

const text = () => z.string().min(1).max(255)

const content = () => ({
  name: text().describe('The name, unique in its container; queries use it as `ruleStatus@Name`.'),
  kind: z.enum(RULE_KINDS).describe('What the rule requires.'),
  severity: z
    .enum(RULE_SEVERITIES)
    .exactOptional()
    .describe(
      'ERROR (the default) gives requirements that break the rule the ruleStatus false, WARNING gives them warning.',
    ),
  typeId: z
    .int()
    .min(1)
    .exactOptional()
    .describe('The type of requirements that the rule applies to; all of the container when absent.'),
  property: text().exactOptional().describe('The property of MANDATORY_PROPERTY and ALLOWED_VALUES.'),
  external: z.boolean().exactOptional().describe('Whether the property is external.'),
  pattern: text().exactOptional().describe('The pattern of KEY_PATTERN, such as `REQ-{000}`.'),
  values: z
    .array(z.string().max(10_000))
    .max(1000)
    .exactOptional()
    .describe('The texts that ALLOWED_VALUES allows; a requirement without the property keeps the rule.'),
  region: regionField(),
})

const changeShape = lazily(() => z.strictObject(content()))
const creationShape = lazily(() =>
  z.strictObject({
    containerId: z.int().min(1).describe('The project container whose requirements the rule applies to.'),
    ...content(),
  }),
)

const EXAMPLE = { name: 'Has a category', kind: 'MANDATORY_PROPERTY', property: 'Category' } as const
const ANSWER =
  '`{id, applicationId, containerId, typeId, name, kind, severity, property, external, pattern, values, createdAt, updatedAt}`.'
const pathParameters = { ruleId: id('The rule.', true) }

export const ruleRoutes = routesOf('Rules', [
  controlRoute({
    method: 'GET',
    path: '/rules',
    summary: 'List rules',
    details:
      'The query fields `ruleStatus` and `ruleStatus@Name` find requirements that keep or break rules.',
    regional: true,
    query: { containerId: id('The project container; all when absent.', false) },
    answer: '`{items, total}`, by id.',
    handle: ({ query }, context) => {
      const containerId = query.containerId === undefined ? undefined : Number(query.containerId)
      const items = listRules(context.store(), containerId).map(describe)
      return { items, total: items.length }
    },
  }),
  controlRoute({
    method: 'POST',
    path: '/rules',
    summary: 'Create a rule',
    regional: true,
    body: { shape: creationShape, example: { containerId: 1001, ...EXAMPLE } },
    status: 201,
    answer: `${ANSWER} 404 for an unknown container or type, 409 for a taken name and for rule 101 of a container.`,
    handle: ({ body }, context) => {
      const [world, store] = [context.world(), context.store()]
      const { containerId, region: _region, ...said } = body
      return describe(world.transact(() => createRule(world, store, containerId, said)))
    },
  }),
  controlRoute({
    method: 'PUT',
    path: '/rules/{ruleId}',
    summary: 'Replace a rule',
    regional: true,
    pathParameters,
    body: { shape: changeShape, example: EXAMPLE },
    answer: `${ANSWER} 404 for an unknown rule or type, 409 for a taken name.`,
    handle: ({ path, body }, context) => {
      const [world, store] = [context.world(), context.store()]
      const { region: _region, ...said } = body
      return describe(world.transact(() => changeRule(world, store, Number(path.ruleId), said)))
    },
  }),
  controlRoute({
    method: 'DELETE',
    path: '/rules/{ruleId}',
    summary: 'Delete a rule',
    regional: true,
    pathParameters,
    status: 204,
    answer: 'Nothing. 404 for an unknown rule.',
    handle: ({ path }, context) => {
      const store = context.store()
      context.world().transact(() => deleteRule(store, Number(path.ruleId)))
    },
  }),
])

function describe({ projectContainerId, createdAt, updatedAt, ...record }: RuleRecord) {
  return {
    ...record,
    containerId: projectContainerId,
    createdAt: formatInstant(createdAt),
    updatedAt: formatInstant(updatedAt),
  }
}
