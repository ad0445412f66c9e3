/** What the forms of the panel Tables send: every operation and route runs in the demo, and changes what it says. */
import { beforeEach, describe, expect, test } from 'vitest'
import { ROUTES } from '../../../src/console/panels/tables/operations/routes.ts'
import { STANDALONE_OPERATIONS } from '../../../src/console/panels/tables/operations/standalone.ts'
import { WIKI_OPERATIONS } from '../../../src/console/panels/tables/operations/wiki.ts'
import type { Action } from '../../../src/console/panels/tables/operations/declaration.ts'
import {
  operationsFor,
  type RecordOperation,
} from '../../../src/console/panels/tables/operations/record-operation.ts'
import type { OperationEntry } from '../../../src/console/calls/catalogue.ts'
import type { TableField } from '../../../src/control/responses/state.ts'
import { createSimulator, type RegionTableName, type Simulator } from '../../../src/index.ts'

type Values = Readonly<Record<string, unknown>>

let sim: Simulator
let operations: readonly OperationEntry[]
beforeEach(async () => {
  sim = await createSimulator()
  operations = await read('/_sim/operations')
})

async function read<T>(path: string): Promise<readonly T[]> {
  return ((await (await sim.fetch(path)).json()) as { items: readonly T[] }).items
}

function records(table: string, where: Values = {}, region: 'eu' | 'us' = 'eu'): readonly Values[] {
  return sim.state(table as RegionTableName, where as never, region) as readonly Values[]
}

async function offered(
  table: string,
  action: Action,
  record?: Values,
  region: 'eu' | 'us' = 'eu',
): Promise<readonly RecordOperation[]> {
  const fields = await read<TableField>(`/_sim/state/${table}/fields`)
  const { projectContainerId, userId, wikiApplicationId, serviceId } = record ?? {}
  const container =
    projectContainerId === undefined ? {} : records('container', { id: projectContainerId }, region)[0]
  const place =
    table === 'token'
      ? { owner: records('user', { id: userId }, region)[0]?.['name'] }
      : {
          spaceKey: container?.['spaceKey'],
          applicationId:
            wikiApplicationId ??
            (table === 'outboundMessage'
              ? records('integration', { serviceId })[0]?.['wikiApplicationId']
              : container?.['applicationId']),
        }
  const wikiId = region === 'eu' ? 101 : 0
  return operationsFor(table, action, record, {
    region,
    wikiId,
    fields,
    operations,
    place: record === undefined ? {} : place,
  })
}

/** Sends the request of an operation as the console does. */
async function send(operation: RecordOperation, inputs: Values, user = 'admin'): Promise<number> {
  const kept = operation.inputs.map(({ name }) => [name, operation.initial[name]] as const)
  const present = Object.fromEntries([...kept, ...Object.entries(inputs)].filter(([, v]) => v !== undefined))
  const { method, path, body } = operation.request(present)
  expect(path).not.toMatch(/[{}]|undefined|null/)
  const name = operation.actor ?? user
  const json = { 'Content-Type': 'application/json' }
  if (operation.interface === undefined) {
    const sent = method === 'DELETE' ? {} : { body: JSON.stringify(body) }
    const headers = { ...json, 'X-Sim-Control': '1' }
    return (await sim.fetch(`/_sim${path}`, { method, headers, ...sent })).status
  }
  const credential =
    operation.interface === 'standalone' ? `Bearer tok-${name}` : `Basic ${btoa(`${name}:${name}`)}`
  const headers = { Authorization: credential, ...(body === undefined ? {} : json) }
  const response = await sim.fetch(path, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  expect([operation.id, response.headers.get('x-sim-ignored')]).toEqual([operation.id, null])
  return response.status
}

interface Case {
  readonly way: string
  /** The record to change or delete. */
  readonly of?: Values
  readonly values?: Values
  /** What the table then has, or no longer has. */
  readonly then?: Values
  readonly gone?: Values
}

const FIRST_COLUMN = {
  label: 'Requirement',
  step: { type: 'FIRST_COLUMN' },
  columnIndex: 0,
  parentColumnIndex: 0,
}
const IN_SPACE = { spaceKey: 'ENG' }
const IN_CONTAINER = { applicationId: 101, projectContainerId: 1001 }

const CASES: Readonly<Record<string, readonly Case[]>> = {
  'add requirement': [
    {
      way: 'standalone.requirements.create',
      values: { ...IN_CONTAINER, key: 'REQ-050', html: 'New', originContainerId: 1102 },
      then: { key: 'REQ-050', status: 'ACTIVE' },
    },
  ],
  'change requirement': [
    { way: 'wiki.requirement.write', of: { id: 6001 }, values: { html: 'X' }, then: { id: 6001, html: 'X' } },
    {
      way: 'standalone.requirements.update',
      of: { id: 6001 },
      values: { html: 'X' },
      then: { id: 6001, html: 'X' },
    },
  ],
  'delete requirement': [
    { way: 'wiki.requirement.delete', of: { id: 6012 }, then: { id: 6012, status: 'DELETED' } },
    { way: 'standalone.requirements.delete', of: { id: 6012 }, then: { id: 6012, status: 'DELETED' } },
  ],
  'add baseline': [
    { way: 'wiki.baseline.create', values: { ...IN_SPACE, name: 'Next' }, then: { name: 'Next' } },
  ],
  'change baseline': [
    { way: 'wiki.baseline.update', of: { number: 2 }, values: { name: 'Next' }, then: { name: 'Next' } },
  ],
  'delete baseline': [{ way: 'wiki.baseline.delete', of: { number: 2 }, gone: { number: 2 } }],
  'add issueLink': [
    { way: 'wiki.issueLink.add', values: { ...IN_SPACE, key: 'REQ-006', issueKey: 'DRN-3' } },
  ],
  'delete issueLink': [{ way: 'wiki.issueLink.remove', of: { id: 40002 } }],
  'add matrix': [
    {
      way: 'wiki.traceability.create',
      values: {
        ...IN_SPACE,
        name: 'Safety',
        type: 'TRACEABILITY',
        query: "@Category = 'Safety'",
        columns: [FIRST_COLUMN],
      },
      then: { name: 'Safety' },
    },
  ],
  'change matrix': [
    { way: 'wiki.traceability.change', of: { id: 1 }, values: { name: 'All' }, then: { id: 1, name: 'All' } },
  ],
  'delete matrix': [{ way: 'wiki.traceability.delete', of: { id: 1 }, then: { id: 1, status: 'DELETED' } }],
  'add propertyName': [
    {
      way: 'wiki.propertyNames.register',
      values: { ...IN_SPACE, name: 'Owner', dataType: 'USER' },
      then: { name: 'Owner' },
    },
  ],
  'change propertyName': [
    {
      way: 'wiki.propertyNames.change',
      of: { id: 1 },
      values: { name: 'Kind' },
      then: { id: 1, name: 'Kind' },
    },
  ],
  'delete propertyName': [{ way: 'wiki.propertyNames.unregister', of: { id: 1 }, gone: { id: 1 } }],
  'add requirementType': [
    {
      way: 'wiki.types.create',
      values: { ...IN_SPACE, name: 'Hazard', pattern: 'HAZ-{000}' },
      then: { name: 'Hazard' },
    },
  ],
  'add issueTemplate': [
    {
      way: 'wiki.issueTemplate.create',
      values: {
        ...IN_SPACE,
        title: 'Bug',
        applinkId: '11111111-2222-4333-8444-555555555555',
        projectId: 20001,
        issueTypeId: 10002,
        relationship: 'implements',
        fields: '{}',
        groupAll: false,
      },
      then: { title: 'Bug' },
    },
  ],
  'change issueTemplate': [
    { way: 'wiki.issueTemplate.update', of: { id: 1 }, values: { title: 'Bug' }, then: { title: 'Bug' } },
  ],
  'delete issueTemplate': [{ way: 'wiki.issueTemplate.delete', of: { id: 1 }, gone: { id: 1 } }],
  'add setting': [
    {
      way: 'wiki.settings.change',
      values: { name: 'limitForPages', value: 100 },
      then: { name: 'limitForPages' },
    },
  ],
  'change integration': [
    { way: 'wiki.integration.update', of: {}, values: { label: 'Issues' }, then: { label: 'Issues' } },
  ],
  'delete integration': [{ way: 'wiki.integration.delete', of: {} }],
  'delete outboundMessage': [{ way: 'wiki.queue.remove', of: { id: 8002 }, gone: { id: 8002 } }],
  'delete excelAttachment': [{ way: 'wiki.excel.delete', of: { id: 9001 }, gone: { id: 9001 } }],
  'add variant': [
    {
      way: 'standalone.variants.create',
      values: { ...IN_CONTAINER, name: 'Night' },
      then: { name: 'Night' },
    },
  ],
  'change variant': [
    {
      way: 'standalone.variants.update',
      of: { id: 5002 },
      values: { name: 'Night' },
      then: { id: 5002, name: 'Night' },
    },
  ],
  'delete variant': [{ way: 'standalone.variants.delete', of: { id: 5002 }, gone: { id: 5002 } }],
  'add container': [
    {
      way: 'standalone.containers.create',
      values: { applicationId: 101, type: 'PAGE', name: 'Radio', parentContainerId: 1100 },
      then: { name: 'Radio' },
    },
  ],
  'change container': [
    {
      way: 'standalone.containers.update',
      of: { id: 1102 },
      values: { name: 'Radio' },
      then: { id: 1102, name: 'Radio' },
    },
  ],
  'delete container': [{ way: 'standalone.containers.delete', of: { id: 3100 }, gone: { id: 3100 } }],
  'add externalPropertyMetadata': [
    {
      way: 'standalone.externalProperties.create',
      values: { applicationId: 101, name: 'Supplier', dataType: 'TEXT' },
      then: { name: 'Supplier' },
    },
  ],
  'change externalPropertyMetadata': [
    {
      way: 'standalone.externalProperties.update',
      of: { id: 7001 },
      values: { name: 'Price' },
      then: { id: 7001, name: 'Price' },
    },
  ],
  'delete externalPropertyMetadata': [
    { way: 'standalone.externalProperties.delete', of: { id: 7001 }, gone: { id: 7001 } },
  ],
  'add template': [
    {
      way: 'standalone.template.create',
      values: { ...IN_CONTAINER, name: 'Sum', type: 'AGGREGATION', content: '{{COUNT(*)}}' },
      then: { name: 'Sum' },
    },
  ],
  'change template': [
    {
      way: 'standalone.template.update',
      of: { id: 1 },
      values: { name: 'Sum', description: 'Costs' },
      then: { id: 1, name: 'Sum', description: 'Costs' },
    },
  ],
  'delete template': [{ way: 'standalone.template.delete', of: { id: 2 }, gone: { id: 2 } }],
  'add dashboard': [
    {
      way: 'standalone.dashboard.create',
      values: { ...IN_CONTAINER, name: 'New', widgets: [{ type: 'TEXT', title: 'A', text: 'B' }] },
      then: { name: 'New' },
    },
  ],
  'change dashboard': [
    { way: 'standalone.dashboard.update', of: { id: 2 }, values: { name: 'New' }, then: { name: 'New' } },
  ],
  'delete dashboard': [{ way: 'standalone.dashboard.delete', of: { id: 2 }, gone: { id: 2 } }],
  'add organization': [
    { way: 'standalone.organization.create', values: { name: 'Coffee' }, then: { name: 'Coffee' } },
  ],
  'change organization': [
    {
      way: 'standalone.organization.update',
      of: { id: 1 },
      values: { name: 'Coffee' },
      then: { name: 'Coffee' },
    },
  ],
  'change membership': [
    {
      way: 'standalone.member.update',
      of: { organizationId: 1, userId: 2 },
      values: { role: 'admin' },
      then: { organizationId: 1, userId: 2, role: 'admin' },
    },
  ],
  'delete membership': [
    {
      way: 'standalone.member.remove',
      of: { organizationId: 1, userId: 3 },
      gone: { organizationId: 1, userId: 3 },
    },
  ],
  'add invitation': [
    {
      way: 'standalone.invitation.create',
      values: { organizationId: 1, email: 'eve@example.test', role: 'member' },
      then: { email: 'eve@example.test', role: 'member' },
    },
  ],
  'change invitation': [
    {
      way: 'standalone.invitation.update',
      of: { id: 1 },
      values: { role: 'admin' },
      then: { id: 1, role: 'admin' },
    },
  ],
  'delete invitation': [
    { way: 'standalone.invitation.withdraw', of: { id: 1 }, then: { id: 1, status: 'WITHDRAWN' } },
  ],
  'add linkRequest': [
    {
      way: 'standalone.linkRequest.create',
      values: { applicationId: 101, organizationId: 2 },
      then: { applicationId: 101, organizationId: 2, status: 'PENDING' },
    },
  ],
  'delete linkRequest': [
    { way: 'standalone.linkRequest.delete', of: { applicationId: 103 }, gone: { applicationId: 103 } },
  ],
  'delete token': [{ way: 'standalone.credential.delete', of: { id: 3 }, gone: { id: 3 } }],
  'add page': [{ way: 'POST /_sim/pages', values: { ...IN_SPACE, title: 'Radio' } }],
  'change page': [
    {
      way: 'PUT /_sim/pages/{id}',
      of: { id: 4002 },
      values: { title: 'Energy' },
      then: { id: 4002, version: 2 },
    },
  ],
  'delete page': [{ way: 'DELETE /_sim/pages/{id}', of: { id: 4002 }, gone: { id: 4002 } }],
  'change issue': [
    {
      way: 'PUT /_sim/issues/{id}',
      of: { id: 30001 },
      values: { key: 'DRN-77', summary: 'New' },
      then: { id: 30001, key: 'DRN-77' },
    },
  ],
  'add rule': [
    {
      way: 'POST /_sim/rules',
      values: { projectContainerId: 1001, name: 'Owned', kind: 'MANDATORY_PROPERTY', property: 'Owner' },
      then: { name: 'Owned' },
    },
  ],
  'change rule': [
    { way: 'PUT /_sim/rules/{ruleId}', of: { id: 1 }, values: { name: 'Owned' }, then: { name: 'Owned' } },
  ],
  'delete rule': [{ way: 'DELETE /_sim/rules/{ruleId}', of: { id: 1 }, gone: { id: 1 } }],
}

/** Those that need a world which the demo is not; tests of their own follow. */
const ELSEWHERE = ['change setting', 'delete setting', 'delete task', 'delete organization']

const runs = Object.entries(CASES).flatMap(([title, cases]) => cases.map((one) => ({ title, ...one })))

describe('a form of the panel Tables', () => {
  test.each(runs)('sends $way to $title', async ({ title, way, of, values = {}, then, gone }) => {
    const [action = '', table = ''] = title.split(' ')
    const record = of === undefined ? undefined : records(table, of)[0]
    const found = await offered(table, action as Action, record)
    const operation = found.find(({ id }) => id === way)
    expect(operation, `offers ${found.map(({ id }) => id).join(', ')}`).toBeDefined()
    if (operation === undefined) return
    const before = JSON.stringify((await sim.exportWorld()).stores)
    expect(await send(operation, values)).toBeLessThan(300)
    expect(JSON.stringify((await sim.exportWorld()).stores)).not.toBe(before)
    if (then !== undefined) expect(records(table, then)).toHaveLength(1)
    if (gone !== undefined) expect(records(table, gone)).toEqual([])
  })

  test('sends each declared operation in one of these cases', () => {
    const declared = [...Object.entries(WIKI_OPERATIONS), ...Object.entries(STANDALONE_OPERATIONS)].flatMap(
      ([title, one]) => (one === undefined ? [] : [`${title}: ${one.operation}`]),
    )
    const routes = Object.entries(ROUTES).map(
      ([title, one]) => `${title}: ${one?.route.replace(' ', ' /_sim')}`,
    )
    const run = runs.map(({ title, way }) => `${title}: ${way}`)
    const missing = [...declared, ...routes].filter(
      (one) => !run.includes(one) && !ELSEWHERE.includes(one.replace(/:.*/, '')),
    )
    expect(missing).toEqual([])
  })

  test('puts a setting back to its default, and deletes a task and an organization', async () => {
    const [change] = await offered('setting', 'add')
    if (change === undefined) throw new Error('no operation is offered')
    await send(change, { name: 'limitForPages', value: 100 })
    const stored = records('setting', { name: 'limitForPages' })[0]
    const [again] = await offered('setting', 'change', stored)
    expect(await send(again as RecordOperation, { value: 200 })).toBe(200)
    expect(records('setting', { name: 'limitForPages' })[0]).toMatchObject({ value: 200 })
    const [reset] = await offered('setting', 'delete', stored)
    expect(await send(reset as RecordOperation, {})).toBe(200)
    expect(records('setting', { name: 'limitForPages', value: 200 } as Values)).toEqual([])

    await sim.call('wiki.baseline.freeze', { as: 'admin', path: { spaceKey: 'ENG', version: 2 } })
    const [task] = records('task')
    const [abort] = await offered('task', 'delete', task)
    expect(await send(abort as RecordOperation, {})).toBe(204)
    expect(records('task')).toEqual([])

    const [found] = await offered('organization', 'add')
    await send(found as RecordOperation, { name: 'Coffee' })
    const [end] = await offered('organization', 'delete', records('organization', { name: 'Coffee' })[0])
    expect(await send(end as RecordOperation, {})).toBe(204)
    expect(records('organization', { name: 'Coffee' })).toEqual([])
  })

  test('offers operations of the wiki for its own records only, and none for copies in a baseline', async () => {
    const ids = async (...asked: Parameters<typeof offered>) => (await offered(...asked)).map(({ id }) => id)
    expect(await ids('requirement', 'change', records('requirement', { id: 6001 })[0])).toEqual([
      'wiki.requirement.write',
      'standalone.requirements.update',
    ])
    expect(await ids('requirement', 'change', { ...records('requirement')[0], applicationId: 201 })).toEqual([
      'standalone.requirements.update',
    ])
    expect(await ids('requirement', 'change', { ...records('requirement')[0], status: 'ARCHIVED' })).toEqual(
      [],
    )
    expect(await ids('baseline', 'add', undefined, 'us')).toEqual([])
    const us = (await offered('organization', 'add', undefined, 'us'))[0]
    expect(us?.request({ name: 'A' })).toMatchObject({ path: '/us/api/organizations' })
    expect(await ids('membership', 'add')).toEqual([])
  })

  test('sends as the owner of a token, whoever acts', async () => {
    const [operation] = await offered('token', 'delete', records('token', { id: 3 })[0])
    expect(operation?.actor).toBe('bob')
  })

  test('sends only what differs from the record, and null for a value that is gone', async () => {
    const [matrix] = records('matrix', { id: 1 })
    const [operation] = await offered('matrix', 'change', matrix)
    const { description: _description, ...values } = matrix as Values
    expect(operation?.request({ ...values, name: 'All' }).body).toEqual({ name: 'All', description: null })
  })
})
