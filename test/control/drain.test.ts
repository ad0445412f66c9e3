import { expect, onTestFinished, test } from 'vitest'
import { serve, type ServeOptions } from '../../src/adapters/node.ts'
import { createSimulator } from '../../src/index.ts'

async function start(options: ServeOptions = {}) {
  const simulator = await createSimulator({ scenario: 'demo' })
  const served = await serve(simulator, options)
  onTestFinished(() => served.close())
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(served.url + path, { headers })
    return { status: response.status, body: await response.json() }
  }
  return { served, simulator, get }
}

test('a server that drains fails its health check alone, and serves the rest', async () => {
  const { served, get } = await start()
  served.drain()
  expect(await get('/_sim/health')).toMatchObject({
    status: 503,
    body: { statusCode: 'SERVICE_UNAVAILABLE', message: expect.stringContaining('drains') },
  })
  expect((await get('/_sim/health', { 'X-Sim-World': 'new' })).status).toBe(503)
  expect((await get('/_sim/worlds')).body.items).toHaveLength(1)
  expect((await get('/_sim/export')).status).toBe(200)
  expect((await get('/api/applications/101', { Authorization: 'Bearer tok-alice' })).status).toBe(200)
})

test('callers without the control token see it too', async () => {
  const { served, get } = await start({ controlToken: 'control-token' })
  expect((await get('/_sim/health')).status).toBe(200)
  served.drain()
  expect((await get('/_sim/health')).status).toBe(503)
  expect((await get('/_sim/clock')).status).toBe(401)
})

test('one server of a simulator drains, another one does not', async () => {
  const { served, simulator, get } = await start()
  const other = await serve(simulator)
  onTestFinished(() => other.close())
  served.drain()
  expect((await get('/_sim/health')).status).toBe(503)
  expect((await fetch(`${other.url}/_sim/health`)).status).toBe(200)
})
