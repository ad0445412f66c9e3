import { expect, test } from 'vitest'
import { describeConsole, integrationOf, seriousFindings } from '../console-page.ts'

const PRESETS = 9

describeConsole('faults', (open) => {
  test('each preset adds its fault at one click, and the form is folded', async () => {
    const { page, simulator } = await open({ panel: 'faults' })
    const presets = page.getByRole('group', { name: 'Add at one click' }).getByRole('button')
    expect(await presets.count()).toBe(PRESETS)
    expect(await page.getByRole('button', { name: 'Add the fault' }).isVisible()).toBe(false)
    for (let position = 0; position < PRESETS; position++) {
      await presets.nth(position).click()
      await page.getByRole('listitem', { name: `Fault ${position + 1}` }).waitFor()
    }
    expect(simulator.faults.list()).toHaveLength(PRESETS)
    expect(simulator.faults.list()[0]).toMatchObject({ status: 503, times: 2, enabled: true })
    expect(await page.getByRole('button', { name: 'Add the fault' }).isVisible()).toBe(false)
    const { page: narrow } = await open({
      panel: 'faults',
      browser: { viewport: { width: 1024, height: 768 } },
    })
    const summary = narrow.getByText('Define another fault')
    const box = await summary.boundingBox()
    expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(768)
    await summary.focus()
    await narrow.keyboard.press('Enter')
    await narrow.getByRole('button', { name: 'Add the fault' }).waitFor()
  })

  test('a preset is completed in the form, strikes, is switched off and removed', async () => {
    const { page, simulator, served } = await open({ panel: 'faults' })
    await page.getByText('No faults.').waitFor()
    await page.getByText('Define another fault').click()
    await page.getByLabel('Start from').selectOption('503 twice')
    await page.getByLabel('Operation', { exact: true }).fill('wiki.requirement.read')
    await page.getByRole('button', { name: 'Add the fault' }).click()
    const fault = page.getByRole('listitem', { name: 'Fault 1' })
    await fault.getByText('Requests to wiki.requirement.read, 2 times: response 503.').waitFor()
    const read = async () =>
      (
        await fetch(`${served.url}/wiki/rest/reqs/1/requirement2/ENG/REQ-001`, {
          headers: { Authorization: `Basic ${btoa('alice:alice')}` },
        })
      ).status
    expect(await read()).toBe(503)
    await fault.getByText('matched 1, applied 1').waitFor()
    await fault.getByRole('button', { name: 'Switch off fault 1' }).click()
    await fault.getByText('off', { exact: true }).waitFor()
    expect(await read()).toBe(200)
    await fault.getByRole('button', { name: 'Switch on fault 1' }).click()
    await fault.getByText('on', { exact: true }).waitFor()
    expect(await read()).toBe(503)
    await fault.getByText('used up').waitFor()
    expect(await read()).toBe(200)
    await fault.getByRole('button', { name: 'Restart fault 1' }).click()
    await fault.getByText('matched 0, applied 0').waitFor()
    expect(await read()).toBe(503)
    await fault.getByRole('button', { name: 'Remove fault 1' }).click()
    await page.getByText('No faults.').waitFor()
    expect(simulator.faults.list()).toEqual([])
  })

  test('a preset loses writes from the next one on, which the history shows as struck', async () => {
    const { page, simulator, served } = await open({ panel: 'faults' })
    await page.getByRole('button', { name: 'A write is lost' }).click()
    const fault = page.getByRole('listitem', { name: 'Fault 1' })
    await fault.getByText('Any request: the write is reported as done and lost.').waitFor()
    const requirements = simulator.state('requirement')
    const response = await fetch(`${served.url}/wiki/rest/reqs/1/requirement2/ENG/REQ-001`, {
      method: 'PUT',
      headers: { Authorization: `Basic ${btoa('alice:alice')}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ properties: [{ key: 'Owner', value: 'alice' }] }),
    })
    expect([response.status, response.headers.get('x-sim-fault')]).toEqual([200, '1'])
    expect(await response.text()).toContain('alice')
    expect(simulator.state('requirement')).toEqual(requirements)
    await fault.getByText('matched 1, applied 1').waitFor()
    await page.evaluate(() => {
      location.hash = '#/past'
    })
    const steps = page.getByRole('table', { name: 'Steps, newest first' })
    await steps.getByTitle(/^fault 1 caused the response 200/).waitFor()
  })

  test('what the server complains of stands at its field, and goes when that is mended', async () => {
    const { page, simulator } = await open({ panel: 'faults' })
    await page.getByText('Define another fault').click()
    await page.getByLabel('Operation', { exact: true }).fill('wiki.requirement.reed')
    await page.getByLabel('Status', { exact: true }).fill('503')
    await page.getByRole('button', { name: 'Add the fault' }).click()
    const operation = page.getByLabel('Operation', { exact: true })
    await page.getByText("did you mean 'wiki.requirement.read'?").waitFor()
    expect(await operation.getAttribute('aria-invalid')).toBe('true')
    expect(await page.getByLabel('Status', { exact: true }).getAttribute('aria-invalid')).toBe('false')
    expect(simulator.faults.list()).toEqual([])
    await operation.fill('wiki.requirement.read')
    expect(await operation.getAttribute('aria-invalid')).toBe('false')
    await page.getByLabel('Status', { exact: true }).fill('99')
    await page.getByRole('button', { name: 'Add the fault' }).click()
    await page.getByText(/must be at least 200/).waitFor()
    expect(await page.getByLabel('Status', { exact: true }).getAttribute('aria-invalid')).toBe('true')
  })

  test('an outage of the tracker keeps messages waiting, and is over by the clock', async () => {
    const console = await open({ panel: 'faults' })
    const { page, ask } = console
    await page.getByRole('button', { name: 'Tracker down for 10 minutes' }).click()
    const fault = page.getByRole('listitem', { name: 'Fault 1' })
    await fault.getByText(/Northwind Tracker \(102\) does not respond/).waitFor()
    await ask('POST', '/clock/advance', { by: '4m' })
    expect((await integrationOf(console)).outbound.waiting).toBe(2)
    await ask('POST', '/clock/advance', { by: '6m' })
    await fault.getByText('over', { exact: true }).waitFor()
  })

  test('every fault is removed at once; nothing serious is in the way of anyone', async () => {
    const { page, simulator, ask } = await open({ panel: 'faults' })
    await ask('POST', '/faults', { operation: 'wiki.*', latency: '1s' })
    await ask('POST', '/faults', { freeze: '*', at: 10 })
    await page
      .getByRole('listitem', { name: 'Fault 2' })
      .getByText('Freezing any baseline: fails at 10 %.')
      .waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Remove all' }).click()
    await page.getByText('No faults.').waitFor()
    expect(simulator.faults.list()).toEqual([])
  })
})
