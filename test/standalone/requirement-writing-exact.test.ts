/** Writing requirements to the letter: what changes nothing, what another variant leaves, and which field a refusal names. */
import { beforeEach, expect, test } from 'vitest'
import { pages } from '../../src/model/pages/records.ts'
import { requirements } from '../../src/model/requirements/records.ts'
import { type StandaloneAuthor, startStandaloneAuthor } from '../support/standalone-author.ts'

let author: StandaloneAuthor
beforeEach(async () => {
  author = await startStandaloneAuthor()
})

const WIKI = 'applicationId=101'
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

test('a DELETED requirement is not written, even where nothing would change', async () => {
  const path = `/requirements/6099?${WIKI}&updateOrigin=false`
  expect(await author.refused('PUT', path, {})).toEqual([
    409,
    expect.stringContaining("'REQ-099' is DELETED"),
  ])
})

test.each([
  [1001, 'is of type SPACE'],
  [1002, 'is in another project container'],
])('container %i is no origin', async (originContainerId, message) => {
  expect(await author.refused('PUT', `/requirements/6002?${WIKI}`, { originContainerId })).toEqual([
    400,
    expect.stringContaining(`body field 'originContainerId' '${originContainerId}' ${message}`),
  ])
})

test.each([
  ['REQ-001', 409, "body field 'key' 'REQ-001' is taken"],
  ['a b', 400, "body field 'key' 'a b'"],
])('another key %j is refused by the name of its field', async (key, status, message) => {
  expect(await author.refused('PUT', `/requirements/6002?${WIKI}`, { key })).toEqual([
    status,
    expect.stringContaining(message),
  ])
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
