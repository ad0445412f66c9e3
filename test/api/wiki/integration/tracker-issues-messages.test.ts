import { beforeEach, expect, test } from 'vitest'
import { enqueueOutbound } from '../../../../src/model/integration/messages/messages.ts'
import { outboundMessages } from '../../../../src/model/records/tracker/outbound-messages.ts'
import { type Bulk, startBulk, template, WIKI_LINK } from '../../../support/bulk-jobs.ts'

let bulk: Bulk
beforeEach(async () => {
  bulk = await startBulk()
})

const fields = '{"labels":["from-wiki"]}'
const make = async (changes: object = {}) =>
  (await bulk.wiki('POST', '/templates/ENG', { ...template, fields, ...changes })).body.id

/** Queues CREATE_ISSUE; answers how the tracker took it in the next run. */
function send(message: { templateId: number; key?: string; title?: string }) {
  const { world } = bulk.client.simulator
  const store = world.region('eu')
  const { id } = enqueueOutbound(
    { world, store, actor: undefined },
    {
      serviceId: 'svc-0001-demo',
      operation: 'CREATE_ISSUE',
      applinkId: WIKI_LINK,
      ...(message.key === undefined ? {} : { spaceKey: 'ENG' }),
      ...message,
    },
  )
  bulk.advance('3m')
  return store.table(outboundMessages).get(id)
}

const issue = async () => (await bulk.wiki('GET', '/integration/svc-0001-demo/jira/issues?issues=DRN-6')).body

test('a message creates an issue of a template, for a requirement', async () => {
  const templateId = await make()
  expect(send({ templateId, key: 'REQ-003' })).toMatchObject({
    status: 'DONE',
    lastResponse: 'issue DRN-6 created',
  })
  expect(await issue()).toMatchObject([
    { summary: expect.stringMatching(/^REQ-003: /), fields: { labels: ['from-wiki'] }, issueTypeId: 10001 },
  ])
  const shown = (await bulk.wiki('GET', '/requirement2/ENG/REQ-003')).body.issues
  expect(shown).toMatchObject([{ issueKey: 'DRN-6', relationship: 'implements' }])
  expect((await bulk.wiki('GET', `/templates/ENG/${templateId}/issues`)).body.count).toBe(1)
})

test('its title is the summary; without a requirement the issue is called as the template', async () => {
  const templateId = await make()
  send({ templateId, key: 'REQ-003', title: 'Do it' })
  expect(await issue()).toMatchObject([{ summary: 'Do it' }])
  send({ templateId })
  const [other] = (await bulk.wiki('GET', '/integration/svc-0001-demo/jira/issues?issues=DRN-7')).body
  expect(other.summary).toBe(template.title)
})

test('a message fails by name for what is not there, and creates nothing', async () => {
  const templateId = await make()
  expect(send({ templateId, key: 'REQ-098' })).toMatchObject({
    status: 'FAILED',
    lastResponse: expect.stringContaining('REQ-098'),
  })
  expect(send({ templateId: 77 })).toMatchObject({
    status: 'FAILED',
    lastResponse: expect.stringContaining('template 77'),
  })
  expect(await issue()).toEqual([])
})
