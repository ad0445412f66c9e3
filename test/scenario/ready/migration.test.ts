/** The scenario migration: rows that moved, were renamed and deleted, and the way back to links that agree. */
import { beforeEach, describe, expect, test } from 'vitest'
import { APPLINK, type Linker, startLinker } from '../../api/tracker/linking.ts'

let linker: Linker
beforeEach(async () => {
  linker = await startLinker({ scenario: 'migration' })
})

const wiki = async (method: string, path: string, body?: object) => {
  const reply = await linker.author.call(method, path, body, { token: 'tok-admin' })
  expect(reply.status, reply.text).toBeLessThan(300)
  return reply.body
}
const checkLinks = () => wiki('POST', '/integration/svc-0001-demo/check-applinks')
const repairLink = () => linker.done('POST', `/queue/${APPLINK}/repair-applink`)
const kinds = async () =>
  Object.fromEntries(
    (await wiki('GET', '/repair/trackerlinks')).discrepancies.map(
      ({ id, kind }: { id: number; kind: string }) => [id, kind],
    ),
  )
const synchronise = async (issues: string) => {
  await linker.done('PUT', `/sync?issues=${issues}`)
  linker.author.client.simulator.clock.advance('1s')
}
const inSpace = async (space: string, key: string) =>
  (await wiki('GET', `/requirement2/${space}/${key}`)).issues.map(
    ({ relationship, issueKey }: Record<string, string>) => `${relationship} ${issueKey}`,
  )

describe('requirements', () => {
  test.each([
    ['FLT-001', 'OPS', 'OPS-001'],
    ['FLT-004', 'OPS', 'OPS-004'],
    ['LOG-1', 'ENG', 'LOG-001'],
  ])('%s names its new space and key', async (key, newSpaceKey, newKey) => {
    expect(await wiki('GET', `/requirement2/ENG/${key}`)).toMatchObject({
      status: 'MOVED',
      newSpaceKey,
      newKey,
    })
  })

  test('moved twice, one leads over the other', async () => {
    const once = await wiki('GET', '/requirement2/ENG/FLT-004')
    const twice = await wiki('GET', `/requirement2/${once.newSpaceKey}/${once.newKey}`)
    expect(twice).toMatchObject({ status: 'MOVED', newSpaceKey: 'OPS', newKey: 'MNT-001' })
    expect(await wiki('GET', '/requirement2/OPS/MNT-001')).toMatchObject({ status: 'ACTIVE' })
  })

  test('a key that was used again names the new row; the search finds both', async () => {
    expect(await wiki('GET', '/requirement2/ENG/FLT-007')).toMatchObject({ id: 6461, status: 'ACTIVE' })
    const query = encodeURIComponent("key = 'FLT-007' AND status IN ('ACTIVE', 'DELETED')")
    const { results } = await wiki('GET', `/requirement2/ENG?q=${query}`)
    expect(results.map(({ id, status }: Record<string, unknown>) => [id, status]).sort()).toEqual([
      [6452, 'DELETED'],
      [6461, 'ACTIVE'],
    ])
    expect(await wiki('GET', '/requirement2/ENG/FLT-006')).toMatchObject({ status: 'DELETED' })
  })

  test('a search for what moved follows new_space_key', async () => {
    const query = encodeURIComponent("status = 'MOVED' AND new_space_key = 'OPS'")
    const { results } = await wiki('GET', `/requirement2/ENG?q=${query}`)
    expect(results.map(({ key }: { key: string }) => key)).toEqual([
      'FLT-001',
      'FLT-002',
      'FLT-003',
      'FLT-004',
      'FLT-005',
    ])
  })
})

describe('the way back, step by step', () => {
  test('nothing waits, and the wiki does not reach the tracker', async () => {
    linker.synchronise()
    expect(await wiki('GET', '/integration/svc-0001-demo/queue/outbound')).toEqual([])
    expect(await linker.waiting()).toEqual([])
    const { total, unreachable } = await wiki('GET', '/repair/trackerlinks')
    expect([total, unreachable[0].reason]).toEqual([0, expect.stringContaining('issues.northwind.test')])
  })

  test('1. checking the application links finds the address of the tracker', async () => {
    expect(await checkLinks()).toMatchObject([
      {
        rpcUrl: 'https://tracker.northwind.test',
        reachable: true,
        updated: ['displayUrl', 'rpcUrl', 'endpoint'],
      },
    ])
    expect(await kinds()).toEqual({
      40001: 'LOST_KEY',
      41001: 'DIFFERENT',
      41002: 'DIFFERENT',
      41003: 'DIFFERENT',
      41004: 'DIFFERENT',
      41005: 'DIFFERENT',
      41006: 'MISSING_IN_TRACKER',
      41007: 'MISSING_IN_WIKI',
      41008: 'DIFFERENT',
      41009: 'UNKNOWN_ISSUE',
      41010: 'UNKNOWN_REQUIREMENT',
      41011: 'LOST_KEY',
      41012: 'LOST_KEY',
      41015: 'DIFFERENT',
    })
  })

  test('2. repairing the application link takes the link of before along', async () => {
    await checkLinks()
    const applinks = async () =>
      (await linker.done('GET', '/issuelinks/DRN-45')).map((link: { applinkId: string }) => link.applinkId)
    expect(await applinks()).toEqual([APPLINK, '77777777-6666-4555-8444-333333333333'])
    expect(await repairLink()).toMatchObject({ links: 1, messages: 0, retried: 0 })
    expect(await applinks()).toEqual([APPLINK, APPLINK])
  })

  test('4. synchronising lets links follow their requirements, and reads their texts', async () => {
    await checkLinks()
    expect(await linker.shown('GND-1')).toEqual(['implements ENG/FLT-001'])
    await synchronise('GND-1,GND-2,DRN-41,DRN-45')
    expect(await linker.shown('GND-1')).toEqual(['implements OPS/OPS-001'])
    expect(await linker.shown('DRN-41')).toEqual(['implements OPS/MNT-001'])
    expect(await linker.shown('DRN-45')).toContain('implements ENG/LOG-001')
    const links = await linker.done('GET', '/issuelinks/GND-2')
    expect(links.find(({ key }: { key: string }) => key === 'OPS-002').html).toBe(
      'The pilot shall keep the drone in sight at all times.',
    )
    linker.synchronise()
    expect(await inSpace('OPS', 'OPS-003')).toEqual(['implements GND-2'])
    const left = await kinds()
    for (const id of [41001, 41002, 41003, 41004]) expect([id, left[id]]).toEqual([id, undefined])
  })

  test('5. lost keys are found by what the wiki links, or by words', async () => {
    await checkLinks()
    const lost = await linker.done('GET', '/recover-null-keys/suggest')
    const first = lost.map(({ id, candidates }: { id: number; candidates: Record<string, string>[] }) => [
      id,
      candidates[0]?.['key'],
      candidates[0]?.['reason'],
    ])
    expect(first).toEqual([
      [40001, 'REQ-005', 'WORDS'],
      [41011, 'FLT-007', 'WIKI_LINK'],
      [41012, 'LOG-003', 'WORDS'],
    ])
    for (const [id, key] of first) await linker.done('PUT', `/recover-null-keys/associate/${id}`, { key })
    linker.synchronise()
    expect(await inSpace('ENG', 'LOG-003')).toEqual(['implements DRN-49', 'tests DRN-45'])
    expect(Object.values(await kinds())).not.toContain('LOST_KEY')
  })

  test('all of them in order leave nothing that the two disagree on', async () => {
    await checkLinks()
    await repairLink()
    await synchronise('GND-1,GND-2,DRN-41,DRN-45')
    for (const [id, key] of [
      [40001, 'REQ-005'],
      [41011, 'FLT-007'],
      [41012, 'LOG-003'],
    ])
      await linker.done('PUT', `/recover-null-keys/associate/${id}`, { key })
    linker.synchronise()
    await wiki('PUT', '/repair/trackerlinks', {})
    linker.synchronise()
    expect(await kinds()).toEqual({})
    const { wiki: shown, tracker } = linker.faces()
    expect(shown).toEqual(tracker)
    expect(shown.map((view) => view.replace('svc-0001-demo ', ''))).toEqual(
      [
        'DRN-1 implements ENG REQ-001 -',
        'DRN-2 implements ENG REQ-002 -',
        'DRN-2 tests ENG REQ-001 -',
        'DRN-41 implements OPS MNT-001 -',
        'DRN-44 implements OPS MNT-002 -',
        'DRN-45 implements ENG LOG-001 -',
        'DRN-45 tests ENG LOG-003 -',
        'DRN-46 implements ENG LOG-002 -',
        'DRN-47 tests ENG LOG-002 -',
        'DRN-48 implements ENG FLT-007 -',
        'DRN-49 implements ENG LOG-003 -',
        'DRN-5 implements ENG REQ-005 -',
        'DRN-50 implements ENG REQ-003 1',
        'DRN-50 implements ENG REQ-006 -',
        'GND-1 implements OPS OPS-001 -',
        'GND-2 implements OPS OPS-002 -',
        'GND-2 implements OPS OPS-003 -',
      ].sort(),
    )
  })
})
