// Signed addresses of files in a trace: it has no signature, and they work in the opened world.
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { openTrace } from '../../src/adapters/trace.ts'
import { createSimulator, type Simulator } from '../../src/index.ts'

const FILE = '/api/files/3100'

async function addressOf(sim: Simulator, what: 'download' | 'upload'): Promise<string> {
  const headers = { Authorization: 'Bearer tok-alice' }
  const response = await sim.fetch(`${FILE}/${what}/url?applicationId=103`, { headers })
  return ((await response.json()) as { url: string }).url
}

const put = (sim: Simulator, url: string, body: string) =>
  sim.fetch(url, { method: 'PUT', headers: { 'Content-Type': 'text/plain' }, body })

test('a file is written and read again when the trace is opened', async () => {
  const sim = await createSimulator({ scenario: 'demo', seed: 'ours' })
  expect((await put(sim, await addressOf(sim, 'upload'), 'new content')).status).toBe(200)
  const address = await addressOf(sim, 'download')
  expect(await (await sim.fetch(address)).text()).toBe('new content')
  sim.clock.advance('20m')
  expect((await sim.fetch(address)).status).toBe(403)
  expect((await sim.fetch(`http://api.sim${address}`)).status).toBe(403)

  const bytes = await sim.trace()
  expect(gunzipSync(bytes).toString()).not.toMatch(/load[-0-9]+-[0-9a-f]{32}/)
  const opened = await openTrace(bytes)
  expect(opened.notes).toEqual([])
  expect(opened.step(2).answer?.status).toBe(200)
  expect(opened.step(4).answer?.body).toBe('new content')
  expect(opened.step(6).answer?.body).toContain('it expired at 2026-01-05T09:15:00.000Z')
  expect(opened.simulator.state('fileContent')).toEqual(sim.state('fileContent'))
})

test('a signature that was wrong stays wrong', async () => {
  const sim = await createSimulator({ scenario: 'demo' })
  const address = await addressOf(sim, 'download')
  const wrong = `${address.slice(0, -32)}${'0'.repeat(32)}`
  expect((await sim.fetch(wrong)).status).toBe(403)
  const elsewhere = address.replace('/api/', '/us/api/')
  expect((await sim.fetch(elsewhere)).status).toBe(403)

  const opened = await openTrace(await sim.trace())
  expect(opened.steps.map(({ status, redacted }) => [status, redacted])).toEqual([
    [200, undefined],
    [403, true],
    [403, true],
  ])
})

test('a placeholder that a client sent is not signed', async () => {
  const sim = await createSimulator({ scenario: 'demo' })
  const address = await addressOf(sim, 'download')
  expect((await sim.fetch(`${address.slice(0, -32)}(signature)`)).status).toBe(403)
  const opened = await openTrace(await sim.trace())
  expect(opened.steps.map(({ status }) => status)).toEqual([200, 403])
  expect(opened.step(2).answer?.status).toBe(403)
})
