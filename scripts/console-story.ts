// What the pictures of the console show: a fixed story of a client and a tracker, and the trace of a test that failed.

import type { Page } from 'playwright-core'
import { createSimulator } from '../src/index.ts'
import { send } from './console-page.ts'

export const ALICE = { Authorization: `Basic ${btoa('alice:alice')}` }

/** A baseline that was frozen, an outage with a message that cannot leave, and a client that met a fault. */
export async function tellStory(url: string): Promise<void> {
  const control = (method: string, path: string, body: unknown): Promise<void> =>
    send(`${url}/_sim${path}`, {
      method,
      headers: { 'X-Sim-Control': '1', 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  const wiki = `${url}/wiki/rest/reqs/1`
  const ask = (method: string, path: string): Promise<void> => send(wiki + path, { method, headers: ALICE })
  await control('POST', '/snapshots', { name: 'before' })
  await ask('GET', '/baseline/ENG')
  await ask('POST', '/baseline-actions/ENG/freeze/2')
  await control('POST', '/clock/advance', { by: '3m' })
  await ask('GET', "/requirement2/ENG?q=key%20~%20'REQ-%25'")
  await control('PATCH', '/sites/102', { status: 'DISABLED' })
  await control('POST', '/clock/advance', { by: '3m' })
  await control('PUT', '/pages/4001', {
    define: [{ key: 'REQ-001', html: 'The drone shall land within 90 seconds.' }],
    as: 'alice',
  })
  await control('POST', '/pages/4001/view', { as: 'alice' })
  await control('POST', '/clock/advance', { by: '4m' })
  await control('POST', '/faults', { operation: 'wiki.requirement.search', times: 2, status: 503 })
  await send(`${wiki}/requirement2/ENG?q=battery`, { method: 'GET', headers: ALICE }, 503)
  await ask('GET', '/requirement2/ENG/REQ-001')
}

/** Opens the trace of a client that misspells a parameter, and freezes twice, in the panel of failures. */
export async function openFailedTest(page: Page): Promise<void> {
  const sim = await createSimulator()
  const ask = (method: string, path: string) =>
    sim.exchange({
      method,
      url: `http://wiki.sim/rest/reqs/1${path}`,
      headers: { authorization: ALICE.Authorization },
    })
  await ask('GET', '/requirement2/ENG?querry=battery')
  await ask('GET', '/baselines/ENG')
  sim.faults.add({ operation: 'wiki.baseline.list', status: 503, times: 1 })
  await ask('GET', '/baseline/ENG')
  await ask('GET', '/baseline/ENG')
  await ask('POST', '/baseline-actions/ENG/freeze/2')
  sim.clock.advance('1s')
  await ask('POST', '/baseline-actions/ENG/freeze/2')
  const failure = {
    runner: 'vitest',
    title: 'releases > freezes a baseline once, whatever the network does',
    file: 'test/freeze.test.ts',
    error: 'expected 409 to be 200 // Object.is equality',
    thrownAt: 'test/freeze.test.ts:12:5',
  }
  const buffer = Buffer.from(await sim.trace('default', { failure }))
  const file = { name: 'freeze.trace', mimeType: 'application/gzip', buffer }
  await page.getByRole('button', { name: 'Open a trace' }).setInputFiles(file)
  await page.getByRole('region', { name: 'Why the run failed' }).waitFor()
  // The toast goes.
  await page.waitForTimeout(5000)
}
