/** Sessions of clients of the interfaces that are embedded in the demo world's own wiki and tracker. */
import { expect } from 'vitest'
import { embeddedTracker, embeddedWiki, hostedWiki } from './demo.ts'
import { test, throughDoors } from './doors.ts'
import { createEmbeddedWiki, type LinkMessage, linksOfIssue } from './embedded.ts'
import { createSearchClient } from './hosted-search.ts'

const keysOf = (rows: readonly { readonly key: string }[]) => rows.map(({ key }) => key)

throughDoors('an embedded client', () => {
  test('reads the requirements of a page by its own address', async ({ opened }) => {
    const wiki = createEmbeddedWiki(embeddedWiki(opened))
    const rows = await wiki.pageRequirements('ENG', 4001)
    expect(keysOf(rows)).toEqual(['REQ-001', 'REQ-002', 'REQ-003', 'REQ-004', 'REQ-005', 'REQ-006'])
    const page = (pageId: number, title: string, type: string) => ({
      javaType: 'PageReference',
      type,
      pageId,
      title,
      url: `/pages/viewpage.action?pageId=${pageId}`,
      isCoveredByDependency: false,
    })
    const property = (key: string, value: string, query = `@${key}`) => ({
      key,
      value,
      display: true,
      dataType: 'STRING',
      // The service leaves quotes as they are.
      searchUrl: `/requirements/ENG?q=${encodeURIComponent(`${query} = `)}'${value}'`,
    })
    const first = {
      id: 6001,
      key: 'REQ-001',
      spaceKey: 'ENG',
      status: 'ACTIVE',
      htmlExcerpt: 'The drone shall take off and land without a pilot at the controls.',
      genericUrl: '/requirements/ENG/REQ-001',
      destinationUrl: '/pages/viewpage.action?pageId=4001#req-REQ-001',
      origin: page(4001, 'Flight control', 'ORIGIN'),
      references: [{ ...page(4000, 'Drone specification', 'LINK'), occurrence: 1 }],
      properties: [
        property('Category', 'Functional'),
        property('Priority', 'High'),
        property('Cost', '100', 'ext@Cost'),
      ],
      dependencies: [],
      isPublicDescription: true,
      tests: {},
      validations: [],
    }
    expect(rows[0]).toEqual(first)
    const url = '/requirements/ENG/REQ-001'
    expect(rows[1]?.dependencies).toEqual([{ spaceKey: 'ENG', key: 'REQ-001', url, relationship: 'refines' }])
    for (const [index, { id, origin, properties }] of rows.entries()) {
      expect([id, origin]).toEqual([6001 + index, first.origin])
      expect(properties.map(({ value }) => value)).toEqual([
        index % 2 === 0 ? 'Functional' : 'Safety',
        ['High', 'Medium', 'Low'][index % 3],
        String(100 * (index + 1)),
      ])
    }
    expect(await wiki.pageRequirements('ENG', 4001, 2)).toHaveLength(2)
  })

  test('searches page by page, and reads the same one by one', async ({ opened }) => {
    const wiki = createEmbeddedWiki(embeddedWiki(opened))
    const rows = await wiki.search('ENG', "key ~ 'REQ-0%'")
    expect(rows.map(({ id, key, status }) => [id, key, status])).toEqual(
      Array.from({ length: 12 }, (_, index) => [
        6001 + index,
        `REQ-${String(index + 1).padStart(3, '0')}`,
        'ACTIVE',
      ]),
    )
    expect(rows[0]).toEqual({
      id: 6001,
      key: 'REQ-001',
      spaceKey: 'ENG',
      status: 'ACTIVE',
      htmlExcerpt: 'The drone shall take off and land without a pilot at the controls.',
      baseline: 3,
      issues: [
        { issueKey: 'DRN-1', relationship: 'implements' },
        { issueKey: 'DRN-2', relationship: 'tests' },
      ],
    })
    for (const row of rows) expect(await wiki.requirement('ENG', row.key)).toEqual(row)
    await expect(wiki.requirement('ENG', 'REQ-404')).rejects.toMatchObject({ status: 404 })
  })

  test('is refused what its user may not do, and with a session that nobody has', async ({ opened }) => {
    const asEve = createEmbeddedWiki(embeddedWiki(opened, 'eve'))
    await expect(asEve.requirement('ENG', 'REQ-001')).rejects.toMatchObject({ status: 403 })
    const asBob = createEmbeddedWiki(embeddedWiki(opened, 'bob'))
    await expect(asBob.freeze('ENG', 'Release 2.0', '')).rejects.toMatchObject({ status: 403 })
    await expect(asBob.flush('svc-0001-demo')).rejects.toMatchObject({ status: 403 })
    const stranger = createEmbeddedWiki(embeddedWiki(opened, 'nobody'))
    await expect(stranger.baselines('ENG')).rejects.toMatchObject({ status: 401 })
  })

  test('asks in a language of its own', async ({ opened }) => {
    const { search } = createEmbeddedWiki(embeddedWiki(opened))
    const found = async (q: string) => keysOf(await search('ENG', q)).toSorted()
    expect(await found("excel = '9001'")).toEqual(['REQ-010', 'REQ-011'])
    expect(await found("hasLastTest('%PASS%')")).toEqual(['REQ-001'])
    const rules = ["ruleStatus = 'true'", "ruleStatus = 'false'", "ruleStatus = 'warning'"]
    const counts = (await Promise.all(rules.map(found))).map(({ length }) => length)
    expect(counts.reduce((sum, count) => sum + count)).toBe(12)
  })

  test('spells true in any letter case, and anything else is false', async ({ opened }) => {
    const rowsWhere = async (spelled: string) => {
      return (
        await createEmbeddedWiki(embeddedWiki(opened, 'alice', () => spelled)).search(
          'ENG',
          "key = 'REQ-001'",
          { includeArchived: true },
        )
      ).length
    }
    for (const spelled of ['true', 'True', 'TRUE']) expect(await rowsWhere(spelled), spelled).toBe(2)
    for (const spelled of ['False', '1', 'yes', 'on', '']) expect(await rowsWhere(spelled), spelled).toBe(1)
  })

  test('freezes a baseline, polls its task, and finds the copies, as the hosted wiki does', async ({
    opened,
  }) => {
    const wiki = createEmbeddedWiki(embeddedWiki(opened))
    const done = await wiki.freeze('ENG', 'Release 2.0', "@Category = 'Safety'")
    expect(done).toEqual({ baseline: 4, spaceKey: 'ENG', name: 'Release 2.0', status: 'DONE', count: 6 })
    const baseline = (number: number, name: string, status: string) => {
      return { baseline: number, spaceKey: 'ENG', name, status }
    }
    expect(await wiki.baselines('ENG')).toEqual([
      baseline(4, 'Release 2.0', 'DONE'),
      baseline(3, 'Broken', 'ERROR'),
      baseline(2, 'Release 1.1', 'PREVIEW'),
      baseline(1, 'Release 1.0', 'DONE'),
    ])
    const copies = await wiki.search('ENG', `baseline = ${done.baseline}`)
    expect(copies.map(({ status, baseline }) => [status, baseline])).toEqual(
      copies.map(() => ['ARCHIVED', done.baseline]),
    )
    const current = await wiki.search('ENG', "@Category = 'Safety'")
    expect(copies.map(({ key, htmlExcerpt }) => [key, htmlExcerpt])).toEqual(
      current.map(({ key, htmlExcerpt }) => [key, htmlExcerpt]),
    )
    expect(copies).toHaveLength(6)
    const hosted = hostedWiki(opened)
    const rows = await createSearchClient(hosted).search("baseline = ('Release 2.0' in parent 'ENG')")
    expect(keysOf(rows)).toEqual(keysOf(copies))
  })

  test('tells the wiki of links, which hosted searches then find', async ({ opened }) => {
    const wiki = createEmbeddedWiki(embeddedWiki(opened, 'admin'))
    const message = (operation: LinkMessage['operation'], key: string): LinkMessage => ({
      operation,
      title: `DRN-4 and ${key}`,
      spaceKey: 'ENG',
      key,
      issueKey: 'DRN-4',
      relationship: 'tests',
    })
    const sent = [
      message('ADD_LINK', 'REQ-006'),
      message('ADD_LINK', 'REQ-404'),
      message('ADD_LINK', 'REQ-008'),
    ]
    const answers = await wiki.receive('svc-0001-demo', sent, 30_000)
    expect(answers).toEqual([
      { operation: 'ADD_LINK', status: 'DONE' },
      { operation: 'ADD_LINK', status: 'FAILED' },
      { operation: 'ADD_LINK', status: 'DONE' },
    ])
    const link = { issueKey: 'DRN-4', relationship: 'tests' }
    expect((await wiki.requirement('ENG', 'REQ-006')).issues).toEqual([link])
    expect((await wiki.requirement('ENG', 'REQ-007')).issues).toEqual([])
    expect((await wiki.requirement('ENG', 'REQ-008')).issues).toEqual([link])
    const hosted = hostedWiki(opened)
    const { search } = createSearchClient(hosted)
    expect(keysOf(await search("jira@tests = 'DRN-4'"))).toEqual(['REQ-006', 'REQ-008'])
    expect(await wiki.receive('svc-0001-demo', [message('REMOVE_LINK', 'REQ-006')], 30_000)).toEqual([
      { operation: 'REMOVE_LINK', status: 'DONE' },
    ])
    expect((await wiki.requirement('ENG', 'REQ-006')).issues).toEqual([])
    expect(keysOf(await search("jira@tests = 'DRN-4'"))).toEqual(['REQ-008'])
    // Its own face of a link is the tracker's to change.
    const tracker = embeddedTracker(opened)
    expect(await linksOfIssue(tracker, 'DRN-4')).toEqual([])
    expect(await linksOfIssue(tracker, 'DRN-2')).toEqual([
      { spaceKey: 'ENG', key: 'REQ-002', relationship: 'implements' },
      { spaceKey: 'ENG', key: 'REQ-001', relationship: 'tests' },
    ])
    expect(await linksOfIssue(tracker, 'DRN-5')).toEqual([
      { spaceKey: 'ENG', key: null, relationship: 'implements' },
    ])
  })
})
