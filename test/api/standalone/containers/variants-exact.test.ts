/** Variants and workspaces to the letter: what goes with a variant, whom the tracker is told of, and which names are taken. */
import { beforeEach, expect, test } from 'vitest'
import { containers } from '../../../../src/model/containers/records.ts'
import { issueLinks } from '../../../../src/model/links/records.ts'
import { exportWorld } from '../../../../src/world/store/transfer.ts'
import { type StandaloneAuthor, startStandaloneAuthor } from '../../../support/standalone-author.ts'
import { refusal } from '../../../support/client.ts'

let author: StandaloneAuthor
beforeEach(async () => {
  author = await startStandaloneAuthor()
})

const WIKI = 'applicationId=101'
const store = () => author.client.simulator.world.region('eu')
const makeCurrent = (id: number) => author.made('PUT', `/variants/${id}?${WIKI}`, { current: true })
/** Gives a requirement a link whose id is kept, and with it events of its history. */
const keepLink = async (id: number) => {
  const links = `/requirements/${id}/links`
  const made = await author.made('POST', `${links}?${WIKI}`, { type: 'DEPENDENCY', key: 'X-1' })
  await author.made('PUT', `${links}/${made.id}?${WIKI}`, { key: 'X-2' })
}
const owners = (table: 'historyEntry' | 'linkIdentity') => [
  ...new Set(author.client.simulator.state(table).map(({ requirementId }) => requirementId)),
]

test('with a variant go the history and the kept links of its requirements, and of no others', async () => {
  for (const id of [6005, 6101, 6102]) await keepLink(id)
  expect([owners('historyEntry'), owners('linkIdentity')]).toEqual([
    [6005, 6101, 6102],
    [6005, 6101, 6102],
  ])
  await author.made('DELETE', `/variants/5002?${WIKI}`)
  expect([owners('historyEntry'), owners('linkIdentity')]).toEqual([[6005], [6005]])
})

test('the tracker receives nothing about a linked key that neither variant has', async () => {
  await author.made('DELETE', `/requirements/6001?${WIKI}`)
  const before = await author.messages()
  await makeCurrent(5002)
  expect(await author.messages()).toEqual([...before, 'REQUIREMENT_DELETED ENG/REQ-002'])
})

test('the tracker receives messages about linked requirements by key, whatever is linked in other spaces', async () => {
  const said = { applicationId: 101, spaceKey: 'AAA', key: 'REQ-002', relationship: 'implements' }
  const wiki = { ...said, applinkId: '11111111-2222-4333-8444-555555555555', issueKey: 'DRN-3' }
  store().table(issueLinks).insert({ id: 50001, serviceId: 'svc-0001-demo', wiki })
  await makeCurrent(5002)
  expect(await author.messages()).toEqual([
    'REQUIREMENT_DELETED ENG/REQ-001',
    'REQUIREMENT_DELETED ENG/REQ-002',
  ])
})

test('a variant may be called what one of another space is called', async () => {
  const body = { projectContainerId: 1002, name: 'Experimental' }
  expect(await author.made('POST', `/variants?${WIKI}`, body)).toMatchObject({ name: 'Experimental' })
})

test('a world in which a space has two current variants is not imported', async () => {
  const document = JSON.parse(JSON.stringify(exportWorld(author.client.simulator.world)))
  for (const variant of document.stores.eu.variant) if (variant.id === 5002) variant.current = true
  const headers = { 'x-sim-control': '1' }
  expect(await author.client.post('/_sim/import', document, { headers })).toMatchObject(
    refusal(400, 'exists already'),
  )
})

test('a workspace gets a number that none has', async () => {
  const { workspaceId: _number, ...workspace } = store().table(containers).get(3001)!
  const more = { id: 3900, projectContainerId: 3900, key: 'MORE', workspaceId: 302 }
  store()
    .table(containers)
    .insert({ ...workspace, ...more })
  const made = await author.made('POST', '/standalone/workspaces?applicationId=103', { name: 'A' })
  expect(made).toMatchObject({ id: 303, key: 'WS303' })
})

test('a file may be given the name that it was imported by', async () => {
  store().table(containers).update(3100, { fileName: 'air.csv' })
  const path = '/containers/3100?applicationId=103'
  expect(await author.made('PUT', path, { name: 'air.csv' })).toMatchObject({ name: 'air.csv' })
})
