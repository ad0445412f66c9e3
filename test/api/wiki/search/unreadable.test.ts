/** What callers see of requirements and pages in the space LAB, which only administrators may read. */
import { beforeEach, describe, expect, test } from 'vitest'
import { startWiki, call, done, control, state } from '../author.ts'

beforeEach(() => startWiki())

const ADMIN = { token: 'tok-admin' }
const BOB = { token: 'tok-bob' }
const read = async (path: string, options = {}) => {
  const reply = await call('GET', path, undefined, options)
  expect(reply.status, reply.text).toBe(200)
  return reply.body
}
/** Creates a page in LAB and views it; answers its id. */
const secretPage = async (page: object): Promise<number> => {
  const { id } = await control('POST', '/pages', { title: 'Secret', spaceKey: 'LAB', ...page })
  await control('POST', `/pages/${id}/view`, {})
  return id
}

describe('a requirement of a readable space', () => {
  test('lists no pages of LAB among its references', async () => {
    const id = await secretPage({ links: [{ spaceKey: 'ENG', key: 'REQ-005' }] })
    const ids = async (options: object) =>
      (await read('/requirement2/ENG/REQ-005?expand=references', options)).references.map(
        ({ pageId }: { pageId: number }) => pageId,
      )
    expect(await ids(ADMIN)).toContain(id)
    expect(await ids(BOB)).not.toContain(id)
  })

  test('names a parent in LAB as its definition does, without an address', async () => {
    const dependencies = [{ relationship: 'uses', spaceKey: 'LAB', key: 'SEC-001' }]
    await done('PUT', '/requirement2/ENG/REQ-005', { dependencies })
    expect((await read('/requirement2/ENG/REQ-005', BOB)).dependencies).toEqual(dependencies)
    expect((await read('/requirement2/ENG/REQ-005', ADMIN)).dependencies[0].url).toContain('LAB/SEC-001')
  })

  test('has no children in LAB in the column from of a report', async () => {
    const dependencies = [{ relationship: 'refines', spaceKey: 'ENG', key: 'REQ-005' }]
    await secretPage({ content: [{ key: 'SEC-2', html: 'x', dependencies }] })
    const path = `/rte/ENG/report/transform-to-html?columns=from&q=${encodeURIComponent("key = 'REQ-005'")}`
    expect((await read(path, ADMIN)).html).toContain('SEC-2')
    expect((await read(path, BOB)).html).not.toContain('SEC-2')
  })

  test('hides the key of a page in LAB that once defined it', async () => {
    await control('POST', '/pages', { title: 'Secret', spaceKey: 'LAB', content: [{ key: 'OLD-1' }] })
    const [{ id }] = (await state('page')).filter(({ spaceKey }) => spaceKey === 'LAB')
    await control('PUT', `/pages/${id}`, { content: [] })
    await control('POST', '/pages', { title: 'Open', spaceKey: 'LAB', content: [{ key: 'OLD-1' }] })
    const path = `/requirement2/*?spaceKey=*&q=${encodeURIComponent(`pageHistory = ${id}`)}`
    expect((await read(path, ADMIN)).results.map(({ key }: { key: string }) => key)).toEqual(['OLD-1'])
    expect((await read(path, BOB)).results).toEqual([])
  })
})

describe('the suggestions around a search', () => {
  const scenario = {
    name: 'hidden',
    extends: ['demo'],
    world: {
      testCaseLinks: [
        { id: 1, remove: true },
        { id: 2, remove: true },
        {
          id: 3,
          requirement: 'LAB/SEC-9',
          testCase: 'TC-9',
          status: 'PASS',
          executedAt: '2026-01-02T14:00:00Z',
        },
      ],
      externalProperties: [{ site: 'wiki', name: 'Clearance', dataType: 'TEXT' }],
      requirements: [{ space: 'LAB', key: 'SEC-9', text: 'x', external: { Clearance: 'top' } }],
    },
  }

  test.each(['ENG', '*'])('tell nothing of LAB, searching %s', async (space) => {
    await startWiki({ scenario } as never)
    const shown = async (options: object) => {
      const { suggestionFilter, testManagementActive } = await read(`/misc/${space}/uiSearch`, options)
      const names = suggestionFilter.properties.map(({ name }: { name: string }) => name)
      return { clearance: names.includes('Clearance'), cost: names.includes('Cost'), testManagementActive }
    }
    expect(await shown(ADMIN)).toEqual({ clearance: true, cost: true, testManagementActive: true })
    expect(await shown(BOB)).toEqual({ clearance: false, cost: true, testManagementActive: false })
  })
})

test('a requirement that never had an excerpt arrives flagged in another space, one that its page defines does not', async () => {
  await startWiki({ scenario: 'demo', config: { assumptions: { A59: 'gather-on-view' } } })
  const move = (key: string) =>
    done('PUT', `/requirement2/ENG/${key}`, { newSpaceKey: 'OPS', newKey: `OPS-${key}` })
  await done('POST', '/requirement2/ENG/NEW-1?pageId=4001')
  expect(await move('NEW-1')).toMatchObject({ htmlExcerpt: '', htmlNeedsUpdating: true })
  const waiting = await done('PUT', '/requirement2/ENG/REQ-007', { htmlExcerpt: 'Charge.' })
  expect(waiting.htmlNeedsUpdating).toBe(true)
  expect(await move('REQ-007')).toMatchObject({ htmlExcerpt: 'Charge.', htmlNeedsUpdating: false })
})

test('a page with nothing but reserved requirements has its macros removed as well', async () => {
  const { id } = await control('POST', '/pages', { title: 'Reserved', spaceKey: 'ENG' })
  await done('POST', `/requirement2/ENG/NEW-1?pageId=${id}`)
  const reply = await call('DELETE', `/uninstall/pages/${id}`, undefined, ADMIN)
  expect(reply.status).toBe(204)
  expect((await done('GET', '/requirement2/ENG/NEW-1')).status).toBe('DELETED')
})
