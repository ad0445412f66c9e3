/** What messages between wiki and tracker may link, and what they leave in the histories of both. */
import { beforeEach, describe, expect, test } from 'vitest'
import { baselines } from '../../../../src/model/records/wiki/baselines.ts'
import { grants } from '../../../../src/model/records/service/users.ts'
import { BULK } from '../../../support/bulk-jobs.ts'
import { item } from '../../tracker/linking.ts'
import { INBOUND, linker, startProducts, done, control, synchronise } from './products.ts'
import { tell } from './waiting.ts'
import { simulator, tableOf } from './world.ts'

beforeEach(() => startProducts())

const post = async (messages: object[]) =>
  (await linker.author.done('POST', INBOUND, messages)) as { status: string; message: string }[]
const setBaseline = (number: number, status: 'PREVIEW' | 'ERROR' | 'IN_CREATION' | undefined) => {
  const table = tableOf(baselines)
  const [found] = [...table.scan()].filter((one) => one.projectContainerId === 1001 && one.number === number)
  if (status === undefined) table.remove(found!.id)
  else table.update(found!.id, { status })
}
/** The changes of the links of a requirement: `LINKED  > implements DRN-1`. */
const linksInWiki = async (key: string) => {
  const rows = await linker.author.state('requirement', `spaceKey=ENG&key=${key}`)
  const row = rows.find(({ baseline }) => baseline === undefined)
  const events = await linker.author.state('historyEntry', `requirementId=${row.id}`)
  return events
    .filter(({ event }) => event === 'LINKED' || event === 'UNLINKED')
    .flatMap(({ event, by, changes }) =>
      changes.map(
        ({ before = '', after = '' }: Record<string, string>) => `${event} by ${by}: ${before} > ${after}`,
      ),
    )
}

describe('a copy of a baseline that is not finished', () => {
  const copy = { spaceKey: 'ENG', key: 'REQ-002', baseline: 1, issueKey: 'DRN-3', relationship: 'implements' }
  const ownLink = '/requirement2/ENG/REQ-002/link/issue/DRN-3?baseline=1'

  test.each(['PREVIEW', 'IN_CREATION', 'ERROR', undefined] as const)(
    'is not linked by a message, by the wiki or by the tracker: %s',
    async (status) => {
      setBaseline(1, status)
      const before = linker.author.everything()
      const reply = await linker.author.call('PUT', ownLink)
      expect([404, 409]).toContain(reply.status)
      const inTracker = await linker.call('POST', '/issuelinks/DRN-3', [item('REQ-002', { baseline: 1 })])
      expect([404, 409]).toContain(inTracker.status)
      expect(linker.author.everything()).toBe(before)
      const [answer] = await post([{ operation: 'ADD_LINK', ...copy }])
      expect(answer).toMatchObject({ status: 'FAILED', message: expect.stringContaining('baseline 1') })
      expect(await linker.author.state('issueLink', 'serviceId=svc-0001-demo')).toHaveLength(4)
    },
  )

  test('is linked once it is DONE', async () => {
    expect(await post([{ operation: 'ADD_LINK', ...copy }])).toMatchObject([{ status: 'DONE' }])
    expect(await post([{ operation: 'REMOVE_LINK', ...copy }])).toMatchObject([{ message: 'link removed' }])
  })
})

describe('histories', () => {
  const facts = { spaceKey: 'ENG', key: 'REQ-003', issueKey: 'DRN-3', relationship: 'tests' }
  const events = async (issueId = 30003) =>
    (await linker.author.state('issueHistory', `issueId=${issueId}`)).map(
      ({ event, detail, by }) => `${event} ${detail} by ${by}`,
    )

  test('of an issue note links that the wiki adds, renames and removes', async () => {
    await tell({ operation: 'LINK_ADDED', ...facts })
    await tell({ operation: 'LINK_ADDED', ...facts })
    await tell({ operation: 'REQUIREMENT_RENAMED', spaceKey: 'ENG', key: 'REQ-003', newKey: 'REQ-050' })
    await tell({ operation: 'LINK_REMOVED', ...facts, key: 'REQ-050' })
    expect(await events()).toEqual([
      'LINKED tests ENG/REQ-003 by 1',
      'LINK_RENAMED tests ENG/REQ-003 is now ENG/REQ-050 by 1',
      'UNLINKED tests ENG/REQ-050 by 1',
    ])
  })

  test('of an issue note links that go with a requirement or a baseline', async () => {
    await tell({ operation: 'LINK_ADDED', ...facts })
    await tell({ operation: 'LINK_ADDED', ...facts, baseline: 1 })
    await tell({ operation: 'REQUIREMENT_DELETED', spaceKey: 'ENG', key: 'REQ-003' })
    setBaseline(1, undefined)
    await tell({ operation: 'BASELINE_UPDATED', spaceKey: 'ENG', baseline: 1 })
    expect((await events()).slice(2)).toEqual([
      'UNLINKED tests ENG/REQ-003 by 1',
      'UNLINKED tests ENG/REQ-003 of baseline 1 by 1',
    ])
  })

  test('of an issue name who had the message sent, not the service', async () => {
    await linker.author.done('PUT', '/requirement2/ENG/REQ-003/link/issue/DRN-3?relationship=tests')
    synchronise()
    expect(await events()).toEqual(['LINKED tests ENG/REQ-003 by 2'])
  })

  test('of a requirement note links that the tracker adds, moves and removes', async () => {
    await post([
      { operation: 'ADD_LINK', ...facts },
      { operation: 'ISSUE_RENAMED', issueKey: 'DRN-3', newIssueKey: 'DRN-30' },
      { operation: 'ISSUE_MOVED', issueKey: 'DRN-30', newIssueKey: 'OPS-1' },
      { operation: 'REMOVE_LINK', ...facts, issueKey: 'OPS-1' },
      { operation: 'ADD_LINK', ...facts },
      { operation: 'RESET_LINKS', issueKey: 'DRN-3' },
    ])
    expect(await linksInWiki('REQ-003')).toEqual([
      'LINKED by 2:  > tests DRN-3',
      'LINKED by 2: tests DRN-3 > tests DRN-30',
      'LINKED by 2: tests DRN-30 > tests OPS-1',
      'UNLINKED by 2: tests OPS-1 > ',
      'LINKED by 2:  > tests DRN-3',
      'UNLINKED by 2: tests DRN-3 > ',
    ])
  })

  test('of a requirement note a link that another one takes the place of', async () => {
    await post([
      { operation: 'ADD_LINK', ...facts },
      { operation: 'ADD_LINK', ...facts, issueKey: 'DRN-4' },
      { operation: 'ISSUE_RENAMED', issueKey: 'DRN-3', newIssueKey: 'DRN-4' },
    ])
    expect((await linksInWiki('REQ-003')).at(-1)).toBe('UNLINKED by 2: tests DRN-3 > ')
    expect(await linker.inWiki('REQ-003')).toEqual(['tests DRN-4'])
  })
})

describe('relationships and issue keys with blanks around them', () => {
  test('mean the same to the wiki as to the tracker', async () => {
    await linker.author.done(
      'PUT',
      '/requirement2/ENG/REQ-003/link/issue/%20DRN-3%20?relationship=%20tests%20',
    )
    await done('POST', '/issuelinks/DRN-4', [item('REQ-003', { relationship: ' tests ' })])
    synchronise()
    expect(linker.faces().wiki).toEqual(linker.faces().tracker)
    expect(await linker.inWiki('REQ-003')).toEqual(['tests DRN-3', 'tests DRN-4'])
    const path = '/requirement2/ENG/REQ-003/link/issue/DRN-3?relationship=%20tests'
    expect((await linker.author.call('DELETE', path)).status).toBe(204)
    expect(await linker.inWiki('REQ-003')).toEqual(['tests DRN-4'])
  })

  test('mean implements when nothing is left', async () => {
    const path = '/requirement2/ENG/REQ-003/link/issue/DRN-3?relationship=%20%20'
    await linker.author.done('PUT', path, { relationship: '  ', title: '  ' })
    await done('POST', '/issuelinks/DRN-4', [item('REQ-003', { relationship: '  ' })])
    synchronise()
    expect(await linker.inWiki('REQ-003')).toEqual(['implements DRN-3', 'implements DRN-4'])
    expect(linker.faces().wiki).toEqual(linker.faces().tracker)
  })
})

describe('links of an integration that the wiki deleted', () => {
  test('are found by what the wiki still shows', async () => {
    expect((await linker.author.found("jira = 'DRN-1'")).wiki).toEqual(['REQ-001'])
    const path = '/integration/svc-0001-demo'
    expect((await linker.author.call('DELETE', path, undefined, { token: 'tok-admin' })).status).toBe(204)
    expect(await linker.inWiki('REQ-001')).toEqual(['implements DRN-1', 'tests DRN-2'])
    for (const query of [
      "jira = 'DRN-1'",
      "jira@implements = 'DRN-1'",
      "NOT jira <> 'DRN-1' AND jira = 'DRN-1'",
    ])
      expect((await linker.author.found(query)).wiki, query).toEqual(['REQ-001'])
  })
})

describe('a bulk job whose starter loses rights meanwhile', () => {
  const start = async (count: number, links: object[] = []) => {
    const issues = Array.from({ length: count }, () => ({ fields: '{"summary":"S"}', links }))
    const body = { operation: 'CREATE', issueTypeId: 10001, issues }
    const reply = await linker.call('POST', `${BULK}/projects/20001`, body)
    expect(reply.status, reply.text).toBe(200)
    return () => done('GET', `${BULK}/jobs/${reply.body.jobId}`)
  }
  /** Takes what alice may do with a project or space, by the number of its container. */
  const take = (container: number) => tableOf(grants).remove(`${container}:2`)

  test('goes on as far as they may by then', async () => {
    const job = await start(60)
    simulator().clock.advance('1s')
    expect(await job()).toMatchObject({ status: 'RUNNING', done: 50, failed: 0 })
    take(2001)
    simulator().clock.advance('1s')
    const ended = await job()
    expect(ended).toMatchObject({ status: 'DONE', done: 50, failed: 10 })
    expect(ended.errors[0].message).toBe("user 'alice' may not edit project 'DRN' any more")
    expect(await linker.author.state('issue', 'projectContainerId=2001')).toHaveLength(55)
  })

  test('links nothing of a space that they may not read by then', async () => {
    const job = await start(1, [{ spaceKey: 'ENG', key: 'REQ-003' }])
    take(1001)
    simulator().clock.advance('1s')
    expect(await job()).toMatchObject({
      failed: 1,
      errors: [{ item: 'REQ-003', message: "user 'alice' may not read space 'ENG' any more" }],
    })
    expect(await linker.author.state('issue', 'projectContainerId=2001')).toHaveLength(5)
  })
})

test('a link taken off under its former name and added under its new one stays', async () => {
  await linker.author.done('PUT', '/requirement2/ENG/REQ-002', { newKey: 'NEW-1' })
  await done('POST', '/issuelinks/DRN-2', [item('NEW-1')])
  await done('DELETE', '/issuelinks/DRN-2', [item('REQ-002')])
  synchronise(2)
  expect(await linker.inWiki('NEW-1')).toEqual(['implements DRN-2'])
  expect(linker.faces().wiki).toEqual(linker.faces().tracker)
})

test('a link that the wiki has under two keys of an issue ends as one record', async () => {
  await done('PUT', '/issuelinks/DRN-1', [])
  await linker.author.done('PUT', '/requirement2/ENG/REQ-003/link/issue/DRN-1?relationship=tests')
  await control('PUT', '/issues/30001', { key: 'DRN-9' })
  await linker.author.done('PUT', '/requirement2/ENG/REQ-003/link/issue/DRN-9?relationship=tests')
  synchronise(2)
  const links = await linker.author.state('issueLink')
  const named = links.filter(({ wiki, tracker }) => (wiki ?? tracker).key === 'REQ-003')
  expect(named).toMatchObject([{ wiki: { issueKey: 'DRN-9' }, tracker: { issueId: 30001 } }])
})
