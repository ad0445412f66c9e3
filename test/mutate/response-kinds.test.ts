// What each kind of mutant makes of a response, exactly.

import { describe, expect, test } from 'vitest'
import { mutantOf, mutated } from './mutated.ts'

const APPLICATION = { path: '/api/applications/101' }
const APPLICATIONS = { path: '/api/applications?organizationId=1' }
const BASELINES = { path: '/wiki/rest/reqs/1/baseline/ENG' }
const BASELINE = { path: '/wiki/rest/reqs/1/baseline/ENG/1' }
const VARIANTS = { path: '/api/applications/101/projects/1001/variants' }
const LINKS = { path: '/tracker/rest/reqs/1/issuelinks/DRN-1' }

describe('fields', () => {
  test('field-missing leaves out a field, and keeps the order of the others', async () => {
    const { text, reached } = await mutated(
      'standalone.application.read:response:field-missing:name',
      APPLICATION,
    )
    expect(text).toBe(
      '{"id":101,"type":"CONFLUENCE","status":"ACTIVE","baseUrl":"https://wiki.northwind.test/wiki","organizationId":1}',
    )
    expect(reached).toBe(1)
  })

  test('a field is left out of every item that has it, and of no other', async () => {
    const { body, plain } = await mutated('wiki.baseline.list:response:field-missing:[].pageId', BASELINES)
    expect(plain.body[2]).toEqual({
      baseline: 1,
      spaceKey: 'ENG',
      name: 'Release 1.0',
      status: 'DONE',
      pageId: 4001,
    })
    expect(body).toEqual([
      plain.body[0],
      plain.body[1],
      { baseline: 1, spaceKey: 'ENG', name: 'Release 1.0', status: 'DONE' },
    ])
  })

  test('field-missing of a map leaves out its first entry', async () => {
    const path = '/wiki/rest/reqs/1/misc/ENG/dependency'
    const { body, plain } = await mutated('wiki.requirement.dependencies:response:field-missing:*', { path })
    expect(Object.keys(plain.body)).toEqual(['refines'])
    expect(body).toEqual({})
  })

  test('field-null returns null in its place', async () => {
    const { text } = await mutated('standalone.application.read:response:field-null:baseUrl', APPLICATION)
    expect(text).toBe(
      '{"id":101,"name":"Northwind Wiki","type":"CONFLUENCE","status":"ACTIVE","baseUrl":null,"organizationId":1}',
    )
  })

  test.each(['field-null', 'field-missing'])(
    '%s is not reached by a null, which says the same',
    async (kind) => {
      const { text, plain, reached } = await mutated(
        `tracker.issuelinks.list:response:${kind}:[].baseline`,
        LINKS,
      )
      expect(plain.body[0].baseline).toBeNull()
      expect([reached, text]).toEqual([0, plain.text])
    },
  )

  test.each(['field-null', 'field-missing'])(
    '%s is not reached by an absent field, even if it is sent as null',
    async (kind) => {
      const id = `wiki.baseline.read:response:${kind}:message`
      const omitted = await mutated(id, BASELINE)
      const sent = await mutated(id, BASELINE, {
        scenario: { name: 'nulls', extends: ['demo'], config: { assumptions: { A21: 'null' } } },
      })
      expect(sent.plain.body.message).toBeNull()
      expect([omitted.reached, sent.reached]).toEqual([0, 0])
    },
  )

  test('field-swapped returns the value of the next field of its kind that has another value', async () => {
    const { body } = await mutated('standalone.application.read:response:field-swapped:name', APPLICATION)
    expect(body).toEqual({
      id: 101,
      name: 'CONFLUENCE',
      type: 'CONFLUENCE',
      status: 'ACTIVE',
      baseUrl: 'https://wiki.northwind.test/wiki',
      organizationId: 1,
    })
  })

  test('field-swapped takes the first field for the last one', async () => {
    const { body } = await mutated(
      'standalone.application.read:response:field-swapped:organizationId',
      APPLICATION,
    )
    expect(body.organizationId).toBe(101)
  })

  test('field-swapped exchanges objects and lists as well', async () => {
    const path = '/wiki/rest/reqs/1/requirement2/ENG/REQ-001'
    const { body, plain } = await mutated(
      'wiki.requirement.read:response:field-swapped:reverseDependencies',
      { path },
    )
    expect(plain.body.reverseDependencies).toHaveLength(2)
    expect(body.reverseDependencies).toEqual(plain.body.issues)
  })

  test('other-choice returns the next value of the enumeration', async () => {
    const id = 'standalone.application.list:response:other-choice:items[].type'
    const { body } = await mutated(id, APPLICATIONS)
    expect(body.items.map(({ type }: { type: string }) => type)).toEqual(['JIRA', 'STANDALONE', 'CONFLUENCE'])
  })

  test('other-choice returns the opposite of a boolean', async () => {
    const { body } = await mutated('standalone.variant.list:response:other-choice:items[].current', VARIANTS)
    expect(body.items.map(({ current }: { current: boolean }) => current)).toEqual([false, true])
  })

  test('id-as-text returns a numeric id as a text', async () => {
    const { body } = await mutated(
      'standalone.application.read:response:id-as-text:organizationId',
      APPLICATION,
    )
    expect(body).toMatchObject({ id: 101, organizationId: '1' })
  })

  test('date-shifted moves an instant by a day, in its spelling', async () => {
    const { body, plain } = await mutated(
      'standalone.variant.list:response:date-shifted:items[].createdAt',
      VARIANTS,
    )
    const dates = (of: typeof body) => of.items.map(({ createdAt }: { createdAt: string }) => createdAt)
    expect(dates(plain.body)).toEqual(['2026-01-05T09:00:00.000Z', '2026-01-05T09:00:00.000Z'])
    expect(dates(body)).toEqual(['2026-01-06T09:00:00.000Z', '2026-01-06T09:00:00.000Z'])
  })
})

describe('lists', () => {
  const names = (items: readonly { readonly name: string }[]) => items.map(({ name }) => name)

  test.each([
    ['list-empty', []],
    ['list-short', ['Broken', 'Release 1.1']],
    ['item-twice', ['Broken', 'Broken', 'Release 1.1', 'Release 1.0']],
    ['list-reversed', ['Release 1.0', 'Release 1.1', 'Broken']],
  ])('%s changes a list that is the whole response', async (kind, expected) => {
    const { body, plain, reached } = await mutated(`wiki.baseline.list:response:${kind}`, BASELINES)
    expect(names(plain.body)).toEqual(['Broken', 'Release 1.1', 'Release 1.0'])
    expect([names(body), reached]).toEqual([expected, 1])
  })

  test('a list in an envelope changes, and its total stays', async () => {
    const { body, plain } = await mutated(
      'standalone.application.list:response:list-short:items',
      APPLICATIONS,
    )
    expect(body).toEqual({ ...plain.body, items: plain.body.items.slice(0, 2) })
  })

  test('total-off counts one too many', async () => {
    const { body, plain } = await mutated(
      'standalone.application.list:response:total-off:total',
      APPLICATIONS,
    )
    expect(body).toEqual({ ...plain.body, total: 4 })
  })
})

describe('words', () => {
  test('a mutant says what is wrong, where, and what would notice', async () => {
    const mutant = await mutantOf('wiki.requirement.readMany:response:field-missing:results[].htmlExcerpt')
    expect(mutant).toMatchObject({
      sentence: 'PUT /rest/reqs/1/requirement3/request left out `htmlExcerpt` of each item of `results`',
      hint: 'compare `htmlExcerpt` of each item of `results` with the expected text',
      field: 'results[].htmlExcerpt',
    })
  })
})
