import { beforeEach, describe, expect, test } from 'vitest'
import { type StandaloneAuthor, startStandaloneAuthor } from '../support/standalone-author.ts'

let author: StandaloneAuthor
beforeEach(async () => {
  author = await startStandaloneAuthor()
})

const WIKI = 'applicationId=101'
const SPACES = 'applicationId=103'
const create = (body: object, query = WIKI) => author.made('POST', `/containers?${query}`, body)
const read = (id: number, query = WIKI) => author.made('GET', `/containers/${id}?${query}`)
const update = (id: number, body: object, query = WIKI) =>
  author.made('PUT', `/containers/${id}?${query}`, body)

test('the list has the filters of its alias', async () => {
  const alias = '/applications/101/containers?type=page&sort=name,desc'
  const listed = await author.made('GET', `/containers?${WIKI}&type=page&sort=name,desc`)
  expect(listed).toEqual(await author.made('GET', alias))
  expect(listed.total).toBeGreaterThan(2)
  const file = await author.made('GET', `/containers?${SPACES}&fileName=simulation.docx`)
  expect(file.items).toMatchObject([{ id: 3101, type: 'FILE' }])
  expect(await read(1102)).toMatchObject({ type: 'PAGE', pageId: 4002 })
})

describe('a page', () => {
  const ground = { type: 'PAGE', name: 'Ground station', parentContainerId: 1100 }

  test('is a page of the wiki, and can define requirements', async () => {
    const made = await create(ground)
    expect(made).toMatchObject({ type: 'PAGE', level: 'DOCUMENT', parentContainerId: 1100 })
    const body = {
      containerId: 1001,
      originContainerId: made.id,
      key: 'GND-1',
      text: 'It shall hear the drone.',
    }
    await author.made('POST', `/requirements?${WIKI}`, body)
    const shown = await author.done('GET', `/misc/ENG/${made.pageId}`)
    expect(shown.requirements).toMatchObject([{ key: 'GND-1' }])
    expect((await author.found("page = 'Ground station'")).hosted).toEqual(['GND-1'])
    const top = await create({ ...ground, name: 'Top', parentContainerId: 1002 })
    expect(await author.state('page', `id=${top.pageId}`)).toMatchObject([{ spaceKey: 'OPS', version: 1 }])
  })

  test('is renamed, which saves it, and moved below another of its space', async () => {
    expect(await update(1102, { name: 'Power supply', parentContainerId: 1101 })).toMatchObject({
      name: 'Power supply',
      parentContainerId: 1101,
    })
    expect((await author.state('page', 'id=4002'))[0]).toMatchObject({ version: 2, savedBy: 2 })
    expect((await author.found("page = 'Power supply'")).wiki).toContain('REQ-007')
    const before = author.everything()
    await update(1102, { name: 'Power supply', parentContainerId: 1101 })
    await update(1102, {})
    expect(author.everything()).toBe(before)
  })

  test('goes when nothing is on it', async () => {
    const made = await create(ground)
    const body = { containerId: 1001, originContainerId: made.id, key: 'GND-1' }
    const row = await author.made('POST', `/requirements?${WIKI}`, body)
    const path = `/containers/${made.id}?${WIKI}`
    expect(await author.refused('DELETE', path)).toEqual([409, expect.stringContaining("'GND-1'")])
    await author.made('DELETE', `/requirements/${row.id}?${WIKI}`)
    await author.made('DELETE', path)
    expect((await author.refused('GET', path))[0]).toBe(404)
    expect((await author.call('GET', `/misc/ENG/${made.pageId}`)).status).toBe(404)
    const left = await author.made('GET', `/requirements/${row.id}?${WIKI}`)
    expect(left).toMatchObject({ status: 'DELETED', originLinks: [] })
    expect(left.originContainerId).toBeUndefined()
  })
})

describe('a workspace and its files', () => {
  test('are made, renamed and deleted', async () => {
    const workspace = await create({ type: 'WORKSPACE', name: 'Wind tunnel', key: 'WIND' }, SPACES)
    expect(workspace).toMatchObject({ type: 'WORKSPACE', level: 'PROJECT', key: 'WIND', workspaceId: 302 })
    const variants = await author.made('GET', `/variants?${SPACES}&projectContainerId=${workspace.id}`)
    expect(variants.items).toMatchObject([{ name: 'Current', current: true }])
    const file = await create({ type: 'FILE', name: 'runs.csv', parentContainerId: workspace.id }, SPACES)
    expect(await update(file.id, { name: 'all-runs.csv' }, SPACES)).toMatchObject({
      fileName: 'all-runs.csv',
    })
    const path = `/containers/${workspace.id}?${SPACES}`
    const body = { containerId: workspace.id, originContainerId: file.id, key: 'W-1', text: 'It shall blow.' }
    const row = await author.made('POST', `/requirements?${SPACES}`, body)
    expect((await author.refused('DELETE', `/containers/${file.id}?${SPACES}`))[0]).toBe(409)
    await author.made('DELETE', `/requirements/${row.id}?${SPACES}`)
    expect(await author.refused('DELETE', path)).toEqual([409, expect.stringContaining(`${file.id}`)])
    await author.made('DELETE', `/containers/${file.id}?${SPACES}`)
    await author.made('DELETE', path)
    expect((await author.refused('GET', `/requirements/${row.id}?${SPACES}`))[0]).toBe(404)
    for (const table of ['variant', 'grant', 'requirement', 'historyEntry'])
      expect(JSON.stringify(await author.state(table))).not.toMatch(
        new RegExp(`"(?:projectContainerId|containerId)":${workspace.id}|"requirementId":${row.id}\\b`),
      )
    await author.control('POST', '/import', await author.control('GET', '/export'))
  })
})

describe('refusals', () => {
  test.each([
    [WIKI, { type: 'SPACE', name: 'X' }, 403, 'may not'],
    [WIKI, { type: 'PAGE', name: 'X' }, 400, "'parentContainerId'"],
    [WIKI, { type: 'PAGE', name: ' ', parentContainerId: 1100 }, 400, "body field 'name'"],
    [WIKI, { type: 'PAGE', name: 'X', parentContainerId: 77 }, 404, "'77'"],
    [WIKI, { type: 'PAGE', name: 'X', parentContainerId: 1003 }, 403, 'edit container 1003'],
    [WIKI, { type: 'FILE', name: 'X', parentContainerId: 1100 }, 400, 'send PAGE'],
    [
      'applicationId=102',
      { type: 'ISSUE', name: 'X', parentContainerId: 2001 },
      400,
      'nothing can be made there',
    ],
    [SPACES, { type: 'FILE', name: 'X', parentContainerId: 3101 }, 400, 'of type FILE'],
    [SPACES, { type: 'FILE', name: 'simulation.docx', parentContainerId: 3001 }, 409, 'simulation.docx'],
    [SPACES, { type: 'WORKSPACE', name: 'X', key: 'SIM' }, 409, "'SIM'"],
    [SPACES, { type: 'WORKSPACE', name: 'X', key: 'S M' }, 400, "body field 'key' 'S M'"],
    [SPACES, { type: 'WORKSPACE', name: 'x'.repeat(256) }, 400, 'name'],
    [SPACES, { type: 'WORKSPACE', name: 'X', parentContainerId: 3001 }, 400, "'parentContainerId' '3001'"],
    [SPACES, { type: 'FILE', name: 'X', key: 'K', parentContainerId: 3001 }, 400, "body field 'key' 'K'"],
  ])('%s %j is %i', async (query, body, status, message) => {
    const options = { token: message === 'may not' ? 'tok-dana' : 'tok-alice' }
    expect(await author.refused('POST', `/containers?${query}`, body, options)).toEqual([
      status,
      expect.stringContaining(message),
    ])
  })

  test.each([
    ['PUT', 1001, { name: 'X' }, 409, 'its own product'],
    ['PUT', 1101, { parentContainerId: 1002 }, 400, 'another project container'],
    ['PUT', 1100, { parentContainerId: 1101 }, 409, 'below it'],
    ['PUT', 1101, { parentContainerId: 77 }, 404, "'77'"],
    ['PUT', 77, { name: 'X' }, 404, "'77'"],
    ['DELETE', 1001, undefined, 409, 'its own product'],
    ['DELETE', 1100, undefined, 409, 'containers below it'],
    ['DELETE', 1102, undefined, 409, 'ACTIVE requirements'],
    ['DELETE', 77, undefined, 404, "'77'"],
  ])('%s of %i is refused', async (method, id, body, status, message) => {
    const refusal = await author.refused(method, `/containers/${id}?${WIKI}`, body)
    expect(refusal).toEqual([status, expect.stringContaining(message)])
  })

  test('readers do not write, strangers do not read', async () => {
    for (const [method, body] of [
      ['PUT', { name: 'X' }],
      ['DELETE', undefined],
    ] as const) {
      expect((await author.refused(method, `/containers/1102?${WIKI}`, body, { token: 'tok-bob' }))[0]).toBe(
        403,
      )
    }
    expect(
      (await author.refused('GET', `/containers/1102?${WIKI}`, undefined, { token: 'tok-eve' }))[0],
    ).toBe(403)
    expect((await author.refused('GET', `/containers?${WIKI}`, undefined, { token: 'tok-eve' }))[0]).toBe(403)
    expect((await author.refused('GET', '/containers'))[0]).toBe(400)
  })
})

test('containers of the other region', async () => {
  const { client } = author
  const us = { token: 'tok-uma' }
  const body = { type: 'PAGE', name: 'Bridges', parentContainerId: 9001 }
  const made = await client.call('POST', '/us/api/containers?applicationId=901', { ...us, body })
  expect(made).toMatchObject({ status: 201, body: { type: 'PAGE', name: 'Bridges' } })
  expect((await client.call('GET', '/us/api/containers/1102?applicationId=901', us)).status).toBe(404)
})

test('two pages of one title are two pages, and queries by title find what either defines', async () => {
  const page = { type: 'PAGE', name: 'Flight control', parentContainerId: 1001 }
  const made = await author.made('POST', `/containers?${WIKI}`, page)
  const text = { key: 'REQ-013', text: 'It shall land.', containerId: 1001, originContainerId: made.id }
  await author.made('POST', `/requirements?${WIKI}`, text)
  const { wiki } = await author.found("page = 'Flight control'")
  expect(wiki).toEqual(['REQ-001', 'REQ-002', 'REQ-003', 'REQ-004', 'REQ-005', 'REQ-006', 'REQ-013'])
  expect((await author.found(`page = ${made.pageId}`)).wiki).toEqual(['REQ-013'])
})
