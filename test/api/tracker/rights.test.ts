/** What callers may have wiki and tracker do for each other: nobody sees or changes what the wiki hides from them. */
import { beforeEach, describe, expect, test } from 'vitest'
import { BULK } from '../../support/bulk-jobs.ts'
import { APPLINK, item, type Linker, startLinker } from './linking.ts'
import { pluck, refusal } from '../../support/client.ts'

const INTEGRATION = '/wiki/rest/reqs/1/integration/svc-0001-demo'
const secret = { spaceKey: 'LAB', key: 'SEC-001' }

let linker: Linker
beforeEach(async () => {
  linker = await startLinker()
})

const wiki = (method: string, path: string, body: unknown, token = 'tok-alice') =>
  linker.author.client.call(method, `${INTEGRATION}${path}`, { token, body })
const post = async (messages: object[], token?: string) =>
  (await wiki('POST', '/queue/inbound', messages, token)).body as { status: string; message: string }[]
const links = async () =>
  (await linker.author.state('issueLink')).map(({ wiki: view, tracker }) => [view, tracker])

describe('who acts for the application link', () => {
  test.each([
    ['?fields=username', { username: 'eve' }],
    ['', { label: 'Mine', userKey: 'eve' }],
    ['?fields=username', { username: null }],
    ['?fields=label,rpcUrl', { label: 'x', rpcUrl: 'https://elsewhere.test' }],
    ['', { endpoint: 'https://elsewhere.test/rest' }],
  ])('is not changed by anybody: %s %j', async (query, body) => {
    const before = linker.author.everything()
    const reply = await wiki('PUT', query, body, 'tok-eve')
    expect(reply).toMatchObject(refusal(403, "'eve'"))
    expect(linker.author.everything()).toBe(before)
    expect((await linker.call('PUT', `/api/${APPLINK}/mode`, '"MANUAL"', { token: 'tok-eve' })).status).toBe(
      403,
    )
  })

  test('is changed by an administrator, then by the one who acts for it', async () => {
    expect((await wiki('PUT', '', { username: 'bob' }, 'tok-admin')).body.username).toBe('bob')
    expect((await wiki('PUT', '', { username: 'alice' }, 'tok-bob')).body.username).toBe('alice')
    expect((await wiki('PUT', '', { username: 'bob' }, 'tok-bob')).status).toBe(403)
  })

  test('does not matter for a field that is not named', async () => {
    const reply = await wiki('PUT', '?fields=label', { label: 'x', username: 'eve' }, 'tok-eve')
    expect([reply.status, reply.body.label, reply.body.username]).not.toContain('eve')
    expect(reply.status).toBe(200)
  })
})

describe('a bulk job', () => {
  const start = (body: object, projectId = '20001', token = 'tok-alice') =>
    linker.call('POST', `${BULK}/projects/${projectId}`, body, { token })
  const reading = { operation: 'UPDATE', issues: [{ key: 'DRN-3', links: [secret] }] }

  test('links nothing of a space that its starter may not read', async () => {
    const before = linker.author.everything()
    for (const key of ['SEC-001', 'SEC-404']) {
      const body = { operation: 'UPDATE', issues: [{ key: 'DRN-3', links: [{ ...secret, key }] }] }
      const reply = await start(body)
      expect(reply).toMatchObject(refusal(403, "'LAB'"))
    }
    expect(linker.author.everything()).toBe(before)
    expect((await start(reading, '20001', 'tok-admin')).status).toBe(200)
  })

  test('takes a projectId as it is written', async () => {
    const reply = await start(reading, '9007199254740993')
    expect(reply).toMatchObject(refusal(404, "'9007199254740993'"))
  })
})

describe('messages posted to the wiki', () => {
  const add = { operation: 'ADD_LINK', issueKey: 'DRN-3', ...secret }

  test('link and unlink nothing in a space that the caller may not read', async () => {
    await post([add], 'tok-admin')
    const before = await links()
    const answers = await post([
      { ...add, key: 'SEC-001', relationship: 'tests' },
      { ...add, key: 'SEC-404' },
      { ...add, operation: 'REMOVE_LINK' },
      { ...add, operation: 'REMOVE_LINK', key: 'SEC-404' },
      { operation: 'RESET_LINKS', issueKey: 'DRN-3' },
      { operation: 'ISSUE_RENAMED', issueKey: 'DRN-3', newIssueKey: 'DRN-33' },
    ])
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 'FAILED'))
    expect(new Set(answers.slice(0, 4).map(({ message }) => message)).size).toBe(1)
    expect(await links()).toEqual(before)
    const kept = await linker.author.client.get(`${INTEGRATION}/queue/inbound`)
    expect(kept.body.slice(1)).toEqual(answers)
    const [gone] = await post([{ operation: 'RESET_LINKS', issueKey: 'DRN-3' }], 'tok-admin')
    expect(gone).toMatchObject({ status: 'DONE', message: '1 link removed' })
  })

  test('of the user of the application link go everywhere', async () => {
    await wiki('PUT', '', { username: 'bob' }, 'tok-admin')
    expect(await post([add], 'tok-bob')).toMatchObject([{ status: 'DONE' }])
  })

  test('take up the time given, whether or not they are followed', async () => {
    const reply = await wiki('POST', '/queue/inbound?timeout=20', [add, { ...add, spaceKey: 'OPS' }, add])
    expect(pluck(reply.body, 'status')).toEqual(['FAILED', 'FAILED', 'NOT_EXECUTED'])
  })

  test('have an issue, and a relationship that says something', async () => {
    const link = { operation: 'ADD_LINK', spaceKey: 'ENG', key: 'REQ-003' }
    const answers = await post([
      { ...link, issueKey: '  ' },
      { ...link, issueKey: 'DRN-3', relationship: '  ' },
      { ...link, issueKey: ' DRN-3 ', relationship: '' },
    ])
    expect(answers.map(({ message }) => message)).toEqual([
      "ADD_LINK needs 'issueKey'",
      'link added',
      'the link was there already',
    ])
    expect(await linker.inWiki('REQ-003')).toEqual(['implements DRN-3'])
  })
})

test('resynchronising shows no text of a space that its starter may not read', async () => {
  await post([{ operation: 'ADD_LINK', issueKey: 'DRN-3', ...secret }], 'tok-admin')
  const run = async (token: string) => {
    const { body } = await linker.call('PUT', '/sync?issues=DRN-3', undefined, { token })
    linker.author.client.simulator.clock.advance('1s')
    return linker.done('GET', `/sync/job/${body.jobId}`)
  }
  expect(await run('tok-alice')).toMatchObject({ status: 'DONE', total: 0, errors: [] })
  expect(await linker.shown('DRN-3')).toEqual([])
  expect(await run('tok-admin')).toMatchObject({ status: 'DONE', total: 1, done: 1 })
  expect(await linker.shown('DRN-3')).toEqual(['implements LAB/SEC-001'])
})

test('resynchronising by who acts for the application link reads every space', async () => {
  await post([{ operation: 'ADD_LINK', issueKey: 'DRN-3', ...secret }], 'tok-admin')
  await wiki('PUT', '', { username: 'alice' }, 'tok-admin')
  const { body } = await linker.call('PUT', '/sync?issues=DRN-3')
  linker.author.client.simulator.clock.advance('1s')
  expect(await linker.done('GET', `/sync/job/${body.jobId}`)).toMatchObject({ total: 1, done: 1, errors: [] })
  expect(await linker.shown('DRN-3')).toEqual(['implements LAB/SEC-001'])
})

describe('blank names', () => {
  test.each([
    ['POST', ''],
    ['POST', '  '],
    ['PUT', ''],
    ['PUT', '\t'],
  ])('of relationships mean the default one: %s with %j', async (method, relationship) => {
    await linker.done(method, '/issuelinks/DRN-3', [item('REQ-003', { relationship })])
    expect(await linker.shown('DRN-3')).toEqual(['implements ENG/REQ-003'])
    await linker.done('PUT', '/issuelinks/DRN-3?relationship=tests', [item('REQ-004', { relationship })])
    expect(await linker.shown('DRN-3')).toEqual(['implements ENG/REQ-003', 'tests ENG/REQ-004'])
  })

  test.each(['', ' ', '\t'])('count as absent in bodies of the wiki: %j', async (blank) => {
    const admin = { token: 'tok-admin' }
    const send = async (method: string, path: string, body: object) => {
      const { status, body: reply } = await linker.call(method, path, body, admin)
      return [status, reply]
    }
    const requirement = { spaceKey: 'ENG', key: 'REQ-001' }
    const link = { ...requirement, issueKey: 'DRN-3' }
    const [, { link: created }] = await send('POST', '/createRIL', {
      ...link,
      applinkId: blank,
      relationship: blank,
    })
    expect(created).toMatchObject({ ...requirement, relationship: 'implements' })
    const unchanged = { ...requirement, applinkId: blank, newSpaceKey: blank, newKey: blank }
    expect(await send('PUT', '/rename', unchanged)).toEqual([200, { status: 'ok', renamed: 0 }])
    const moved = { ...unchanged, newKey: 'REQ-901' }
    expect(await send('PUT', '/rename', moved)).toEqual([200, { status: 'ok', renamed: 3 }])
    const baselines = { applinkId: blank, spaceKey: 'ENG', keys: ['REQ-002'], newBaseline: 1 }
    expect(await send('POST', '/sync/updatebaseline2', baselines)).toEqual([
      200,
      { status: 'ok', updated: 1 },
    ])
    const recovered = await send('PUT', '/recover-null-keys/associate/40001', {
      key: 'REQ-005',
      spaceKey: blank,
    })
    expect(recovered).toMatchObject([200, { link: { spaceKey: 'ENG', key: 'REQ-005' } }])
    const message = { operation: 'REQUIREMENT_UPDATED', spaceKey: 'ENG', key: 'REQ-002', applinkId: blank }
    expect(await send('POST', '/api', [message] as unknown as object)).toMatchObject([
      200,
      [{ status: 'DONE' }],
    ])
  })

  test('count as absent in messages of the wiki', async () => {
    const link = { operation: 'LINK_ADDED', spaceKey: 'ENG', key: 'REQ-003', relationship: ' ' }
    const answers = await linker.done('POST', '/api', [
      { ...link, issueKey: ' ' },
      { ...link, issueKey: 'DRN-3' },
      { ...link, issueKey: ' DRN-3', relationship: 'implements ' },
    ])
    expect(pluck(answers, 'status')).toEqual(['FAILED', 'FAILED', 'DONE'])
    expect(await linker.shown('DRN-3')).toEqual(['implements ENG/REQ-003'])
  })

  test('of issues are refused when a remote issue link is created', async () => {
    const link = { issueKey: 'DRN-3', spaceKey: 'ENG', key: 'REQ-003', relationship: '\t' }
    const reply = await linker.call('POST', '/createRIL', { ...link, issueKey: ' ' }, { token: 'tok-admin' })
    expect(reply).toMatchObject(refusal(400, 'issueKey'))
    await linker.done('POST', '/createRIL', link)
    expect(await linker.shown('DRN-3')).toEqual(['implements ENG/REQ-003'])
  })
})

test('a remote issue link that is there is refused where the scenario asks for that', async () => {
  const link = { issueKey: 'DRN-1', spaceKey: 'ENG', key: 'REQ-001', relationship: 'implements' }
  await linker.done('POST', '/createRIL', link)
  linker = await startLinker({ scenario: 'demo', config: { assumptions: { A158: 'conflict' } } })
  const reply = await linker.call('POST', '/createRIL', link, { token: 'tok-admin' })
  expect(reply).toMatchObject(refusal(409, "'REQ-001' already"))
})
