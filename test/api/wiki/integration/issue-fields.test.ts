/** Values of issue fields, as templates give them (service §2.4), and what an issue is called and numbered. */
import { beforeEach, describe, expect, test } from 'vitest'
import { applications } from '../../../../src/model/records/service/applications.ts'
import { containers } from '../../../../src/model/records/service/containers.ts'
import { issueLinks } from '../../../../src/model/records/tracker/issue-links.ts'
import {
  issues,
  issueTypes,
  customFields,
  issueTemplates,
} from '../../../../src/model/records/tracker/tracker.ts'
import { type Bulk, startBulk, template, TRACKER_LINK } from '../../../support/bulk-jobs.ts'

let bulk: Bulk
beforeEach(async () => {
  bulk = await startBulk()
})

const store = () => bulk.client.simulator.world.region('eu')
const text = (value: unknown) => JSON.stringify(value)
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
const make = async (fields: string) => {
  const { status, body } = await bulk.wiki('POST', '/templates/ENG', { ...template, fields })
  expect(status, body.message).toBe(200)
  return body.id as number
}
/** Sends one message to the tracker in the name of the wiki; answers how it was taken: `DONE issue DRN-6 created`. */
const tell = async (message: object) => {
  const sent = { applinkId: TRACKER_LINK, operation: 'CREATE_ISSUE', ...message }
  const { body } = await bulk.tracker('POST', '/api', [sent], { token: 'tok-admin' })
  return `${body[0].status} ${body[0].message}`
}
const issue = async (key: string) =>
  (await bulk.wiki('GET', `/integration/svc-0001-demo/jira/issues?issues=${key}`)).body[0]

describe('fields of a template', () => {
  test.each([
    ['nothing at all', ''],
    ['blanks', ' \n '],
    ['a name of 100 characters', text({ ['a'.repeat(100)]: 1 })],
    ['names with digits, points and dashes', text({ 'customfield_1.a-b': 1 })],
    ['100 fields', text(Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`f${at}`, at])))],
    ['16 levels', `{"x":${nested(15)}}`],
    ['the largest whole numbers', '{"x":9007199254740991,"y":-9007199254740991,"z":0.5}'],
    ['a summary of 255 characters', text({ summary: '😀'.repeat(255) })],
    ['a summary by its name', text({ summary: { name: 'x' } })],
    ['no labels', text({ labels: [] })],
    ['nulls', text({ summary: null, status: null, labels: null, other: null })],
    ['a project and a type, which the template says', text({ project: 7, issuetype: [] })],
  ])('may be %s', async (_name, fields) => {
    expect(await make(fields)).toBeGreaterThan(0)
  })

  test.each([
    ['a name that begins with a digit', text({ '1a': 1 }), "'1a'"],
    ['a name with a blank before it', text({ ' a': 1 }), "' a'"],
    ['a name with a blank in it', text({ 'a b': 1 }), "'a b'"],
    ['a name of 101 characters', text({ ['a'.repeat(101)]: 1 }), 'names no field'],
    [
      '101 fields',
      text(Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`f${at}`, at]))),
      'at most 100',
    ],
    ['17 levels', `{"x":${nested(16)}}`, 'deeper than 16'],
    ['a number beyond', '{"x":[-9007199254740992]}', '2^53'],
    ['a number without end', '{"x":1e400}', '2^53'],
    ['no object but null', 'null', 'must be a JSON object'],
    ['no object but a number', '7', 'must be a JSON object'],
    ['a blank summary', text({ summary: '  ' }), 'fields.summary'],
    ['a summary of 256 characters', text({ summary: 'x'.repeat(256) }), 'fields.summary'],
    ['a summary by a name that is none', text({ summary: { name: 7 } }), 'fields.summary'],
    ['a summary by something else', text({ summary: { id: 'x' } }), 'fields.summary'],
    ['a status that is none', text({ status: ['Open'] }), 'fields.status'],
    ['labels of which one is empty', text({ labels: ['a', ''] }), 'fields.labels'],
    ['labels of which one is no text', text({ labels: ['a', 1] }), 'fields.labels'],
    ['labels of which the first is no text', text({ labels: [1, 'a'] }), 'fields.labels'],
    ['labels by number', text({ labels: { 0: 'a', length: 1 } }), 'fields.labels'],
  ])('may not be %s', async (_name, fields, mention) => {
    const reply = await bulk.wiki('POST', '/templates/ENG', { ...template, fields })
    expect([reply.status, reply.body.message]).toEqual([400, expect.stringContaining(mention)])
  })

  test('are kept by the issue, but for what the template says and what is null', async () => {
    const values = { summary: 'S', status: 'Done', labels: ['a'], priority: { name: 'High' } }
    const templateId = await make(text({ ...values, project: 7, issuetype: 'x', other: null }))
    expect(await tell({ templateId })).toBe('DONE issue DRN-6 created')
    const { summary, status, fields } = await issue('DRN-6')
    expect([summary, status, fields]).toEqual(['S', 'Done', { labels: ['a'], priority: { name: 'High' } }])
    expect(await tell({ templateId: await make('{}') })).toBe('DONE issue DRN-7 created')
    expect(await issue('DRN-7')).toMatchObject({ status: 'Open' })
    expect(await issue('DRN-7')).not.toHaveProperty('fields')
  })

  test('that an issue can have are listed with those of the tracker, and of no other', async () => {
    for (const [id, applicationId] of [
      ['customfield_10100', 102],
      ['customfield_10200', 109],
    ] as const)
      store().table(customFields).put({ id, applicationId, name: 'Reqs', type: 'array' })
    const { body } = await bulk.wiki('GET', '/integration/svc-0001-demo/jira/projects/DRN/meta/10002')
    const fields = body.fields.map(({ id, type, required }: Record<string, unknown>) => [id, type, required])
    expect(fields).toEqual([
      ['summary', 'string', true],
      ['status', 'string', false],
      ['description', 'string', false],
      ['labels', 'array', false],
      ['customfield_10100', 'array', false],
    ])
  })
})

describe('CREATE_ISSUE', () => {
  const setTemplate = (id: number, changes: object) => store().table(issueTemplates).update(id, changes)

  test('fails by name when the template is none of the application link', async () => {
    const templateId = await make('{}')
    expect(await tell({})).toBe("FAILED CREATE_ISSUE needs 'templateId'")
    setTemplate(templateId, { applinkId: 'another' })
    expect(await tell({ templateId })).toBe(
      `FAILED template ${templateId} does not exist for this application link`,
    )
    expect(store().table(issues).size).toBe(5)
  })

  test.each([
    [{ projectId: 7 }, 'the tracker has no project 7'],
    [{ issueTypeId: 7 }, 'the tracker has no issue type 7'],
    [{ issueTypeId: 10009 }, 'the tracker has no issue type 10009'],
    [
      { fields: '{' },
      "fields '{': must be JSON: line 1, column 2: expected a name in double quotes or '}', not the end of the text",
    ],
    [{ title: ' ' }, 'an issue needs a summary'],
  ])('fails for a template that came to %j, and creates nothing', async (changes, message) => {
    store().table(issueTypes).put({ id: 10009, applicationId: 109, name: 'Of another tracker' })
    const templateId = await make('{}')
    setTemplate(templateId, changes)
    expect(await tell({ templateId })).toBe(`FAILED ${message}`)
    expect([store().table(issues).size, store().table(issueLinks).size]).toEqual([5, 4])
  })

  test('links the copy of a baseline, and fails when that has no such requirement', async () => {
    const templateId = await make('{}')
    const copy = { templateId, spaceKey: 'ENG', key: 'REQ-004', baseline: 1 }
    expect(await tell({ ...copy, key: 'REQ-010' })).toMatch(/^FAILED .*REQ-010.*baseline 1/)
    expect((await bulk.wiki('DELETE', '/requirement2/ENG/REQ-004')).status).toBe(204)
    expect(await tell(copy)).toBe('DONE issue DRN-6 created')
    expect((await issue('DRN-6')).summary).toMatch(/^REQ-004: The drone/)
    const { body } = await bulk.wiki('GET', '/requirement2/ENG/REQ-004?v=1')
    expect(body.issues).toMatchObject([{ issueKey: 'DRN-6' }])
  })

  test('makes an issue without a link when space or key is missing', async () => {
    const templateId = await make('{}')
    expect(await tell({ templateId, spaceKey: 'ENG' })).toBe('DONE issue DRN-6 created')
    expect(await tell({ templateId, key: 'REQ-001' })).toBe('DONE issue DRN-7 created')
    expect(await tell({ templateId, title: 'Called so' })).toBe('DONE issue DRN-8 created')
    const called = [await issue('DRN-6'), await issue('DRN-7'), await issue('DRN-8')]
    expect(called.map(({ summary }) => summary)).toEqual([template.title, template.title, 'Called so'])
    expect(store().table(issueLinks).size).toBe(4)
  })

  test('calls it by the key alone when the requirement has no text', async () => {
    const body = {
      token: null,
      headers: { 'x-sim-control': '1' },
      body: { define: [{ key: 'BARE', html: '' }] },
    }
    expect((await bulk.client.call('PUT', '/_sim/pages/4001', body)).status).toBe(200)
    await tell({ templateId: await make('{}'), spaceKey: 'ENG', key: 'BARE' })
    expect((await issue('DRN-6')).summary).toBe('BARE')
  })

  test.each([
    [' It shall land. ', 'PAD: It shall land.'],
    ['   ', 'PAD'],
  ])('calls it by a text without the blanks around it: %j', async (words, summary) => {
    const body = { containerId: 1001, key: 'PAD', text: words }
    expect((await bulk.client.post('/api/requirements?applicationId=101', body)).status).toBe(201)
    await tell({ templateId: await make('{}'), spaceKey: 'ENG', key: 'PAD' })
    expect((await issue('DRN-6')).summary).toBe(summary)
  })

  test('says nothing of project and type as values of fields', async () => {
    const templateId = await make(text({ project: 7, issuetype: 8, customfield_1: 9 }))
    await tell({ templateId })
    expect(store().table(issues).find('key', [102, 'DRN-6'])?.fields).toEqual({ customfield_1: 9 })
  })

  test('takes no number that another issue, container or link has', async () => {
    const templateId = await make('{}')
    const [some, link] = [store().table(issues).get(30001)!, store().table(issueLinks).get(40002)!]
    const place = store().table(containers).get(some.containerId)!
    const first = Object.fromEntries(
      ['issue', 'container', 'issueLink'].map((name) => [name, store().last(name) + 1]),
    )
    const { issueId: _issue, key: _key, ...unnamed } = place
    store()
      .table(issues)
      .insert({ ...some, id: first['issue']!, key: 'OTHER-1' })
    store()
      .table(containers)
      .insert({ ...unnamed, id: first['container']! })
    const { tracker: _tracker, ...rest } = link
    store()
      .table(issueLinks)
      .insert({ ...rest, id: first['issueLink']! })
    expect(await tell({ templateId, spaceKey: 'ENG', key: 'REQ-003' })).toBe('DONE issue DRN-6 created')
    const made = store().table(issues).find('key', [102, 'DRN-6'])!
    expect(store().table(issues).get(first['issue']!)?.key).toBe('OTHER-1')
    expect([
      made.containerId === first['container'],
      store().table(containers).get(made.containerId)?.key,
    ]).toEqual([false, 'DRN-6'])
    expect([...store().table(issueLinks).range('issue', [made.id])]).toHaveLength(1)
  })

  test('cuts a long title at 255 characters', async () => {
    const templateId = await make('{}')
    setTemplate(templateId, { title: '😀'.repeat(300) })
    await tell({ templateId })
    expect((await issue('DRN-6')).summary).toBe('😀'.repeat(255))
  })

  test('is done while the wiki does not answer, which receives the link later', async () => {
    const templateId = await make('{}')
    store().table(applications).update(101, { status: 'DISABLED' })
    expect(await tell({ templateId, spaceKey: 'ENG', key: 'REQ-001', baseline: 1 })).toBe(
      'DONE issue DRN-6 created',
    )
    expect(await tell({ templateId, spaceKey: 'ENG', key: 'NOPE' })).toBe('DONE issue DRN-7 created')
    const messages = (
      await bulk.tracker('GET', `/queue/${TRACKER_LINK}/messages`, undefined, { token: 'tok-admin' })
    ).body
    expect(messages).toMatchObject([
      {
        operation: 'ADD_LINK',
        title: 'DRN-6 implements REQ-001',
        key: 'REQ-001',
        baseline: 1,
        issueKey: 'DRN-6',
      },
      { operation: 'ADD_LINK', title: 'DRN-7 implements NOPE', key: 'NOPE', relationship: 'implements' },
    ])
    expect(messages[1]).not.toHaveProperty('baseline')
    store().table(applications).update(101, { status: 'ACTIVE' })
    bulk.advance('3m')
    const { body } = await bulk.wiki('GET', '/requirement2/ENG/REQ-001?v=1')
    expect(body.issues).toMatchObject([{ issueKey: 'DRN-6', relationship: 'implements' }])
  })

  test('notes in the history of the issue that it was created, and linked', async () => {
    await tell({ templateId: await make('{}'), spaceKey: 'ENG', key: 'REQ-003' })
    const noted = bulk.client.simulator.state('issueHistory')
    const events = noted.map(({ event, detail }) => `${event} ${detail}`)
    expect(events).toEqual(['CREATED DRN-6 created', 'LINKED implements ENG/REQ-003'])
    const [issueId] = new Set(noted.map((entry) => entry.issueId))
    expect(
      store()
        .table(issues)
        .get(issueId ?? 0)?.key,
    ).toBe('DRN-6')
  })
})

describe('the number of an issue', () => {
  const rename = (id: number, key: string) =>
    bulk.client.put(`/_sim/issues/${id}`, { key }, { token: null, headers: { 'x-sim-control': '1' } })

  test('is the next after the highest of its project', async () => {
    await rename(30001, 'DRN-120')
    expect(await tell({ templateId: await make('{}') })).toBe('DONE issue DRN-121 created')
  })

  test('is the next after the highest that a world came with, whatever other keys there are', async () => {
    for (const [id, key] of [
      [30001, 'DRN-120'],
      [30002, 'ODD'],
      [30003, 'DRN-200-x'],
    ] as const)
      store().table(issues).update(id, { key })
    const templateId = await make('{}')
    expect(await tell({ templateId })).toBe('DONE issue DRN-121 created')
    store().table(issues).update(30002, { key: 'DRN-122' })
    expect(await tell({ templateId })).toBe('DONE issue DRN-123 created')
  })

  test('is none that an issue was given since', async () => {
    const templateId = await make('{}')
    await tell({ templateId })
    await rename(30001, 'DRN-7')
    expect(await tell({ templateId })).toBe('DONE issue DRN-8 created')
  })

  test('is of one project each', async () => {
    const table = store().table(containers)
    const project = [...table.range('level', [102, 'PROJECT'])].find(({ key }) => key === 'DRN')!
    table.put({
      ...project,
      id: 2099,
      projectContainerId: 2099,
      key: 'GND',
      name: 'Ground',
      projectId: 20009,
    })
    const templateId = await make('{}')
    expect(await tell({ templateId })).toBe('DONE issue DRN-6 created')
    // A project of another tracker has the same number.
    table.put({
      ...project,
      id: 2098,
      projectContainerId: 2098,
      applicationId: 90,
      key: 'OLD',
      projectId: 20001,
    })
    expect(await tell({ templateId })).toBe('DONE issue DRN-7 created')
    store().table(issueTemplates).update(templateId, { projectId: 20009 })
    expect(await tell({ templateId })).toBe('DONE issue GND-1 created')
    const made = store().table(issues).find('key', [102, 'GND-1'])
    expect(made?.projectContainerId).toBe(2099)
  })
})
