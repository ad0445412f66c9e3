/** The facts of the demo that people write tests and tutorials against: they stay. */
import { frozenRows, frozenSetsOf } from '../../../src/model/requirements/records/frozen.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { applications, linkRequests } from '../../../src/model/applications/records.ts'
import { baselineSequence } from '../../../src/model/baselines/baselines.ts'
import { baselines } from '../../../src/model/baselines/records.ts'
import { containers } from '../../../src/model/containers/records.ts'
import { excelAttachments } from '../../../src/model/excel/records.ts'
import { integrations, issueLinks, issues, issueTypes } from '../../../src/model/links/records.ts'
import { outboundMessages } from '../../../src/model/integration/queues/records.ts'
import { invitations, memberships, organizations } from '../../../src/model/organizations/records.ts'
import { pages } from '../../../src/model/pages/records.ts'
import { propertyNames } from '../../../src/model/properties/records.ts'
import {
  externalPropertyMetadata,
  requirements,
  testCaseLinks,
} from '../../../src/model/requirements/records/records.ts'
import { issueTemplates } from '../../../src/model/tracker/records.ts'
import { matrices } from '../../../src/model/traceability/records.ts'
import { requirementTypes } from '../../../src/model/types/records.ts'
import {
  accountLinks,
  administrators,
  grants,
  sessions,
  tokens,
  users,
} from '../../../src/model/users/records.ts'
import { hashSecret } from '../../../src/model/users/secrets.ts'
import { variants } from '../../../src/model/variants/records.ts'
import { buildWorld } from '../../../src/scenario/seed/build.ts'
import { loadReady } from '../../../src/scenario/ready/ready.ts'
import { formatInstant } from '../../../src/world/time/duration.ts'
import type { Store } from '../../../src/world/store/store.ts'
import type { TableDefinition } from '../../../src/world/store/table.ts'
import type { World } from '../../../src/world/world.ts'

let world: World
let eu: Store
let us: Store

beforeAll(async () => {
  world = await buildWorld(await loadReady('demo'))
  eu = world.region('eu')
  us = world.region('us')
})

const userName = (id: number, store = eu) => store.table(users).get(id)?.name ?? `unknown ${id}`
const requirement = (key: string, variantId = 5001) =>
  [...eu.table(requirements).range('key', [1001, key])].find((row) => row.variantId === variantId)

/** These fields of every record of a table, separated by commas. */
function columns<R extends object, I extends string>(
  table: TableDefinition<R, I>,
  fields: readonly (keyof R)[],
  store = eu,
): readonly string[] {
  return [...store.table(table).scan()].map((row) => fields.map((field) => row[field]).join(', '))
}

test('the clock starts on 2026-01-05 at 09:00 UTC', () => {
  expect(formatInstant(world.now)).toBe('2026-01-05T09:00:00.000Z')
  expect(world.clock).toMatchObject({ mode: 'manual', speed: 1 })
})

test.each<[string, () => readonly unknown[], readonly unknown[]]>([
  [
    'organizations of eu',
    () => columns(organizations, ['id', 'name']),
    ['1, Northwind Robotics', '2, Contoso Avionics'],
  ],
  ['organizations of us', () => columns(organizations, ['id', 'name'], us), ['9, Fabrikam Rail']],
  ['users of eu', () => columns(users, ['name']), ['admin', 'alice', 'bob', 'eve', 'dana']],
  ['users of us', () => columns(users, ['name'], us), ['uma']],
  [
    'memberships',
    () =>
      [...eu.table(memberships).range('user', [])].map(
        ({ organizationId, userId, role }) => `${userName(userId)} ${role} of ${organizationId}`,
      ),
    [
      'admin admin of 1',
      'admin member of 2',
      'alice member of 1',
      'bob member of 1',
      'eve member of 2',
      'dana admin of 2',
    ],
  ],
  ['memberships of us', () => columns(memberships, ['organizationId', 'role'], us), ['9, admin']],
  [
    'applications of eu',
    () => columns(applications, ['id', 'type', 'baseUrl', 'organizationId', 'selfHosted']),
    [
      '101, CONFLUENCE, https://wiki.northwind.test/wiki, 1, true',
      '102, JIRA, https://tracker.northwind.test, 1, true',
      '103, STANDALONE, https://workspaces.northwind.test, 1, false',
      '201, CONFLUENCE, https://wiki.contoso.test/wiki, 2, false',
    ],
  ],
  [
    'applications of us',
    () => columns(applications, ['id', 'type', 'baseUrl', 'organizationId'], us),
    ['901, CONFLUENCE, https://wiki.fabrikam.test/wiki, 9'],
  ],
  [
    'invitations',
    () => columns(invitations, ['id', 'organizationId', 'email', 'role', 'status']),
    ['1, 1, dana@example.test, member, PENDING'],
  ],
  [
    'link requests',
    () => columns(linkRequests, ['applicationId', 'organizationId', 'status']),
    ['103, 2, PENDING'],
  ],
  [
    'administrators',
    () => [...eu.table(administrators).scan()].map((row) => `${userName(row.userId)} ${row.applicationId}`),
    ['admin 101', 'admin 102'],
  ],
  [
    'linked accounts',
    () =>
      [...eu.table(accountLinks).range('user', [])].map(
        ({ userId, applicationId, linked, consented }) =>
          `${userName(userId)} ${applicationId} ${linked} ${consented}`,
      ),
    ['admin', 'alice', 'bob'].flatMap((name) => [`${name} 101 true true`, `${name} 102 true true`]),
  ],
  [
    'linked accounts of us',
    () => [...us.table(accountLinks).scan()].map((row) => `${userName(row.userId, us)} ${row.applicationId}`),
    ['uma 901'],
  ],
  [
    'spaces and projects',
    () =>
      [...eu.table(containers).range('level', [])]
        .filter(({ level }) => level === 'PROJECT')
        .map(({ id, type, key, applicationId }) => `${id}, ${type}, ${key}, ${applicationId}`),
    [
      '1001, SPACE, ENG, 101',
      '1002, SPACE, OPS, 101',
      '1003, SPACE, LAB, 101',
      '2001, PROJECT, DRN, 102',
      '3001, WORKSPACE, SIM, 103',
    ],
  ],
  [
    'grants',
    () =>
      [...eu.table(grants).range('user', [])].map(
        ({ userId, containerId, level }) => `${userName(userId)} ${level} ${containerId}`,
      ),
    [
      ...[1001, 1002, 1003, 2001, 3001].map((id) => `admin edit ${id}`),
      ...[1001, 1002, 2001, 3001].map((id) => `alice edit ${id}`),
      'bob read 1001',
      'bob read 2001',
    ],
  ],
  [
    'variants',
    () => columns(variants, ['id', 'projectContainerId', 'name', 'current']),
    [
      '5001, 1001, Current, true',
      '5002, 1001, Experimental, false',
      '5003, 1002, Current, true',
      '5004, 1003, Current, true',
      '5005, 2001, Current, true',
      '5006, 3001, Current, true',
    ],
  ],
  [
    'pages',
    () =>
      [...eu.table(pages).scan()].map(({ id, containerId, definitions }) => {
        const container = eu.table(containers).get(containerId)
        return [id, containerId, container?.parentContainerId, container?.name, definitions.length].join(', ')
      }),
    [
      '4000, 1100, 1001, Drone specification, 0',
      '4001, 1101, 1100, Flight control, 6',
      '4002, 1102, 1100, Power, 6',
    ],
  ],
  [
    'links of page 4000',
    () => eu.table(pages).get(4000)?.links ?? [],
    [
      { spaceKey: 'ENG', key: 'REQ-001' },
      { spaceKey: 'ENG', key: 'REQ-007' },
    ],
  ],
  ['requirements of OPS', () => [...eu.table(requirements).range('key', [1002])], []],
  [
    'requirements of LAB',
    () => [...eu.table(requirements).range('key', [1003])].map(({ key }) => key),
    ['SEC-001'],
  ],
  [
    'requirements of the workspace',
    () =>
      [...eu.table(requirements).range('key', [3001])].map((row) => `${row.key} ${row.originContainerId}`),
    ['SIM-001 3101', 'SIM-002 3101'],
  ],
  [
    'requirements of us',
    () => columns(requirements, ['key', 'applicationId'], us),
    ['RAIL-001', 'RAIL-002', 'RAIL-003'].map((key) => `${key}, 901`),
  ],
  [
    'the files of the workspace',
    () =>
      [...eu.table(containers).range('parent', [3001])].map(
        ({ id, type, fileName }) => `${id}, ${type}, ${fileName}`,
      ),
    ['3100, FILE, wind.csv', '3101, FILE, simulation.docx'],
  ],
  [
    'requirements of the experiment',
    () => [...eu.table(requirements).range('status', [5002, 'ACTIVE'])].map(({ key }) => key),
    ['REQ-003', 'EXP-001'],
  ],
  [
    'metadata',
    () => [...eu.table(externalPropertyMetadata).scan()],
    [{ id: 7001, applicationId: 101, name: 'Cost', dataType: 'DECIMAL' }],
  ],
  [
    'dependencies of ENG',
    () =>
      [...eu.table(requirements).range('status', [5001, 'ACTIVE'])].flatMap(({ key, dependencies }) =>
        dependencies.map((to) => `${key} ${to.relationship} ${to.spaceKey}/${to.key}`),
      ),
    ['REQ-002 refines ENG/REQ-001', 'REQ-003 refines ENG/REQ-001', 'REQ-004 refines ENG/REQ-002'],
  ],
  [
    'the integration',
    () => [...eu.table(integrations).scan()],
    [
      {
        serviceId: 'svc-0001-demo',
        wikiApplicationId: 101,
        trackerApplicationId: 102,
        wikiApplinkId: '11111111-2222-4333-8444-555555555555',
        trackerApplinkId: '99999999-8888-4777-8666-555555555555',
        label: 'Northwind Tracker',
        mode: 'AUTO',
        version: 8,
        status: 'ACTIVE',
        displayUrl: 'https://tracker.northwind.test',
        rpcUrl: 'https://tracker.northwind.test',
        endpoint: 'https://tracker.northwind.test/rest/reqs/1',
      },
    ],
  ],
  [
    'issue templates',
    () => columns(issueTemplates, ['id', 'projectContainerId', 'title', 'projectId', 'issueTypeId']),
    ['1, 1001, Story per requirement, 20001, 10001'],
  ],
  ['issue types', () => columns(issueTypes, ['id', 'name']), ['10001, Story', '10002, Bug']],
  [
    'issues',
    () => columns(issues, ['id', 'key', 'containerId', 'projectContainerId']),
    [1, 2, 3, 4, 5].map((number) => `${30000 + number}, DRN-${number}, ${2100 + number}, 2001`),
  ],
  [
    'links of the wiki',
    () =>
      [...eu.table(issueLinks).scan()].flatMap(({ wiki }) =>
        wiki === undefined
          ? []
          : [`${wiki.issueKey} ${wiki.relationship} ${wiki.spaceKey}/${wiki.key} by ${wiki.applinkId[0]}`],
      ),
    [
      'DRN-1 implements ENG/REQ-001 by 1',
      'DRN-2 implements ENG/REQ-002 by 1',
      'DRN-2 tests ENG/REQ-001 by 1',
    ],
  ],
  [
    'links of the tracker',
    () =>
      [...eu.table(issueLinks).scan()].map(
        ({ id, tracker }) =>
          `${id} ${tracker?.issueId} ${tracker?.relationship} ${tracker?.spaceKey}/${tracker?.key} by ${tracker?.applinkId[0]}`,
      ),
    [
      '40001 30005 implements ENG/null by 9',
      '40002 30001 implements ENG/REQ-001 by 9',
      '40003 30002 implements ENG/REQ-002 by 9',
      '40004 30002 tests ENG/REQ-001 by 9',
    ],
  ],
  [
    'test cases',
    () => columns(testCaseLinks, ['requirementId', 'testCaseKey', 'status']),
    ['6001, TC-1, PASS', '6002, TC-2, FAIL'],
  ],
  [
    'baselines',
    () =>
      [...eu.table(baselines).scan()].map(({ projectContainerId, number, name, status, ...rest }) =>
        [projectContainerId, number, name, status, rest.pageId ?? rest.searchQuery ?? rest.message].join(
          ', ',
        ),
      ),
    [
      '1001, 1, Release 1.0, DONE, 4001',
      "1001, 2, Release 1.1, PREVIEW, key ~ 'REQ-%'",
      '1001, 3, Broken, ERROR, The requirements could not be copied.',
    ],
  ],
  [
    'frozen copies',
    () =>
      [...frozenSetsOf(eu, 1001, 1)]
        .flatMap((set) => [...frozenRows(eu, set)])
        .map(
          ({ id, key, status, baseline, variantId, pageVersion, externalProperties }) =>
            `${id} ${key} ${status} ${baseline} ${variantId} ${pageVersion} ${externalProperties.length}`,
        ),
    [1, 2, 3, 4, 5, 6].map((number) => `${6020 + number} REQ-00${number} ARCHIVED 1 5001 1 1`),
  ],
  ['the last number of a baseline of ENG', () => [eu.last(baselineSequence(1001))], [3]],
  [
    'outbound messages',
    () =>
      [...eu.table(outboundMessages).scan()].map(
        ({ id, createdBy, serviceId, operation, status, key }) =>
          `${id} ${userName(createdBy ?? 0)} ${serviceId} ${operation} ${status} ${key}`,
      ),
    [
      '8001 admin svc-0001-demo LINK_ADDED PENDING REQ-001',
      '8002 alice svc-0001-demo REQUIREMENT_UPDATED PENDING REQ-002',
    ],
  ],
  [
    'the matrix',
    () => columns(matrices, ['id', 'projectContainerId', 'name', 'query']),
    ["1, 1001, Coverage, key ~ 'REQ-%'"],
  ],
  [
    'the columns of the matrix',
    () =>
      [...eu.table(matrices).scan()].flatMap((matrix) =>
        matrix.columns.map(
          ({ step, parentColumnIndex }) => `${step.type}, ${step.value}, ${parentColumnIndex}`,
        ),
      ),
    ['FIRST_COLUMN, undefined, 0', 'FROM, refines, 0', 'PROPERTY, Priority, 0', 'JIRA, undefined, 0'],
  ],
  [
    'the Excel attachment',
    () => columns(excelAttachments, ['id', 'projectContainerId', 'pageId', 'fileName']),
    ['9001, 1001, 4002, power-budget.xlsx'],
  ],
  [
    'requirements of the Excel attachment',
    () =>
      [...eu.table(requirements).scan()].flatMap((row) => (row.excelAttachmentId === 9001 ? [row.key] : [])),
    ['REQ-010', 'REQ-011'],
  ],
  [
    'property names',
    () => [...eu.table(propertyNames).scan()],
    [
      { id: 1, applicationId: 101, projectContainerId: 1001, name: 'Category', dataType: 'TEXT' },
      { id: 2, applicationId: 101, projectContainerId: 1001, name: 'Priority', dataType: 'TEXT' },
    ],
  ],
  [
    'types of requirements',
    () => [...eu.table(requirementTypes).scan()],
    [{ id: 1, applicationId: 101, projectContainerId: 1001, name: 'Requirement', pattern: 'REQ-{000}' }],
  ],
  ['the sequence of REQ- in ENG', () => [eu.last('key/1001/REQ-')], [12]],
])('%s', (_what, actual, facts) => {
  // In the same order of fields too.
  expect(JSON.stringify(actual())).toBe(JSON.stringify(facts))
})

describe.each(Array.from({ length: 12 }, (_, index) => index + 1))('REQ %i', (number) => {
  const key = `REQ-${String(number).padStart(3, '0')}`

  test('has its id, page, properties and cost', () => {
    const row = requirement(key)
    expect(row).toMatchObject({
      id: 6000 + number,
      status: 'ACTIVE',
      pageId: number <= 6 ? 4001 : 4002,
      originContainerId: number <= 6 ? 1101 : 1102,
      externalProperties: [{ metadataId: 7001, value: 100 * number }],
      htmlNeedsUpdating: false,
    })
    expect(row?.properties.map((property) => [property.key, property.value])).toEqual([
      ['Category', number % 2 === 1 ? 'Functional' : 'Safety'],
      ['Priority', ['High', 'Medium', 'Low'][(number - 1) % 3]],
    ])
    expect(eu.table(pages).get(number <= 6 ? 4001 : 4002)?.definitions).toContainEqual({
      key,
      html: row?.html,
      properties: row?.properties,
      dependencies: row?.dependencies,
    })
  })

  test('says what the drone shall do', () => {
    expect(requirement(key)?.text).toMatch(/^The drone shall /)
    expect(/battery/i.test(requirement(key)?.text ?? '')).toBe(number >= 7 && number <= 9)
  })
})

test('REQ-099 was deleted from page 4002', () => {
  expect(requirement('REQ-099')).toMatchObject({ id: 6099, status: 'DELETED', pageId: 4002 })
  expect(requirement('REQ-099')?.text).not.toContain('battery')
})

describe('credentials', () => {
  const year = '2027-01-05T09:00:00.000Z'
  test.each([
    ...['admin', 'alice', 'bob', 'eve', 'dana'].map(
      (name) => [`tok-${name}`, name, undefined, year] as const,
    ),
    ['tok-app101', 'alice', 101, year] as const,
    ['tok-old', 'alice', undefined, '2025-12-31T00:00:00.000Z'] as const,
  ])('%s', (value, name, applicationId, expires) => {
    const token = eu.table(tokens).find('hash', [hashSecret(value)])
    expect([
      userName(token?.userId ?? 0),
      token?.applicationId,
      formatInstant(token?.expiresAt ?? 0),
    ]).toEqual([name, applicationId, expires])
  })

  test('tok-uma is of us alone', () => {
    expect(userName(us.table(tokens).find('hash', [hashSecret('tok-uma')])?.userId ?? 0, us)).toBe('uma')
    expect(eu.table(tokens).find('hash', [hashSecret('tok-uma')])).toBeUndefined()
  })

  test.each(['admin', 'alice', 'bob', 'eve', 'dana'])(
    'the password of %s is the name, and a session waits',
    (name) => {
      const user = eu.table(users).find('name', [name])
      expect(user?.passwordHash).toBe(hashSecret(name))
      expect(eu.table(sessions).get(hashSecret(`sess-${name}`))?.userId).toBe(user?.id)
    },
  )
})
