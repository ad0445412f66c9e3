import { beforeEach, describe, expect, test } from 'vitest'
import { type StandaloneAuthor, startStandaloneAuthor } from '../../../support/standalone-author.ts'
import { pages } from '../../../../src/model/records/wiki/pages.ts'
import { requirements } from '../../../../src/model/records/wiki/requirements.ts'
import { pluck, refusal } from '../../../support/client.ts'

let author: StandaloneAuthor
beforeEach(async () => {
  author = await startStandaloneAuthor()
})

const WIKI = 'applicationId=101'
const onPower = { containerId: 1001, originContainerId: 1102 }
const create = (body: object, query = WIKI) => author.made('POST', `/requirements?${query}`, body)
const page = async (id: number) => (await author.state('page', `id=${id}`))[0]
const definition = async (id: number, key: string) =>
  (await page(id)).definitions.find((one: { key: string }) => one.key === key)

describe('a requirement that is made', () => {
  test('is the requirement of every interface, and is defined on its page', async () => {
    const made = await create({
      ...onPower,
      key: 'REQ-013',
      text: 'The drone shall weigh < 2 kg.',
      properties: [
        { label: 'Category', value: 'Safety' },
        { label: 'Tags', value: ['a', 'b & c'] },
        { label: 'Cost', value: 5, external: true },
      ],
    })
    expect(made).toMatchObject({
      key: 'REQ-013',
      status: 'ACTIVE',
      containerId: 1001,
      variantId: 5001,
      originContainerId: 1102,
      html: 'The drone shall weigh &lt; 2 kg.',
      properties: [
        { label: 'Category', value: 'Safety', dataType: 'TEXT', external: false },
        { label: 'Tags', value: ['a', 'b & c'], dataType: 'LIST', external: false },
      ],
    })
    const keys = ['REQ-013']
    expect(await author.found("text ~ '%weigh < 2%'")).toEqual({ wiki: keys, hosted: keys, standalone: keys })
    expect(await author.done('GET', '/requirement2/ENG/REQ-013')).toMatchObject({
      id: made.id,
      htmlExcerpt: 'The drone shall weigh &lt; 2 kg.',
      page: { pageId: 4002 },
    })
    expect(await definition(4002, 'REQ-013')).toMatchObject({ html: 'The drone shall weigh &lt; 2 kg.' })
    expect((await page(4002)).version).toBe(2)
    expect(await author.events('REQ-013')).toEqual(['WRITTEN alice'])
    expect(await author.made('GET', `/requirements/${made.id}?${WIKI}`)).toEqual(made)
    const listed = await author.made('GET', `/requirements?${WIKI}&projectContainerId=1001&key=REQ-013`)
    expect(listed).toMatchObject({ total: 1, items: [{ id: made.id }] })
  })

  test('external properties that are not written vanished without a word', async () => {
    const cost = (value: number) => ({ label: 'Cost', value, external: true })
    const send = async (method: string, path: string, body: object) =>
      (await author.client.call(method, `/api${path}?${WIKI}`, { body })).headers['X-Sim-Ignored']
    const other = { label: 'Category', value: 'Safety' }
    const made = { ...onPower, key: 'REQ-013', properties: [other, cost(5)] }
    expect(await send('POST', '/requirements', made)).toBe('body properties[1]')
    const read = await author.made('GET', `/requirements/6001?${WIKI}`)
    expect(read.properties).toContainEqual({ ...cost(100), dataType: 'DECIMAL' })
    expect(await send('PUT', '/requirements/6001', read)).toBeUndefined()
    expect(await send('PUT', '/requirements/6001', { properties: [cost(101)] })).toBe('body properties[0]')
    expect((await author.made('GET', `/requirements/6001?${WIKI}`)).properties).toEqual([
      { ...cost(100), dataType: 'DECIMAL' },
    ])
  })

  test('with a new key leaves the old one in its dependents, as a move in the wiki does', async () => {
    const refers = async () => {
      const { toDependencies } = await author.made(
        'GET',
        `/requirements/6002?${WIKI}&includeToDependencies=true`,
      )
      return toDependencies
    }
    expect(await refers()).toMatchObject([{ key: 'REQ-001', requirementId: 6001 }])
    await author.made('PUT', `/requirements/6001?${WIKI}`, { key: 'REQ-101' })
    expect(await refers()).toEqual([{ key: 'REQ-001', spaceKey: 'ENG', relationship: 'refines' }])
  })

  test('may depend on itself, by links as by the wiki', async () => {
    const link = {
      type: 'DEPENDENCY',
      direction: 'TO',
      relationship: 'refines',
      key: 'REQ-005',
      spaceKey: 'ENG',
    }
    await author.made('POST', `/requirements/6005/links?${WIKI}`, link)
    await author.done('PUT', '/requirement2/ENG/REQ-006', {
      dependencies: [{ relationship: 'refines', key: 'REQ-006', spaceKey: 'ENG' }],
    })
    for (const key of ['REQ-005', 'REQ-006']) {
      const { dependencies, reverseDependencies } = await author.done('GET', `/requirement2/ENG/${key}`)
      expect([dependencies, reverseDependencies]).toMatchObject([[{ key }], [{ key }]])
    }
  })

  test('takes its number, so that the next suggestion is above it', async () => {
    await create({ ...onPower, key: 'REQ-020' })
    const [{ key }] = await author.done('POST', '/key-suggestions/ENG/suggestAtInitialization', ['REQ-'])
    expect(key).toBe('REQ-021')
  })

  test('survives a reindex and a view of its page', async () => {
    await create({ ...onPower, key: 'REQ-013', html: '<p>It <b>shall</b> fly.</p>' })
    await author.done('PUT', '/helpers/reindex/4002')
    await author.done('GET', '/misc/ENG/4002')
    expect(await author.done('GET', '/requirement2/ENG/REQ-013')).toMatchObject({
      status: 'ACTIVE',
      htmlExcerpt: '<p>It <b>shall</b> fly.</p>',
    })
  })

  test('brings back the issue links that were left with its key', async () => {
    await author.made('DELETE', `/requirements/6001?${WIKI}`)
    await create({ ...onPower, key: 'REQ-001', text: 'Again.' })
    expect(await author.messages()).toContain('LINK_ADDED ENG/REQ-001 DRN-1')
  })

  test('of another variant touches neither the page nor the wiki', async () => {
    const before = await page(4002)
    const made = await create({ ...onPower, variantId: 5002, key: 'REQ-001', text: 'Experimental.' })
    expect(made).toMatchObject({ variantId: 5002, originContainerId: 1102 })
    expect(await page(4002)).toEqual(before)
    expect((await author.found("text ~ '%Experimental.%'")).wiki).toEqual([])
    expect(await author.messages()).toEqual([])
  })

  test('lives in a file of a workspace', async () => {
    const made = await create(
      { containerId: 3001, originContainerId: 3101, key: 'SIM-003', text: 'The simulation shall pause.' },
      'applicationId=103',
    )
    const listed = await author.made(
      'GET',
      '/requirements?applicationId=103&projectContainerId=3001&originContainerId=3101&sort=key,desc',
    )
    expect(listed).toMatchObject({ total: 3, items: [{ id: made.id }, {}, {}] })
    const alias = '/applications/103/projects/3001/variants/current/requirements/SIM-003'
    expect((await author.made('GET', alias)).text).toBe('The simulation shall pause.')
  })

  test.each([
    ['a key that is taken', { ...onPower, key: 'REQ-001' }, 409, "'REQ-001' is taken"],
    [
      'a type of external properties',
      { ...onPower, key: 'A-1', properties: [{ label: 'a', value: 1, dataType: 'ENUM' }] },
      400,
      "properties[0].dataType' 'ENUM': only an external property has it",
    ],
    ['a key with blanks', { ...onPower, key: 'REQ 1' }, 400, "body field 'key' 'REQ 1'"],
    [
      'an unknown project container',
      { containerId: 77, key: 'A-1' },
      404,
      "no project container '77' in application 101 (body field 'containerId')",
    ],
    ['a page for a project container', { containerId: 1102, key: 'A-1' }, 404, "'1102'"],
    ['a container of another application', { containerId: 3001, key: 'A-1' }, 404, "'3001'"],
    ['an unknown variant', { ...onPower, key: 'A-1', variantId: 77 }, 404, "no variant '77'"],
    [
      'an unknown origin',
      { containerId: 1001, originContainerId: 77, key: 'A-1' },
      404,
      "no container '77' in application 101 (body field 'originContainerId')",
    ],
    [
      'a space as origin',
      { containerId: 1001, originContainerId: 1001, key: 'A-1' },
      400,
      'name a page, file or issue',
    ],
    [
      'a page of another space',
      { containerId: 1002, originContainerId: 1102, key: 'A-1' },
      400,
      'in another project container',
    ],
    [
      'a property twice',
      {
        ...onPower,
        key: 'A-1',
        properties: [
          { label: 'A', value: 'x' },
          { label: 'A', value: 'y' },
        ],
      },
      400,
      "property 'A' twice",
    ],
  ])('%s is refused', async (_name, body, status, message) => {
    expect(await author.refused('POST', `/requirements?${WIKI}`, body)).toMatchObject(
      refusal(status, message),
    )
  })
})

describe('permissions', () => {
  test('a token scoped to the application need not name it, others must, and no other', async () => {
    const scoped = { token: 'tok-app101' }
    expect((await author.api('GET', '/requirements/6001', undefined, scoped)).status).toBe(200)
    expect((await author.refused('GET', '/requirements/6001')).status).toBe(400)
    expect(
      (await author.refused('GET', '/requirements/6301?applicationId=103', undefined, scoped)).status,
    ).toBe(403)
    expect((await author.refused('GET', '/requirements/6301?applicationId=101')).status).toBe(404)
  })

  test('an origin in a space that the caller may not edit is refused', async () => {
    const body = { containerId: 1001, originContainerId: 1003, key: 'A-1' }
    expect((await author.refused('POST', `/requirements?${WIKI}`, body)).status).toBe(403)
  })
})

describe('a requirement that is written', () => {
  const write = (id: number, body: object, query = '') =>
    author.made('PUT', `/requirements/${id}?${WIKI}${query}`, body)

  test('is rewritten on its page, with a message for the tracker', async () => {
    const written = await write(6002, { text: 'Hold the altitude.' })
    expect(written).toMatchObject({ id: 6002, text: 'Hold the altitude.', originLinks: [{ pageId: 4001 }] })
    expect(await definition(4001, 'REQ-002')).toMatchObject({ html: 'Hold the altitude.' })
    expect((await page(4001)).version).toBe(2)
    expect(await author.messages()).toEqual(['REQUIREMENT_UPDATED ENG/REQ-002'])
    expect(await author.events('REQ-002')).toContain('WRITTEN alice')
    author.client.simulator.clock.advance('3m')
    const texts = await author.state('trackerText', 'key=REQ-002')
    expect(pluck(texts, 'html')).toEqual(['Hold the altitude.'])
  })

  test('past its page lasts until the page is gathered', async () => {
    const { html: defined } = await definition(4001, 'REQ-002')
    await write(6002, { text: 'Only here.' }, '&updateOrigin=false')
    expect((await author.found("text ~ '%Only here.%'")).hosted).toEqual(['REQ-002'])
    expect(await page(4001)).toMatchObject({ version: 1 })
    expect((await definition(4001, 'REQ-002')).html).toBe(defined)
    expect(await author.messages()).toEqual(['REQUIREMENT_UPDATED ENG/REQ-002'])
    await author.done('PUT', '/helpers/reindex/4001')
    await author.done('GET', '/misc/ENG/4001')
    expect((await author.done('GET', '/requirement2/ENG/REQ-002')).htmlExcerpt).toBe(defined)
  })

  test('as it is stays as it is', async () => {
    const before = author.everything()
    const { html, text, properties, key, containerId } = await author.made(
      'GET',
      `/requirements/6002?${WIKI}`,
    )
    await write(6002, { html, text, properties, key, containerId })
    expect(author.everything()).toBe(before)
  })

  test('that was read can be sent back with another text or other HTML', async () => {
    const send = async (body: object) => {
      const { headers, body: written } = await author.client.put(`/api/requirements/6002?${WIKI}`, body)
      return [written.html, headers['X-Sim-Ignored']]
    }
    const read = () => author.made('GET', `/requirements/6002?${WIKI}`)
    expect(await send({ ...(await read()), text: 'a < b' })).toEqual(['a &lt; b', undefined])
    expect(await send({ ...(await read()), html: '<p>c</p>' })).toEqual(['<p>c</p>', undefined])
    expect(await send({ text: 'd', html: '<b>d</b>' })).toEqual(['<b>d</b>', undefined])
    expect(await send({ text: 'e', html: '<p>f</p>' })).toEqual(['<p>f</p>', 'body text'])
  })

  test('keeps the markup of properties whose text stays', async () => {
    const marked = { key: 'Category', value: '<b>Safe</b> &amp; sound', dataType: 'TEXT', type: 'INLINE' }
    await author.done('PUT', '/requirement2/ENG/REQ-002', { properties: [marked] })
    const { properties } = await author.made('GET', `/requirements/6002?${WIKI}`)
    expect(properties[0]).toMatchObject({ label: 'Category', value: 'Safe & sound' })
    await write(6002, { properties: [...properties, { label: 'New', value: 3, dataType: 'NUMBER' }] })
    expect((await definition(4001, 'REQ-002')).properties).toMatchObject([
      { key: 'Category', value: '<b>Safe</b> &amp; sound' },
      { key: 'New', value: '3', dataType: 'NUMBER' },
    ])
  })

  test('goes to another page with its definition', async () => {
    await write(6002, { originContainerId: 1102 })
    expect(await definition(4001, 'REQ-002')).toBeUndefined()
    expect(await definition(4002, 'REQ-002')).toMatchObject({ dependencies: [{ key: 'REQ-001' }] })
    expect(await author.done('GET', '/requirement2/ENG/REQ-002')).toMatchObject({ page: { pageId: 4002 } })
  })

  test('under another key is continued by a new row, to which its links follow', async () => {
    const written = await write(6002, { key: 'TOP-2', text: 'Renamed.' })
    expect(written).toMatchObject({ key: 'TOP-2', text: 'Renamed.' })
    expect(written.id).not.toBe(6002)
    expect(await author.made('GET', `/requirements/6002?${WIKI}`)).toMatchObject({ status: 'MOVED' })
    expect(await author.done('GET', '/requirement2/ENG/TOP-2')).toMatchObject({
      issues: [{ issueKey: 'DRN-2' }],
    })
    expect(await definition(4001, 'TOP-2')).toMatchObject({ html: 'Renamed.' })
  })

  test('of another variant changes itself alone', async () => {
    const before = await page(4001)
    await write(6101, { text: 'Hover better.', originContainerId: 1101 })
    await write(6101, { text: 'Hover best.' })
    expect(await page(4001)).toEqual(before)
    expect(await author.messages()).toEqual([])
    expect((await author.done('GET', '/requirement2/ENG/REQ-003')).id).toBe(6003)
  })

  test.each([
    ['of a DELETED one', 6099, { text: 'x' }, 409, 'DELETED'],
    ['of a frozen copy', 6021, { text: 'x' }, 409, 'ARCHIVED'],
    ['that nobody has', 77, { text: 'x' }, 404, "no requirement '77'"],
    ['to a bad key', 6002, { key: '..' }, 400, "'..'"],
    ['to another key outside the current variant', 6101, { key: 'EXP-9' }, 409, 'not of the current variant'],
    ['to another variant', 6002, { variantId: 5002 }, 400, "body field 'variantId' '5002'"],
    ['to another project container', 6002, { containerId: 1002 }, 400, "body field 'containerId' '1002'"],
  ])('a write %s is refused', async (_name, id, body, status, message) => {
    expect(await author.refused('PUT', `/requirements/${id}?${WIKI}`, body)).toMatchObject(
      refusal(status, message),
    )
  })
})

describe('a requirement that is deleted', () => {
  test('leaves its page and every search, and can be read by id', async () => {
    await author.made('DELETE', `/requirements/6002?${WIKI}`)
    expect(await definition(4001, 'REQ-002')).toBeUndefined()
    expect((await author.found("key = 'REQ-002'")).wiki).toEqual([])
    expect(await author.messages()).toEqual(['REQUIREMENT_DELETED ENG/REQ-002'])
    expect(await author.made('GET', `/requirements/6002?${WIKI}`)).toMatchObject({ status: 'DELETED' })
    expect((await author.refused('DELETE', `/requirements/6002?${WIKI}`)).status).toBe(409)
  })

  test('of another variant leaves the page as it is', async () => {
    await author.made('DELETE', `/requirements/6101?${WIKI}`)
    expect(await definition(4001, 'REQ-003')).toBeDefined()
    expect(await author.messages()).toEqual([])
  })
})

test('a frozen copy is read by its id', async () => {
  expect(await author.made('GET', `/requirements/6021?${WIKI}`)).toMatchObject({
    key: 'REQ-001',
    status: 'ARCHIVED',
  })
})

const write = (id: number, body: object, more = '') =>
  author.made('PUT', `/requirements/${id}?${WIKI}${more}`, body)
const remove = (id: number) => author.made('DELETE', `/requirements/${id}?${WIKI}`)
const table = () => author.client.simulator.world.region('eu').table(requirements)

test.each([
  ['nothing, past its page', {}, '&updateOrigin=false'],
  ['the page that it is on', { originContainerId: 1101 }, ''],
])('writing %s changes nothing', async (_what, body, more) => {
  const before = author.everything()
  await write(6002, body, more)
  expect(author.everything()).toBe(before)
})

test('a DELETED requirement cannot be written, even without changes', async () => {
  const path = `/requirements/6099?${WIKI}&updateOrigin=false`
  expect(await author.refused('PUT', path, {})).toMatchObject(refusal(409, "'REQ-099' is DELETED"))
})

test.each([
  [1001, 'it is of type SPACE'],
  [1002, 'it is in another project container'],
])('container %i cannot be an origin', async (originContainerId, message) => {
  expect(await author.refused('PUT', `/requirements/6002?${WIKI}`, { originContainerId })).toMatchObject(
    refusal(400, `body field 'originContainerId' '${originContainerId}': ${message}`),
  )
})

test.each([
  ['REQ-001', 409, "body field 'key' 'REQ-001' is taken"],
  ['a b', 400, "body field 'key' 'a b'"],
])('another key %j is refused by the name of its field', async (key, status, message) => {
  expect(await author.refused('PUT', `/requirements/6002?${WIKI}`, { key })).toMatchObject(
    refusal(status, message),
  )
})

test('a requirement of another variant that is deleted leaves the page that it was put on', async () => {
  await write(6101, { originContainerId: 1101 })
  const definitions = () => author.client.simulator.world.region('eu').table(pages).get(4001)
  const before = definitions()
  await remove(6101)
  expect(definitions()).toEqual(before)
  expect(table().get(6101)).toMatchObject({ status: 'DELETED', htmlNeedsUpdating: false })
})

test('a flagged requirement of another variant loses the flag with its deletion', async () => {
  table().update(6102, { htmlNeedsUpdating: true })
  await remove(6102)
  expect(table().get(6102)).toMatchObject({ status: 'DELETED', htmlNeedsUpdating: false })
})

test('a requirement that is made with its text needs no excerpt', async () => {
  const made = await author.made('POST', `/requirements?${WIKI}`, {
    containerId: 1001,
    key: 'NEW-1',
    text: 'New.',
  })
  expect(table().get(made.id)).toMatchObject({ htmlNeedsUpdating: false })
})
