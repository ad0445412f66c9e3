import { beforeEach, describe, expect, test } from 'vitest'
import { applications } from '../../../src/model/records/service/applications.ts'
import { baselines } from '../../../src/model/records/wiki/baselines.ts'
import { issueLinks } from '../../../src/model/records/tracker/issue-links.ts'
import { APPLINK, integrationOf, item, type Linker, startLinker } from './linking.ts'
import { refusal } from '../../support/client.ts'

let linker: Linker
beforeEach(async () => {
  linker = await startLinker()
})

const OK = { status: 'ok' }
const htmlOf = async (issue: string, key: string): Promise<string> =>
  (await linker.done('GET', `/issuelinks/${issue}`)).find((link: { key: string }) => link.key === key).html

test('a refusal remarks where the requirement is that it names, and no other', async () => {
  for (const [key, newKey] of [
    ['REQ-002', 'REQ-202'],
    ['REQ-003', 'REQ-203'],
  ])
    await linker.wiki('PUT', `/requirement2/ENG/${key}`, { newKey })
  const refusalOf = async (...keys: string[]) => {
    const reply = await linker.refused(
      'PUT',
      '/issuelinks/DRN-2',
      keys.map((key) => item(key)),
    )
    return [reply.body.message, linker.author.client.simulator.journal.entries().at(-1)?.remark]
  }
  expect(await refusalOf('REQ-002', 'REQ-003')).toEqual([
    expect.stringContaining("'REQ-002'"),
    "requirement 'REQ-002' is now 'REQ-202'",
  ])
  expect(await refusalOf('REQ-999', 'REQ-003')).toEqual([expect.stringContaining("'REQ-999'"), undefined])
})

describe('GET /issuelinks', () => {
  test('answers a fixed string to who may read a project', async () => {
    const reply = await linker.call('GET', '/issuelinks')
    expect([reply.status, reply.body]).toEqual([200, 'Not implemented'])
  })

  test('of an issue lists what the tracker shows, optionally of one relationship', async () => {
    expect(await linker.shown('DRN-2')).toEqual(['implements ENG/REQ-002', 'tests ENG/REQ-001'])
    const tests = await linker.done('GET', '/issuelinks/DRN-2?relationship=tests')
    expect(tests).toEqual([
      expect.objectContaining({
        id: 40004,
        applinkId: APPLINK,
        spaceKey: 'ENG',
        key: 'REQ-001',
        baseline: null,
        relationship: 'tests',
      }),
    ])
    expect((await linker.done('GET', '/issuelinks/DRN-5'))[0]).toMatchObject({ id: 40001, key: null })
    expect(await linker.done('GET', '/issuelinks/DRN-1?relationship=nothing')).toEqual([])
  })
})

describe('POST /issuelinks/{issueKey}', () => {
  test('shows the link in the tracker at once, in the wiki after the next synchronisation', async () => {
    const reply = await linker.call('POST', '/issuelinks/DRN-3', [item('REQ-003')], {
      headers: { 'content-type': 'application/json; charset=UTF-8' },
    })
    expect([reply.status, reply.body]).toEqual([200, OK])
    expect(await linker.shown('DRN-3')).toEqual(['implements ENG/REQ-003'])
    expect(await linker.inWiki('REQ-003')).toEqual([])
    expect((await linker.author.found("jira = 'DRN-3'")).wiki).toEqual([])
    expect(await linker.waiting()).toEqual(['ADD_LINK DRN-3 ENG/REQ-003 implements'])
    linker.synchronise()
    expect(await linker.waiting()).toEqual([])
    expect(await linker.inWiki('REQ-003')).toEqual(['implements DRN-3'])
    expect((await linker.author.found("jira = 'DRN-3'")).standalone).toEqual(['REQ-003'])
    expect(await linker.shown('DRN-3')).toEqual(['implements ENG/REQ-003'])
    expect(linker.faces().wiki).toEqual(linker.faces().tracker)
    expect(await linker.history(30003)).toEqual(['LINKED implements ENG/REQ-003'])
    expect(await linker.author.events('REQ-003')).toContain('LINKED alice')
  })

  test('reads the text anew, so that other issues show it too', async () => {
    await linker.done('POST', '/issuelinks/DRN-3', [item('REQ-003')])
    const before = await htmlOf('DRN-3', 'REQ-003')
    await linker.author.done('PUT', '/requirement2/ENG/REQ-003', { htmlExcerpt: '<p>Hold still.</p>' })
    expect(await htmlOf('DRN-3', 'REQ-003')).toBe(before)
    await linker.done('POST', '/issuelinks/DRN-4', [item('REQ-003', { relationship: 'tests' })])
    expect(await htmlOf('DRN-3', 'REQ-003')).toBe('<p>Hold still.</p>')
    expect(await htmlOf('DRN-4', 'REQ-003')).toBe('<p>Hold still.</p>')
  })

  test('repeated changes nothing but the text, and queues nothing', async () => {
    const links = [item('REQ-003'), item('REQ-003')]
    await linker.done('POST', '/issuelinks/DRN-3', links)
    await linker.done('POST', '/issuelinks/DRN-3', links)
    expect(await linker.shown('DRN-3')).toEqual(['implements ENG/REQ-003'])
    expect(await linker.waiting()).toHaveLength(1)
    expect(await linker.history(30003)).toHaveLength(1)
  })

  test('of a frozen copy has the text of that copy', async () => {
    const { htmlExcerpt } = await linker.author.done('GET', '/requirement2/ENG/REQ-003?v=1')
    await linker.author.done('PUT', '/requirement2/ENG/REQ-003', { htmlExcerpt: '<p>New.</p>' })
    await linker.done('POST', '/issuelinks/DRN-3', [item('REQ-003', { baseline: 1 }), item('REQ-003')])
    const links = await linker.done('GET', '/issuelinks/DRN-3')
    expect(links.map(({ baseline, html }: Record<string, unknown>) => [baseline, html])).toEqual([
      [1, htmlExcerpt],
      [null, '<p>New.</p>'],
    ])
    linker.synchronise()
    expect(linker.faces().wiki).toEqual(linker.faces().tracker)
  })

  test('joins the link that the wiki has already', async () => {
    await linker.author.done('PUT', '/requirement2/ENG/REQ-003/link/issue/DRN-3?relationship=implements')
    await linker.done('POST', '/issuelinks/DRN-3', [item('REQ-003')])
    const joined = async () =>
      (await linker.author.state('issueLink')).filter(({ wiki }) => wiki?.key === 'REQ-003')
    expect(await joined()).toMatchObject([{ wiki: { issueKey: 'DRN-3' }, tracker: { issueId: 30003 } }])
    linker.synchronise()
    const links = (await linker.author.state('issueLink')).filter(({ id }) => id > 40004)
    expect(links).toMatchObject([{ wiki: { key: 'REQ-003' }, tracker: { key: 'REQ-003' } }])
  })

  test('while the wiki does not answer is taken without a text', async () => {
    const { store } = integrationOf(linker)
    store.table(applications).update(101, { status: 'DISABLED' })
    await linker.done('POST', '/issuelinks/DRN-3', [item('REQ-003')])
    linker.synchronise()
    expect((await linker.done('GET', '/issuelinks/DRN-3'))[0]).not.toHaveProperty('html')
    expect(await linker.waiting()).toHaveLength(1)
    store.table(applications).update(101, { status: 'ACTIVE' })
    linker.synchronise()
    expect(await linker.inWiki('REQ-003')).toEqual(['implements DRN-3'])
  })
})

test('links are listed in the order in which they came', async () => {
  const links = [item('REQ-009', { relationship: 'tests' }), item('REQ-003', { relationship: 'tests' })]
  await linker.done('POST', '/issuelinks/DRN-3', [...links, item('REQ-007')])
  expect(await linker.shown('DRN-3')).toEqual([
    'tests ENG/REQ-009',
    'tests ENG/REQ-003',
    'implements ENG/REQ-007',
  ])
})

describe('PUT /issuelinks/{issueKey}', () => {
  test('replaces all links', async () => {
    await linker.done('PUT', '/issuelinks/DRN-2', [
      item('REQ-002'),
      item('REQ-004', { relationship: undefined }),
    ])
    expect(await linker.shown('DRN-2')).toEqual(['implements ENG/REQ-002', 'implements ENG/REQ-004'])
    expect(await linker.inWiki('REQ-001')).toEqual(['implements DRN-1', 'tests DRN-2'])
    expect(await linker.waiting()).toEqual([
      'RESET_LINKS DRN-2',
      'ADD_LINK DRN-2 ENG/REQ-002 implements',
      'ADD_LINK DRN-2 ENG/REQ-004 implements',
    ])
    expect(await linker.history(30002)).toEqual([
      'LINKED implements ENG/REQ-004',
      'UNLINKED tests ENG/REQ-001',
    ])
  })

  test('arrives at the wiki with the next synchronisation', async () => {
    linker.synchronise()
    await linker.done('PUT', '/issuelinks/DRN-2', [item('REQ-002'), item('REQ-004')])
    linker.synchronise()
    expect(await linker.inWiki('REQ-001')).toEqual(['implements DRN-1'])
    expect(await linker.inWiki('REQ-002')).toEqual(['implements DRN-2'])
    expect(await linker.inWiki('REQ-004')).toEqual(['implements DRN-2'])
    expect(linker.faces().wiki).toEqual(linker.faces().tracker)
    expect((await linker.author.state('issueLink', 'id=40003'))[0]).toMatchObject({ wiki: {}, tracker: {} })
  })

  test('of one relationship leaves the others, in both products', async () => {
    linker.synchronise()
    await linker.done('PUT', '/issuelinks/DRN-2?relationship=tests', [
      item('REQ-006', { relationship: null }),
    ])
    expect(await linker.shown('DRN-2')).toEqual(['implements ENG/REQ-002', 'tests ENG/REQ-006'])
    linker.synchronise()
    expect(await linker.inWiki('REQ-002')).toEqual(['implements DRN-2'])
    expect(await linker.inWiki('REQ-001')).toEqual(['implements DRN-1'])
    expect(await linker.inWiki('REQ-006')).toEqual(['tests DRN-2'])
    const stray = await linker.call('PUT', '/issuelinks/DRN-2?relationship=tests', [item('REQ-006')])
    expect(stray).toMatchObject(refusal(400, "'implements'"))
  })

  test('with an empty list takes all off, those without a key too', async () => {
    await linker.done('PUT', '/issuelinks/DRN-5', [])
    expect(await linker.shown('DRN-5')).toEqual([])
    expect(await linker.author.state('issueLink', 'id=40001')).toEqual([])
  })
})

describe('DELETE /issuelinks/{issueKey}', () => {
  test('takes the face off at once, the wiki follows', async () => {
    linker.synchronise()
    const reply = await linker.call('DELETE', '/issuelinks/DRN-1', [item('REQ-001')])
    expect([reply.status, reply.body]).toEqual([200, OK])
    expect(await linker.shown('DRN-1')).toEqual([])
    expect(await linker.inWiki('REQ-001')).toEqual(['implements DRN-1', 'tests DRN-2'])
    linker.synchronise()
    expect(await linker.inWiki('REQ-001')).toEqual(['tests DRN-2'])
    expect(await linker.history(30001)).toEqual(['UNLINKED implements ENG/REQ-001'])
    expect(linker.faces().wiki).toEqual(linker.faces().tracker)
  })

  test('sends the wiki nothing else that was renamed meanwhile', async () => {
    linker.synchronise()
    await linker.done('POST', '/issuelinks/DRN-4', [item('REQ-002', { baseline: 1 })])
    linker.synchronise()
    await linker.author.done('PUT', '/requirement2/ENG/REQ-002', { newKey: 'REQ-102' })
    await linker.done('DELETE', '/issuelinks/DRN-2', [item('REQ-002')])
    await linker.done('DELETE', '/issuelinks/DRN-4', [item('REQ-002', { baseline: 1 })])
    expect(await linker.waiting()).toEqual([
      'REMOVE_LINK DRN-2 ENG/REQ-002 implements',
      'REMOVE_LINK DRN-4 ENG/REQ-002 1 implements',
    ])
    linker.synchronise()
    expect(linker.faces().wiki).toEqual(linker.faces().tracker)
    expect(await linker.inWiki('REQ-102')).toEqual([])
  })

  test('removes what the wiki shows instead, unless another link of the tracker says the same', async () => {
    linker.synchronise()
    const { store } = integrationOf(linker)
    const wikiSays = (key: string) => {
      const { wiki } = store.table(issueLinks).get(40002)!
      store.table(issueLinks).update(40002, { wiki: { ...wiki!, key } })
    }
    wikiSays('REQ-006')
    await linker.done('DELETE', '/issuelinks/DRN-1', [item('REQ-001')])
    expect(await linker.waiting()).toEqual([
      'REMOVE_LINK DRN-1 ENG/REQ-001 implements',
      'REMOVE_LINK DRN-1 ENG/REQ-006 implements',
    ])
    linker.synchronise()
    expect(linker.faces().wiki).toEqual(linker.faces().tracker)
  })

  test('leaves in the wiki what another link of the tracker says', async () => {
    linker.synchronise()
    const { store } = integrationOf(linker)
    const table = store.table(issueLinks)
    const { wiki, tracker, ...link } = table.get(40002)!
    table.update(40002, { wiki: { ...wiki!, key: 'REQ-006' } })
    table.insert({ ...link, id: 40009, tracker: { ...tracker!, key: 'REQ-006' } })
    await linker.done('DELETE', '/issuelinks/DRN-1', [item('REQ-001')])
    expect(await linker.waiting()).toEqual(['REMOVE_LINK DRN-1 ENG/REQ-001 implements'])
  })

  test('of one that lost its key resets the issue’s links in the wiki, and does nothing more', async () => {
    linker.synchronise()
    const { store } = integrationOf(linker)
    const { tracker } = store.table(issueLinks).get(40002)!
    store.table(issueLinks).update(40002, { tracker: { ...tracker!, key: null } })
    await linker.done('PUT', '/issuelinks/DRN-1', [])
    expect(await linker.waiting()).toEqual(['RESET_LINKS DRN-1'])
  })

  test('of the last link forgets the text', async () => {
    await linker.done('POST', '/issuelinks/DRN-3', [item('REQ-003')])
    await linker.done('POST', '/issuelinks/DRN-4', [item('REQ-003')])
    const texts = async () =>
      (await linker.author.state('trackerText')).filter(({ key }) => key === 'REQ-003')
    await linker.done('DELETE', '/issuelinks/DRN-3', [item('REQ-003')])
    expect(await texts()).toHaveLength(1)
    await linker.done('DELETE', '/issuelinks/DRN-4', [item('REQ-003'), item('REQ-003')])
    expect(await texts()).toEqual([])
    linker.synchronise()
    expect(await linker.inWiki('REQ-003')).toEqual([])
  })
})

describe('refusals', () => {
  test.each([
    ['POST', 'DRN-3', [item('REQ-003'), item('NOPE')], 404, "key: no requirement 'NOPE'"],
    [
      'POST',
      'DRN-3',
      [item('REQ-003', { applinkId: '11111111-2222-4333-8444-555555555555' })],
      404,
      'no application link',
    ],
    ['POST', 'DRN-3', [item('REQ-009', { baseline: 1 })], 404, 'in baseline 1'],
    ['POST', 'DRN-3', [item('REQ-099')], 404, "'REQ-099'"],
    ['POST', 'DRN-3', [item('REQ-003', { relationship: undefined })], 400, 'relationship'],
    ['POST', 'DRN-3', [item('SEC-001', { spaceKey: 'LAB' })], 403, "'LAB'"],
    ['POST', 'DRN-99', [item('REQ-003')], 404, "'DRN-99'"],
    ['PUT', 'DRN-2', [item('NOPE')], 404, "'NOPE'"],
    ['DELETE', 'DRN-2', [item('REQ-002'), item('REQ-003')], 404, "'REQ-003'"],
    ['DELETE', 'DRN-2', [item('REQ-001')], 404, "'implements'"],
    ['DELETE', 'DRN-2', [item('REQ-002', { baseline: 1 })], 404, "'REQ-002' of space 'ENG' in baseline 1"],
  ])('%s %s %j: %i %s', async (method, issue, body, status, mention) => {
    const reply = await linker.refused(method, `/issuelinks/${issue}`, body)
    expect(reply).toMatchObject(refusal(status, mention))
  })
})

test('a missing requirement is named with its space, and with its baseline if one is given', async () => {
  const refusal = async (more: object) =>
    (await linker.call('POST', '/issuelinks/DRN-3', [item('REQ-013', more)])).body.message
  expect(await refusal({})).toBe("key: no requirement 'REQ-013' in space 'ENG'")
  expect(await refusal({ baseline: 1 })).toBe("key: no requirement 'REQ-013' in space 'ENG' in baseline 1")
})

test('the copy of a baseline that is not frozen cannot be linked yet', async () => {
  const { store } = integrationOf(linker)
  store.table(baselines).update(7101, { status: 'IN_CREATION' })
  const before = linker.author.everything()
  const links = [item('REQ-003', { baseline: 1 })]
  const reply = await linker.call('POST', '/issuelinks/DRN-3', links)
  expect(reply).toMatchObject(refusal(409, 'baseline 1 is not frozen'))
  const change = { spaceKey: 'ENG', oldBaseline: null, newBaseline: 1 }
  const moved = await linker.call('POST', '/sync/updatebaseline2', change, { token: 'tok-admin' })
  expect(moved).toMatchObject(refusal(409, 'baseline 1 is not frozen'))
  expect(linker.author.everything()).toBe(before)
  store.table(baselines).update(7101, { status: 'DONE' })
  await linker.done('POST', '/issuelinks/DRN-3', links)
})

describe('other choices', () => {
  test('dangling keeps a link until its requirement exists', async () => {
    linker = await startLinker({ scenario: 'demo', config: { assumptions: { A156: 'dangling' } } })
    await linker.done('POST', '/issuelinks/DRN-3', [item('REQ-013')])
    linker.synchronise()
    expect(await linker.waiting()).toEqual(['ADD_LINK DRN-3 ENG/REQ-013 implements'])
    expect((await linker.author.state('trackerMessage'))[0]).toMatchObject({ status: 'FAILED', attempts: 1 })
    await linker.author.done('POST', '/requirement2/ENG/REQ-013')
    linker.synchronise()
    expect(await linker.waiting()).toEqual([])
    expect(await linker.inWiki('REQ-013')).toEqual(['implements DRN-3'])
  })
})

test('a thousand links at once are quick, and none is doubled', async () => {
  linker = await startLinker({ scenario: 'demo', config: { assumptions: { A156: 'dangling' } } })
  const many = Array.from({ length: 1000 }, (_, number) => item(`N-${number}`))
  await linker.done('POST', '/issuelinks/DRN-3', many)
  await linker.done('PUT', '/issuelinks/DRN-3', many)
  const { store } = integrationOf(linker)
  expect([...store.table(issueLinks).range('issue', [30003])]).toHaveLength(1000)
})
