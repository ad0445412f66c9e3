import { describe, expect, test } from 'vitest'
import { type History, notice } from '../../src/console/panels/queues/history.ts'
import {
  aboutText,
  addressOf,
  type Integration,
  integrationNamed,
  lastPage,
  type Message,
  obstaclesOf,
  pageOf,
  type Site,
} from '../../src/console/panels/queues/model.ts'

const message = (fields: Partial<Message> = {}): Message => ({
  id: 1,
  serviceId: 'svc',
  operation: 'LINK_ADDED',
  applinkId: 'link',
  createdAt: 0,
  status: 'PENDING',
  attempts: 0,
  ...fields,
})

describe('what a message is about', () => {
  test.each([
    [
      { spaceKey: 'ENG', key: 'REQ-001', issueKey: 'DRN-2', relationship: 'tests' },
      'ENG/REQ-001 · DRN-2 tests',
    ],
    [{ spaceKey: 'ENG', key: 'A-1', newSpaceKey: 'OPS', newKey: 'B-1' }, 'ENG/A-1 → OPS/B-1'],
    [{ issueKey: 'DRN-26', newIssueKey: 'DRN-60' }, 'DRN-26 → DRN-60'],
    [{ spaceKey: 'ENG', baseline: 0 }, 'ENG · baseline 0'],
    [{ title: 'Story per requirement' }, 'Story per requirement'],
    [{}, 'no subject'],
  ])('%j', (fields, text) => {
    expect(aboutText(message(fields))).toBe(text)
  })
})

describe('the name of an integration in an address', () => {
  const eu = { serviceId: 'svc', region: 'eu' } as const
  const us = { serviceId: 'svc', region: 'us' } as const

  test('leads back to it, also where two regions have the same service id', () => {
    for (const one of [eu, us]) expect(integrationNamed([us, eu], addressOf(one))).toBe(one)
    expect(integrationNamed([us], 'svc')).toBe(us)
  })

  test('leads nowhere where there is none of this name', () => {
    expect(integrationNamed([eu, us], 'nope')).toBeUndefined()
  })
})

describe('obstacles', () => {
  const counts = { PENDING: 0, NOT_EXECUTED: 0, FAILED: 0, DONE: 0 }
  const integration: Integration = {
    region: 'eu',
    serviceId: 'svc',
    label: 'svc',
    wikiApplicationId: 101,
    trackerApplicationId: 102,
    mode: 'AUTO',
    status: 'ACTIVE',
    outbound: { waiting: 0, counts, first: [] },
    inbound: { waiting: 0, counts, first: [] },
  }
  const up = {
    region: 'eu',
    status: 'ACTIVE',
    baseUrl: 'https://site.test',
    organizationId: 1,
    selfHosted: true,
  } as const
  const wiki: Site = { ...up, id: 101, name: 'Wiki', type: 'CONFLUENCE' }
  const tracker: Site = { ...up, id: 102, name: 'Tracker', type: 'JIRA' }

  test('there is none where everything is on', () => {
    expect(obstaclesOf(integration, [wiki, tracker])).toEqual([])
  })

  test('each of several is listed with what ends it', () => {
    const off = { ...integration, mode: 'DISABLED', status: 'DISABLED', obstacle: 'x' } as const
    const found = obstaclesOf(off, [
      { ...wiki, status: 'DISABLED' },
      { ...tracker, status: 'DISABLED' },
    ])
    expect(
      found.map(({ repair: suggestion }) =>
        suggestion?.kind === 'site' ? suggestion.site.id : suggestion?.kind,
      ),
    ).toEqual(['mode', 'status', 102, 101])
  })

  test('a site of the same id in another region is another site', () => {
    expect(obstaclesOf({ ...integration, region: 'us' }, [{ ...tracker, status: 'DISABLED' }])).toEqual([])
  })

  test('an obstacle of the server has the words of the server', () => {
    const obstacle = "no response from 'https://elsewhere.test'"
    expect(obstaclesOf({ ...integration, obstacle }, [wiki, tracker])).toEqual([
      { text: "No response from 'https://elsewhere.test'." },
    ])
  })
})

describe('the pages of a column', () => {
  test('begin with the oldest', () => {
    expect(pageOf('PENDING', undefined, 0, 3)).toEqual({ offset: 0, limit: 3 })
    expect(pageOf('PENDING', undefined, 999, 3)).toEqual({ offset: 2997, limit: 3 })
  })

  test('begin with the latest where messages are DONE', () => {
    expect(pageOf('DONE', 10, 0, 3)).toEqual({ offset: 7, limit: 3 })
    expect(pageOf('DONE', 10, 3, 3)).toEqual({ offset: 0, limit: 1 })
  })

  test('show every message that is DONE once', () => {
    const pages = Array.from({ length: lastPage(25, 10) + 1 }, (_, page) => pageOf('DONE', 25, page, 10))
    const shown = pages.flatMap(({ offset, limit }) => Array.from({ length: limit }, (_, at) => offset + at))
    expect(shown.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 25 }, (_, at) => at))
  })

  test('of nothing there is one, and it is empty', () => {
    expect(lastPage(0, 3)).toBe(0)
    expect(pageOf('DONE', 0, 0, 3)).toEqual({ offset: 0, limit: 0 })
  })
})

describe('what was seen of messages', () => {
  const keyOf = ({ id }: Message) => String(id)
  const empty: History = new Map()

  test('only changes are noted', () => {
    const first = notice(empty, [message()], keyOf, 'at 1')
    expect(notice(first, [message()], keyOf, 'at 2')).toBe(first)
    const failed = message({ status: 'FAILED', attempts: 1, lastResponse: 'no such issue' })
    const second = notice(first, [failed], keyOf, 'at 3')
    const third = notice(second, [{ ...failed, attempts: 2 }], keyOf, 'at 4')
    expect(third.get('1')).toEqual([
      { at: 'at 1', status: 'PENDING', attempts: 0 },
      { at: 'at 3', status: 'FAILED', attempts: 1, lastResponse: 'no such issue' },
      { at: 'at 4', status: 'FAILED', attempts: 2, lastResponse: 'no such issue' },
    ])
    expect(first.get('1')).toHaveLength(1)
  })

  test('neither many messages nor many changes grow without end', () => {
    const many = Array.from({ length: 6000 }, (_, id) => message({ id }))
    const history = notice(empty, many, keyOf, 'at')
    expect(history.size).toBe(5000)
    expect(history.has('0')).toBe(false)
    expect(history.has('5999')).toBe(true)
    let changing = empty
    for (let attempts = 0; attempts < 60; attempts++)
      changing = notice(changing, [message({ attempts })], keyOf, 'at')
    expect(changing.get('1')?.map(({ attempts }) => attempts)).toEqual(
      Array.from({ length: 50 }, (_, at) => at + 10),
    )
  })
})
