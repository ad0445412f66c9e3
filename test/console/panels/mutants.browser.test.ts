// The panel of mutants: a report is opened and filtered, and a mutant is put into the world, reached, and switched off.

import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { htmlReport } from '../../../src/cli/mutate/html.ts'
import { reportJson } from '../../../src/cli/mutate/texts.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { describeConsole, runsOut, seriousFindings } from '../console-page.ts'
import { reportOfMutants } from '../mutants/report.ts'

const { path: folder } = temporaryFolder()
const report = await reportOfMutants()
const file = join(folder, 'mutants.json')
await writeFile(file, reportJson(report))
const written = join(folder, 'mutants.html')
await writeFile(written, await htmlReport(report))
const other = join(folder, 'other.json')
await writeFile(other, '{"mutants": 3, "command": "x", "left": 0}')

const LOST = 'Your tests would not notice if PUT /rest/reqs/1/requirement2/{spaceKey}/{key} reported success'

describeConsole('mutants', (open) => {
  test('a report lists survivors in sentences, its figures and links, by kind and operation', async () => {
    const { page } = await open({ panel: 'mutants' })
    await page.getByText('A mutant is a small mistake of the service').waitFor()
    await page.getByLabel('Open a report').setInputFiles(file)
    await page
      .getByText(
        `The tests would not notice ${report.survived} of ${report.killed + report.survived} mistakes`,
      )
      .waitFor()
    const survivors = page.getByRole('region', { name: 'Survivors' })
    const listed = survivors.getByRole('listitem')
    expect(await listed.count()).toBe(10)
    await survivors.getByLabel('Kind').selectOption('lost-write')
    await survivors.getByLabel('Operation').selectOption('wiki.requirement.write')
    await listed.getByText(LOST).waitFor()
    expect(await listed.count()).toBe(1)
    const figures = page.getByRole('region', { name: 'Figures' })
    await figures.getByText(`${report.score} %`).first().waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await listed.getByRole('link', { name: 'wiki.requirement.write' }).click()
    await page.getByRole('heading', { name: 'wiki.requirement.write' }).first().waitFor()
    // The report and its filter are there on the way back.
    await page.goBack()
    await listed.getByText(LOST).waitFor()
    expect(await listed.count()).toBe(1)
    await page.getByRole('button', { name: 'Close mutants.json' }).click()
    await page.getByText('A mutant is a small mistake of the service').waitFor()
  })

  test('the page of --html is dropped, and a file of another shape is refused in words', async () => {
    const { page } = await open({ panel: 'mutants' })
    await page.getByLabel('Open a report').setInputFiles(other)
    await page.getByText('other.json is not a report of mutants: mutants must be a list.').waitFor()
    const dropped = await page.evaluateHandle(
      (text) => {
        const data = new DataTransfer()
        data.items.add(new File([text], 'mutants.html', { type: 'text/html' }))
        return data
      },
      readFileSync(written, 'utf8'),
    )
    await page.locator('.file-drop').dispatchEvent('drop', { dataTransfer: dropped })
    await page.getByText(`The tests would not notice ${report.survived} of`).waitFor()
    expect(await page.getByRole('button', { name: 'Close mutants.html' }).isVisible()).toBe(true)
  })

  test('a survivor is put into the world, and what it changed is shown until it is switched off', async () => {
    const { page, simulator, served } = await open({ panel: 'mutants' })
    await page.getByText('The service makes no mistake.').waitFor()
    await page.getByLabel('Open a report').setInputFiles(file)
    const id = 'wiki.requirement.write:effect:lost-write'
    await page.getByRole('button', { name: `Put into the world: ${id}` }).click()
    await page.getByText('The service now makes the mistake lost-write in wiki.requirement.write').waitFor()
    const mutant = page.getByRole('listitem', { name: 'Mutant 1' })
    await mutant.getByText('Not reached: no request has matched yet.').waitFor()
    const write = async (value: string) => {
      const { status } = await fetch(`${served.url}/wiki/rest/reqs/1/requirement2/ENG/REQ-001`, {
        method: 'PUT',
        headers: { Authorization: 'Bearer tok-alice', 'Content-Type': 'application/json' },
        body: JSON.stringify({ properties: [{ key: 'Owner', value }] }),
      })
      return status
    }
    expect(await write('alice')).toBe(200)
    await mutant.getByText('Reached 1 time, in 1 matching request.').waitFor()
    const change = mutant.getByRole('region', { name: 'What it changed last' })
    await change.getByText('PUT /wiki/rest/reqs/1/requirement2/ENG/REQ-001').waitFor()
    await change.getByText('No record of the service changed.').waitFor()
    await change.getByText('Response', { exact: true }).click()
    await change.getByRole('tree', { name: 'Response: body' }).getByText('"alice"').first().waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await mutant.getByRole('button', { name: 'Switch off mutant 1' }).click()
    await mutant.getByText('off', { exact: true }).waitFor()
    expect(await write('bob')).toBe(200)
    expect(simulator.state('requirement', { key: 'REQ-001' })[0]?.properties).toMatchObject([
      { value: 'bob' },
    ])
    await mutant.getByRole('button', { name: 'Remove mutant 1' }).click()
    await page.getByText('The service makes no mistake.').waitFor()
    expect(simulator.faults.list()).toEqual([])
  })

  test('an operation and a kind are chosen on a phone, at a field of the response', async () => {
    const { page, simulator, served } = await open({
      panel: 'mutants',
      browser: { viewport: { width: 390, height: 844 } },
    })
    const form = page.getByRole('form', { name: 'Put a mutant into the world' })
    await form.getByLabel('Operation').fill('wiki.requirement.read')
    const mistakes = () => form.getByLabel('Mistake').getByRole('option').allTextContents()
    await expect.poll(mistakes).not.toContain('lost-write')
    expect(await mistakes()).toContain('stale-read')
    await form.getByLabel('Mistake').selectOption('field-null')
    await form.getByLabel('Field', { exact: true }).fill('properties[].value')
    await form.getByRole('button', { name: 'Put into the world' }).click()
    const mutant = page.getByRole('listitem', { name: 'Mutant 1' })
    await mutant.getByText('the response has null as properties[].value').waitFor()
    await fetch(`${served.url}/wiki/rest/reqs/1/requirement2/ENG/REQ-001`, {
      headers: { Authorization: 'Bearer tok-alice' },
    })
    await mutant.getByText('Reached 1 time, in 1 matching request.').waitFor()
    await mutant.getByText('No record of the service changed.').waitFor()
    await mutant.getByRole('link', { name: 'Request 1' }).waitFor()
    expect(simulator.faults.list()).toMatchObject([
      { mutate: 'field-null', operation: 'wiki.requirement.read', field: 'properties[].value' },
    ])
    await page.getByLabel('Open a report').setInputFiles(file)
    await page.getByRole('region', { name: 'Figures' }).waitFor()
    expect(await runsOut(page)).toEqual([])
  })
})
