import { expect, test } from 'vitest'
import { createSimulator } from '../../../src/index.ts'
import { type ConsolePage, describeConsole, runsOut, seriousFindings } from '../console-page.ts'

const WIKI = 'http://wiki.sim/rest/reqs/1'
const headers = { authorization: 'Bearer tok-alice', 'content-type': 'application/json' }

/** A client freezes, misses the response and freezes again, with a misspelt name and a wrong address before. */
async function failedTrace() {
  const sim = await createSimulator()
  const send = (method: string, path: string) => sim.exchange({ method, url: `${WIKI}${path}`, headers })
  await send('GET', '/baseline/ENG?colour=red')
  await send('GET', '/baselines/ENG')
  sim.faults.add({ operation: 'wiki.baseline.list', status: 503, times: 1 })
  await send('GET', '/baseline/ENG')
  await send('POST', '/baseline-actions/ENG/freeze/2')
  sim.clock.advance('1s')
  await send('POST', '/baseline-actions/ENG/freeze/2')
  return sim.trace('default', {
    failure: {
      runner: 'vitest',
      title: 'releases > freezes a baseline once, whatever the network does',
      file: 'test/freeze.test.ts',
      error: 'expected 409 to be 200 // Object.is equality\n\n- Expected\n+ Received\n\n- 200\n+ 409',
      thrownAt: 'test/freeze.test.ts:12:5',
    },
  })
}

const parts = ({ page }: ConsolePage) => ({
  banner: page.getByRole('region', { name: 'Why the run failed' }),
  bar: page.getByRole('region', { name: 'Failure of the run' }),
  steps: page.getByRole('region', { name: 'Steps, in order' }),
  chosen: page.getByRole('region', { name: 'Step 7' }),
})

describeConsole('failure', (open) => {
  test('a trace that is opened from a file shows the failure, its last exchange and suspicious steps', async () => {
    const opened = await open({ panel: 'failure' })
    const { page } = opened
    const { banner, steps, chosen } = parts(opened)
    await page.getByText('This world does not come from a failed run.').waitFor()
    const file = {
      name: 'freeze.trace',
      mimeType: 'application/gzip',
      buffer: Buffer.from(await failedTrace()),
    }
    await page.getByLabel('Open a trace').setInputFiles(file)
    await banner.getByRole('heading', { name: 'Failed: releases > freezes a baseline once' }).waitFor()
    await banner.getByText('expected 409 to be 200').waitFor()
    await banner.getByText('test/freeze.test.ts:12:5').waitFor()
    await steps.getByText('7 steps, 4 suspicious').waitFor()
    for (const word of ['ignored: query colour', 'no operation', 'fault', 'repeated'])
      await steps.getByText(word, { exact: true }).waitFor()
    // The last exchange before the failure is selected.
    await chosen.getByText('the same write as step 5, which got 200 and changed the world').waitFor()
    await chosen.getByText('POST http://wiki.sim/rest/reqs/1/baseline-actions/ENG/freeze/2').waitFor()
    await page.getByText('Showing step 7 of 7').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    expect(await runsOut(page)).toEqual([])
    await steps.getByText('wiki.baseline.freeze').first().click()
    await page.getByRole('region', { name: 'Step 5' }).getByText('by alice').waitFor()
  })

  test('an address without a panel opens on the failure, and other panels name it', async () => {
    const opened = await open()
    const { page, served, ask } = opened
    const { banner, bar, chosen } = parts(opened)
    const trace = Buffer.from(await failedTrace()).toString('base64')
    await ask('POST', '/trace', { trace, name: 'failed' })
    await page.goto(`${served.console}?world=failed`)
    await banner.getByText('expected 409 to be 200').waitFor()
    await chosen.waitFor()
    expect(new URL(page.url()).hash).toBe('#/failure')
    await opened.show('journal')
    await bar.getByText('Failed: releases > freezes a baseline once').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    expect(await runsOut(page)).toEqual([])
    await bar.getByRole('link', { name: 'Show the failure' }).click()
    await banner.waitFor()
    const file = {
      name: 'other.trace',
      mimeType: 'application/gzip',
      buffer: Buffer.from(
        await (await createSimulator()).trace('default', { failure: { error: 'another error' } }),
      ),
    }
    await page.getByRole('button', { name: 'Open a trace' }).setInputFiles(file)
    await banner.getByText('another error').waitFor()
    await page.getByText('No request reached the simulator.').waitFor()
  })

  test('a file that is no trace is refused with the reason', async () => {
    const { page, simulator } = await open({ panel: 'failure' })
    const file = { name: 'x.trace', mimeType: 'application/gzip', buffer: Buffer.from('hello') }
    await page.getByLabel('Open a trace').setInputFiles(file)
    await page.getByText('not a trace of reqsim: it is not compressed with gzip').waitFor()
    expect(simulator.worldNames()).toEqual(['default'])
  })
})
