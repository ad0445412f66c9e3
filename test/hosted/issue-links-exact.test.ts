/** Linking many requirements to many issues, to the letter: bounds, order, how issues are named, and which field a refusal names. */
import { beforeEach, describe, expect, test } from 'vitest'
import { issues } from '../../src/model/links/records.ts'
import { hostedHeaders, SITES } from '../support/hosted.ts'
import { type Linker, startLinker } from '../tracker/linking.ts'

let linker: Linker
beforeEach(async () => {
  linker = await startLinker()
})

const call = (selection: object, issueIds: readonly (number | string)[], user = 'alice') =>
  linker.author.client.call('POST', '/eu/wiki/rest/jira-bulk/links', {
    token: null,
    headers: hostedHeaders(`tok-${user}`, SITES.wiki),
    body: { selection, issueIds },
  })
const results = async (...args: Parameters<typeof call>) => {
  const reply = await call(...args)
  expect(reply.status, reply.text).toBe(200)
  return reply.body.results
}
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
    expect((await call(allOf([6001]), unknown(1000))).status).toBe(400)
  })

  test('are counted with what is left out of something else', async () => {
    expect((await call(allOf([1, 2]), unknown(1000))).body.message).toBe(
      "body field 'selection': 12 requirements times 1000 issues are 12000 links; one request makes at most 10000, so select fewer",
    )
  })
})

test('what a query finds comes by id, whatever its space and key', async () => {
  const requirements = [
    { id: 5900, space: 'OPS', key: 'OPS-1' },
    { id: 6050, space: 'ENG', key: 'A-1' },
  ]
  linker = await startLinker({
    scenario: { name: 'two-spaces', extends: ['demo'], world: { requirements } },
  } as never)
  const query = "key IN ('OPS-1', 'A-1', 'REQ-001')"
  const found = await results({ selectAll: true, query }, ['DRN-3'])
  expect(found.map(({ requirementId }: { requirementId: number }) => requirementId)).toEqual([
    5900, 6001, 6050,
  ])
})

describe('an issue', () => {
  test.each(['30003', 'DRN-3', 30_003])('is named by %j', async (named) => {
    expect(await results({ selectedRequirementIds: [6003] }, [named])).toMatchObject([
      { status: 'LINKED', issueId: 30_003, issueKey: 'DRN-3' },
    ])
  })

  test.each(['0x7533', '30003.0', ' 30003', '+30003', '3e4', 'drn-3', '30003 '])(
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

test.each([
  [{ variantId: 9 }, "body field 'selection.variantId' '9': the wiki has no such variant"],
  [{ variantId: 5006 }, "body field 'selection.variantId' '5006': the wiki has no such variant"],
  [{ containerId: 9 }, "body field 'selection.containerId' '9': the wiki has no such space or page"],
  [{ containerId: 3001 }, "body field 'selection.containerId' '3001': the wiki has no such space or page"],
  [
    { containerId: 1002, variantId: 5001 },
    "body field 'selection.variantId' '5001': container 1002 has no such variant",
  ],
])('%j is refused by the name of its field', async (selection, message) => {
  const reply = await call({ selectAll: true, ...selection }, ['DRN-3'])
  expect([reply.status, reply.body.message]).toEqual([404, message])
})
