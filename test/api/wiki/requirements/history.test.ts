import { beforeEach, describe, expect, test } from 'vitest'
import { author, startWiki, call, done, control, state } from '../author.ts'

beforeEach(() => startWiki())

const history = async (parameters: string) => done('GET', `/misc/ENG/history?${parameters}`)

describe('the history of requirements', () => {
  test('begins with what a scenario wrote, frozen copies too', async () => {
    expect(await history('reqs=REQ-001,REQ-099')).toEqual([
      {
        spaceKey: 'ENG',
        key: 'REQ-001',
        events: [
          { requirementId: 6001, event: 'CREATED', at: '2026-01-05T09:00:00.000Z' },
          {
            requirementId: expect.any(Number),
            baseline: 1,
            event: 'ARCHIVED',
            at: '2026-01-05T09:00:00.000Z',
          },
        ],
      },
      {
        spaceKey: 'ENG',
        key: 'REQ-099',
        events: [{ requirementId: 6099, event: 'CREATED', at: '2026-01-05T09:00:00.000Z' }],
      },
    ])
    expect(await state('historyEntry')).toEqual([])
  })

  test('follows a requirement through every interface, with the fields that changed', async () => {
    const { clock } = author.client.simulator
    clock.advance('1m')
    await control('PUT', '/pages/4002', {
      define: [{ key: 'REQ-013', html: 'One', properties: { Priority: 'High' } }],
    })
    clock.advance('1m')
    await done('GET', '/misc/ENG/4002')
    await done('PUT', '/requirement2/ENG/REQ-013', {
      htmlExcerpt: 'Two',
      dependencies: [{ key: 'REQ-001' }],
    })
    await done('PUT', '/requirement2/ENG/REQ-013/link/issue/DRN-3')
    await control('PUT', '/pages/4002', { undefine: ['REQ-013'] })
    await control('PUT', '/pages/4002', { define: [{ key: 'REQ-013', html: 'Three' }] })
    const [{ events }] = await history('reqs=REQ-013&expand=changes')
    const flag = (before?: string, after?: string) => ({
      field: 'htmlNeedsUpdating',
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
    })
    const status = (before: string | undefined, after: string) => ({
      field: 'status',
      ...(before === undefined ? {} : { before }),
      after,
    })
    expect(events.map(({ requirementId: _id, ...event }: { requirementId: number }) => event)).toEqual([
      {
        event: 'DEFINED',
        at: '2026-01-05T09:01:00.000Z',
        changes: [status(undefined, 'ACTIVE'), flag(undefined, 'true'), { field: 'page', after: '4002' }],
      },
      {
        event: 'GATHERED',
        at: '2026-01-05T09:02:00.000Z',
        by: 'alice',
        changes: [
          flag('true'),
          { field: 'htmlExcerpt', after: 'One' },
          { field: '@Priority', after: 'High' },
        ],
      },
      {
        event: 'WRITTEN',
        at: '2026-01-05T09:02:00.000Z',
        by: 'alice',
        changes: [
          { field: 'htmlExcerpt', before: 'One', after: 'Two' },
          { field: 'dependencies', after: 'Dependency ENG/REQ-001' },
        ],
      },
      {
        event: 'LINKED',
        at: '2026-01-05T09:02:00.000Z',
        by: 'alice',
        changes: [{ field: 'issues', after: 'implements DRN-3' }],
      },
      { event: 'REMOVED', at: '2026-01-05T09:02:00.000Z', changes: [status('ACTIVE', 'DELETED')] },
      {
        event: 'RESTORED',
        at: '2026-01-05T09:02:00.000Z',
        changes: [status('DELETED', 'ACTIVE'), flag(undefined, 'true')],
      },
    ])
    expect(new Set(events.map(({ requirementId }: { requirementId: number }) => requirementId)).size).toBe(1)
    const [{ events: short }] = await history('reqs=REQ-013')
    expect(short.every((event: object) => !('changes' in event))).toBe(true)
  })

  test('covers every row that had the key, MOVED ones too', async () => {
    await done('PUT', '/requirement2/ENG/REQ-012', { newKey: 'REQ-112' })
    await done('POST', '/requirement2/ENG/REQ-012')
    const [{ events }] = await history('reqs=REQ-012')
    const ids = new Set(events.map(({ requirementId }: { requirementId: number }) => requirementId))
    expect([ids.size, await author.events('REQ-012')]).toEqual([
      2,
      ['CREATED', 'MOVED alice', 'RESERVED alice'],
    ])
  })

  test('lists frozen copies in the order of events at the same instant', async () => {
    await done('POST', '/baseline/ENG', { baseline: { name: 'First', searchQuery: "key = 'REQ-002'" } })
    await done('POST', '/baseline/ENG', { baseline: { name: 'Second', searchQuery: "key = 'REQ-002'" } })
    await done('PUT', '/requirement2/ENG/REQ-002', { htmlExcerpt: 'One' })
    await done('POST', '/baseline-actions/ENG/freeze/5')
    await done('PUT', '/requirement2/ENG/REQ-002', { htmlExcerpt: 'Two' })
    await done('POST', '/baseline-actions/ENG/freeze/4')
    author.client.simulator.clock.advance('1m')
    const [{ events }] = await history('reqs=REQ-002')
    expect(events.map(({ event, baseline, at }: Record<string, unknown>) => [event, baseline, at])).toEqual([
      ['CREATED', undefined, '2026-01-05T09:00:00.000Z'],
      ['ARCHIVED', 1, '2026-01-05T09:00:00.000Z'],
      ['WRITTEN', undefined, '2026-01-05T09:00:00.000Z'],
      ['ARCHIVED', 5, '2026-01-05T09:00:00.000Z'],
      ['WRITTEN', undefined, '2026-01-05T09:00:00.000Z'],
      ['ARCHIVED', 4, '2026-01-05T09:00:00.000Z'],
    ])
  })

  test('a page that is saved flags once; a flag that is set is no change', async () => {
    await done('PUT', '/helpers/reindex/4002')
    await done('PUT', '/helpers/reindex/4002')
    expect(await author.events('REQ-007')).toEqual(['CREATED', 'REINDEXED alice'])
    expect(await author.events('REQ-001')).toEqual(['CREATED', 'ARCHIVED'])
  })

  test('leaves out rows of other variants', async () => {
    const others = await state('requirement', 'key=REQ-003&variantId=5002')
    expect(others).toHaveLength(1)
    const [{ events }] = await history('reqs=REQ-003')
    const ids = events.map(({ requirementId }: { requirementId: number }) => requirementId)
    expect(ids).not.toContain(others[0].id)
  })

  test('returns each key once, in the order of the request, and nothing without keys', async () => {
    const keys = async (parameters: string) =>
      (await history(parameters)).map(({ key }: { key: string }) => key)
    expect(await keys('reqs=REQ-002&reqs=REQ-001,REQ-002')).toEqual(['REQ-002', 'REQ-001'])
    expect(await keys('')).toEqual([])
    expect(await keys('reqs=,')).toEqual([])
  })

  test.each([
    ['/misc/ENG/history?reqs=REQ-001,NOPE', 404, "'NOPE'"],
    ['/misc/NOPE/history?reqs=REQ-001', 404, "'NOPE'"],
  ])('%s: %i', async (path, status, mention) => {
    const reply = await call('GET', path)
    expect([reply.status, reply.text]).toEqual([status, expect.stringContaining(mention)])
  })
})
