/** What one run takes and tells, what is kept of answers, and who may have messages followed (service §4.5, §6.2). */
import { beforeEach, describe, expect, test } from 'vitest'
import { containers } from '../../../../src/model/records/service/containers.ts'
import { cancelSynchronisation } from '../../../../src/model/integration/queues/synchronisation.ts'
import { integrations } from '../../../../src/model/records/tracker/integrations.ts'
import { issueLinks } from '../../../../src/model/records/tracker/issue-links.ts'
import {
  issues,
  issueTypes,
  trackerTextId,
  trackerTexts,
} from '../../../../src/model/records/tracker/tracker.ts'
import { inboundAnswers, trackerMessages } from '../../../../src/model/records/tracker/inbound-messages.ts'
import { outboundMessages } from '../../../../src/model/records/tracker/outbound-messages.ts'
import { settings } from '../../../../src/model/records/service/settings.ts'
import { APPLINK } from '../../tracker/linking.ts'
import { SERVICE, INBOUND, linker, wiki, done, synchronise } from './products.ts'
import { sentence, startWaiting, define, queueInTracker, queueInWiki, inTracker, inWiki } from './waiting.ts'
import { simulator, region, tableOf, setMode, fail, outbound } from './world.ts'

beforeEach(() => startWaiting())

const failing = (number: number) => `LINK_ADDED NO-${number} REQ-003 tests`
/** Lets three minutes go by; answers what the run told to whoever listens. */
const run = () => {
  const { events, clock } = simulator()
  const outcomes: unknown[] = []
  const end = events.subscribe(({ type, data }) => {
    if (type === 'job' && data.kind === 'integration.synchronise') outcomes.push(data.outcome)
  })
  clock.advance('3m')
  end()
  return outcomes
}

describe('a run', () => {
  test('sends untried messages first, then failed ones, the oldest first', async () => {
    queueInWiki(failing(1), failing(2), failing(3))
    synchronise()
    setMode('DISABLED')
    queueInWiki(failing(4), failing(5))
    const listed = async (limit: number) =>
      (await wiki('GET', `/integration/${SERVICE}/queue/outbound?limit=${limit}`)).map(sentence)
    const order = [4, 5, 1, 2, 3].map(failing)
    for (const limit of [1, 2, 3, 4, 5, 6])
      expect(await listed(limit), `${limit}`).toEqual(order.slice(0, limit))
  })

  test('leaves what failed and what says the same again, each for itself', () => {
    queueInWiki(failing(1), failing(1))
    queueInTracker('ADD_LINK DRN-3 NOPE', 'ADD_LINK DRN-3 NOPE')
    synchronise()
    expect(inWiki()).toEqual([failing(1), failing(1)])
    expect(inTracker()).toEqual(['ADD_LINK DRN-3 NOPE', 'ADD_LINK DRN-3 NOPE'])
  })

  test('keeps the response to a message when only its status changes', () => {
    const message = 'no more disk'
    queueInWiki(failing(1))
    const answers: string[] = []
    for (const answer of ['FAILED', 'NOT_EXECUTED', undefined] as const) {
      if (answer !== undefined) fail('outbound', 'LINK_ADDED', { answer, message })
      synchronise()
      answers.push(...outbound().map((one) => `${one.status} ${one.attempts} ${one.lastResponse}`))
    }
    expect(answers).toEqual([
      'FAILED 1 no more disk',
      'NOT_EXECUTED 2 no more disk',
      "FAILED 3 issue 'NO-1' does not exist",
    ])
  })

  test('keeps the response to a message that fails for another reason', () => {
    fail('outbound', undefined, { message: 'no more disk' })
    queueInWiki(failing(1))
    const answers = [1, 2].map(() => {
      synchronise()
      return outbound()[0]?.lastResponse
    })
    expect(answers).toEqual(['no more disk', "issue 'NO-1' does not exist"])
  })

  test('counts ten milliseconds for a message if the setting of the world is invalid', () => {
    const name = 'messageMilliseconds'
    tableOf(settings).put({ id: `102/0/${name}`, applicationId: 102, name, value: 'soon' } as never)
    queueInWiki(...Array.from({ length: 5 }, () => 'REQUIREMENT_UPDATED - REQ-003'))
    synchronise()
    expect(inWiki()).toEqual([])
  })

  test('reports how many messages went each way, and with which results', () => {
    expect(run()).toEqual(['nothing waited'])
    queueInWiki(failing(1), 'REQUIREMENT_UPDATED - REQ-003', 'REQUIREMENT_UPDATED - REQ-001')
    queueInTracker('RESET_LINKS DRN-3')
    expect(run()).toEqual(['3 to the tracker: 1 FAILED, 2 DONE; 1 to the wiki: 1 DONE'])
    setMode('DISABLED')
    expect(run()).toEqual(['1 to the tracker: none went, the application link is in mode DISABLED'])
  })
})

describe('responses of the wiki', () => {
  const answers = async () =>
    (await wiki('GET', INBOUND))
      .toReversed()
      .map(({ status, message }: Record<string, string>) => `${status} ${message}`)

  test('are kept once while they stay the same', async () => {
    queueInTracker('ADD_LINK DRN-3 NEW-1')
    for (let count = 0; count < 3; count++) synchronise()
    const failed = "FAILED requirement 'ENG/NEW-1' does not exist"
    expect((await answers()).toSorted()).toEqual([failed])
    await define('NEW-1')
    synchronise(2)
    expect((await answers()).toSorted()).toEqual(['DONE link added', failed])
  })
})

const ANSWER = {
  operation: 'RESET_LINKS',
  status: 'DONE',
  message: '0 links removed',
  receivedAt: 0,
} as const
const RESET = [{ operation: 'RESET_LINKS', issueKey: 'DRN-5' }]

test('a response gets an id that no other has', async () => {
  const answers = tableOf(inboundAnswers)
  const highest = Math.max(0, ...[...answers.scan()].map(({ id }) => id))
  answers.insert({ ...ANSWER, id: highest + 1, serviceId: SERVICE })
  await wiki('POST', INBOUND, RESET)
  expect([...answers.scan()].map(({ id }) => id)).toContain(highest + 2)
})

test('the wiki keeps the last 1,000 responses of each integration', async () => {
  const table = tableOf(integrations)
  const links = { wikiApplinkId: 'wiki-2', trackerApplinkId: 'tracker-2' }
  table.insert({ ...table.get(SERVICE)!, ...links, serviceId: 'aaa' })
  const answers = tableOf(inboundAnswers)
  const ofBoth = Array.from({ length: 2000 }, (_, index) => index + 1)
  answers.insertMany(
    ofBoth.map((id) => ({ ...ANSWER, id: id + 10_000, serviceId: id > 1000 ? 'aaa' : SERVICE })),
  )
  const post = (service: string) => wiki('POST', `/integration/${service}/queue/inbound`, RESET)
  const kept = () => [SERVICE, 'aaa'].map((service) => answers.count('service', [service]))
  answers.remove(10_001)
  for (const service of [SERVICE, 'aaa', SERVICE]) {
    await post(service)
    expect(kept()).toEqual([1000, 1000])
  }
})

describe('an application link that is repaired from the side of the tracker', () => {
  const repair = () => done('POST', `/queue/${APPLINK}/repair-applink`)

  test('stays without runs when the wiki has deleted the integration', async () => {
    await wiki('DELETE', `/integration/${SERVICE}`)
    expect(await repair()).toMatchObject({
      synchronises: false,
      obstacle: 'the wiki has deleted the integration',
    })
  })

  test('keeps the versions apart while the integration is DISABLED', async () => {
    const change = { version: 5, trackerVersion: 7 } as const
    tableOf(integrations).update(SERVICE, { ...change, mode: 'DISABLED' })
    expect(await repair()).toMatchObject({ version: 7, synchronises: true })
    setMode('AUTO')
    const mended = await repair()
    expect(mended).toMatchObject({ version: 5, links: 0, messages: 0, retried: 0 })
    expect(mended).not.toHaveProperty('obstacle')
    expect(tableOf(integrations).get(SERVICE)).not.toHaveProperty('trackerVersion')
  })

  test('gives its own id to faces, messages and texts, and leaves those of others', async () => {
    const links = tableOf(issueLinks)
    const own = links.get(40002)!
    const other = {
      ...own,
      id: 50001,
      serviceId: 'svc-other',
      tracker: { ...own.tracker!, issueId: 30004, applinkId: 'x' },
    }
    links.put({ ...other, wiki: { ...own.wiki!, applinkId: 'x', issueKey: 'DRN-4' } })
    links.update(40002, { wiki: { ...own.wiki!, applinkId: 'old' } })
    const lost = links.get(40004)!
    links.put({ ...lost, tracker: { ...lost.tracker!, applinkId: 'old' } })
    setMode('DISABLED')
    queueInWiki('REQUIREMENT_UPDATED - REQ-003', 'REQUIREMENT_UPDATED - REQ-004')
    const [first] = outbound()
    tableOf(outboundMessages).update(first!.id, { applinkId: 'old' })
    const { spaceKey, key } = lost.tracker!
    const texts = tableOf(trackerTexts)
    const text = { spaceKey, key: key!, baseline: null, html: 'read before', refreshedAt: 0 }
    for (const { id } of texts.scan()) texts.remove(id)
    texts.put({ ...text, id: trackerTextId('old', spaceKey, key!, null), applinkId: 'old' })
    links.put({ id: 50002, serviceId: SERVICE, tracker: { ...lost.tracker!, key: null, applinkId: 'old' } })
    const foreign = { serviceId: 'svc-other', applinkId: 'x', status: 'FAILED', attempts: 3 } as const
    tableOf(outboundMessages).put({ ...first!, ...foreign, id: 9001 })
    const message = {
      ...foreign,
      id: 9002,
      operation: 'RESET_LINKS',
      issueKey: 'DRN-1',
      createdAt: 0,
    } as const
    tableOf(trackerMessages).put(message)
    expect(await repair()).toMatchObject({ links: 3, messages: 1, retried: 0 })
    expect(links.get(50002)?.tracker?.applinkId).toBe(APPLINK)
    expect(tableOf(trackerMessages).get(9002)).toEqual(message)
    expect(tableOf(outboundMessages).get(9001)).toMatchObject(foreign)
    tableOf(outboundMessages).remove(9001)
    expect(links.get(40002)).toEqual(own)
    expect(links.get(40004)).toEqual(lost)
    expect(links.get(50001)?.tracker?.applinkId).toBe('x')
    expect([...texts.scan()]).toMatchObject([{ applinkId: APPLINK, key, refreshedAt: expect.any(Number) }])
    expect(new Set([...tableOf(outboundMessages).scan()].map(({ applinkId }) => applinkId))).toEqual(
      new Set(['11111111-2222-4333-8444-555555555555']),
    )
  })

  test('leaves messages that name it, and texts of links that name it in the tracker', async () => {
    const links = tableOf(issueLinks)
    const own = links.get(40003)!
    links.put({ ...own, wiki: { ...own.wiki!, applinkId: 'old' } })
    const id = trackerTextId(APPLINK, 'ENG', 'REQ-002', null)
    tableOf(trackerTexts).update(id, { html: 'read before' })
    const whole = links.get(40002)!
    links.put({
      id: 50001,
      serviceId: SERVICE,
      wiki: { ...whole.wiki!, applinkId: 'old', issueKey: 'DRN-4' },
    })
    setMode('DISABLED')
    queueInTracker('RESET_LINKS DRN-5')
    expect(await repair()).toMatchObject({ links: 2, messages: 0 })
    expect(links.get(40003)).toEqual(own)
    expect(tableOf(trackerTexts).get(id)?.html).toBe('read before')
  })

  test('has the texts read that moved with it, and runs again', async () => {
    const links = tableOf(issueLinks)
    const { tracker, ...rest } = links.get(40003)!
    links.put({ ...rest, tracker: { ...tracker!, applinkId: 'old' } })
    const texts = tableOf(trackerTexts)
    texts.update(trackerTextId(APPLINK, 'ENG', 'REQ-002', null), { html: 'read before' })
    cancelSynchronisation(simulator().world, region(), SERVICE)
    expect(await repair()).toMatchObject({ links: 1, synchronises: true })
    expect(texts.get(trackerTextId(APPLINK, 'ENG', 'REQ-002', null))?.html).not.toBe('read before')
    queueInTracker('RESET_LINKS DRN-5')
    synchronise()
    expect(inTracker()).toEqual([])
  })

  test('restarts failed messages, and leaves waiting and done ones', async () => {
    queueInTracker('ADD_LINK DRN-3 NOPE', 'RESET_LINKS DRN-5')
    synchronise()
    queueInTracker('ADD_LINK DRN-4 NOPE')
    expect(await repair()).toMatchObject({ retried: 1 })
    const messages = await linker.author.state('trackerMessage')
    expect(messages.map(({ status, attempts }) => [status, attempts])).toEqual([
      ['PENDING', 0],
      ['DONE', 1],
      ['PENDING', 0],
    ])
  })
})

describe('messages of a user', () => {
  /** Posts as alice, who may not read space LAB. */
  const post = async (message: object) => {
    const [answer] = await linker.author.done('POST', INBOUND, [message])
    return `${answer.status} ${answer.message}`
  }
  const link = { issueKey: 'DRN-3', spaceKey: 'LAB', key: 'SEC-001' }
  const hide = () => {
    const wiki = tableOf(issueLinks).get(40002)!.wiki!
    const hidden = { ...wiki, ...link, relationship: 'implements' }
    tableOf(issueLinks).put({ id: 50001, serviceId: SERVICE, wiki: hidden })
    const seen = { ...wiki, issueKey: 'DRN-3', key: 'REQ-003', relationship: 'tests' }
    tableOf(issueLinks).put({ id: 50002, serviceId: SERVICE, wiki: seen })
  }

  test.each([
    [{ operation: 'ADD_LINK', ...link }, "user 'alice' may not read space 'LAB' of the wiki"],
    [{ operation: 'REMOVE_LINK', ...link }, "user 'alice' may not read space 'LAB' of the wiki"],
    [{ operation: 'ADD_LINK', ...link, spaceKey: 'NOPE' }, "requirement 'NOPE/SEC-001' does not exist"],
    [{ operation: 'ADD_LINK', issueKey: 'DRN-3' }, "ADD_LINK needs 'spaceKey' and 'key'"],
    [{ operation: 'RESET_LINKS' }, "RESET_LINKS needs 'issueKey'"],
    [
      { operation: 'RESET_LINKS', issueKey: 'DRN-3' },
      "user 'alice' may not change all links of issue 'DRN-3'",
    ],
    [
      { operation: 'ISSUE_RENAMED', issueKey: 'DRN-3', newIssueKey: 'DRN-9', relationship: 'tests' },
      "user 'alice' may not change all links of issue 'DRN-3'",
    ],
  ])('are FAILED without permission: %j', async (message, why) => {
    hide()
    expect(await post(message)).toBe(`FAILED ${why}`)
    expect(tableOf(issueLinks).has(50001)).toBe(true)
  })

  test('reset the links of a relationship that is theirs to read', async () => {
    hide()
    const reset = { operation: 'RESET_LINKS', issueKey: 'DRN-3' }
    expect(await post({ ...reset, relationship: 'tests' })).toBe('DONE 1 link removed')
    expect(await post({ ...reset, relationship: 'implements' })).toMatch(/^FAILED user 'alice'/)
    expect(await post({ ...reset, issueKey: 'DRN-4' })).toBe('DONE 0 links removed')
  })
})

describe('the reads of a tracker by the wiki', () => {
  const read = (path: string) => wiki('GET', `/integration/${SERVICE}/jira${path}`)

  test('are its own projects, by key, and its own types', async () => {
    const table = tableOf(containers)
    const project = [...table.range('level', [102, 'PROJECT'])].find(({ key }) => key === 'DRN')!
    table.put({ ...project, id: 2099, projectContainerId: 2099, key: 'ABC', name: 'Abc', projectId: 20009 })
    table.put({ ...project, id: 2098, projectContainerId: 2098, key: 'XYZ', name: 'Xyz', projectId: 20008 })
    tableOf(issueTypes).put({ id: 10009, applicationId: 109, name: 'Of another tracker' })
    expect((await read('/projects')).map(({ key }: { key: string }) => key)).toEqual(['ABC', 'DRN', 'XYZ'])
    const { issueTypes: types } = await read('/projects/DRN/meta')
    expect(types.map(({ id }: { id: number }) => id)).toEqual([10001, 10002])
    const issue = tableOf(issues).get(30001)!
    tableOf(issues).insert({ ...issue, id: 39001, key: 'ABC-1', projectContainerId: 2099 })
    expect(await read('/projects/ABC/relationships')).toEqual(['implements'])
    expect(await read('/projects/DRN/relationships')).toEqual(['implements', 'tests'])
  })

  test('covers integrations of that wiki only', async () => {
    const table = tableOf(integrations)
    const links = { wikiApplinkId: 'wiki-2', trackerApplinkId: 'tracker-2' }
    table.insert({ ...table.get(SERVICE)!, ...links, serviceId: 'contoso', wikiApplicationId: 201 })
    const template = {
      spaceKey: 'ENG',
      title: 'T',
      projectId: 20001,
      issueTypeId: 10001,
      applinkId: 'wiki-2',
    }
    const reply = await linker.author.call('POST', '/templates/ENG', template)
    expect([reply.status, reply.body.message]).toEqual([404, expect.stringContaining("'wiki-2'")])
  })
})
