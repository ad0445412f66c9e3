/** Rows of the hosted search: their fields, the parts that flags add, and what a client does with them next. */
import { beforeAll, describe, expect, test } from 'vitest'
import { type HostedWiki, startHostedWiki } from './wiki.ts'
import { demoWith } from '../../support/client.ts'

let wiki: HostedWiki
beforeAll(async () => {
  wiki = await startHostedWiki()
})

const search = async (query: string, more = '', of = wiki, user = 'alice') =>
  (await of.done('GET', `/search?query=${encodeURIComponent(query)}${more}`, undefined, user)).results
const rowOf = async (key: string, more = '', of = wiki, user = 'alice') =>
  (await search(`key = '${key}'`, more, of, user))[0]
const scenario = (world: object, config: object = {}) => startHostedWiki(demoWith({ world, config }))
const FIELDS = [
  'id',
  'key',
  'text',
  'applicationId',
  'containerId',
  'variantId',
  'status',
  'canonicalURL',
  'properties',
]
const ALL_OFF = '&withLinks=false&withOriginalLinks=false&withDependencies=false'
const page = (items: object[]) => ({ items, offset: 0, limit: 20, total: items.length, hasNext: false })
const keys = ({ items }: { items: { key: string }[] }) => items.map(({ key }) => key)

describe('a row', () => {
  test('has these fields, and no others without its parts', async () => {
    const row = await rowOf('REQ-002', ALL_OFF)
    expect(Object.keys(row).toSorted()).toEqual(FIELDS.toSorted())
    expect(row).toEqual({
      id: 6002,
      key: 'REQ-002',
      text: expect.stringContaining('The drone shall'),
      applicationId: 101,
      containerId: 1001,
      variantId: 5001,
      status: 'ACTIVE',
      canonicalURL: 'https://wiki.northwind.test/wiki/requirements/ENG/REQ-002',
      properties: {
        Category: { key: 'Category', value: 'Safety' },
        Priority: { key: 'Priority', value: 'Medium' },
      },
    })
  })

  test('of a frozen copy has the container and variant of the baseline, and its version in the address', async () => {
    const [row] = await search("baseline = 1 AND key = 'REQ-002'")
    expect(row).toMatchObject({
      status: 'ARCHIVED',
      containerId: 1001,
      variantId: 5001,
      canonicalURL: 'https://wiki.northwind.test/wiki/requirements/ENG/REQ-002?v=1',
    })
  })

  test('names what the standalone interface names', async () => {
    const row = await rowOf('REQ-003')
    const url = `/api/applications/${row.applicationId}/projects/${row.containerId}/variants/${row.variantId}/requirements/REQ-003`
    const { body } = await wiki.client.get(url)
    for (const field of FIELDS.slice(0, -1)) expect(row[field], field).toEqual(body[field])
  })
})

describe('flags', () => {
  test('links, the link of origin and dependencies are there unless they are false', async () => {
    const parts = ['fromDependencies', 'toDependencies', 'links']
    const has = async (more: string) => {
      const row = await rowOf('REQ-002', more)
      return parts.filter((part) => row[part] !== undefined)
    }
    expect(await has('')).toEqual(parts)
    expect(await has('&withLinks=false')).toEqual(['fromDependencies', 'toDependencies'])
    expect(await has('&withDependencies=false')).toEqual(['links'])
    expect((await rowOf('REQ-002', '&withOriginalLinks=false')).links).toEqual(page([]))
  })

  test('issue links are there with withJiraData, and links are flat', async () => {
    const origin = {
      id: 1101,
      type: 'ORIGIN',
      containerType: 'PAGE',
      name: 'Flight control',
      pageId: 4001,
      url: 'https://wiki.northwind.test/wiki/pages/viewpage.action?pageId=4001',
    }
    expect((await rowOf('REQ-001')).links).toEqual(page([origin]))
    const issue = (id: number, relationship: string, number: number, summary: string) => ({
      id,
      type: 'JIRA_ISSUE',
      relationship,
      issueId: 30_000 + number,
      issueKey: `DRN-${number}`,
      summary,
    })
    const issues = [
      issue(40_002, 'implements', 1, 'Take off and land by autopilot'),
      issue(40_004, 'tests', 2, 'Hold the altitude in wind'),
    ]
    const withIssues = await rowOf('REQ-001', '&withJiraData=true')
    expect(withIssues.links).toEqual(page([origin, ...issues]))
    const only = await rowOf('REQ-001', '&withJiraData=true&withOriginalLinks=false')
    expect(only.links).toEqual(page(issues))
  })

  test('external properties are there with withExternalProperties', async () => {
    expect((await rowOf('REQ-002')).properties).not.toHaveProperty('Cost')
    expect((await rowOf('REQ-002', '&withExternalProperties=true')).properties.Cost).toEqual({
      key: 'Cost',
      value: 200,
      external: true,
    })
  })

  test.each(['withLinks', 'withJiraData', 'withExternalProperties'])('%s is a boolean', async (flag) => {
    expect((await wiki.call('GET', `/search?${flag}=maybe`)).status).toBe(400)
  })
})

describe('dependencies', () => {
  test('are pages by relationship: from children, to parents, as the query language has it', async () => {
    const { fromDependencies, toDependencies } = await rowOf('REQ-002')
    expect(Object.keys(fromDependencies)).toEqual(['refines'])
    expect(keys(fromDependencies.refines)).toEqual(['REQ-004'])
    expect(toDependencies).toEqual({
      refines: page([
        {
          id: 6001,
          key: 'REQ-001',
          text: 'The drone shall take off and land without a pilot at the controls.',
          applicationId: 101,
          containerId: 1001,
          variantId: 5001,
          status: 'ACTIVE',
          canonicalURL: 'https://wiki.northwind.test/wiki/requirements/ENG/REQ-001',
          properties: {
            Category: { key: 'Category', value: 'Functional' },
            Priority: { key: 'Priority', value: 'High' },
          },
        },
      ]),
    })
    expect(await search("from@refines = 'REQ-004'")).toEqual([await rowOf('REQ-002')])
    expect((await rowOf('REQ-012')).fromDependencies).toEqual({})
  })

  test.each(['object', 'list'])(
    'have the fields of a row, with properties as an %s and as external as its own',
    async (A246) => {
      const own = await scenario({}, { assumptions: { A246 } })
      for (const external of ['', '&withExternalProperties=true']) {
        const row = await rowOf('REQ-001', `${ALL_OFF}${external}`, own)
        const { toDependencies } = await rowOf('REQ-002', external, own)
        expect(toDependencies.refines.items).toEqual([row])
      }
    },
  )

  test('of the alternative rows are short, in results, beside links with a container or an issue', async () => {
    const rows = await scenario({}, { assumptions: { A245: 'rows' } })
    const { toDependencies, links } = await rowOf('REQ-002', '&withJiraData=true', rows)
    const results = [
      {
        id: 6001,
        key: 'REQ-001',
        applicationId: 101,
        containerId: 1001,
        variantId: 5001,
        status: 'ACTIVE',
        canonicalURL: 'https://wiki.northwind.test/wiki/requirements/ENG/REQ-001',
      },
    ]
    expect(toDependencies).toEqual({ refines: { results, offset: 0, limit: 20, total: 1, hasNext: false } })
    expect(links.results).toEqual([
      { type: 'ORIGIN', container: expect.objectContaining({ containerId: 1101, pageId: 4001 }) },
      { type: 'JIRA_ISSUE', relationship: 'implements', issue: expect.objectContaining({ issueId: 30_002 }) },
    ])
  })

  test('and links in a row say no more about an issue that the caller may not read than its key', async () => {
    const world = {
      projects: [
        {
          id: 20_901,
          container: 2901,
          site: 'tracker',
          key: 'HID',
          name: 'Hidden',
          grants: { edit: ['admin'] },
        },
      ],
      issues: [
        { id: 30_801, container: 2801, project: 'HID', key: 'HID-1', type: 'Story', summary: 'Hidden' },
      ],
      links: [{ id: 40_801, issue: 'HID-1', requirement: 'ENG/REQ-002', relationship: 'implements' }],
    }
    const other = await scenario(world)
    const { links } = await rowOf('REQ-002', '&withJiraData=true&withOriginalLinks=false', other)
    expect(links.items[1]).toEqual({
      id: 40_801,
      type: 'JIRA_ISSUE',
      relationship: 'implements',
      issueKey: 'HID-1',
    })
  })

  test('lead to nothing that does not exist or that the caller may not read', async () => {
    const dependencies = ['ENG/NONE', 'LAB/SEC-001', 'ENG/REQ-001'].map((to) => ({
      relationship: 'needs',
      to,
    }))
    const requirements = [
      { id: 6701, space: 'ENG', key: 'E-1', dependencies },
      { id: 6702, space: 'LAB', key: 'L-1', dependencies: [{ relationship: 'needs', to: 'ENG/E-1' }] },
    ]
    const other = await scenario({ requirements })
    const own = await rowOf('E-1', '', other)
    expect([keys(own.toDependencies.needs), own.fromDependencies]).toEqual([['REQ-001'], {}])
    const admin = await rowOf('E-1', '', other, 'admin')
    expect(keys(admin.toDependencies.needs).toSorted()).toEqual(['REQ-001', 'SEC-001'])
    expect(keys(admin.fromDependencies.needs)).toEqual(['L-1'])
  })

  test('are 20 of each of 20 relationships at most', async () => {
    const child = (index: number, relationship: string) => ({
      id: 100_000 + index,
      space: 'OPS',
      key: `C-${index}`,
      dependencies: [{ relationship, to: 'ENG/REQ-012' }],
    })
    const requirements = Array.from({ length: 50 }, (_, index) =>
      child(index, index < 25 ? 'needs' : `r-${index}`),
    )
    const { fromDependencies } = await rowOf('REQ-012', '', await scenario({ requirements }))
    expect(Object.keys(fromDependencies)).toHaveLength(20)
    expect(Object.keys(fromDependencies).slice(0, 2)).toEqual(['needs', 'r-25'])
    expect(fromDependencies.needs).toMatchObject({ total: 25, hasNext: true, limit: 20 })
    expect(fromDependencies.needs.items).toHaveLength(20)
  })

  test('and properties may have the names that objects have of their own', async () => {
    const requirements = [
      {
        id: 6701,
        space: 'ENG',
        key: 'E-1',
        properties: { constructor: 'x' },
        dependencies: [{ relationship: '__proto__', to: 'ENG/REQ-001' }],
      },
    ]
    const other = await scenario({ requirements })
    const reply = await other.call('GET', `/search?query=${encodeURIComponent("key = 'E-1'")}`)
    expect(reply.text).toContain('"__proto__":{"items":[{"id":6001')
    expect(reply.text).toContain('"constructor":{"key":"constructor","value":"x"}')
  })
})

describe('properties', () => {
  const twice = {
    requirements: [
      {
        id: 6701,
        space: 'ENG',
        key: 'E-1',
        properties: { Cost: 'inline' },
        external: { Cost: 7 },
      },
    ],
  }

  test('of the same name: the inline one is in the object, both are in the list', async () => {
    const row = await rowOf('E-1', '&withExternalProperties=true', await scenario(twice))
    expect(row.properties).toEqual({ Cost: { key: 'Cost', value: 'inline' } })
    const listed = await rowOf('E-1', '', await scenario(twice, { assumptions: { A246: 'list' } }))
    expect(listed.properties).toEqual([
      { label: 'Cost', value: 'inline' },
      { label: 'Cost', value: 7, external: true },
    ])
  })
})

describe('what a client does with a row', () => {
  const found = (query: string) => search(query, ALL_OFF)
  const inTracker = async (issue: string) => {
    wiki.client.simulator.clock.advance('3m')
    const { body } = await wiki.client.get(`/tracker/rest/reqs/1/issuelinks/${issue}`)
    return body.map((link: Record<string, string>) => `${link['relationship']} ${link['key']}`)
  }

  test('its id, container and variant link it to an issue, by a relationship of the tracker', async () => {
    const [row] = await found("key = 'REQ-005'")
    const { body } = await wiki.client.get('/api/relationships?applicationId=102')
    const tests = body.items.find(({ name }: { name: string }) => name === 'tests')
    const linked = await wiki.done('POST', '/jira-bulk/links', {
      selection: {
        query: 'not even a query (',
        containerId: row.containerId,
        variantId: row.variantId,
        selectedRequirementIds: [row.id],
        excludedRequirementIds: [],
        selectAll: false,
      },
      jiraApplicationId: 102,
      issueIds: [30_004],
      relationshipId: tests.id,
    })
    expect(linked).toMatchObject({ linkedCount: 1, skippedCount: 0, unauthorizedCount: 0 })
    expect(await inTracker('DRN-4')).toEqual(['tests REQ-005'])
    const [after] = await search("key = 'REQ-005'", '&withJiraData=true&withOriginalLinks=false')
    expect(after.links.items).toMatchObject([{ relationship: 'tests', issueKey: 'DRN-4' }])
  })

  test('its container and variant select all that the same query finds', async () => {
    const query = "@Category = 'Safety' AND key < 'REQ-007'"
    const rows = await found(query)
    const { containerId, variantId } = rows[0]
    const linked = await wiki.done('POST', '/jira-bulk/links', {
      selection: { query, containerId, variantId, selectAll: true },
      jiraApplicationId: 102,
      issueIds: [30_003],
    })
    expect(linked.linkedCount).toBe(rows.length)
    expect(await inTracker('DRN-3')).toEqual(rows.map(({ key }: { key: string }) => `implements ${key}`))
  })
})

test('a search of the largest page stays within bounds', async () => {
  const large = await startHostedWiki({ scenario: 'large' })
  const reply = await large.call('GET', '/search?limit=200&withJiraData=true&withExternalProperties=true')
  expect(reply.body.results).toHaveLength(200)
  expect(reply.text.length).toBeLessThan(2_000_000)
})
