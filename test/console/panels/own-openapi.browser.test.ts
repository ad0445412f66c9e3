// What a description that the user brought shows in the console: the same as the report in other forms, and a form to try it.

import { expect, test } from 'vitest'
import { answering, descriptionOf } from '../../openapi-import/support.ts'
import { describeConsole, seriousFindings } from '../console-page.ts'

const code = { type: 'object', required: ['code'], properties: { code: { type: 'string', enum: ['W-1'] } } }
const description = descriptionOf({
  '/applications/{applicationId}': {
    get: answering(
      { type: 'object', properties: { id: { type: 'string' } } },
      { parameters: [{ name: 'expand', in: 'query', schema: { type: 'string' } }] },
    ),
  },
  '/applications/12': { get: answering({ type: 'string' }) },
  '/widgets/{number}': { get: answering(code), put: answering(code) },
})
const simulator = {
  scenario: 'demo' as const,
  clock: { mode: 'manual' as const },
  openapi: [{ surface: 'standalone' as const, document: description, file: 'mine.yaml' }],
}

describeConsole('own OpenAPI', (open) => {
  test('the report tells what was made up, and the differences without what the description lacks', async () => {
    const { page, served, simulator: running } = await open({ panel: 'report', simulator })
    const made = page.getByRole('region', { name: 'Responses from a schema' })
    await made.getByText('None called.').waitFor()
    const headers = { Authorization: 'Bearer tok-alice' }
    await fetch(`${served.url}/api/widgets/7`, { headers })
    await fetch(`${served.url}/api/widgets/8`, { headers })
    const row = made.getByRole('row', { name: /standalone:GET \/widgets\/\{number\}/ })
    await row.waitFor()
    await expect.poll(() => row.innerText()).toMatch(/\s2\s+200 ×2/)
    const summary = page.getByRole('region', { name: 'Summary' })
    expect(await summary.innerText()).toMatch(/2\s+generated from a schema, which prove nothing/)
    expect(await summary.innerText()).toMatch(/^Summary\s+0\s+requests/)

    const card = page.getByRole('region', { name: 'Differences from your own OpenAPI: standalone' })
    const [report] = running.descriptions
    expect(await card.innerText()).toContain('mine.yaml')
    expect(await card.innerText()).toContain(`It lacks ${report?.lacking} operations of the simulator.`)
    const rows = card.getByRole('row')
    expect(await rows.count()).toBe((report?.differences.length ?? 0) - (report?.lacking ?? 0) + 1)
    await card.getByLabel('Kind').selectOption('type')
    const type = card.getByRole('row', { name: /standalone\.application\.read/ })
    expect(await type.innerText()).toMatch(/answer id\s+type\s+integer\s+string/)
    expect(await rows.count()).toBe(2)
    await card.getByLabel('Kind').selectOption('hidden')
    expect(await card.getByRole('link').count()).toBe(0)
    await card.getByLabel('Kind').selectOption('missing')
    expect(await seriousFindings(page)).toEqual([])
    await card.getByRole('link', { name: 'standalone:PUT /widgets/{number}' }).click()
    await page.getByRole('region', { name: 'standalone:PUT /widgets/{number}' }).waitFor()
  })

  test('its operations are listed behind the others, marked, and can be tried', async () => {
    const { page, simulator: running } = await open({ panel: 'api', simulator })
    const list = page.getByRole('region', { name: 'All operations' })
    await list.getByText(/^\d+ of \d+$/).waitFor()
    await page.getByRole('searchbox', { name: 'Find' }).fill('widgets get')
    const row = page.getByRole('table', { name: 'Operations' }).getByRole('row', { name: /GET \/widgets/ })
    expect(await row.innerText()).toContain('from a schema')
    await row.click()
    const view = page.getByRole('region', { name: 'standalone:GET /widgets/{number}' })
    await view.getByText('mine.yaml').waitFor()
    const form = view.getByRole('region', { name: 'Try it' })
    await form.getByLabel('Acting as').selectOption('alice')
    await form.getByLabel('number').fill('7')
    await form.getByRole('button', { name: 'Send' }).click()
    await form.getByText('"W-1"').first().waitFor()
    expect(running.journal.entries().at(-1)).toMatchObject({
      operation: 'standalone:GET /widgets/{number}',
      generated: 'schema',
      user: 'alice',
    })
    expect(await seriousFindings(page)).toEqual([])
  })

  test('nothing of it is shown where no description was brought', async () => {
    const { page } = await open({ panel: 'report' })
    await page.getByText('No operation matches.').waitFor()
    expect(await page.getByText(/from a schema|own OpenAPI/).count()).toBe(0)
  })
})
