import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { describeConsole, seriousFindings } from '../console-page.ts'

describeConsole('operations', (open) => {
  test('an operation is found by words, and shown with what the description says', async () => {
    const { page } = await open({ panel: 'api' })
    await page.getByRole('searchbox', { name: 'Find' }).fill('baseline freeze')
    const table = page.getByRole('table', { name: 'Operations' })
    await table.getByRole('row', { name: /wiki\.baseline\.freeze/ }).click()
    const view = page.getByRole('region', { name: 'wiki.baseline.freeze' })
    await view.getByText('/rest/reqs/1/baseline-actions/{spaceKey}/freeze/{version}').first().waitFor()
    await view.getByText(/^Parameters/).click()
    await view.getByText('Key of the space.').waitFor()
    await view.getByText(/^Responses/).click()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('searchbox', { name: 'Find' }).fill('no such words')
    await page.getByText('No operation has all of these words.').waitFor()
  })

  test('the form is filled in from the examples, and does it to the world as the chosen user', async () => {
    const { page, simulator } = await open({ panel: 'api/wiki.baseline.create' })
    const form = page.getByRole('region', { name: 'Try it' })
    expect(await form.getByLabel('spaceKey').inputValue()).toBe('ENG')
    await form.getByLabel('Acting as').selectOption('alice')
    await form.getByRole('button', { name: 'Send' }).click()
    const answer = form.getByRole('region', { name: 'Response', exact: true })
    await answer.getByText('200', { exact: true }).waitFor()
    expect(simulator.state('baseline', {}).map(({ name }) => name)).toContain('Release 2.0')
    // What the answer leaned on is told with it.
    await answer.getByText('Changing a baseline').waitFor()
    await form.getByLabel('Acting as').selectOption('eve')
    await form.getByRole('button', { name: 'Send' }).click()
    await answer.locator('.badge').getByText('403', { exact: true }).waitFor()
    expect(simulator.journal.entries().at(-1)).toMatchObject({
      user: 'eve',
      operation: 'wiki.baseline.create',
    })
  })

  test('a response says what nothing read of a body, and the name that was meant', async () => {
    const { page } = await open({ panel: 'api/wiki.requirement.write' })
    const form = page.getByRole('region', { name: 'Try it' })
    await form.getByLabel('Acting as').selectOption('alice')
    await form.getByLabel(/^Body/).fill('{"html":"x"}')
    await form.getByRole('button', { name: 'Send' }).click()
    const answer = form.getByRole('region', { name: 'Response', exact: true })
    await answer.getByText('body html -> htmlExcerpt', { exact: true }).waitFor()
    expect(await answer.innerText()).toContain('did you mean')
  })

  test('hosted and standalone calls get their credentials, for the region of the address', async () => {
    const { page, simulator, show } = await open({ panel: 'api/standalone.application.read' })
    const form = page.getByRole('region', { name: 'Try it' })
    await form.getByLabel('Acting as').selectOption('alice')
    await form.getByRole('button', { name: 'Send' }).click()
    await form.getByText('"Northwind Wiki"').first().waitFor()
    await form.getByLabel('Address').selectOption('/us/api')
    await form.getByLabel('Acting as').selectOption('uma')
    await form.getByLabel('applicationId').fill('901')
    await form.getByRole('button', { name: 'Send' }).click()
    await form
      .getByText(/Fabrikam/)
      .first()
      .waitFor()
    expect(simulator.journal.entries().at(-1)).toMatchObject({
      region: 'us',
      user: 'uma',
      answer: { status: 200 },
    })
    const hosted = simulator.journal
    await show('api')
    await page.getByLabel('Interface').selectOption('hosted-wiki')
    await page.getByRole('table', { name: 'Operations' }).locator('[data-row]').first().click()
    await page.getByRole('region', { name: 'Try it' }).getByLabel('Acting as').selectOption('alice')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('region', { name: 'Response', exact: true }).waitFor()
    expect(hosted.entries().at(-1)).toMatchObject({ interface: 'hosted-wiki', user: 'alice' })
    expect(hosted.entries().some(({ answer }) => answer.status === 401)).toBe(false)
  })

  test('a request is copied as a program without its credential, the description is saved', async () => {
    const { page, served } = await open({
      panel: 'api/wiki.requirement.read',
      browser: { permissions: ['clipboard-read', 'clipboard-write'], acceptDownloads: true },
    })
    const form = page.getByRole('region', { name: 'Try it' })
    // The users arrive after the form.
    await expect.poll(() => form.getByLabel('Acting as').inputValue()).not.toBe('')
    await form.getByRole('button', { name: 'Copy as curl' }).click()
    await form.getByRole('button', { name: 'Copied' }).waitFor()
    const line = await page.evaluate(() => navigator.clipboard.readText())
    expect(line.split('\n').at(-1)).toBe(
      `curl -H 'Authorization: Bearer TOKEN' '${served.url}/wiki/rest/reqs/1/requirement2/ENG/REQ-001'`,
    )
    // What was copied stands below the buttons, and follows the form.
    await form.getByRole('button', { name: 'Copy as Go' }).click()
    const program = form.getByRole('region', { name: 'The request as Go' })
    await expect.poll(() => program.innerText()).toContain('/requirement2/ENG/REQ-001", nil)')
    await form.getByLabel(/^key/).fill('REQ-002')
    await expect.poll(() => program.innerText()).toContain('/requirement2/ENG/REQ-002", nil)')
    await form.getByLabel(/^key/).fill('')
    await form.getByText('Fill in key first.').waitFor()
    await expect.poll(() => program.count()).toBe(0)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save OpenAPI of Wiki-embedded API' }).click(),
    ])
    expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({ openapi: '3.0.3' })
  })
})
