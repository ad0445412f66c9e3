/** Linking many requirements to many issues at once, on the hosted wiki. */
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { relationshipIdOf } from '../../../src/model/links/relationships-of-application.ts'
import { exportWorld } from '../../../src/world/transfer.ts'
import { hostedHeaders, SITES } from '../../support/hosted.ts'
import { demoWith, pluck } from '../../support/client.ts'
import { type Linker, startLinker } from '../tracker/linking.ts'
import { issues } from '../../../src/model/records/tracker/tracker.ts'

let linker: Linker
beforeEach(async () => {
  linker = await startLinker()
})

const path = '/eu/wiki/rest/jira-bulk/links'
const call = (body: unknown, user = 'alice') =>
  linker.author.client.post(path, body, { token: null, headers: hostedHeaders(`tok-${user}`, SITES.wiki) })
const done = async (
  selection: object,
  issueIds: readonly (number | string)[],
  more: object = {},
  user = 'alice',
) => {
  const reply = await call({ selection, issueIds, ...more }, user)
  expect(reply.status, reply.text).toBe(200)
  return reply.body
}
const counts = ({ linkedCount, skippedCount, unauthorizedCount }: Record<string, number>) => [
  linkedCount,
  skippedCount,
  unauthorizedCount,
]
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const byIds = (...selectedRequirementIds: number[]) => ({ selectedRequirementIds })
const records = () => JSON.stringify(exportWorld(linker.author.client.simulator.world).stores['eu'])

describe('what is linked', () => {
  test('the wiki shows it at once, the tracker after the messages; again changes nothing', async () => {
    const wanted = [byIds(6003, 6005), [30003, 'DRN-4']] as const
    const linked = await done(...wanted)
    expect(counts(linked)).toEqual([4, 0, 0])
    expect(linked.results[1]).toEqual({
      requirementId: 6003,
      key: 'REQ-003',
      issueId: 30004,
      issueKey: 'DRN-4',
      status: 'LINKED',
    })
    expect(await linker.inWiki('REQ-003')).toEqual(['implements DRN-3', 'implements DRN-4'])
    expect(await linker.shown('DRN-3')).toEqual([])
    const message = (link: string) => `LINK_ADDED ENG/REQ-${link}`
    expect(await linker.author.messages()).toEqual(
      ['003 DRN-3', '003 DRN-4', '005 DRN-3', '005 DRN-4'].map(message),
    )
    expect(await linker.author.events('REQ-003')).toContain('LINKED alice')
    const before = records()
    expect(counts(await done(...wanted))).toEqual([0, 4, 0])
    expect(records()).toBe(before)
    linker.synchronise()
    expect(await linker.shown('DRN-3')).toEqual(['implements ENG/REQ-003', 'implements ENG/REQ-005'])
    expect(linker.faces().wiki).toEqual(linker.faces().tracker)
    const again = await done(...wanted)
    expect(again.results.map(({ message: why }: { message: string }) => why)).toEqual(
      Array.from({ length: 4 }, () => "linked as 'implements' already"),
    )
  })

  test('joins a link that only the tracker shows', async () => {
    const item = { applinkId: '99999999-8888-4777-8666-555555555555', spaceKey: 'ENG', key: 'REQ-003' }
    await linker.done('POST', '/issuelinks/DRN-3', [{ ...item, relationship: 'implements' }])
    expect(await linker.inWiki('REQ-003')).toEqual([])
    expect(counts(await done(byIds(6003), ['DRN-3']))).toEqual([1, 0, 0])
    linker.synchronise()
    expect(await linker.inWiki('REQ-003')).toEqual(['implements DRN-3'])
    expect(linker.faces().wiki).toEqual(linker.faces().tracker)
  })

  test('has the relationship of the id', async () => {
    await done(byIds(6003), ['DRN-3'], { relationshipId: relationshipIdOf('tests'), jiraApplicationId: 102 })
    expect(await linker.inWiki('REQ-003')).toEqual(['tests DRN-3'])
    const listed = await linker.author.client.get('/api/relationships?applicationId=101')
    const refines = listed.body.items.find(({ name }: { name: string }) => name === 'refines')
    expect(counts(await done(byIds(6003), ['DRN-3'], { relationshipId: refines.id }))).toEqual([1, 0, 0])
    expect(await linker.inWiki('REQ-003')).toEqual(['tests DRN-3', 'refines DRN-3'])
  })

  test('may be what a baseline froze', async () => {
    const query = encodeURIComponent("baseline = 1 AND key = 'REQ-003'")
    const found = await linker.author.client.get(`/eu/wiki/rest/search?query=${query}`, {
      token: null,
      headers: hostedHeaders('tok-alice', SITES.wiki),
    })
    const [copy] = found.body.results
    expect(counts(await done(byIds(copy.id), ['DRN-3']))).toEqual([1, 0, 0])
    expect(await linker.inWiki('REQ-003')).toEqual([])
    linker.synchronise()
    expect(await linker.shown('DRN-3')).toEqual(['implements ENG/REQ-003 in 1'])
  })

  test('shows in a matrix of the hosted wiki', async () => {
    await done(byIds(6005), ['DRN-3', 'DRN-4'])
    const step = (type: string, columnIndex: number) => ({
      step: { type },
      columnIndex,
      parentColumnIndex: 0,
    })
    const { body } = await linker.author.client.post(
      '/eu/wiki/rest/traceability/ENG',
      {
        traceabilityMatrix: { columns: [step('FIRST_COLUMN', 0), step('JIRA', 1)], query: "key = 'REQ-005'" },
      },
      { token: null, headers: hostedHeaders('tok-alice', SITES.wiki) },
    )
    expect(pluck(body.cells[1], 'text')).toEqual(['DRN-3', 'DRN-4'])
  })
})

test('a success has no body where A235 says so, and links all the same', async () => {
  linker = await startLinker({ scenario: 'demo', config: { assumptions: { A235: 'no-content' } } })
  const reply = await call({ selection: byIds(6003), issueIds: ['DRN-3'] })
  expect([reply.status, reply.text]).toEqual([204, ''])
  expect(await linker.inWiki('REQ-003')).toEqual(['implements DRN-3'])
  const { body } = await linker.author.client.get('/eu/wiki/v3/api-docs', { token: null })
  const described = body.paths['/rest/jira-bulk/links'].post.responses
  expect([described[204].content, described[200].content]).toEqual([undefined, expect.anything()])
})

describe('what is selected', () => {
  const keysOf = ({ results }: { results: { key: string }[] }) => results.map(({ key }) => key)

  test('with selectAll: what the query finds in the space, page or variant', async () => {
    const query = "@Category = 'Safety'"
    const all = { selectAll: true, query }
    expect(keysOf(await done({ ...all, containerId: 1001 }, ['DRN-3']))).toEqual([
      'REQ-002',
      'REQ-004',
      'REQ-006',
      'REQ-008',
      'REQ-010',
      'REQ-012',
    ])
    expect(keysOf(await done(all, ['DRN-4']))).toHaveLength(6)
    expect(keysOf(await done({ query, variantId: 5001 }, ['DRN-4']))).toHaveLength(6)
    expect(keysOf(await done({ ...all, excludedRequirementIds: [6002, 6004, 1] }, ['DRN-4']))).toHaveLength(4)
    const [page] = await linker.author.state('container', 'pageId=4001')
    expect(keysOf(await done({ ...all, containerId: page.id }, ['DRN-5']))).toEqual([
      'REQ-002',
      'REQ-004',
      'REQ-006',
    ])
    expect(counts(await done({ selectAll: true, containerId: 1002 }, ['DRN-5']))).toEqual([0, 0, 0])
    expect(keysOf(await done({ selectAll: true }, ['DRN-5']))).toHaveLength(12)
    expect(keysOf(await done({ selectAll: true }, ['DRN-5'], {}, 'admin'))).toHaveLength(13)
  })

  test('otherwise: the ids, each once, in their order', async () => {
    const selection = { ...byIds(6005, 6003, 6005, 6004), selectAll: false, excludedRequirementIds: [6004] }
    expect(keysOf(await done({ ...selection, query: "key = 'nothing'" }, ['DRN-3', 30003, '30003']))).toEqual(
      ['REQ-005', 'REQ-003'],
    )
  })
})

describe('what is not linked', () => {
  const PLACE = "body field 'selection.containerId': no space or page"
  const VARIANT = "body field 'selection.variantId': no variant"

  test('is unauthorized with the reason: unknown, deleted, of another variant', async () => {
    const made = await linker.author.client.post(
      '/api/variants?applicationId=101',
      { name: 'Light', projectContainerId: 1001 },
      { token: 'tok-admin' },
    )
    const other = await linker.author.state('requirement', `variantId=${made.body.id}`)
    const answer = await done(byIds(1, 6099, other[0].id, 6003), ['DRN-99', 'DRN-3', 7])
    expect(counts(answer)).toEqual([1, 0, 11])
    const why = (at: number) => [answer.results[at].status, answer.results[at].message]
    expect(why(1)).toEqual(['UNAUTHORIZED', 'the wiki has no such requirement'])
    expect(why(4)).toEqual(['UNAUTHORIZED', "requirement 'REQ-099' is DELETED"])
    expect(why(7)).toEqual(['UNAUTHORIZED', expect.stringContaining('not of the current variant')])
    expect(why(9)).toEqual(['UNAUTHORIZED', 'the tracker has no such issue'])
    expect(answer.results[9]).toMatchObject({ key: 'REQ-003', issueId: 'DRN-99' })
    expect(why(10)).toEqual(['LINKED', undefined])
    expect(await linker.author.messages()).toEqual(['LINK_ADDED ENG/REQ-003 DRN-3'])
  })

  test('is unauthorized where the space or the issue cannot be read, and the answer says nothing of them', async () => {
    linker = await startLinker(
      demoWith({
        world: {
          projects: [{ site: 'tracker', key: 'HID', name: 'Hidden', grants: { edit: ['admin'] } }],
          issues: [{ id: 30_901, project: 'HID', key: 'HID-1', type: 'Story', summary: 'Hidden.' }],
        },
      }),
    )
    const [secret] = await linker.author.state('requirement', 'key=SEC-001')
    const before = records()
    const hidden = await done(byIds(secret.id), ['DRN-3'])
    expect(counts(hidden)).toEqual([0, 0, 1])
    expect(JSON.stringify(hidden)).not.toContain('SEC-001')
    const issue = await done(byIds(6003), ['HID-1'])
    expect(counts(issue)).toEqual([0, 0, 1])
    expect(issue.results[0]).toMatchObject({ key: 'REQ-003', issueId: 'HID-1' })
    expect(JSON.stringify(issue)).not.toContain('30901')
    expect(records()).toBe(before)
    expect(counts(await done(byIds(secret.id), ['HID-1'], {}, 'admin'))).toEqual([1, 0, 0])
  })

  test('takes no right to edit the issue', async () => {
    expect(counts(await done(byIds(6003, 6004), ['DRN-3'], {}, 'bob'))).toEqual([2, 0, 0])
    linker.synchronise()
    expect(await linker.shown('DRN-3')).toEqual(['implements ENG/REQ-003', 'implements ENG/REQ-004'])
  })

  test.each([
    ['no list', { selectAll: false }],
    ['an empty list', { selectedRequirementIds: [], selectAll: false }],
    ['an empty list alone', { selectedRequirementIds: [] }],
    ['no list beside a query', { query: "key = 'REQ-003'", containerId: 1001, selectAll: false }],
  ])('is anything, by %s', async (_what, selection) => {
    const before = records()
    expect(await done(selection, ['DRN-3'])).toEqual({
      linkedCount: 0,
      skippedCount: 0,
      unauthorizedCount: 0,
      results: [],
    })
    expect(records()).toBe(before)
  })

  test.each([
    ['nothing selected', {}, { issueIds: [] }, 400, ['issueIds', 'at least 1']],
    ['a broken query', { query: 'key =' }, {}, 400, ['Syntax error at position 5']],
    ['an unknown space', { containerId: 9 }, {}, 404, [`${PLACE} '9' in the wiki`]],
    ['a container of the tracker', { containerId: 2001 }, {}, 404, [`${PLACE} '2001' in the wiki`]],
    ['a workspace', { containerId: 3001 }, {}, 404, [`${PLACE} '3001' in the wiki`]],
    ['an unknown variant', { variantId: 9 }, {}, 404, [`${VARIANT} '9' in the wiki`]],
    ['a variant of a workspace', { variantId: 5006 }, {}, 404, [`${VARIANT} '5006' in the wiki`]],
    [
      'a variant of another space',
      { containerId: 1002, variantId: 5001 },
      {},
      404,
      [`${VARIANT} '5001' in container 1002`],
    ],
    ['a space that cannot be read', { containerId: 1003 }, {}, 403, ['1003']],
    [
      'an unknown tracker',
      byIds(6003),
      { jiraApplicationId: 103 },
      404,
      ["body field 'jiraApplicationId': no tracker '103'"],
    ],
    [
      'an unknown relationship',
      byIds(6003),
      { relationshipId: 9 },
      404,
      ["body field 'relationshipId': no relationship '9'"],
    ],
    [
      'no issue id',
      byIds(6003),
      { issueIds: [null] },
      400,
      ["'issueIds[0]' must be the id of an issue", "'null'"],
    ],
    ['a text for ids', byIds(6003), { issueIds: 'DRN-1' }, 400, ["'issueIds'", 'a list']],
    [
      'too many pairs',
      { selectAll: true },
      { issueIds: numbers(900) },
      400,
      ['12 requirements times 900 issues are 10800', '10000'],
    ],
    ['too many pairs of ids', byIds(...numbers(5001)), { issueIds: [1, 2] }, 400, ['10002', '10000']],
  ] as const)('%s is refused, and nothing is written', async (_what, selection, more, expected, mentions) => {
    const before = records()
    const reply = await call({ selection, issueIds: [30003], ...more })
    expect(reply.status, reply.text).toBe(expected)
    for (const mention of mentions) expect(reply.body.message).toContain(mention)
    expect(records()).toBe(before)
  })

  test('a tracker that refuses the wiki is 409', async () => {
    const link = '/tracker/rest/reqs/1/api/99999999-8888-4777-8666-555555555555/mode'
    await linker.author.client.put(link, '"DISABLED"', { token: 'tok-admin' })
    const before = records()
    expect((await call({ selection: byIds(6003), issueIds: ['DRN-3'] })).status).toBe(409)
    expect(records()).toBe(before)
  })
})

test('a wiki without a tracker is refused', async () => {
  const headers = hostedHeaders('tok-uma', SITES.usWiki)
  const body = { selection: byIds(6901), issueIds: ['XNG-1'] }
  const { client } = linker.author
  const reply = await client.post('/us/wiki/rest/jira-bulk/links', body, { token: null, headers })
  expect([reply.status, reply.body.message]).toEqual([
    400,
    "body field 'jiraApplicationId' is missing: application 901 is connected to 0 trackers, so make an integration first",
  ])
})

test('10,000 pairs are linked by one call, and none of them twice', async () => {
  const keys = Array.from({ length: 2500 }, (_, index) => `N-${10_000 + index}`)
  linker = await startLinker(
    demoWith({
      world: { requirements: keys.map((key, index) => ({ id: 100_000 + index, space: 'OPS', key })) },
    }),
  )
  const selection = { selectAll: true, containerId: 1002 }
  const linked = await done(selection, ['DRN-1', 'DRN-2', 'DRN-3', 'DRN-4'])
  expect(counts(linked)).toEqual([10_000, 0, 0])
  expect(counts(await done(selection, ['DRN-4', 'DRN-5', 'DRN-1']))).toEqual([2500, 5000, 0])
})

test('any sequence of bulk links leaves each pair linked once, on both sides after the messages', async () => {
  const request = fc.record({
    ids: fc.uniqueArray(fc.integer({ min: 6001, max: 6005 }), { minLength: 1 }),
    issues: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { minLength: 1 }),
    relationship: fc.constantFrom('implements', 'tests'),
    wait: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 5 }), async (requests) => {
      linker = await startLinker()
      // The demo world's own links.
      const expected = new Set(linker.faces().wiki)
      for (const { ids, issues, relationship, wait } of requests) {
        const issueKeys = issues.map((number) => `DRN-${number}`)
        const before = expected.size
        for (const id of ids)
          for (const issue of issueKeys)
            expected.add(
              `svc-0001-demo ${issue} ${relationship} ENG REQ-${String(id - 6000).padStart(3, '0')} -`,
            )
        const added = expected.size - before
        const pairs = ids.length * issues.length
        const body = await done(byIds(...ids), issueKeys, { relationshipId: relationshipIdOf(relationship) })
        expect(counts(body)).toEqual([added, pairs - added, 0])
        if (wait) linker.synchronise()
      }
      linker.synchronise()
      expect(linker.faces().wiki).toEqual([...expected].sort())
      expect(linker.faces().tracker).toEqual([...expected].sort())
    }),
    { numRuns: 15 },
  )
})

const results = async (selection: object, issueIds: readonly (number | string)[]) =>
  (await done(selection, issueIds)).results
/** The space has twelve requirements that can be linked. */
const allOf = (excludedRequirementIds: readonly number[]) => ({
  selectAll: true,
  containerId: 1001,
  excludedRequirementIds,
})
const unknown = (count: number) => Array.from({ length: count }, (_, at) => `NONE-${at}`)

describe('ten thousand pairs at most', () => {
  test('are counted without what is left out', async () => {
    expect(await results(allOf([6001, 6002]), unknown(1000))).toHaveLength(10_000)
    expect((await call({ selection: allOf([6001]), issueIds: unknown(1000) })).status).toBe(400)
  })

  test('are counted with what is left out of something else', async () => {
    const reply = await call({ selection: allOf([1, 2]), issueIds: unknown(1000) })
    expect(reply.body.message).toBe(
      "body field 'selection': 12 requirements times 1000 issues are 12000 links; one request makes at most 10000, so select fewer",
    )
  })
})

test('what a query finds comes by id, whatever its space and key', async () => {
  const requirements = [
    { id: 5900, space: 'OPS', key: 'OPS-1' },
    { id: 6050, space: 'ENG', key: 'A-1' },
  ]
  linker = await startLinker(demoWith({ world: { requirements } }))
  const query = "key IN ('OPS-1', 'A-1', 'REQ-001')"
  const found = await results({ selectAll: true, query }, ['DRN-3'])
  expect(pluck(found, 'requirementId')).toEqual([5900, 6001, 6050])
})

describe('an issue', () => {
  test.each(['30003', 'DRN-3', 'drn-3', 30_003])('is named by %j', async (named) => {
    expect(await results({ selectedRequirementIds: [6003] }, [named])).toMatchObject([
      { status: 'LINKED', issueId: 30_003, issueKey: 'DRN-3' },
    ])
  })

  test.each(['0x7533', '30003.0', ' 30003', '+30003', '3e4', 'drn-33', '30003 '])(
    'is not named by %j',
    async (named) => {
      expect(await results({ selectedRequirementIds: [6003] }, [named])).toMatchObject([
        { status: 'UNAUTHORIZED', issueId: named, message: 'the tracker has no such issue' },
      ])
    },
  )

  test('may have the highest id that there is', async () => {
    const table = linker.author.client.simulator.world.region('eu').table(issues)
    const id = Number.MAX_SAFE_INTEGER
    table.insert({ ...table.get(30_003)!, id, key: 'DRN-99' })
    expect(await results({ selectedRequirementIds: [6003] }, [id])).toMatchObject([
      { status: 'LINKED', issueId: id, issueKey: 'DRN-99' },
    ])
  })
})

test('requirements of another application are none of the wiki', async () => {
  expect(await results({ selectedRequirementIds: [6301] }, ['DRN-3'])).toEqual([
    {
      requirementId: 6301,
      issueId: 30_003,
      issueKey: 'DRN-3',
      status: 'UNAUTHORIZED',
      message: 'the wiki has no such requirement',
    },
  ])
})
