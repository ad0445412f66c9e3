/** One text, from the page where it is written to another issue that shows it, with every queue state on the way (service §6.2). */
import { expect, test } from 'vitest'
import { applications } from '../../../../src/model/records/service/applications.ts'
import { settings } from '../../../../src/model/records/service/settings.ts'
import { type Client, startClient } from '../../../support/client.ts'
import { viewPage } from '../pages/authoring.ts'

const WIKI = '/wiki/rest/reqs/1'
const TRACKER = '/tracker/rest/reqs/1'
const queue = `${WIKI}/integration/svc-0001-demo/queue`
const admin = { token: 'tok-admin' }
const NEW = '<p>The drone shall land by itself.</p>'

const textOn = async (client: Client, issue: string) => {
  const { body } = await client.get(`${TRACKER}/issuelinks/${issue}`)
  return body.find(({ key }: { key: string }) => key === 'REQ-001')?.html
}
const message = async (client: Client) => {
  const { body } = await client.get(`${queue}/outbound?includeDone=true&includeLastResponse=true`)
  const found = body.find(
    ({ operation, key }: Record<string, string>) => operation === 'REQUIREMENT_UPDATED' && key === 'REQ-001',
  )
  return found === undefined ? undefined : [found.status, found.attempts, found.lastResponse]
}
const setCost = (client: Client, value: number) => {
  const name = 'messageMilliseconds'
  const id = `102/0/${name}`
  client.simulator.world.region('eu').table(settings).put({ id, applicationId: 102, name, value })
}
const setTracker = (client: Client, status: 'ACTIVE' | 'DISABLED') =>
  client.simulator.world.region('eu').table(applications).update(102, { status })

test('a text travels from its page to the issues that link its requirement', async () => {
  const client = await startClient()
  client.simulator.clock.advance('3m')
  const before = await textOn(client, 'DRN-1')
  expect(before).not.toBe(NEW)

  // Another message waits before ours.
  await client.put(`${WIKI}/requirement2/ENG/REQ-004/link/issue/DRN-4`)

  // The page is saved: nothing is told before it is viewed.
  const edit = { define: [{ key: 'REQ-001', html: NEW }] }
  const headers = { 'x-sim-control': '1' }
  await client.put('/_sim/pages/4001', edit, { token: null, headers })
  expect((await client.get(`${WIKI}/requirement2/ENG/REQ-001`)).body.htmlNeedsUpdating).toBe(true)
  expect(await message(client)).toBeUndefined()

  // The view gathers the text and queues the message.
  await viewPage(client, 4001)
  expect((await client.get(`${WIKI}/requirement2/ENG/REQ-001`)).body.htmlExcerpt).toBe(NEW)
  expect(await message(client)).toEqual(['PENDING', 0, undefined])

  // A tracker that is down leaves it as it is; one that is slow does not get further than the other.
  setTracker(client, 'DISABLED')
  client.simulator.clock.advance('3m')
  expect(await message(client)).toEqual(['PENDING', 0, undefined])
  setTracker(client, 'ACTIVE')
  setCost(client, 40_000)
  client.simulator.clock.advance('3m')
  expect(await message(client)).toEqual(['NOT_EXECUTED', 1, 'the time of the run was up'])
  expect(await textOn(client, 'DRN-1')).toBe(before)

  // The tracker is well again: its copy is refreshed, which both issues share.
  setCost(client, 10)
  client.simulator.clock.advance('3m')
  expect(await message(client)).toEqual(['DONE', 2, 'text refreshed for 2 links'])
  expect([await textOn(client, 'DRN-1'), await textOn(client, 'DRN-2')]).toEqual([NEW, NEW])
  expect((await client.get(`${queue}/flush`, admin)).body).toEqual({ answers: [], waiting: 0 })
})
