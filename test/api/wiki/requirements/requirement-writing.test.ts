import { beforeEach, describe, expect, test } from 'vitest'
import { demoWith } from '../../../support/client.ts'
import {
  author,
  startWiki,
  call,
  done,
  control,
  state,
  found,
  everywhere,
  attempt,
  refusal,
} from '../author.ts'

beforeEach(() => startWiki())

const one = '/requirement2/ENG/REQ-003'
const first = '/requirement2/ENG/REQ-001'
const page = (id: number) => control('GET', `/pages/${id}`)
const definition = async (id: number, key: string) =>
  (await page(id)).definitions.find((candidate: { key: string }) => candidate.key === key)

describe('writing a requirement', () => {
  test('is seen by every interface at once, on its page, and in its history', async () => {
    const written = await done('PUT', one, {
      htmlExcerpt: '<p>The drone shall <b>glide</b>.</p>',
      properties: [{ key: 'Category', value: 'Gliding' }],
      dependencies: [{ key: 'REQ-004' }, { spaceKey: 'LAB', key: 'SEC-9', relationship: 'uses' }],
    })
    expect(written).toMatchObject({
      id: 6003,
      key: 'REQ-003',
      status: 'ACTIVE',
      htmlExcerpt: '<p>The drone shall <b>glide</b>.</p>',
      htmlNeedsUpdating: false,
      page: { pageId: 4001, version: 2 },
      dependencies: [
        { spaceKey: 'ENG', key: 'REQ-004', relationship: 'Dependency' },
        { spaceKey: 'LAB', key: 'SEC-9', relationship: 'uses' },
      ],
    })
    expect(written.properties.map(({ key, value }: Record<string, string>) => [key, value])).toEqual([
      ['Category', 'Gliding'],
      ['Cost', '300'],
    ])
    expect(await done('GET', one)).toEqual(written)
    for (const query of ["text ~ '%glide%'", "@Category = 'Gliding'", "to = 'REQ-004' AND key = 'REQ-003'"]) {
      expect(await found(query)).toEqual(everywhere('REQ-003'))
    }
    expect((await found("from = 'REQ-003' AND key = 'REQ-001'")).wiki).toEqual([])
    expect(await definition(4001, 'REQ-003')).toMatchObject({
      html: '<p>The drone shall <b>glide</b>.</p>',
      properties: [{ key: 'Category', value: 'Gliding', dataType: 'TEXT' }],
    })
    const seen = await done('GET', '/misc/ENG/4001')
    expect(seen.requirements[2]).toMatchObject({ key: 'REQ-003', htmlExcerpt: written.htmlExcerpt })
    expect(await author.events('REQ-003')).toEqual(['CREATED', 'ARCHIVED', 'WRITTEN alice'])
  })

  test('raises the version of the page and keeps the version before; its other requirements are not flagged', async () => {
    await done('PUT', one, { htmlExcerpt: 'The drone shall glide.' })
    expect(await page(4001)).toMatchObject({ version: 2 })
    const [before] = await state('pageVersion', 'pageId=4001')
    expect(before).toMatchObject({ id: '4001/1', version: 1, title: 'Flight control' })
    expect(before.definitions[2].html).toContain('hold its position')
    const rows = (await page(4001)).requirements
    expect(rows.filter((row: { htmlNeedsUpdating: boolean }) => row.htmlNeedsUpdating)).toEqual([])
    author.client.simulator.clock.advance('1m')
    await done('PUT', one, { htmlExcerpt: 'The drone shall soar.' })
    expect(await state('pageVersion', 'pageId=4001')).toMatchObject([
      { version: 1 },
      { version: 2, savedBy: 2, savedAt: Date.UTC(2026, 0, 5, 9) },
    ])
  })

  test('keeps what is absent or null, and ignores external properties and what the service decides', async () => {
    const before = await done('GET', one)
    const sent = { ...before, id: 1, status: 'DELETED', baseline: 7, newKey: null, htmlExcerpt: null }
    expect(await done('PUT', one, sent)).toEqual(before)
    expect(await page(4001)).toMatchObject({ version: 1 })
    expect(await author.events('REQ-003')).toEqual(['CREATED', 'ARCHIVED'])
    const external = [{ key: 'Cost', value: '9', type: 'EXTERNAL' }]
    const after = await done('PUT', one, { properties: external })
    expect(after.properties).toMatchObject([{ key: 'Cost', value: '300', type: 'EXTERNAL' }])
    expect(after.htmlExcerpt).toBe(before.htmlExcerpt)
  })

  test('a requirement that was read can be sent back in a strict world', async () => {
    await startWiki({ scenario: 'demo', config: { strict: true } })
    const before = await done('GET', '/requirement2/ENG/REQ-001')
    expect(await done('PUT', '/requirement2/ENG/REQ-001', before)).toEqual(before)
  })

  test('a list property keeps its items', async () => {
    const tags = { key: 'Tags', value: 'a, b', dataType: 'LIST', indexation: { multivalues: ['a', 'b'] } }
    const written = await done('PUT', one, { properties: [tags] })
    expect(written.properties[0]).toMatchObject(tags)
    expect((await found("@Tags = 'b'")).standalone).toEqual(['REQ-003'])
  })

  test('queues one message per application link for a requirement with issue links', async () => {
    await done('PUT', '/requirement2/ENG/REQ-001', { htmlExcerpt: 'The drone shall hop.' })
    await done('PUT', one, { htmlExcerpt: 'The drone shall hop.' })
    expect(await author.messages()).toEqual(['REQUIREMENT_UPDATED ENG/REQ-001'])
    expect((await state('outboundMessage')).at(-1)).toMatchObject({
      serviceId: 'svc-0001-demo',
      applinkId: '11111111-2222-4333-8444-555555555555',
      createdBy: 2,
      status: 'PENDING',
    })
  })

  test('a page of the body takes the definition over', async () => {
    const moved = await done('PUT', one, {
      page: { pageId: 4002 },
      htmlExcerpt: 'The drone shall move.',
    })
    expect(moved.page).toEqual({ pageId: 4002, version: 2 })
    expect(await definition(4001, 'REQ-003')).toBeUndefined()
    expect(await definition(4002, 'REQ-003')).toMatchObject({ html: 'The drone shall move.' })
    expect((await found('page = 4002')).standalone).toContain('REQ-003')
    await control('PUT', '/pages/4001', { title: 'Flight' })
    expect(await done('GET', one)).toMatchObject({ status: 'ACTIVE', page: { pageId: 4002 } })
  })

  test('other variants and frozen copies stay as they are', async () => {
    const others = async () => [
      ...(await state('requirement', 'key=REQ-003')).filter(({ id }: { id: number }) => id !== 6003),
      { ...(await done('GET', '/requirement2/ENG/REQ-003?v=1')), reverseDependencies: [] },
    ]
    const before = await others()
    expect(before.map(({ status }: { status: string }) => status).toSorted()).toEqual(['ACTIVE', 'ARCHIVED'])
    await done('PUT', '/requirement2/ENG/REQ-003', { htmlExcerpt: 'x' })
    await done('DELETE', '/requirement2/ENG/REQ-003')
    expect(await others()).toEqual(before)
  })

  test('changes the type of a property alone, on the page as well', async () => {
    const { properties } = await done('GET', first)
    const retyped = properties.map((each: { key: string }) =>
      each.key === 'Priority' ? { ...each, dataType: 'USER' } : each,
    )
    await done('PUT', first, { properties: retyped })
    const typeOf = (list: { key: string; dataType: string }[]) =>
      list.find(({ key }) => key === 'Priority')?.dataType
    expect(typeOf((await done('GET', first)).properties)).toBe('USER')
    expect(typeOf((await definition(4001, 'REQ-001')).properties)).toBe('USER')
    expect(await page(4001)).toMatchObject({ version: 2 })
  })

  test.each([{}, { properties: [{ key: 'Priority', value: 'Low' }] }])(
    'gathers a waiting text of its page when %j is written',
    async (body) => {
      await control('PUT', '/pages/4001', { define: [{ key: 'REQ-003', html: 'The drone shall wait.' }] })
      expect(await done('GET', one)).toMatchObject({ htmlNeedsUpdating: true })
      expect(await done('PUT', one, body)).toMatchObject({
        htmlExcerpt: 'The drone shall wait.',
        htmlNeedsUpdating: false,
      })
    },
  )
})

describe('writing with gather-on-view', () => {
  beforeEach(() => startWiki({ scenario: 'demo', config: { assumptions: { A59: 'gather-on-view' } } }))

  test('the stored values flags nothing and saves no page', async () => {
    const before = author.everything()
    expect(await done('PUT', first, {})).toMatchObject({ htmlNeedsUpdating: false })
    expect(author.everything()).toBe(before)
  })

  test('another dependency flags the requirement', async () => {
    const dependencies = [{ relationship: 'refines', key: 'REQ-005' }]
    expect(await done('PUT', '/requirement2/ENG/REQ-002', { dependencies })).toMatchObject({
      htmlNeedsUpdating: true,
    })
    expect(await definition(4001, 'REQ-002')).toMatchObject({ dependencies: [{ key: 'REQ-005' }] })
  })

  test('the text of the page flags nothing, although another text was written past the page', async () => {
    const { html } = await definition(4001, 'REQ-001')
    await author.client.put('/api/requirements/6001?applicationId=101&updateOrigin=false', {
      text: 'Written past the page.',
    })
    expect(await done('GET', first)).toMatchObject({ htmlExcerpt: 'Written past the page.' })
    expect(await done('PUT', first, { htmlExcerpt: html })).toMatchObject({
      htmlExcerpt: 'Written past the page.',
      htmlNeedsUpdating: false,
    })
  })

  test('a requirement without a page takes effect at once', async () => {
    await done('POST', '/requirement2/ENG/NEW-1')
    expect(
      await done('PUT', '/requirement2/ENG/NEW-1', { htmlExcerpt: 'The drone shall hum.' }),
    ).toMatchObject({
      htmlExcerpt: 'The drone shall hum.',
      htmlNeedsUpdating: false,
    })
  })

  test('a text waits for the next view of the page', async () => {
    const before = await done('GET', first)
    const written = await done('PUT', first, { htmlExcerpt: 'The drone shall hop.' })
    expect(written).toMatchObject({ htmlExcerpt: before.htmlExcerpt, htmlNeedsUpdating: true })
    expect(await definition(4001, 'REQ-001')).toMatchObject({ html: 'The drone shall hop.' })
    expect(await author.messages()).toEqual([])
    await done('GET', '/misc/ENG/4001')
    expect(await done('GET', first)).toMatchObject({
      htmlExcerpt: 'The drone shall hop.',
      htmlNeedsUpdating: false,
    })
    expect(await author.messages()).toEqual(['REQUIREMENT_UPDATED ENG/REQ-001'])
  })
})

describe('writing several', () => {
  test('writes all, and makes one version of a page', async () => {
    const written = await done('PUT', '/requirement2/ENG', [
      { key: 'REQ-002', htmlExcerpt: 'Two' },
      { key: 'REQ-001', htmlExcerpt: 'One' },
      { key: 'REQ-007', htmlExcerpt: 'Seven' },
    ])
    expect(written.map(({ key, htmlExcerpt }: Record<string, string>) => [key, htmlExcerpt])).toEqual([
      ['REQ-002', 'Two'],
      ['REQ-001', 'One'],
      ['REQ-007', 'Seven'],
    ])
    expect([(await page(4001)).version, (await page(4002)).version]).toEqual([2, 2])
    expect(await done('PUT', '/requirement2/ENG', [])).toEqual([])
  })

  test.each([
    [404, 'NOPE', [{ key: 'REQ-001', htmlExcerpt: 'x' }, { key: 'NOPE' }]],
    [
      409,
      'REQ-099',
      [
        { key: 'REQ-001', htmlExcerpt: 'x' },
        { key: 'REQ-099', htmlExcerpt: 'x' },
      ],
    ],
    [
      409,
      'REQ-002',
      [
        { key: 'REQ-001', htmlExcerpt: 'x' },
        { key: 'REQ-003', newKey: 'REQ-002' },
      ],
    ],
    [400, 'twice', [{ key: 'REQ-001', htmlExcerpt: 'x' }, { key: 'REQ-001' }]],
    [
      400,
      '[1].spaceKey',
      [
        { key: 'REQ-001', htmlExcerpt: 'x' },
        { key: 'REQ-002', spaceKey: 'OPS' },
      ],
    ],
    [
      404,
      '9999',
      [
        { key: 'REQ-001', htmlExcerpt: 'x' },
        { key: 'REQ-002', page: { pageId: 9999 } },
      ],
    ],
  ])('%i for %s leaves everything as it was', async (status, mention, body) => {
    expect(await attempt('PUT', '/requirement2/ENG', body)).toEqual(refusal(status, mention))
  })

  test('many requirements of one page cost one save', async () => {
    const keys = Array.from({ length: 2000 }, (_, at) => `BULK-${at + 1}`)
    await control('PUT', '/pages/4001', { content: keys.map((key) => ({ key, html: key })) })
    await done(
      'PUT',
      '/requirement2/ENG',
      keys.map((key) => ({ key, htmlExcerpt: `New ${key}` })),
    )
    expect(await page(4001)).toMatchObject({ version: 3 })
    expect((await found("text = 'New BULK-2000'")).wiki).toEqual(['BULK-2000'])
  })
})

describe('refusals of writing', () => {
  const text = { htmlExcerpt: 'x' }
  test.each([
    ['an unknown space', 404, '/requirement2/NOPE/REQ-001', text, "'NOPE'"],
    ['an unknown key', 404, '/requirement2/ENG/NOPE', text, "'NOPE'"],
    ['somebody without the space', 403, one, text, "'eve' may not edit space 'ENG'", 'tok-eve'],
    ['a DELETED requirement', 409, '/requirement2/ENG/REQ-099', text, "'REQ-099' is DELETED"],
    ['a DELETED requirement and no change', 409, '/requirement2/ENG/REQ-099', {}, "'REQ-099' is DELETED"],
    ['another key', 400, one, { key: 'REQ-004' }, "body field 'key' 'REQ-004'"],
    ['another space', 400, one, { spaceKey: 'OPS' }, "body field 'spaceKey' 'OPS'"],
    ['an unknown page', 404, one, { page: { pageId: 9999 } }, "pageId: no page '9999'"],
    ['a long text', 400, one, { htmlExcerpt: 'x'.repeat(100_001) }, 'htmlExcerpt'],
    ['a number for a text', 400, one, { htmlExcerpt: 7 }, 'htmlExcerpt'],
    ['an unknown type', 400, one, { properties: [{ key: 'a', value: 'b', dataType: 'X' }] }, 'dataType'],
    [
      'a type of external properties',
      400,
      one,
      { properties: [{ key: 'a', value: '1', dataType: 'INTEGER' }] },
      "properties[0].dataType' 'INTEGER': only an external property has it",
    ],
    ['a nameless property', 400, one, { properties: [{ key: '', value: 'b' }] }, 'properties[0].key'],
  ] as const)('%s', async (_name, status, path, body, mention, token?: string) => {
    expect(await attempt('PUT', path, body, token)).toEqual(refusal(status, mention))
  })

  test('a page of another space', async () => {
    const { id } = await control('POST', '/pages', { title: 'Logbook', spaceKey: 'OPS' })
    expect(await attempt('PUT', one, { page: { pageId: id } })).toEqual(
      refusal(400, "no page of space 'ENG'"),
    )
  })

  test('a page of another wiki is not found', async () => {
    const world = {
      spaces: [{ site: 'contoso-wiki', key: 'AVI', name: 'Avionics', grants: { edit: ['alice'] } }],
      pages: [{ id: 4950, space: 'AVI', title: 'Cockpit' }],
    }
    await startWiki(demoWith({ world }))
    expect(await attempt('PUT', one, { page: { pageId: 4950 } })).toEqual(refusal(404, 'in the wiki'))
  })

  test('a property that is sent twice is the only error, and the message', async () => {
    const priority = { label: 'Priority', value: 'Low' }
    const reply = await author.client.put('/api/requirements/6001?applicationId=101', {
      properties: [priority, priority],
    })
    expect([reply.status, reply.body.errors]).toEqual([400, [reply.body.message]])
  })
})

describe('deleting a requirement', () => {
  test('is seen by every interface at once; its definition leaves its page', async () => {
    expect((await call('DELETE', one)).status).toBe(204)
    expect(await done('GET', one)).toMatchObject({ id: 6003, status: 'DELETED' })
    expect(await found("key = 'REQ-003'")).toEqual(everywhere())
    expect((await found("status = 'DELETED' AND key = 'REQ-003'")).wiki).toEqual(['REQ-003'])
    expect(await definition(4001, 'REQ-003')).toBeUndefined()
    expect(await page(4001)).toMatchObject({ version: 2 })
    const seen = await done('GET', '/misc/ENG/4001')
    expect(seen.requirements.map(({ key }: { key: string }) => key)).not.toContain('REQ-003')
    const children = await done('GET', '/requirement2/ENG/REQ-001')
    expect(children.reverseDependencies.map(({ key }: { key: string }) => key)).toEqual(['REQ-002'])
    expect(await author.events('REQ-003')).toEqual(['CREATED', 'ARCHIVED', 'DELETED alice'])
    expect(await author.messages()).toEqual([])
  })

  test('queues a message for the tracker; the links stay with the key', async () => {
    await done('DELETE', '/requirement2/ENG/REQ-001')
    expect(await author.messages()).toEqual(['REQUIREMENT_DELETED ENG/REQ-001'])
    expect((await done('GET', '/requirement2/ENG/REQ-001')).issues).toHaveLength(2)
    await done('POST', '/requirement2/ENG/REQ-001?pageId=4002')
    const again = await done('GET', '/requirement2/ENG/REQ-001')
    expect(again).toMatchObject({ status: 'ACTIVE', htmlExcerpt: '' })
    expect(again.id).not.toBe(6001)
    expect(again.issues).toHaveLength(2)
  })

  test('clears the flag for an outdated excerpt', async () => {
    await done('POST', '/requirement2/ENG/NEW-1')
    expect(await done('GET', '/requirement2/ENG/NEW-1')).toMatchObject({ htmlNeedsUpdating: true })
    for (const key of ['NEW-1', 'REQ-001']) {
      await call('DELETE', `/requirement2/ENG/${key}`)
      expect(await done('GET', `/requirement2/ENG/${key}`)).toMatchObject({
        status: 'DELETED',
        htmlNeedsUpdating: false,
      })
    }
  })

  test.each([
    [
      'a key that is DELETED',
      409,
      '/requirement2/ENG/REQ-099',
      'is DELETED and cannot be deleted: it can be restored',
    ],
    ['an unknown key', 404, '/requirement2/ENG/NOPE', "'NOPE'"],
    ['an unknown space', 404, '/requirement2/NOPE/REQ-001', "'NOPE'"],
  ])('%s', async (_name, status, path, mention) => {
    expect(await attempt('DELETE', path)).toEqual(refusal(status, mention))
  })
})
