// The panel of explorations: a file is opened, shown, and the scenario of a failure loaded.

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { explore } from '../../../src/adapters/explore.ts'
import { resultJson } from '../../../src/cli/explore/results.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { describeConsole, seriousFindings } from '../console-page.ts'

const { path: folder } = temporaryFolder()

const found = await explore({
  run: async (sim) => {
    const headers = { Authorization: 'Bearer tok-alice' }
    const response = await sim.fetch('http://wiki.sim/rest/reqs/1/baseline/ENG', { headers })
    if (!response.ok) throw new Error(`reading failed with ${response.status}`)
  },
  vary: { faults: { unavailable: 1, slow: 1 }, clock: false, edits: false, assumptions: false },
  schedules: 20,
})
const file = join(folder, 'found.json')
await writeFile(file, resultJson(found))
const other = join(folder, 'other.json')
await writeFile(other, '{"failures": 3}')

describeConsole('exploration', (open) => {
  test('a file shows failures and coverage, and a failure becomes the scenario', async () => {
    const { page, ask } = await open({ panel: 'exploration' })
    await page.getByLabel('Open an exploration').setInputFiles(file)
    const sentence = 'wiki.baseline.list got 503: the client threw "reading failed with 503"'
    await page.getByText(sentence).first().waitFor()
    const row = page.getByRole('row', { name: /^unavailable/ })
    expect(await row.getByRole('cell').allTextContents()).toEqual([
      expect.stringMatching(/^\d+, \d+ failed$/),
    ])
    expect(await seriousFindings(page)).toEqual([])
    await page.getByText('1 call of the client').click()
    await page.getByText('503', { exact: true }).waitFor()
    await page.getByRole('button', { name: `Load the scenario: ${sentence}` }).click()
    await page.getByRole('button', { name: 'Yes, continue' }).click()
    await page.getByText('Steps of demo-explored').waitFor()
    await page.getByRole('button', { name: 'Run all' }).click()
    await page.getByText('2 steps ran, all as expected').waitFor()
    expect(await ask('GET', '/health')).toMatchObject({ scenario: 'demo-explored' })
  })

  test('another file is refused in words', async () => {
    const { page } = await open({ panel: 'exploration' })
    await page.getByLabel('Open an exploration').setInputFiles(other)
    await page.getByText('other.json is not an exploration').waitFor()
    expect(await page.getByText('An exploration looks for').isVisible()).toBe(true)
  })
})
