import { beforeEach, describe, expect, test } from 'vitest'
import { containers } from '../../../../src/model/records/service/containers.ts'
import { type StandaloneAuthor, startStandaloneAuthor } from '../../../support/standalone-author.ts'
import { refusal } from '../../../support/client.ts'

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

  test('keeps the keys that are reserved for it when it is renamed, and flags nothing', async () => {
    await author.done('POST', '/requirement2/ENG/RES-1?pageId=4002', {})
    const rows = () =>
      author.client.simulator
        .state('requirement', { pageId: 4002 })
        .map(({ key, status, htmlNeedsUpdating }) => [key, status, htmlNeedsUpdating])
    const before = rows()
    expect(before).toContainEqual(['RES-1', 'ACTIVE', true])
    await update(1102, { name: 'Power supply' })
    expect(rows()).toEqual(before)
    expect(await read(1102)).toMatchObject({ name: 'Power supply' })
  })

  test('is renamed, which saves it, and moved below another of its space', async () => {
    expect(await update(1102, { name: 'Power supply', parentContainerId: 1101 })).toMatchObject({
      name: 'Power supply',
      parentContainerId: 1101,
    })
    expect((await author.state('page', 'id=4002'))[0]).toMatchObject({ version: 2, savedBy: 2 })
    expect((await author.found("page = 'Power supply'")).wiki).toContain('REQ-007')
    const before = author.everything()
    for (const body of [{ name: 'Power supply', parentContainerId: 1101 }, {}]) {
      await update(1102, body)
      expect(author.client.simulator.journal.entries().at(-1)).not.toHaveProperty('stateful')
    }
    expect(author.everything()).toBe(before)
  })

  test('is deleted when nothing is on it', async () => {
    const made = await create(ground)
    const body = { containerId: 1001, originContainerId: made.id, key: 'GND-1' }
    const row = await author.made('POST', `/requirements?${WIKI}`, body)
    const path = `/containers/${made.id}?${WIKI}`
    expect(await author.refused('DELETE', path)).toMatchObject(refusal(409, "'GND-1'"))
    await author.made('DELETE', `/requirements/${row.id}?${WIKI}`)
    await author.made('DELETE', path)
    expect((await author.refused('GET', path)).status).toBe(404)
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
    expect((await author.refused('DELETE', `/containers/${file.id}?${SPACES}`)).status).toBe(409)
    await author.made('DELETE', `/requirements/${row.id}?${SPACES}`)
    expect(await author.refused('DELETE', path)).toMatchObject(refusal(409, `${file.id}`))
    await author.made('DELETE', `/containers/${file.id}?${SPACES}`)
    await author.made('DELETE', path)
    expect((await author.refused('GET', `/requirements/${row.id}?${SPACES}`)).status).toBe(404)
    for (const table of ['variant', 'grant', 'requirement', 'historyEntry'])
      expect(JSON.stringify(await author.state(table))).not.toMatch(
        new RegExp(`"(?:projectContainerId|containerId)":${workspace.id}|"requirementId":${row.id}\\b`),
      )
    await author.control('POST', '/import', await author.control('GET', '/export'))
  })
})

test('deleting a workspace deletes all that belongs to it, and nothing of others', async () => {
  const held = async () => {
    const tables = [
      'variant',
      'grant',
      'rule',
      'template',
      'dashboard',
      'requirement',
      'keyHold',
      'container',
    ]
    const rows = await Promise.all(
      [...tables, 'fileContent', 'importJob'].map((table) => author.state(table)),
    )
    return JSON.stringify(rows)
  }
  // Another workspace that holds all of it as well.
  const fill = async (id: number) => {
    await author.control('POST', '/rules', {
      containerId: id,
      name: 'R',
      kind: 'MANDATORY_PROPERTY',
      property: 'Category',
    })
    await author.made('POST', `/templates?${SPACES}`, {
      name: 'T',
      content: '{{key}}',
      containerId: id,
    })
    await author.made('POST', `/dashboards?${SPACES}`, { name: 'D', containerId: id })
    const file = await create({ type: 'FILE', name: 'f.csv', parentContainerId: id }, SPACES)
    const row = await author.made('POST', `/requirements?${SPACES}`, {
      containerId: id,
      originContainerId: file.id,
      key: 'W-1',
      text: 'It shall blow.',
    })
    await author.made('DELETE', `/requirements/${row.id}?${SPACES}`)
    await author.made('DELETE', `/containers/${file.id}?${SPACES}`)
  }
  await fill(3001)
  const before = await held()
  const workspace = await create({ type: 'WORKSPACE', name: 'Wind tunnel', key: 'WIND' }, SPACES)
  await fill(workspace.id)
  expect(await held()).not.toBe(before)
  await author.made('DELETE', `/containers/${workspace.id}?${SPACES}`)
  expect(await held()).toBe(before)
})

test('deleting a file deletes its content, and its requirements lose their origin', async () => {
  const contents = async () => (await author.state('fileContent')).map(({ containerId }) => containerId)
  const fromOthers = () => author.state('requirement', 'originContainerId=1101')
  const [before, rows] = [await contents(), await fromOthers()]
  expect(rows.length).toBeGreaterThan(0)
  const made = { name: 'notes.txt', parentContainerId: 3001, content: 'aGVsbG8=', contentType: 'text/plain' }
  const file = await author.made('POST', `/files?${SPACES}`, made)
  const id: number = file.containerId ?? file.id
  expect(await contents()).toContain(id)
  const body = { containerId: 3001, originContainerId: id, key: 'N-1', text: 'It shall blow.' }
  const row = await author.made('POST', `/requirements?${SPACES}`, body)
  await author.made('DELETE', `/requirements/${row.id}?${SPACES}`)
  await author.made('DELETE', `/containers/${id}?${SPACES}`)
  expect([await contents(), await fromOthers()]).toEqual([before, rows])
  const [left] = await author.state('requirement', `id=${row.id}`)
  expect(left).toMatchObject({ key: 'N-1', status: 'DELETED' })
  expect(left).not.toHaveProperty('originContainerId')
})

test('a new workspace gets a number that no other has', async () => {
  const table = author.client.simulator.world.region('eu').table(containers)
  const { workspaceId: _number, ...workspace } = table.get(3001)!
  const more = { id: 3900, projectContainerId: 3900, key: 'MORE', workspaceId: 302 }
  table.insert({ ...workspace, ...more })
  const made = await author.made('POST', `/standalone/workspaces?${SPACES}`, { name: 'A' })
  expect(made).toMatchObject({ id: 303, key: 'WS303' })
})

test('a file can take the name that it was imported by', async () => {
  author.client.simulator.world.region('eu').table(containers).update(3100, { fileName: 'air.csv' })
  expect(await update(3100, { name: 'air.csv' }, SPACES)).toMatchObject({ name: 'air.csv' })
})

test('a workspace can have the name of one of its files', async () => {
  expect(await update(3001, { name: 'wind.csv' }, SPACES)).toMatchObject({
    type: 'WORKSPACE',
    name: 'wind.csv',
  })
  const [workspace] = await author.state('container', 'id=3001')
  expect(workspace).not.toHaveProperty('fileName')
})

test('a workspace with an ACTIVE requirement of its own stays, in whichever variant it is', async () => {
  const workspace = await create({ type: 'WORKSPACE', name: 'Wind tunnel', key: 'WIND' }, SPACES)
  const path = `/containers/${workspace.id}?${SPACES}`
  const body = { containerId: workspace.id, key: 'W-9', text: 'It shall blow.' }
  const row = await author.made('POST', `/requirements?${SPACES}`, body)
  const refused = await author.refused('DELETE', path)
  expect(refused).toMatchObject(refusal(409, "ACTIVE requirements, such as 'W-9'"))
  await author.made('DELETE', `/requirements/${row.id}?${SPACES}`)
  await author.made('DELETE', path)
})

test('names have 1 to 255 characters', async () => {
  const longest = 'x'.repeat(255)
  const workspace = await create({ type: 'WORKSPACE', name: longest, key: 'LONG' }, SPACES)
  expect(workspace.name).toBe(longest)
  const file = await create({ type: 'FILE', name: 'a', parentContainerId: workspace.id }, SPACES)
  expect((await update(file.id, { name: longest }, SPACES)).fileName).toBe(longest)
  expect((await update(1102, { name: longest })).name).toBe(longest)
  const page = await create({ type: 'PAGE', name: '\u{1f600}'.repeat(255), parentContainerId: 1001 })
  expect([...page.name]).toHaveLength(255)
  for (const [id, query] of [
    [workspace.id, SPACES],
    [file.id, SPACES],
    [1102, WIKI],
  ])
    for (const name of [`${longest}x`, '', '   ']) {
      const { status } = await author.refused('PUT', `/containers/${id}?${query}`, { name })
      expect([name.length, status]).toEqual([name.length, 400])
    }
})

test('a container has a parent of the right type, and a file name is unique', async () => {
  const file = await create({ type: 'FILE', name: 'a.csv', parentContainerId: 3001 }, SPACES)
  const put = (id: number, body: object, query: string) =>
    author.refused('PUT', `/containers/${id}?${query}`, body)
  const inFile =
    "'parentContainerId' '3101': it is of type FILE, and FILE does not go below that: name one of type WORKSPACE"
  const inWorkspace = 'and WORKSPACE does not go below that: leave it out'
  expect(await put(file.id, { parentContainerId: 3101 }, SPACES)).toMatchObject(refusal(400, inFile))
  expect(await put(3001, { parentContainerId: 3001 }, SPACES)).toMatchObject(refusal(400, inWorkspace))
  expect(await put(file.id, { name: 'wind.csv' }, SPACES)).toMatchObject(refusal(409, 'wind.csv'))
  expect((await update(file.id, { name: 'a.csv', parentContainerId: 3001 }, SPACES)).name).toBe('a.csv')
  expect(await author.state('container', `id=${file.id}`)).toMatchObject([
    { name: 'a.csv', fileName: 'a.csv' },
  ])
})

describe('refusals', () => {
  test.each([
    [WIKI, { type: 'SPACE', name: 'X' }, 403, 'may not'],
    [WIKI, { type: 'PAGE', name: 'X' }, 400, "'parentContainerId'"],
    [WIKI, { type: 'PAGE', name: ' ', parentContainerId: 1100 }, 400, "body field 'name'"],
    [WIKI, { type: 'PAGE', name: 'X', parentContainerId: 77 }, 404, "'77'"],
    [WIKI, { type: 'PAGE', name: 'X', parentContainerId: 1003 }, 403, 'edit container 1003'],
    [WIKI, { type: 'FILE', name: 'X', parentContainerId: 1100 }, 400, 'send PAGE'],
    [WIKI, { type: 'WORKSPACE', name: 'X' }, 400, 'send PAGE'],
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
    expect(await author.refused('POST', `/containers?${query}`, body, options)).toMatchObject(
      refusal(status, message),
    )
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
    const reply = await author.refused(method, `/containers/${id}?${WIKI}`, body)
    expect(reply).toMatchObject(refusal(status, message))
  })
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
