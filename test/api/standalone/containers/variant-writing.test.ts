import { beforeEach, describe, expect, test } from 'vitest'
import { issueLinks } from '../../../../src/model/records/tracker/issue-links.ts'
import { exportWorld } from '../../../../src/world/transfer.ts'
import { type StandaloneAuthor, startStandaloneAuthor } from '../../../support/standalone-author.ts'
import { demoWith, pluck, refusal } from '../../../support/client.ts'

let author: StandaloneAuthor
beforeEach(async () => {
  author = await startStandaloneAuthor()
})

const WIKI = 'applicationId=101'
const create = (body: object) =>
  author.made('POST', `/variants?${WIKI}`, { projectContainerId: 1001, ...body })
const update = (id: number, body: object) => author.made('PUT', `/variants/${id}?${WIKI}`, body)
const rows = (variantId: number, more = '') =>
  author.made('GET', `/requirements?${WIKI}&projectContainerId=1001&variantId=${variantId}&limit=200${more}`)

test('are listed as by their alias', async () => {
  const alias = '/applications/101/projects/1001/variants?sort=name,desc'
  const listed = await author.made('GET', `/variants?${WIKI}&projectContainerId=1001&sort=name,desc`)
  expect(listed).toEqual(await author.made('GET', alias))
  expect(await author.made('GET', `/variants/5002?${WIKI}`)).toMatchObject({ name: 'Experimental' })
})

describe('a new variant', () => {
  test('begins as a copy of the current one, in rows of its own', async () => {
    const before = await rows(5001, '&includeToDependencies=true')
    const made = await create({ name: 'Night flight' })
    expect(made).toMatchObject({ name: 'Night flight', current: false })
    const copies = await rows(made.id, '&includeToDependencies=true')
    expect(copies.total).toBe(before.total)
    const saying = ({ items }: { items: Record<string, unknown>[] }) =>
      items
        .map(({ key, text, properties, originContainerId }) => ({ key, text, properties, originContainerId }))
        .toSorted((a, b) => String(a.key).localeCompare(String(b.key)))
    expect(saying(copies)).toEqual(saying(before))
    expect(pluck(copies.items, 'id')).not.toContain(6001)
    expect(await author.messages()).toEqual([])
    await author.made('PUT', `/requirements/${copies.items[0].id}?${WIKI}`, { text: 'Different.' })
    expect((await rows(5001)).items[0].text).toBe(before.items[0].text)
  })

  test('or of another one', async () => {
    const made = await create({ name: 'Second', sourceVariantId: 5002 })
    expect((await rows(made.id, '&sort=key')).items).toMatchObject([{ key: 'EXP-001' }, { key: 'REQ-003' }])
  })

  test('can have the name of a variant of another space', async () => {
    const body = { projectContainerId: 1002, name: 'Experimental' }
    expect(await create(body)).toMatchObject({ name: 'Experimental' })
  })
})

describe('the current variant', () => {
  test('is switched: interfaces show its rows, and the tracker receives messages about linked requirements', async () => {
    await author.made('POST', `/requirements?${WIKI}`, {
      containerId: 1001,
      variantId: 5002,
      key: 'REQ-001',
      text: 'New.',
    })
    expect(await update(5002, { current: true })).toMatchObject({ id: 5002, current: true })
    expect(await author.made('GET', `/variants/5001?${WIKI}`)).toMatchObject({ current: false })
    expect((await author.found("key ~ '%'")).wiki.toSorted()).toEqual(['EXP-001', 'REQ-001', 'REQ-003'])
    expect((await author.done('GET', '/requirement2/ENG/REQ-001')).issues).toHaveLength(2)
    expect((await author.messages()).toSorted()).toEqual([
      'REQUIREMENT_DELETED ENG/REQ-002',
      'REQUIREMENT_UPDATED ENG/REQ-001',
    ])
    await update(5001, { current: true })
    expect((await author.messages()).toSorted()).toEqual([
      'LINK_ADDED ENG/REQ-002 DRN-2',
      'REQUIREMENT_DELETED ENG/REQ-002',
      'REQUIREMENT_UPDATED ENG/REQ-001',
      'REQUIREMENT_UPDATED ENG/REQ-001',
    ])
    const before = author.everything()
    await update(5001, { current: true, name: 'Current' })
    await update(5002, { current: false })
    expect(author.everything()).toBe(before)
  })

  test('is switched without a message about a linked key that neither variant has', async () => {
    await author.made('DELETE', `/requirements/6001?${WIKI}`)
    const before = await author.messages()
    await update(5002, { current: true })
    expect(await author.messages()).toEqual([...before, 'REQUIREMENT_DELETED ENG/REQ-002'])
  })

  test('is switched without messages about the same key in other spaces', async () => {
    const view = { applicationId: 101, spaceKey: 'AAA', key: 'REQ-002', relationship: 'implements' }
    const wiki = { ...view, applinkId: '11111111-2222-4333-8444-555555555555', issueKey: 'DRN-3' }
    author.client.simulator.world
      .region('eu')
      .table(issueLinks)
      .insert({ id: 50001, serviceId: 'svc-0001-demo', wiki })
    await update(5002, { current: true })
    expect(await author.messages()).toEqual([
      'REQUIREMENT_DELETED ENG/REQ-001',
      'REQUIREMENT_DELETED ENG/REQ-002',
    ])
  })

  test('is one for each space: a world with two is not imported', async () => {
    const document = JSON.parse(JSON.stringify(exportWorld(author.client.simulator.world)))
    for (const variant of document.stores.eu.variant) if (variant.id === 5002) variant.current = true
    const headers = { 'x-sim-control': '1' }
    expect(await author.client.post('/_sim/import', document, { headers })).toMatchObject(
      refusal(400, 'exists already'),
    )
  })
})

describe('deleting', () => {
  test('takes the requirements of a variant with it, and what hangs on them', async () => {
    await author.made('POST', `/requirements/6101/links?${WIKI}`, { type: 'TEST_CASE', testCaseKey: 'TC-5' })
    await author.made('DELETE', `/variants/5002?${WIKI}`)
    expect((await author.refused('GET', `/variants/5002?${WIKI}`)).status).toBe(404)
    for (const id of [6101, 6102])
      expect((await author.refused('GET', `/requirements/${id}?${WIKI}`)).status).toBe(404)
    expect(await author.state('testCaseLink')).toHaveLength(2)
    expect((await rows(5001)).total).toBe(12)
    await author.control('POST', '/import', await author.control('GET', '/export'))
  })

  test('is refused for the current one and for one that a baseline keeps', async () => {
    const remove = (id: number) => author.refused('DELETE', `/variants/${id}?${WIKI}`)
    expect(await remove(5001)).toMatchObject(refusal(409, 'make another current first'))
    await update(5002, { current: true })
    expect(await remove(5001)).toMatchObject(refusal(409, 'baseline 1'))
  })

  /** Gives a requirement a link whose id is kept, and with it events of its history. */
  const keepLink = async (id: number) => {
    const links = `/requirements/${id}/links`
    const made = await author.made('POST', `${links}?${WIKI}`, { type: 'DEPENDENCY', key: 'X-1' })
    await author.made('PUT', `${links}/${made.id}?${WIKI}`, { key: 'X-2' })
  }
  const owners = (table: 'historyEntry' | 'linkIdentity') => [
    ...new Set(author.client.simulator.state(table).map(({ requirementId }) => requirementId)),
  ]

  test('removes the history and the kept links of its requirements, and of no others', async () => {
    for (const id of [6005, 6101, 6102]) await keepLink(id)
    expect([owners('historyEntry'), owners('linkIdentity')]).toEqual([
      [6005, 6101, 6102],
      [6005, 6101, 6102],
    ])
    await author.made('DELETE', `/variants/5002?${WIKI}`)
    expect([owners('historyEntry'), owners('linkIdentity')]).toEqual([[6005], [6005]])
  })
})

describe('refusals', () => {
  test.each([
    ['POST', '/variants', { projectContainerId: 1001, name: 'Experimental' }, 409, "'Experimental'"],
    ['POST', '/variants', { projectContainerId: 1001, name: ' ' }, 400, 'blank'],
    ['POST', '/variants', { projectContainerId: 77, name: 'X' }, 404, "'77'"],
    ['POST', '/variants', { projectContainerId: 1101, name: 'X' }, 404, "'1101'"],
    ['POST', '/variants', { projectContainerId: 1001, name: 'X', sourceVariantId: 5003 }, 404, "'5003'"],
    ['POST', '/variants', { projectContainerId: 1003, name: 'X' }, 403, 'edit container 1003'],
    ['PUT', '/variants/5002', { name: 'Current' }, 409, "'Current'"],
    ['PUT', '/variants/5001', { current: false }, 409, 'make another current instead'],
    ['PUT', '/variants/5006', { name: 'X' }, 404, "'5006'"],
    ['GET', '/variants/5004', undefined, 403, 'read container 1003'],
    ['DELETE', '/variants/77', undefined, 404, "'77'"],
  ])('%s %s %j is refused', async (method, path, body, status, message) => {
    expect(await author.refused(method, `${path}?${WIKI}`, body)).toMatchObject(refusal(status, message))
  })

  test('more requirements than are copied at once', async () => {
    const generate = [{ requirements: 12_001, space: 'OPS', prefix: 'OPS-' }]
    author = await startStandaloneAuthor(demoWith({ generate }))
    const body = { projectContainerId: 1002, name: 'X' }
    expect(await author.refused('POST', `/variants?${WIKI}`, body)).toMatchObject(refusal(409, '12001'))
  })
})
