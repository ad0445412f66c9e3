/** Sessions of clients of the interfaces that are embedded in the demo world's own wiki and tracker. */
import { expect, test } from 'vitest'
import { embeddedTracker, embeddedWiki, hostedWiki } from './demo.ts'
import { throughDoors } from './doors.ts'
import { createEmbeddedWiki, type LinkMessage, linksOfIssue } from './embedded.ts'
import { createSearchClient } from './hosted-search.ts'

const keysOf = (rows: readonly { readonly key: string }[]) => rows.map(({ key }) => key)

throughDoors('an embedded client', (open) => {
  test('reads the requirements of a page by its own address', async () => {
    const wiki = createEmbeddedWiki(embeddedWiki(await open()))
    const rows = await wiki.pageRequirements('ENG', 4001)
    expect(keysOf(rows)).toEqual(['REQ-001', 'REQ-002', 'REQ-003', 'REQ-004', 'REQ-005', 'REQ-006'])
    expect(rows[0]).toMatchObject({
      genericUrl: '/requirements/ENG/REQ-001',
      destinationUrl: expect.stringMatching(/#req-REQ-001$/),
      origin: { pageId: 4001, title: 'Flight control' },
      references: [{ pageId: 4000, title: 'Drone specification' }],
    })
    expect(rows[1]?.dependencies).toMatchObject([{ key: 'REQ-001', relationship: 'refines' }])
    expect(await wiki.pageRequirements('ENG', 4001, 2)).toHaveLength(2)
  })

  test('asks in a language of its own', async () => {
    const { search } = createEmbeddedWiki(embeddedWiki(await open()))
    const found = async (q: string) => keysOf(await search('ENG', q)).toSorted()
    expect(await found("excel = '9001'")).toEqual(['REQ-010', 'REQ-011'])
    expect(await found("hasLastTest('%PASS%')")).toEqual(['REQ-001'])
    const rules = ["ruleStatus = 'true'", "ruleStatus = 'false'", "ruleStatus = 'warning'"]
    const counts = (await Promise.all(rules.map(found))).map(({ length }) => length)
    expect(counts.reduce((sum, count) => sum + count)).toBe(12)
  })

  test('spells true in any letter case, and anything else is false', async () => {
    const opened = await open()
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

  test('freezes a baseline, polls its task, and finds the copies, as the hosted wiki does', async () => {
    const opened = await open()
    const wiki = createEmbeddedWiki(embeddedWiki(opened))
    const done = await wiki.freeze('ENG', 'Release 2.0', "@Category = 'Safety'")
    expect(done).toMatchObject({ name: 'Release 2.0', status: 'DONE', count: 6 })
    expect(await wiki.baselines('ENG')).toContainEqual(
      expect.objectContaining({ baseline: done.baseline, status: 'DONE' }),
    )
    const copies = await wiki.search('ENG', `baseline = ${done.baseline}`)
    expect(copies.map(({ status, baseline }) => [status, baseline])).toEqual(
      copies.map(() => ['ARCHIVED', done.baseline]),
    )
    expect(copies).toHaveLength(6)
    const hosted = hostedWiki(opened)
    const rows = await createSearchClient(hosted).search("baseline = ('Release 2.0' in parent 'ENG')")
    expect(keysOf(rows)).toEqual(keysOf(copies))
  })

  test('tells the wiki of links, which hosted searches then find', async () => {
    const opened = await open()
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
    expect(answers.map(({ status }) => status)).toEqual(['DONE', 'FAILED', 'DONE'])
    expect((await wiki.requirement('ENG', 'REQ-006')).issues).toMatchObject([{ issueKey: 'DRN-4' }])
    const hosted = hostedWiki(opened)
    const { search } = createSearchClient(hosted)
    expect(keysOf(await search("jira@tests = 'DRN-4'"))).toEqual(['REQ-006', 'REQ-008'])
    await wiki.receive('svc-0001-demo', [message('REMOVE_LINK', 'REQ-006')], 30_000)
    expect(keysOf(await search("jira@tests = 'DRN-4'"))).toEqual(['REQ-008'])
    // Its own face of a link is the tracker's to change.
    const tracker = embeddedTracker(opened)
    expect(await linksOfIssue(tracker, 'DRN-4')).toEqual([])
  })
})
