/**
 * Rules that requirements keep or break. People manage them in the product; of the operations for it only the name of
 * their group is known (service §4.1).
 */
import * as z from 'zod'
import { int64 } from '../../api/framework/parameter.ts'
import { RULE_KINDS, RULE_SEVERITIES, type RuleRecord } from '../../model/records/wiki/rules.ts'
import { changeRule, createRule, deleteRule, listRules } from '../../model/rules/rules.ts'
import { formatInstant } from '../../world/time/duration.ts'
import { once } from '../../world/once.ts'
import { controlRoute, recordId, routesOf } from '../route.ts'
import { givenName, regionField } from '../body-fields.ts'
import { ruleListResponse, ruleResponse } from '../responses/editing.ts'

const text = () => z.string().min(1).max(255)

const content = () => ({
  name: givenName()
    .min(1)
    .max(255)
    .describe('The name, unique in its container; queries use it as `ruleStatus@Name`.'),
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
  property: givenName()
    .min(1)
    .max(255)
    .exactOptional()
    .describe('The property of MANDATORY_PROPERTY and ALLOWED_VALUES.'),
  external: z.boolean().exactOptional().describe('Whether the property is external.'),
  pattern: text().exactOptional().describe('The pattern of KEY_PATTERN, such as `REQ-{000}`.'),
  values: z
    .array(z.string().max(10_000))
    .max(1000)
    .exactOptional()
    .describe('The texts that ALLOWED_VALUES allows; a requirement without the property keeps the rule.'),
  region: regionField(),
})

const changeShape = once(() => z.strictObject(content()))
const creationShape = once(() =>
  z.strictObject({
    containerId: z.int().min(1).describe('The project container whose requirements the rule applies to.'),
    ...content(),
  }),
)

const EXAMPLE = { name: 'Has a category', kind: 'MANDATORY_PROPERTY', property: 'Category' } as const
const pathParameters = { ruleId: recordId('The rule.', '1') }

export const ruleRoutes = routesOf('Rules', [
  controlRoute({
    id: 'listRules',
    method: 'GET',
    path: '/rules',
    summary: 'List rules',
    details:
      'The query fields `ruleStatus` and `ruleStatus@Name` find requirements that keep or break rules.',
    regional: true,
    query: {
      containerId: int64({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'The project container; all when absent.',
        example: '1001',
      }),
    },
    returns: ruleListResponse,
    responseNote: 'By id.',
    handle: ({ query }, context) => {
      const containerId = query.containerId === undefined ? undefined : Number(query.containerId)
      const items = listRules(context.store(), containerId).map(describe)
      return { items, total: items.length }
    },
  }),
  controlRoute({
    id: 'createRule',
    method: 'POST',
    path: '/rules',
    summary: 'Create a rule',
    regional: true,
    body: { shape: creationShape, example: { containerId: 1001, ...EXAMPLE } },
    status: 201,
    returns: ruleResponse,
    refusals: {
      404: 'The container or the type is unknown.',
      409: 'The name is taken, or the container has 100 rules.',
    },
    handle: ({ body }, context) => {
      const [world, store] = [context.world(), context.store()]
      const { containerId, region: _region, ...fields } = body
      return describe(world.transact(() => createRule(world, store, containerId, fields)))
    },
  }),
  controlRoute({
    id: 'replaceRule',
    method: 'PUT',
    path: '/rules/{ruleId}',
    summary: 'Replace a rule',
    regional: true,
    pathParameters,
    body: { shape: changeShape, example: EXAMPLE },
    returns: ruleResponse,
    refusals: { 404: 'The rule or the type is unknown.', 409: 'The name is taken.' },
    handle: ({ path, body }, context) => {
      const [world, store] = [context.world(), context.store()]
      const { region: _region, ...fields } = body
      return describe(world.transact(() => changeRule(world, store, Number(path.ruleId), fields)))
    },
  }),
  controlRoute({
    id: 'deleteRule',
    method: 'DELETE',
    path: '/rules/{ruleId}',
    summary: 'Delete a rule',
    regional: true,
    pathParameters,
    status: 204,
    refusals: { 404: 'The rule is unknown.' },
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
