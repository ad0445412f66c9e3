/** Writing, deleting, moving and reserving requirements where little decides what becomes of them. */
import { beforeEach, describe, expect, test } from 'vitest'
import { demoWith } from '../../../support/client.ts'
import { author, startWiki, call, done, control, state, found, attempt, refusal } from '../author.ts'

beforeEach(() => startWiki())

const atView = async () => startWiki({ scenario: 'demo', config: { assumptions: { A59: 'gather-on-view' } } })
const startWith = async (world: object) => startWiki(demoWith({ world }))
const one = '/requirement2/ENG/REQ-001'
const at = (key: string, space = 'ENG') => `/requirement2/${space}/${key}`
const page = (id: number) => control('GET', `/pages/${id}`)
const definitionOf = async (id: number, key: string) =>
  (await page(id)).definitions.find((each: { key: string }) => each.key === key)

describe('writing', () => {
  test('what is DELETED is refused, even where nothing would change', async () => {
    expect(await attempt('PUT', at('REQ-099'), {})).toEqual(refusal(409, "'REQ-099' is DELETED"))
  })

  test('a page of another wiki is not found', async () => {
    const world = {
      spaces: [{ site: 'contoso-wiki', key: 'AVI', name: 'Avionics', grants: { edit: ['alice'] } }],
      pages: [{ id: 4950, space: 'AVI', title: 'Cockpit' }],
    }
    await startWith(world)
    expect(await attempt('PUT', one, { page: { pageId: 4950 } })).toEqual(refusal(404, 'in the wiki'))
  })

  test('nothing takes over the text that the page waits to give', async () => {
    await control('PUT', '/pages/4001', {
      define: [{ key: 'REQ-001', html: 'The drone shall wait.' }],
    })
    expect(await done('GET', one)).toMatchObject({ htmlNeedsUpdating: true })
    expect(await done('PUT', one, {})).toMatchObject({
      htmlExcerpt: 'The drone shall wait.',
      htmlNeedsUpdating: false,
    })
  })

  test('another type of a property alone is a change, on the page as well', async () => {
    const { properties } = await done('GET', one)
    const retyped = properties.map((each: { key: string }) =>
      each.key === 'Priority' ? { ...each, dataType: 'USER' } : each,
    )
    await done('PUT', one, { properties: retyped })
    const typeOf = (list: { key: string; dataType: string }[]) =>
      list.find(({ key }) => key === 'Priority')?.dataType
    expect(typeOf((await done('GET', one)).properties)).toBe('USER')
    expect(typeOf((await definitionOf(4001, 'REQ-001')).properties)).toBe('USER')
    expect(await page(4001)).toMatchObject({ version: 2 })
  })

  test('a property given twice is the message and the only error', async () => {
    const priority = { label: 'Priority', value: 'Low' }
    const reply = await author.client.put('/api/requirements/6001?applicationId=101', {
      properties: [priority, priority],
    })
    expect([reply.status, reply.body.errors]).toEqual([400, [reply.body.message]])
  })
})

describe('writing what the next view of the page gathers', () => {
  test('what is there already flags nothing, and saves no page', async () => {
    await atView()
    const before = author.everything()
    expect(await done('PUT', one, {})).toMatchObject({ htmlNeedsUpdating: false })
    expect(author.everything()).toBe(before)
  })

  test('another dependency in the place of one flags it', async () => {
    await atView()
    const dependencies = [{ relationship: 'refines', key: 'REQ-005' }]
    expect(await done('PUT', at('REQ-002'), { dependencies })).toMatchObject({
      htmlNeedsUpdating: true,
    })
    expect(await definitionOf(4001, 'REQ-002')).toMatchObject({ dependencies: [{ key: 'REQ-005' }] })
  })

  test('what the page says already flags nothing, though something else was written past it', async () => {
    await atView()
    const { html } = await definitionOf(4001, 'REQ-001')
    await author.client.put('/api/requirements/6001?applicationId=101&updateOrigin=false', {
      text: 'Written past the page.',
    })
    expect(await done('GET', one)).toMatchObject({ htmlExcerpt: 'Written past the page.' })
    expect(await done('PUT', one, { htmlExcerpt: html })).toMatchObject({
      htmlExcerpt: 'Written past the page.',
      htmlNeedsUpdating: false,
    })
  })

  test('what is on no page takes effect at once', async () => {
    await atView()
    await done('POST', at('NEW-1'))
    expect(await done('PUT', at('NEW-1'), { htmlExcerpt: 'The drone shall hum.' })).toMatchObject({
      htmlExcerpt: 'The drone shall hum.',
      htmlNeedsUpdating: false,
    })
  })
})

test('what is deleted waits for no excerpt, whether or not it did', async () => {
  await done('POST', at('NEW-1'))
  expect(await done('GET', at('NEW-1'))).toMatchObject({ htmlNeedsUpdating: true })
  for (const key of ['NEW-1', 'REQ-001']) {
    await call('DELETE', at(key))
    expect(await done('GET', at(key))).toMatchObject({ status: 'DELETED', htmlNeedsUpdating: false })
  }
})

describe('moving', () => {
  test('takes its own links to test cases along, and no others', async () => {
    await done('PUT', one, { newKey: 'TOP-1' })
    expect((await found("test_case = 'TC-1'")).wiki).toEqual(['TOP-1'])
    expect((await found("test_case = 'TC-2'")).wiki).toEqual(['REQ-002'])
  })

  test('what no page defines puts nothing on its page', async () => {
    const [{ id }] = await done('POST', `${at('NEW-1')}?pageId=4001`)
    const path = `/api/requirements/${id}?applicationId=101&updateOrigin=false`
    expect((await author.client.put(path, { key: 'NEW-2' })).status).toBe(200)
    expect(await done('GET', at('NEW-2'))).toMatchObject({ status: 'ACTIVE', page: { pageId: 4001 } })
    expect(await definitionOf(4001, 'NEW-2')).toBeUndefined()
    expect(await page(4001)).toMatchObject({ version: 1 })
  })

  test('keeps the attachment that it was imported from', async () => {
    await startWith({
      excelAttachments: [{ space: 'ENG', page: 'Power', fileName: 'import.xlsx' }],
      requirements: [
        { space: 'ENG', key: 'X-1', excel: 'import.xlsx' },
        { space: 'ENG', key: 'X-2' },
      ],
    })
    await done('PUT', at('X-1'), { newKey: 'X-3' })
    await done('PUT', at('X-2'), { newKey: 'X-4' })
    const found = async (query: string) =>
      (await done('GET', `/requirement2/ENG?q=${encodeURIComponent(query)}`)).results.map(
        ({ key }: { key: string }) => key,
      )
    expect(await found("excel = 'import.xlsx' AND status = 'ACTIVE'")).toEqual(['X-3'])
    expect(await found("excel IS NULL AND key ~ 'X-%' AND status = 'ACTIVE'")).toEqual(['X-4'])
  })

  test('merges its issue links with those that wait under the new key: the one that the tracker shows stays', async () => {
    const link = (id: number, key: string, relationship: string, faces: 'both' | 'wiki') => {
      return { id, issue: 'DRN-1', requirement: `ENG/${key}`, relationship, faces }
    }
    await startWith({
      requirements: [
        { space: 'ENG', key: 'OLD-1' },
        { space: 'ENG', key: 'NEW-1', status: 'DELETED' },
      ],
      links: [
        link(41, 'OLD-1', 'a', 'both'),
        link(42, 'OLD-1', 'b', 'wiki'),
        link(43, 'OLD-1', 'c', 'both'),
        link(44, 'OLD-1', 'd', 'wiki'),
        link(51, 'NEW-1', 'a', 'both'),
        link(52, 'NEW-1', 'b', 'both'),
        link(53, 'NEW-1', 'c', 'wiki'),
        link(54, 'NEW-1', 'd', 'wiki'),
      ],
    })
    await done('PUT', at('OLD-1'), { newKey: 'NEW-1' })
    const links = (await state('issueLink')).filter(({ id }) => id < 100)
    const keyOf = (face?: { key: string }) => face?.key ?? 'none'
    expect(links.map(({ id, wiki, tracker }) => `${id} ${keyOf(wiki)} ${keyOf(tracker)}`)).toEqual([
      '41 none OLD-1',
      '43 NEW-1 OLD-1',
      '51 NEW-1 NEW-1',
      '52 NEW-1 NEW-1',
      '54 NEW-1 none',
    ])
  })
})

test('a reserved key that goes to another page before anything defines it is not defined there', async () => {
  await done('POST', `${at('NEW-1')}?pageId=4001`)
  const [taken] = await done('POST', `${at('NEW-1')}?override=true&pageId=4002`)
  expect(taken).toMatchObject({ page: { pageId: 4002, version: 1 }, htmlNeedsUpdating: true })
  expect(await definitionOf(4002, 'NEW-1')).toBeUndefined()
})

test('a reserved key goes to a page which defines it for another variant, and that definition comes back with it', async () => {
  const before = await definitionOf(4002, 'REQ-012')
  const path = '/api/variants/5002?applicationId=101'
  expect((await author.client.put(path, { current: true })).status).toBe(200)
  await done('POST', `${at('REQ-012')}?pageId=4001`)
  const [taken] = await done('POST', `${at('REQ-012')}?override=true&pageId=4002`)
  expect(taken).toMatchObject({ status: 'ACTIVE', page: { pageId: 4002 } })
  expect(await definitionOf(4002, 'REQ-012')).toBeUndefined()
  await author.client.put(path.replace('5002', '5001'), { current: true })
  expect(before).toBeDefined()
  expect(await definitionOf(4002, 'REQ-012')).toEqual(before)
})

test('a query by page finds nothing where requirements come from files', async () => {
  const found = async (query: string) => {
    const path = `/api/applications/103/projects/3001/variants/current/requirements?query=${encodeURIComponent(query)}`
    const reply = await author.client.get(path)
    expect(reply.status).toBe(200)
    return reply.body.items.map(({ key }: { key: string }) => key)
  }
  expect(await found("page ~ '%'")).toEqual([])
  expect(await found("page = 'simulation.docx'")).toEqual([])
  expect(await found("container = 'simulation.docx'")).toEqual(['SIM-001', 'SIM-002'])
})
