import { beforeEach, describe, expect, test } from 'vitest'
import { issueTypes } from '../../../src/model/records/tracker/tracker.ts'
import { applications } from '../../../src/model/records/service/applications.ts'
import { requirements } from '../../../src/model/records/wiki/requirements.ts'
import { type Linker, startLinker } from './linking.ts'
import { demoWith, pluck } from '../../support/client.ts'

let linker: Linker
beforeEach(async () => {
  linker = await startLinker()
})

const region = () => linker.author.client.simulator.world.region('eu')
const statusOf = async (path: string) =>
  (await linker.call('GET', path, undefined, { token: 'tok-admin' })).status

describe('random issues', () => {
  test('are created in the project, and every interface shows them', async () => {
    const { issues } = await linker.done('GET', '/sync/create-random-issues?count=3')
    expect(pluck(issues, 'key')).toEqual(['DRN-6', 'DRN-7', 'DRN-8'])
    const { body } = await linker.author.client.get(
      `/api/applications/102/containers?type=ISSUE&issueId=${issues[0].id}`,
    )
    expect(body.items[0].name).toBe(issues[0].summary)
    expect(await linker.history(issues[0].id)).toEqual(['CREATED DRN-6 created'])
    expect(await linker.shown('DRN-6')).toEqual([])
  })

  test('are the same in the same world, and others in the next call or under another seed', async () => {
    const summaries = async (one: Linker) =>
      (await one.done('GET', '/sync/create-random-issues?projectKey=DRN')).issues.map(
        ({ summary, status }: Record<string, string>) => `${summary} ${status}`,
      )
    const first = await summaries(linker)
    expect(first).toHaveLength(10)
    expect(await summaries(await startLinker())).toEqual(first)
    expect(await summaries(linker)).not.toEqual(first)
    expect(await summaries(await startLinker({ scenario: 'demo', seed: '2' }))).not.toEqual(first)
  })

  test('are refused by count and project', async () => {
    expect(await statusOf('/sync/create-random-issues?count=0')).toBe(400)
    expect(await statusOf('/sync/create-random-issues?count=101')).toBe(400)
    expect(await statusOf('/sync/create-random-issues?projectKey=NOPE')).toBe(404)
    for (const { id } of region().table(issueTypes).scan()) region().table(issueTypes).remove(id)
    expect(await statusOf('/sync/create-random-issues')).toBe(409)
    expect(await linker.author.state('issue')).toHaveLength(5)
  })
})

describe('random data', () => {
  test('links each issue to requirements; the wiki follows at the next synchronisation', async () => {
    const { issues } = await linker.done('GET', '/sync/create-random-data?count=20')
    expect(issues).toHaveLength(20)
    for (const { key, links } of issues) {
      expect(links.length).toBeGreaterThanOrEqual(1)
      expect(links.length).toBeLessThanOrEqual(3)
      for (const link of links) expect(link.html).toBeDefined()
      expect(await linker.shown(key)).toHaveLength(links.length)
    }
    const count = issues.flatMap(({ links }: { links: object[] }) => links).length
    expect(await linker.waiting()).toHaveLength(count)
    expect(linker.faces().wiki).not.toEqual(linker.faces().tracker)
    linker.synchronise()
    expect(linker.faces().wiki).toEqual(linker.faces().tracker)
    expect(await linker.waiting()).toEqual([])
  })

  test('is refused where the wiki does not answer, and for an unknown link', async () => {
    expect(await statusOf('/sync/create-random-data?applinkId=nope')).toBe(404)
    region().table(applications).update(101, { status: 'DISABLED' })
    expect(await statusOf('/sync/create-random-data')).toBe(409)
    expect(await linker.author.state('issue')).toHaveLength(5)
  })

  test('is refused where the wiki has nothing to link to', async () => {
    const table = region().table(requirements)
    for (const { id } of table.scan()) table.remove(id)
    const reply = await linker.call('GET', '/sync/create-random-data', undefined, { token: 'tok-admin' })
    expect([reply.status, reply.body.message]).toEqual([409, 'the wiki has no requirements to link to'])
    expect(await linker.author.state('issue')).toHaveLength(5)
  })
})

describe('links that are made up', () => {
  type Made = { issues: { key: string; links: { key: string; relationship: string }[] }[] }
  const worldWith = (keys: readonly string[]) =>
    startLinker(
      demoWith({
        world: {
          requirements: keys.map((key) => ({ space: 'ENG', page: 4001, key, text: `About ${key}` })),
        },
      }),
    )
  const drawn = async (one: Linker) => {
    const { issues }: Made = await one.done('GET', '/sync/create-random-data?count=100')
    return issues.map(({ links }) => links.map(({ key }) => key))
  }

  test('reach every requirement', async () => {
    const names = new Set((await drawn(linker)).flat())
    expect([...names].sort()).toEqual(
      Array.from({ length: 12 }, (_none, at) => `REQ-${String(at + 1).padStart(3, '0')}`).concat('SEC-001'),
    )
  })

  test.each([['AAA-1'], ['ZZZ-1'], ['REQ-0005']])(
    'go elsewhere only to a requirement that is new: %s',
    async (key) => {
      const before = await drawn(linker)
      const after = await drawn(await worldWith([key]))
      expect(after).not.toEqual(before)
      const moved = after.flatMap((links, issue) => {
        const former = before[issue] ?? []
        return links.filter((link) => !former.includes(link))
      })
      expect(new Set(moved)).toEqual(new Set([key]))
    },
  )

  test('choose among the first thousand requirements', async () => {
    const numbered = (from: number, count: number) =>
      Array.from({ length: count }, (_none, at) => `Z-${String(from + at).padStart(4, '0')}`)
    // A dozen of the demo world stand before these.
    const full = numbered(0, 988)
    const before = await drawn(await worldWith(full))
    for (const more of [1, 200])
      expect(await drawn(await worldWith([...full, ...numbered(988, more)]))).toEqual(before)
    expect(await drawn(await worldWith(full.slice(0, -200)))).not.toEqual(before)
  })
})
