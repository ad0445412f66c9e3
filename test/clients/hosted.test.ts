/** Sessions of clients of the hosted wiki: what they do shows in the other interfaces of the same world. */
import { expect } from 'vitest'
import { embeddedTracker, embeddedWiki, hostedWiki, standalone } from './demo.ts'
import { type Application, currentApplication, discoverSites, relationshipsOf } from './discovery.ts'
import { test, throughDoors } from './doors.ts'
import { createEmbeddedWiki, linksOfIssue } from './embedded.ts'
import { createSearchClient, type Property, type Row } from './hosted-search.ts'
import { createStandaloneClient } from './standalone.ts'
import { Refused } from './wire.ts'

const keysOf = (rows: readonly { readonly key: string }[]) => rows.map(({ key }) => key)
/** Numbers of REQ keys: REQ-001 to REQ-003 are [1, 2, 3]. */
const reqs = (...numbers: number[]) => numbers.map((number) => `REQ-${String(number).padStart(3, '0')}`)

const WIKI: Application = {
  id: 101,
  name: 'Northwind Wiki',
  type: 'CONFLUENCE',
  status: 'ACTIVE',
  baseUrl: 'https://wiki.northwind.test/wiki',
}
const TRACKER: Application = {
  id: 102,
  name: 'Northwind Tracker',
  type: 'JIRA',
  status: 'ACTIVE',
  baseUrl: 'https://tracker.northwind.test',
}

throughDoors('discovery', () => {
  test('finds the sites and how requirements and issues can be linked', async ({ opened }) => {
    const api = standalone(opened, 'tok-admin')
    const { organizations, wiki, tracker, relationships } = await discoverSites(api)
    expect(organizations).toEqual([
      { id: 1, name: 'Northwind Robotics', displayName: 'Northwind Robotics' },
      { id: 2, name: 'Contoso Avionics', displayName: 'Contoso Avionics' },
    ])
    expect([wiki, tracker]).toEqual([WIKI, TRACKER])
    expect(relationships.map(({ name, types }) => [name, types])).toEqual([
      ['implements', ['JIRA_ISSUE']],
      ['tests', ['JIRA_ISSUE']],
    ])
    // The wiki offers the same ones under the same ids, and those between requirements.
    const [implementing, testing] = relationships.map(({ id }) => id)
    expect(await relationshipsOf(api, wiki.id)).toEqual([
      { id: expect.any(Number), name: 'Dependency', types: ['DEPENDENCY'] },
      { id: implementing, name: 'implements', types: ['JIRA_ISSUE'] },
      { id: expect.any(Number), name: 'refines', types: ['DEPENDENCY'] },
      { id: testing, name: 'tests', types: ['JIRA_ISSUE', 'TEST_CASE'] },
    ])
  })

  test('with a token that is bound to an application begins there', async ({ opened }) => {
    const api = standalone(opened, 'tok-app101')
    expect(await currentApplication(api)).toEqual(WIKI)
  })
})

/** Of the requirement with a number, as the demo has them. */
const propertiesOf = (number: number): Property[] => [
  { name: 'Category', value: number % 2 === 1 ? 'Functional' : 'Safety', external: false },
  { name: 'Priority', value: ['Low', 'High', 'Medium'][number % 3] ?? '', external: false },
  { name: 'Cost', value: String(100 * number), external: true },
]

throughDoors('search', () => {
  test('reads every row of every page, with its properties', async ({ opened }) => {
    const rows = await createSearchClient(hostedWiki(opened)).search("key ~ 'REQ-%'", {
      withExternalProperties: true,
    })
    expect(keysOf(rows)).toEqual(reqs(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12))
    for (const [index, row] of rows.entries()) {
      const place = { applicationId: 101, containerId: 1001, variantId: 5001 }
      expect(row).toMatchObject({ id: 6001 + index, status: 'ACTIVE', ...place })
      expect(row.canonicalURL).toBe(`https://wiki.northwind.test/wiki/requirements/ENG/${row.key}`)
      expect(row.text).toMatch(/^The drone shall .+\.$/)
      expect(row.properties).toEqual(propertiesOf(index + 1))
    }
    expect(new Set(rows.map(({ text }) => text)).size).toBe(rows.length)
  })

  test('has the parts that it asks for, and no others', async ({ opened }) => {
    const { search } = createSearchClient(hostedWiki(opened))
    const one = async (parts: Parameters<typeof search>[1]): Promise<Row> => {
      const [row] = await search("key = 'REQ-002'", parts)
      return row as Row
    }
    /** What a row shows of the requirement that a query finds. */
    const relatedTo = async (query: string) => {
      const [row] = await search(query, { withExternalProperties: true })
      const { id, key, text, properties } = row as Row
      return { id, key, text, properties }
    }
    const asIs = await one({})
    expect(asIs.properties.map(({ name }) => name).toSorted()).toEqual(['Category', 'Priority'])
    // REQ-002 refines REQ-001, and REQ-004 refines it.
    expect(keysOf(asIs.toDependencies?.['refines']?.rows ?? [])).toEqual(['REQ-001'])
    expect(keysOf(asIs.fromDependencies?.['refines']?.rows ?? [])).toEqual(['REQ-004'])
    const origin = { id: 1101, type: 'ORIGIN' }
    const issue = {
      id: 40003,
      type: 'JIRA_ISSUE',
      issueId: 30002,
      issueKey: 'DRN-2',
      summary: 'Hold the altitude in wind',
    }
    expect(asIs.links?.rows).toEqual([origin])
    expect((await one({ withJiraData: true })).links?.rows).toEqual([origin, issue])
    expect((await one({ withJiraData: true, withOriginalLinks: false })).links?.rows).toEqual([issue])
    const full = await one({ withExternalProperties: true })
    expect(full.toDependencies).toEqual({ refines: { rows: [await relatedTo("key = 'REQ-001'")] } })
    expect(full.fromDependencies).toEqual({ refines: { rows: [await relatedTo("key = 'REQ-004'")] } })
    const [first] = await search("key = 'REQ-001'")
    expect(keysOf(first?.fromDependencies?.['refines']?.rows ?? [])).toEqual(reqs(2, 3))
    const bare = await one({ withLinks: false, withDependencies: false })
    expect(bare).not.toHaveProperty('links')
    expect(bare).not.toHaveProperty('fromDependencies')
    expect(bare).not.toHaveProperty('toDependencies')
  })

  test('spells flags in every way that clients do', async ({ opened }) => {
    const links = async (spelled: string) => {
      const [row] = await createSearchClient(hostedWiki(opened, 'tok-alice', () => spelled)).search(
        "key = 'REQ-002'",
        { withJiraData: true },
      )
      return row?.links?.rows.length
    }
    for (const spelled of ['True', 'true', 'TRUE', '1', 'yes', 'on']) expect(await links(spelled)).toBe(2)
    for (const spelled of ['False', 'false', 'FALSE', '0', 'no', 'off', ''])
      expect(await links(spelled)).toBe(1)
  })

  test('asks for what issues, test cases and baselines of another space say', async ({ opened }) => {
    const { search } = createSearchClient(hostedWiki(opened))
    const found = async (query: string) => keysOf(await search(query)).toSorted()
    const linked = reqs(1, 2)
    expect(await found("projectKey = 'DRN'")).toEqual(linked)
    expect(await found("projectName = 'Drone'")).toEqual(linked)
    expect(await found("project = 'DRN' AND project_key = 'DRN' AND project_name = 'Drone'")).toEqual(linked)
    expect(await found("testCase = 'TC-1'")).toEqual(await found("test_case = 'TC-1'"))
    expect(await found("testCase = 'TC-1'")).toEqual(reqs(1))
    expect(await found("jira@IMPLEMENTS = 'DRN-2'")).toEqual(reqs(2))
    expect(await found("baseline = ('Release 1.0' in parent 'ENG')")).toEqual(reqs(1, 2, 3, 4, 5, 6))
    for (const rule of ['true', 'false', "'warning'"]) await found(`ruleStatus = ${rule}`)
  })

  test.for([
    "excel = '9001'",
    "isModified('1')",
    "hasLastTest('%')",
    "links = 'Power'",
    "pageHistory = 'Power'",
    'baseline was 1',
  ])('has no %s in its query language, which the embedded wiki has', async (query, { opened }) => {
    const refused = await createSearchClient(hostedWiki(opened))
      .search(query)
      .catch((error: unknown) => error as Refused)
    expect(refused).toBeInstanceOf(Refused)
    expect(refused).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/^Syntax error at position \d+: /) },
    })
    const embedded = embeddedWiki(opened)
    await createEmbeddedWiki(embedded).search('ENG', query)
  })
})

const DRN_3 = 30003

throughDoors('bulk links', () => {
  test('from rows to issues, by container and variant, show in wiki, tracker and standalone API', async ({
    opened,
  }) => {
    const api = standalone(opened)
    const wire = hostedWiki(opened)
    const { tracker, relationships } = await discoverSites(api)
    const implementing = relationships.find(({ name }) => name === 'implements')
    const target = {
      jiraApplicationId: tracker.id,
      issueIds: [DRN_3],
      relationshipId: implementing?.id ?? 0,
    }
    const client = createSearchClient(wire)
    const rows = await client.search("key IN ('REQ-003', 'REQ-004')")
    expect(await client.link(rows, target)).toEqual({ linked: 2, skipped: 0, unauthorized: 0 })
    expect(await client.link(rows, target)).toEqual({ linked: 0, skipped: 2, unauthorized: 0 })
    const linked = await client.search("jira@implements = 'DRN-3'", { withJiraData: true })
    expect(keysOf(linked)).toEqual(reqs(3, 4))
    for (const { links } of linked)
      expect(links?.rows.slice(1)).toEqual([
        {
          id: expect.any(Number),
          type: 'JIRA_ISSUE',
          issueId: DRN_3,
          issueKey: 'DRN-3',
          summary: 'Compass drifts after long flights',
        },
      ])

    const embedded = embeddedWiki(opened, 'admin')
    const wiki = createEmbeddedWiki(embedded)
    expect((await wiki.requirement('ENG', 'REQ-003')).issues).toEqual([
      { issueKey: 'DRN-3', relationship: 'implements' },
    ])
    await wiki.flush('svc-0001-demo')
    const issues = embeddedTracker(opened)
    expect(await linksOfIssue(issues, 'DRN-3')).toEqual(
      reqs(3, 4).map((key) => ({ spaceKey: 'ENG', key, relationship: 'implements' })),
    )
    const scripted = await createStandaloneClient(api, 101).requirements(rows[0]?.containerId ?? 0, {
      includeJiraIssueLinks: true,
    })
    expect(scripted.find(({ key }) => key === 'REQ-004')?.jiraIssueLinks).toEqual([
      { issueKey: 'DRN-3', relationship: 'implements' },
    ])
  })

  test('of all that a query finds where a row is', async ({ opened }) => {
    const client = createSearchClient(hostedWiki(opened))
    const { relationships } = await discoverSites(standalone(opened))
    const testing = relationships.find(({ name }) => name === 'tests')
    const target = { jiraApplicationId: 102, issueIds: [DRN_3], relationshipId: testing?.id ?? 0 }
    const [place] = await client.search("key = 'REQ-001'")
    const counts = await client.linkAll("@Category = 'Safety'", place as Row, target)
    expect(counts).toEqual({ linked: 6, skipped: 0, unauthorized: 0 })
    expect(keysOf(await client.search("jira@tests = 'DRN-3'"))).toEqual(reqs(2, 4, 6, 8, 10, 12))
  })

  test('count what is not there as unauthorized, take nothing for nothing, and need only sight of the issue', async ({
    opened,
  }) => {
    const client = createSearchClient(hostedWiki(opened, 'tok-bob'))
    const { relationships } = await discoverSites(standalone(opened, 'tok-bob'))
    const relationshipId = relationships.find(({ name }) => name === 'implements')?.id ?? 0
    const target = { jiraApplicationId: 102, issueIds: [DRN_3], relationshipId }
    const [row] = (await client.search("key = 'REQ-005'")) as [Row]
    expect(await client.link([{ ...row, id: 987_654 }], target)).toEqual({
      linked: 0,
      skipped: 0,
      unauthorized: 1,
    })
    expect(await client.link([row], { ...target, issueIds: [987_654] })).toMatchObject({ unauthorized: 1 })
    const nothing = { linked: 0, skipped: 0, unauthorized: 0 }
    expect(await client.linkNone("key ~ 'REQ-%'", row, target)).toEqual(nothing)
    expect(await client.link([row], target)).toEqual({ linked: 1, skipped: 0, unauthorized: 0 })
  })
})
