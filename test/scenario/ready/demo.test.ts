/** The facts of the demo that people write tests and tutorials against: they stay. */
import { beforeAll, describe, expect, test } from 'vitest'
import { createSimulator, type Simulator } from '../../../src/index.ts'
import { baselineSequence } from '../../../src/model/finding/baselines.ts'
import { frozenRows, frozenSetsOf } from '../../../src/model/finding/requirements/frozen.ts'
import type { Region, TableName, TableRecords } from '../../../src/model/schema.ts'
import { hashSecret } from '../../../src/model/users/secrets.ts'
import { exportWorld } from '../../../src/world/transfer.ts'
import type { Store } from '../../../src/world/store/store.ts'
import { formatInstant } from '../../../src/world/time/duration.ts'

let sim: Simulator
let eu: Store
beforeAll(async () => {
  sim = await createSimulator({ scenario: 'demo' })
  eu = sim.world.region('eu')
})

const userName = (id: number | undefined, region?: Region) =>
  sim.state('user', {}, region).find((user) => user.id === id)?.name ?? `unknown ${id}`
const requirement = (key: string, variantId = 5001) =>
  sim.state('requirement', { projectContainerId: 1001, key, variantId })[0]
const keysOf = (where: Partial<TableRecords['requirement']>) =>
  sim.state('requirement', where).map(({ key }) => key)

/** These fields of every record of a table, separated by commas. */
const columns = <N extends TableName>(
  table: N,
  fields: readonly (keyof TableRecords[N])[],
  region?: Region,
) => sim.state(table, {}, region).map((row) => fields.map((field) => row[field]).join(', '))

test('the clock starts on 2026-01-05 at 09:00 UTC', () => {
  expect(sim.clock.now()).toBe('2026-01-05T09:00:00.000Z')
  expect(sim.world.clock).toMatchObject({ mode: 'manual', speed: 1 })
})

test.each([{}, { clock: { mode: 'live', speed: 60 } }] as const)(
  'the compiled world is the one that is seeded, with %j',
  async (overrides) => {
    const [compiled, seeded] = await Promise.all([
      createSimulator({ scenario: 'demo', ...overrides }),
      createSimulator({ scenario: 'demo', ...overrides, seed: sim.scenario.seed }),
    ])
    expect(compiled.scenario).toEqual({ ...seeded.scenario, hash: compiled.scenario.hash })
    expect(JSON.stringify(exportWorld(compiled.world))).toBe(JSON.stringify(exportWorld(seeded.world)))
  },
)

test.each<[string, () => readonly unknown[], readonly unknown[]]>([
  [
    'organizations of eu',
    () => columns('organization', ['id', 'name']),
    ['1, Northwind Robotics', '2, Contoso Avionics'],
  ],
  ['organizations of us', () => columns('organization', ['id', 'name'], 'us'), ['9, Fabrikam Rail']],
  ['users of eu', () => columns('user', ['name']), ['admin', 'alice', 'bob', 'eve', 'dana']],
  ['users of us', () => columns('user', ['name'], 'us'), ['uma']],
  [
    'memberships',
    () =>
      sim
        .state('membership')
        .map(({ organizationId, userId, role }) => `${userName(userId)} ${role} of ${organizationId}`),
    [
      'admin admin of 1',
      'alice member of 1',
      'bob member of 1',
      'admin member of 2',
      'eve member of 2',
      'dana admin of 2',
    ],
  ],
  ['memberships of us', () => columns('membership', ['organizationId', 'role'], 'us'), ['9, admin']],
  [
    'applications of eu',
    () => columns('application', ['id', 'type', 'baseUrl', 'organizationId', 'selfHosted']),
    [
      '101, CONFLUENCE, https://wiki.northwind.test/wiki, 1, true',
      '102, JIRA, https://tracker.northwind.test, 1, true',
      '103, STANDALONE, https://workspaces.northwind.test, 1, false',
      '201, CONFLUENCE, https://wiki.contoso.test/wiki, 2, false',
    ],
  ],
  [
    'applications of us',
    () => columns('application', ['id', 'type', 'baseUrl', 'organizationId'], 'us'),
    ['901, CONFLUENCE, https://wiki.fabrikam.test/wiki, 9'],
  ],
  [
    'invitations',
    () => columns('invitation', ['id', 'organizationId', 'email', 'role', 'status']),
    ['1, 1, dana@example.test, member, PENDING'],
  ],
  [
    'link requests',
    () => columns('linkRequest', ['applicationId', 'organizationId', 'status']),
    ['103, 2, PENDING'],
  ],
  [
    'administrators',
    () => sim.state('administrator').map((row) => `${userName(row.userId)} ${row.applicationId}`),
    ['admin 101', 'admin 102'],
  ],
  [
    'linked accounts',
    () =>
      sim
        .state('accountLink')
        .map(
          ({ userId, applicationId, linked, consented }) =>
            `${userName(userId)} ${applicationId} ${linked} ${consented}`,
        ),
    ['admin', 'alice', 'bob'].flatMap((name) => [`${name} 101 true true`, `${name} 102 true true`]),
  ],
  [
    'linked accounts of us',
    () =>
      sim.state('accountLink', {}, 'us').map((row) => `${userName(row.userId, 'us')} ${row.applicationId}`),
    ['uma 901'],
  ],
  [
    'spaces and projects',
    () =>
      sim
        .state('container', { level: 'PROJECT' })
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
      sim
        .state('grant')
        .map(({ userId, containerId, level }) => `${userName(userId)} ${level} ${containerId}`)
        .sort(),
    [
      ...[1001, 1002, 1003, 2001, 3001].map((id) => `admin edit ${id}`),
      ...[1001, 1002, 2001, 3001].map((id) => `alice edit ${id}`),
      'bob read 1001',
      'bob read 2001',
    ],
  ],
  [
    'variants',
    () => columns('variant', ['id', 'projectContainerId', 'name', 'current']),
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
      sim.state('page').map(({ id, containerId, definitions }) => {
        const [container] = sim.state('container', { id: containerId })
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
    () => sim.state('page', { id: 4000 })[0]?.links ?? [],
    [
      { spaceKey: 'ENG', key: 'REQ-001' },
      { spaceKey: 'ENG', key: 'REQ-007' },
    ],
  ],
  ['requirements of OPS', () => keysOf({ projectContainerId: 1002 }), []],
  ['requirements of LAB', () => keysOf({ projectContainerId: 1003 }), ['SEC-001']],
  [
    'requirements of the workspace',
    () =>
      sim
        .state('requirement', { projectContainerId: 3001 })
        .map((row) => `${row.key} ${row.originContainerId}`),
    ['SIM-001 3101', 'SIM-002 3101'],
  ],
  [
    'requirements of us',
    () => columns('requirement', ['key', 'applicationId'], 'us'),
    ['RAIL-001', 'RAIL-002', 'RAIL-003'].map((key) => `${key}, 901`),
  ],
  [
    'the files of the workspace',
    () =>
      sim
        .state('container', { parentContainerId: 3001 })
        .map(({ id, type, fileName }) => `${id}, ${type}, ${fileName}`),
    ['3100, FILE, wind.csv', '3101, FILE, simulation.docx'],
  ],
  [
    'requirements of the experiment',
    () => keysOf({ variantId: 5002, status: 'ACTIVE' }),
    ['REQ-003', 'EXP-001'],
  ],
  [
    'metadata',
    () => sim.state('externalPropertyMetadata'),
    [{ id: 7001, applicationId: 101, name: 'Cost', dataType: 'DECIMAL' }],
  ],
  [
    'dependencies of ENG',
    () =>
      sim
        .state('requirement', { variantId: 5001, status: 'ACTIVE' })
        .flatMap(({ key, dependencies }) =>
          dependencies.map((to) => `${key} ${to.relationship} ${to.spaceKey}/${to.key}`),
        ),
    ['REQ-002 refines ENG/REQ-001', 'REQ-003 refines ENG/REQ-001', 'REQ-004 refines ENG/REQ-002'],
  ],
  [
    'the integration',
    () => sim.state('integration'),
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
    () => columns('issueTemplate', ['id', 'projectContainerId', 'title', 'projectId', 'issueTypeId']),
    ['1, 1001, Story per requirement, 20001, 10001'],
  ],
  ['issue types', () => columns('issueType', ['id', 'name']), ['10001, Story', '10002, Bug']],
  [
    'issues',
    () => columns('issue', ['id', 'key', 'containerId', 'projectContainerId']),
    [1, 2, 3, 4, 5].map((number) => `${30000 + number}, DRN-${number}, ${2100 + number}, 2001`),
  ],
  [
    'links of the wiki',
    () =>
      sim
        .state('issueLink')
        .flatMap(({ wiki }) =>
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
      sim
        .state('issueLink')
        .map(
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
    () => columns('testCaseLink', ['requirementId', 'testCaseKey', 'status']),
    ['6001, TC-1, PASS', '6002, TC-2, FAIL'],
  ],
  [
    'baselines',
    () =>
      sim
        .state('baseline')
        .map(({ projectContainerId, number, name, status, ...rest }) =>
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
      sim
        .state('outboundMessage')
        .map(
          ({ id, createdBy, serviceId, operation, status, key }) =>
            `${id} ${userName(createdBy)} ${serviceId} ${operation} ${status} ${key}`,
        ),
    [
      '8001 admin svc-0001-demo LINK_ADDED PENDING REQ-001',
      '8002 alice svc-0001-demo REQUIREMENT_UPDATED PENDING REQ-002',
    ],
  ],
  [
    'the matrix',
    () => columns('matrix', ['id', 'projectContainerId', 'name', 'query']),
    ["1, 1001, Coverage, key ~ 'REQ-%'"],
  ],
  [
    'the columns of the matrix',
    () =>
      sim
        .state('matrix')
        .flatMap((matrix) =>
          matrix.columns.map(
            ({ step, parentColumnIndex }) => `${step.type}, ${step.value}, ${parentColumnIndex}`,
          ),
        ),
    ['FIRST_COLUMN, undefined, 0', 'FROM, refines, 0', 'PROPERTY, Priority, 0', 'JIRA, undefined, 0'],
  ],
  [
    'the Excel attachment',
    () => columns('excelAttachment', ['id', 'projectContainerId', 'pageId', 'fileName']),
    ['9001, 1001, 4002, power-budget.xlsx'],
  ],
  ['requirements of the Excel attachment', () => keysOf({ excelAttachmentId: 9001 }), ['REQ-010', 'REQ-011']],
  [
    'property names',
    () => sim.state('propertyName'),
    [
      { id: 1, applicationId: 101, projectContainerId: 1001, name: 'Category', dataType: 'TEXT' },
      { id: 2, applicationId: 101, projectContainerId: 1001, name: 'Priority', dataType: 'TEXT' },
    ],
  ],
  [
    'types of requirements',
    () => sim.state('requirementType'),
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
    expect(sim.state('page', { id: number <= 6 ? 4001 : 4002 })[0]?.definitions).toContainEqual({
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
  const tokenOf = (value: string, region?: Region) => sim.state('token', { hash: hashSecret(value) }, region)
  const year = '2027-01-05T09:00:00.000Z'
  test.each([
    ...['admin', 'alice', 'bob', 'eve', 'dana'].map(
      (name) => [`tok-${name}`, name, undefined, year] as const,
    ),
    ['tok-app101', 'alice', 101, year] as const,
    ['tok-old', 'alice', undefined, '2025-12-31T00:00:00.000Z'] as const,
  ])('%s', (value, name, applicationId, expires) => {
    const [token] = tokenOf(value)
    expect([userName(token?.userId), token?.applicationId, formatInstant(token?.expiresAt ?? 0)]).toEqual([
      name,
      applicationId,
      expires,
    ])
  })

  test('tok-uma is of us alone', () => {
    expect(userName(tokenOf('tok-uma', 'us')[0]?.userId, 'us')).toBe('uma')
    expect(tokenOf('tok-uma')).toEqual([])
  })

  test.each(['admin', 'alice', 'bob', 'eve', 'dana'])(
    'the password of %s is the name, and a session waits',
    (name) => {
      const [user] = sim.state('user', { name })
      expect(user?.passwordHash).toBe(hashSecret(name))
      expect(sim.state('session', { hash: hashSecret(`sess-${name}`) })[0]?.userId).toBe(user?.id)
    },
  )
})
