// What the page about the integration says beside its snippets, which snippets.test.ts runs.

import type { ScenarioName } from '../../src/index.ts'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { operations } from '../../src/api/operations.ts'
import { createSimulator } from '../../src/index.ts'
import { startClient } from '../support/client.ts'

const page = readFileSync(resolve(import.meta.dirname, '../../docs/concepts/integration.md'), 'utf8')
/** `GET /path` and `PUT …/end/of/a/path` as the page writes them. */
const named = [...page.matchAll(/`(GET|POST|PUT|DELETE) (…?)(\/[^`?]*)(?:\?[^`]*)?`/g)]

it('every operation that it names is one of the wiki or the tracker', () => {
  expect(named.length).toBeGreaterThan(20)
  const known = operations.filter(({ interface: at }) => at === 'wiki' || at === 'tracker')
  const unknown = named.filter(
    ([, method, cut, path = '']) =>
      !known.some(
        (one) => one.method === method && (cut === '' ? one.path === path : one.path.endsWith(path)),
      ),
  )
  expect(unknown.map(([text]) => text)).toEqual([])
})

it('each product refuses the id that is of the other, but for messages posted to the tracker', async () => {
  const client = await startClient()
  const [{ wikiApplinkId, trackerApplinkId } = { wikiApplinkId: '', trackerApplinkId: '' }] =
    client.simulator.state('integration')
  const admin = { token: 'tok-admin' }
  const statuses = async (applinkId: string) => {
    const item = { applinkId, spaceKey: 'ENG', key: 'REQ-003', relationship: 'implements' }
    const update = { applinkId, operation: 'REQUIREMENT_UPDATED', spaceKey: 'ENG', key: 'REQ-001' }
    const replies = [
      await client.get(`/wiki/rest/reqs/1/tasks/jobs?applinkId=${applinkId}`, admin),
      await client.get(`/tracker/rest/reqs/1/operations/${applinkId}`, admin),
      await client.get(`/tracker/rest/reqs/1/queue/${applinkId}/messages`, admin),
      await client.call('PUT', `/tracker/rest/reqs/1/api/${applinkId}/mode`, { ...admin, body: '"AUTO"' }),
      await client.post('/tracker/rest/reqs/1/issuelinks/DRN-3', [item], admin),
      await client.post('/tracker/rest/reqs/1/api', [update], admin),
    ]
    return replies.map(({ status }) => status)
  }
  expect(await statuses(wikiApplinkId)).toEqual([200, 404, 404, 404, 404, 200])
  expect(await statuses(trackerApplinkId)).toEqual([404, 200, 200, 200, 200, 200])
})

it('the ready scenarios that it names begin with messages that wait, and with faces that disagree', async () => {
  const waiting = async (scenario: ScenarioName) => {
    const sim = await createSimulator({ scenario })
    return sim.state('outboundMessage').filter(({ status }) => status !== 'DONE').length
  }
  expect(await waiting('outage')).toBeGreaterThan(2)
  const client = await startClient({ scenario: 'migration' })
  const admin = { token: 'tok-admin' }
  const lookedAt = async () => (await client.get('/wiki/rest/reqs/1/repair/trackerlinks', admin)).body
  expect((await lookedAt()).unreachable).toHaveLength(1)
  await client.post('/wiki/rest/reqs/1/integration/svc-0001-demo/check-applinks', undefined, admin)
  expect((await lookedAt()).total).toBeGreaterThan(1)
})

it('the demo ids that it names are those of the demo', async () => {
  const sim = await createSimulator({ scenario: 'demo' })
  const [integration] = sim.state('integration')
  for (const id of ['serviceId', 'wikiApplinkId', 'trackerApplinkId'] as const)
    expect(page).toContain(`\`${integration?.[id]}\``)
})
