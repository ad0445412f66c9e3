import { beforeEach, describe, expect, test } from 'vitest'
import { requirements } from '../../../../src/model/records/wiki/requirements.ts'
import {
  author,
  startWiki,
  region,
  tableOf,
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

const post = '/requirement2/ENG/REQ-013'
const provided = (value: unknown) => `providedJson=${encodeURIComponent(JSON.stringify(value))}`
const keys = (rows: { key: string }[]) => rows.map(({ key }) => key)
const definitionOf = async (id: number, key: string) =>
  (await control('GET', `/pages/${id}`)).definitions.find((each: { key: string }) => each.key === key)
const sequence = async () => (await control('GET', '/state/sequence?name=key%2F1001%2FREQ-')).items[0].value

describe('reserving', () => {
  test('makes an ACTIVE requirement without excerpt that every interface lists', async () => {
    const [reserved, ...others] = await done('POST', post)
    expect(others).toEqual([])
    expect(reserved).toMatchObject({
      key: 'REQ-013',
      status: 'ACTIVE',
      htmlExcerpt: '',
      htmlNeedsUpdating: true,
      properties: [],
    })
    expect(reserved.page).toBeUndefined()
    expect(await done('GET', post)).toEqual(reserved)
    expect(await found("key = 'REQ-013'")).toEqual(everywhere('REQ-013'))
    expect(await author.events('REQ-013')).toEqual(['RESERVED alice'])
    expect(await sequence()).toBe(13)
  })

  test('keeps no field for what it does not have', async () => {
    const [{ id }] = await done('POST', post)
    const row = tableOf(requirements).get(id)
    expect(Object.keys(row ?? {}).filter((field) => row?.[field as keyof typeof row] === undefined)).toEqual(
      [],
    )
    expect(row).toMatchObject({ key: 'REQ-013', htmlNeedsUpdating: true })
  })

  test('belongs to the page that comes to define it, and is gathered by a view', async () => {
    const [{ id }] = await done('POST', post)
    await control('PUT', '/pages/4002', { define: [{ key: 'REQ-013', html: 'The drone shall hum.' }] })
    await done('GET', '/misc/ENG/4002')
    expect(await done('GET', post)).toMatchObject({
      id,
      htmlExcerpt: 'The drone shall hum.',
      htmlNeedsUpdating: false,
      page: { pageId: 4002, version: 2 },
    })
    expect(await author.events('REQ-013')).toEqual(['RESERVED alice', 'DEFINED', 'GATHERED alice'])
  })

  test('for a page: a view leaves it flagged, a save that does not define it deletes it', async () => {
    const [reserved] = await done('POST', `${post}?pageId=4001`)
    expect(reserved.page).toEqual({ pageId: 4001, version: 1 })
    const seen = await done('GET', '/misc/ENG/4001')
    expect(seen.requirements.at(-1)).toMatchObject({ key: 'REQ-013', htmlNeedsUpdating: true })
    await control('PUT', '/pages/4001', { title: 'Flight' })
    expect(await done('GET', post)).toMatchObject({ id: reserved.id, status: 'DELETED' })
  })

  test('for a page, then written: the page comes to define it', async () => {
    await done('POST', `${post}?pageId=4001`)
    await done('PUT', post, { htmlExcerpt: 'The drone shall hum.' })
    await control('PUT', '/pages/4001', { title: 'Flight' })
    await done('GET', '/misc/ENG/4001')
    expect(await done('GET', post)).toMatchObject({
      status: 'ACTIVE',
      htmlExcerpt: 'The drone shall hum.',
    })
  })

  test('reserves what providedJson lists besides the key of the path, each once', async () => {
    const list = [
      { key: 'REQ-014', htmlExcerpt: 'ignored' },
      { key: 'REQ-013' },
      { key: 'NEW', spaceKey: 'ENG' },
    ]
    const reserved = await done('POST', `${post}?${provided(list)}`)
    expect(keys(reserved)).toEqual(['REQ-013', 'REQ-014', 'NEW'])
    expect(reserved[1].htmlExcerpt).toBe('')
    const body = {
      spaceKey: 'ENG',
      page: { pageId: 4001 },
      providedJson: JSON.stringify([{ key: 'REQ-016' }]),
    }
    const more = await done('POST', '/requirement2/ENG/REQ-015', body)
    expect(keys(more)).toEqual(['REQ-015', 'REQ-016'])
    expect(more[1].page).toMatchObject({ pageId: 4001 })
    expect(await sequence()).toBe(16)
  })

  test('the older body is a requirement', async () => {
    const body = { key: 'REQ-013', spaceKey: 'ENG', page: { pageId: 4002, version: 1 } }
    expect((await done('POST', post, body))[0]).toMatchObject({ page: { pageId: 4002 } })
  })

  test('a DELETED key is used again by a new row', async () => {
    const [reserved] = await done('POST', '/requirement2/ENG/REQ-099')
    expect(reserved.id).not.toBe(6099)
    expect(await state('requirement', 'id=6099')).toMatchObject([{ status: 'DELETED' }])
  })

  test('uses up a suggestion that was held', async () => {
    const [{ key }] = await done('POST', '/key-suggestions/ENG/suggestAtInitialization', ['REQ-'])
    expect(await state('keyHold')).toHaveLength(1)
    await done('POST', `/requirement2/ENG/${key}`)
    expect(await state('keyHold')).toEqual([])
  })

  test('extended mode of the space allows other characters', async () => {
    const path = `/requirement2/ENG/${encodeURIComponent('REQ 13 (draft)')}`
    expect((await call('POST', path)).status).toBe(400)
    const world = region()
    const { settings } = await import('../../../../src/model/records/service/settings.ts')
    world.table(settings).insert({
      id: '101/1001/extendedMode',
      applicationId: 101,
      projectContainerId: 1001,
      name: 'extendedMode',
      value: true,
    })
    expect(keys(await done('POST', path))).toEqual(['REQ 13 (draft)'])
    await control('PUT', '/pages/4001', { define: [{ key: 'REQ 14 (draft)' }] })
    expect(await done('GET', `/requirement2/ENG/REQ%2014%20(draft)`)).toMatchObject({
      status: 'ACTIVE',
    })
  })
})

describe('the assumptions behind a response', () => {
  const assumptionsOf = async (path: string) => {
    const reply = await call('POST', path, undefined, { headers: { 'x-sim-explain': '1' } })
    const assumptions = author.client.simulator.journal.entries().at(-1)?.assumptions ?? []
    return [reply.status, ...['A56', 'A57', 'A80', 'A82'].filter((id) => assumptions.includes(id as never))]
  }

  test('include how keys are suggested, and what happens to an existing key', async () => {
    expect(await assumptionsOf(`${post}?mode=SUGGEST`)).toEqual([200, 'A56', 'A80', 'A82'])
    expect(await assumptionsOf('/requirement2/ENG/NEW-1')).toEqual([200, 'A56'])
    expect(await assumptionsOf('/requirement2/ENG/NEW-1')).toEqual([409, 'A56', 'A57'])
    expect(await assumptionsOf('/requirement2/ENG/NEW-1?override=true')).toEqual([200, 'A56', 'A57'])
    expect(await assumptionsOf('/requirement2/ENG/REQ-099')).toEqual([200, 'A56', 'A57'])
  })
})

describe('mode SUGGEST', () => {
  test('reserves the next free keys', async () => {
    const reserve = (parameters: string) => done('POST', `/requirement2/ENG/REQ-1?mode=suggest${parameters}`)
    expect(keys(await reserve(''))).toEqual(['REQ-013'])
    expect(keys(await reserve('&suggestQuantity=3'))).toEqual(['REQ-014', 'REQ-015', 'REQ-016'])
    expect(keys(await reserve('&suggestStart=5&suggestQuantity=1'))).toEqual(['REQ-017'])
    expect(keys(await reserve('&suggestStart=40&suggestPadding=5'))).toEqual(['REQ-00040'])
    expect(keys(await reserve('&suggestPrefix=SAFE.&suggestQuantity=2'))).toEqual(['SAFE.001', 'SAFE.002'])
    expect(await sequence()).toBe(40)
  })

  test.each(['', '&suggestPrefix=', '&suggestPrefix=%20'])(
    'takes the prefix of the path: %j',
    async (prefix) => {
      expect(keys(await done('POST', `/requirement2/ENG/REQ-1?mode=SUGGEST${prefix}`))).toEqual(['REQ-013'])
      expect(keys(await done('POST', `/requirement2/ENG/SAFE.?mode=SUGGEST${prefix}`))).toEqual(['SAFE.001'])
    },
  )

  test.each([
    [`&${provided([{ key: 'A' }])}`, 'providedJson'],
    ['&suggestQuantity=0', 'suggestQuantity'],
    ['&suggestQuantity=1001', 'suggestQuantity'],
    ['&suggestPadding=16', 'suggestPadding'],
    ['&suggestPrefix=a%20b', "'a b"],
  ])('refuses %s', async (parameters, mention) => {
    expect(await attempt('POST', `${post}?mode=SUGGEST${parameters}`)).toEqual(refusal(400, mention))
  })
})

describe('keys that are taken', () => {
  test('are refused, and nothing is reserved', async () => {
    const before = author.everything()
    for (const path of ['/requirement2/ENG/REQ-001', `${post}?${provided([{ key: 'REQ-001' }])}`]) {
      expect(await attempt('POST', path)).toEqual(refusal(409, "'REQ-001' is taken"))
    }
    expect(author.everything()).toBe(before)
  })

  test.each(['override=true', 'mode=UPDATE'])('%s answers them as they are', async (parameter) => {
    const before = await done('GET', '/requirement2/ENG/REQ-001')
    expect(await done('POST', `/requirement2/ENG/REQ-001?${parameter}`)).toEqual([before])
    const body = await done('POST', `/requirement2/ENG/REQ-001?${parameter}&${provided([{ key: 'NEW' }])}`)
    expect(keys(body)).toEqual(['REQ-001', 'NEW'])
  })

  test('override for another page takes the definition there', async () => {
    const [taken] = await done('POST', '/requirement2/ENG/REQ-001?override=true&pageId=4002')
    expect(taken).toMatchObject({ id: 6001, htmlNeedsUpdating: true, page: { pageId: 4002, version: 2 } })
    const [from, to] = [await control('GET', '/pages/4001'), await control('GET', '/pages/4002')]
    expect(keys(from.definitions)).not.toContain('REQ-001')
    expect(keys(to.definitions)).toContain('REQ-001')
    expect((await done('GET', '/misc/ENG/4002')).requirements.at(-1)).toMatchObject({
      key: 'REQ-001',
      htmlNeedsUpdating: false,
    })
    expect((await author.events('REQ-001')).slice(-2)).toEqual(['RESERVED alice', 'GATHERED alice'])
  })

  test('override for another page defines nothing there before a page defines the key', async () => {
    await done('POST', '/requirement2/ENG/NEW-1?pageId=4001')
    const [taken] = await done('POST', '/requirement2/ENG/NEW-1?override=true&pageId=4002')
    expect(taken).toMatchObject({ page: { pageId: 4002, version: 1 }, htmlNeedsUpdating: true })
    expect(await definitionOf(4002, 'NEW-1')).toBeUndefined()
  })

  test('override for a page that defines the key in another variant keeps that definition', async () => {
    const before = await definitionOf(4002, 'REQ-012')
    const path = '/api/variants/5002?applicationId=101'
    expect((await author.client.put(path, { current: true })).status).toBe(200)
    await done('POST', '/requirement2/ENG/REQ-012?pageId=4001')
    const [taken] = await done('POST', '/requirement2/ENG/REQ-012?override=true&pageId=4002')
    expect(taken).toMatchObject({ status: 'ACTIVE', page: { pageId: 4002 } })
    expect(await definitionOf(4002, 'REQ-012')).toBeUndefined()
    await author.client.put(path.replace('5002', '5001'), { current: true })
    expect(before).toBeDefined()
    expect(await definitionOf(4002, 'REQ-012')).toEqual(before)
  })
})

describe('refusals of reserving', () => {
  const raw = (text: string) => `${post}?providedJson=${encodeURIComponent(text)}`
  test.each([
    ['a key with a space', 400, '/requirement2/ENG/A%20B', undefined, "key 'A B'"],
    ['an unknown page', 404, `${post}?pageId=9999`, undefined, "pageId: no page '9999'"],
    ['a page beyond 2^53', 404, `${post}?pageId=9223372036854775807`, undefined, 'pageId: no page'],
    ['two pages', 400, `${post}?pageId=4001`, { page: { pageId: 4002 } }, 'page.pageId'],
    ['another space in the body', 400, post, { spaceKey: 'OPS' }, "'spaceKey' 'OPS'"],
    ['another key in the body', 400, post, { key: 'REQ-014' }, "'key' 'REQ-014'"],
    ['broken JSON', 400, raw('[{'), undefined, "providedJson '[{': must be JSON"],
    ['a JSON object', 400, raw('{"key":"A"}'), undefined, ': must be a list; send '],
    ['a list of texts', 400, raw('["A"]'), undefined, ': 0: must be an object'],
    ['an item without a key', 400, raw('[{}]'), undefined, ': 0.key: must be text'],
    ['a bad key', 400, raw('[{"key":"A B"}]'), undefined, "key 'A B'"],
    ['another space', 400, raw('[{"key":"A","spaceKey":"OPS"}]'), undefined, 'providedJson'],
    ['deep JSON in the body', 400, post, { providedJson: '['.repeat(9000) + ']'.repeat(9000) }, 'deeper'],
    ['a number beyond 2^53', 400, raw('[{"key":"A","id":9007199254740993}]'), undefined, '2^53'],
    ['a prototype', 400, raw('[{"__proto__":{"key":"A"}}]'), undefined, ': 0.key: '],
    ['two lists', 400, raw('[]'), { providedJson: '[{"key":"A"}]' }, 'providedJson'],
    [
      'too many',
      400,
      post,
      { providedJson: JSON.stringify(Array.from({ length: 1000 }, () => ({ key: 'A' }))) },
      'providedJson',
    ],
    ['an unknown mode', 400, `${post}?mode=DELETE`, undefined, 'CREATE, SUGGEST, UPDATE'],
    ['an unknown space', 404, '/requirement2/NOPE/A', undefined, "'NOPE'"],
  ] as const)('%s', async (_name, status, path, body, mention) => {
    expect(await attempt('POST', path, body)).toEqual(refusal(status, mention))
  })
})
