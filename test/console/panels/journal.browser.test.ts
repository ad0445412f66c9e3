import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeConsole, seriousFindings, type ConsolePage } from '../console-page.ts'

const SEARCH = '/wiki/rest/reqs/1/requirement2/ENG'

async function call(
  { served }: ConsolePage,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
) {
  await fetch(served.url + path, {
    headers: { Authorization: `Basic ${btoa('alice:alice')}`, ...headers },
    ...(body === undefined ? {} : { method: 'POST', body }),
  })
}

const rows = (page: Page) =>
  page.getByRole('table', { name: 'Exchanges, newest first' }).locator('[data-row]')

describeConsole('journal', (open) => {
  test('exchanges come in as they happen, newest first, and are narrowed on the server', async () => {
    const opened = await open({ panel: 'journal' })
    const { page } = opened
    await page.getByText('No exchanges yet.').waitFor()
    await call(opened, `${SEARCH}/REQ-001`)
    await call(opened, '/wiki/rest/reqs/1/nothing')
    await call(opened, `${SEARCH}/REQ-002`)
    await rows(page).nth(2).waitFor()
    expect(await rows(page).nth(0).innerText()).toContain('wiki.requirement.read')
    expect(await rows(page).nth(1).innerText()).toMatch(/GET \/wiki\/rest\/reqs\/1\/nothing[^]*404/)
    await page.getByLabel('Kind').selectOption('matched no operation')
    await page.getByText('1 to 1 of 1').waitFor()
    expect(await rows(page).count()).toBe(1)
    await page.getByLabel('Kind').selectOption('any')
    await page.getByLabel('Operation', { exact: true }).fill('wiki.requirement.read')
    // What is being typed stays while exchanges go on.
    await call(opened, `${SEARCH}/REQ-003`)
    await page.getByText('1 to 4 of 4').waitFor()
    await page.getByLabel('Operation', { exact: true }).press('Enter')
    await page.getByText('1 to 3 of 3').waitFor()
    await page.getByLabel('Status', { exact: true }).fill('5xx')
    await page.getByLabel('Status', { exact: true }).press('Enter')
    await page.getByText('No exchange matches.').waitFor()
  })

  test('a name that nothing read looked like a success', async () => {
    const opened = await open({ panel: 'journal' })
    const { page } = opened
    await call(opened, `${SEARCH}/REQ-001`)
    await call(opened, `${SEARCH}?limt=1`)
    await rows(page).nth(1).waitFor()
    expect(await rows(page).nth(0).innerText()).toContain('ignored')
    expect(await rows(page).nth(1).innerText()).not.toContain('ignored')
    await page.getByLabel('Kind').selectOption('with ignored names')
    await page.getByText('1 to 1 of 1').waitFor()
    await rows(page).first().click()
    await page.getByText('query limt (did you mean limit?)').waitFor()
    expect(await seriousFindings(page)).toEqual([])
  })

  test('a list that is held stands still until it is let go', async () => {
    const opened = await open({ panel: 'journal' })
    const { page } = opened
    await call(opened, `${SEARCH}/REQ-001`)
    await page.getByText('1 to 1 of 1').waitFor()
    const hold = page.getByRole('button', { name: 'Hold' })
    await hold.click()
    await call(opened, `${SEARCH}/REQ-002`)
    await opened.ask('POST', '/clock/advance', { by: '1m' })
    await page.getByText('09:01:00').first().waitFor()
    expect(await rows(page).count()).toBe(1)
    expect(await hold.getAttribute('aria-pressed')).toBe('true')
    await hold.click()
    await page.getByText('1 to 2 of 2').waitFor()
    expect(await rows(page).count()).toBe(2)
  })

  test('one exchange shows request, answer, assumptions, unknown names and what was wrong', async () => {
    const opened = await open({ panel: 'journal' })
    const { page, simulator } = opened
    simulator.faults.add({
      operation: 'wiki.baseline.create',
      status: 503,
      times: 1,
      message: 'come back later',
    })
    const create = '/wiki/rest/reqs/1/baseline/ENG'
    const json = { 'Content-Type': 'application/json' }
    await call(opened, create, json, '{"baseline":{"name":"Mine","odd":1}}')
    await call(opened, `${create}?odd=2`, json, '{"baseline":{"name":"Mine"}}')
    await call(opened, '/wiki/rest/reqs/1/baselin/ENG')
    const chosen = page.getByRole('region', { name: /^Exchange / })
    await rows(page).nth(2).press('Enter')
    await chosen.getByText('come back later').waitFor()
    await chosen.getByText('it proves nothing about the service').waitFor()
    // With the arrow keys to the one that succeeded.
    await rows(page).nth(2).press('ArrowUp')
    await page.keyboard.press('Enter')
    await chosen.getByText('query odd', { exact: true }).waitFor()
    const body = chosen.getByRole('region', { name: 'Response: body' })
    await body.getByText('"name": "Mine"').waitFor()
    await chosen.getByText('Changing a baseline').waitFor()
    expect(await chosen.innerText()).not.toContain(btoa('alice:alice'))
    await rows(page).nth(0).click()
    await chosen.getByText("no operation at 'GET /rest/reqs/1/baselin/ENG'").first().waitFor()
    await chosen.getByText('GET /rest/reqs/1/baseline/{spaceKey}', { exact: true }).waitFor()
  })

  test('sending again as another user shows what is different now', async () => {
    const opened = await open({ panel: 'journal' })
    const { page, simulator } = opened
    await call(opened, `${SEARCH}/REQ-001`)
    await rows(page).first().click()
    const again = page.getByRole('region', { name: 'Send again' })
    await again.getByRole('button', { name: 'Send again' }).click()
    await again.getByText('The response is the same.').waitFor()
    await opened.ask('PUT', '/pages/4001', { define: [{ key: 'REQ-001', html: 'Quite another text' }] })
    await opened.ask('POST', '/pages/4001/view', {})
    await again.getByRole('button', { name: 'Send again' }).click()
    const differences = again.getByRole('table', { name: 'Differences between the two responses' })
    expect(await differences.getByRole('row', { name: /htmlExcerpt/ }).innerText()).toContain(
      'Quite another text',
    )
    await again.getByLabel('As').selectOption('eve')
    await again.getByRole('button', { name: 'Send again' }).click()
    await differences.getByRole('row', { name: /\$\.status/ }).waitFor()
    expect(simulator.journal.entries().at(-1)).toMatchObject({ user: 'eve', answer: { status: 403 } })
  })

  test.each([
    ['standalone', '/api/applications/101', { Authorization: 'Bearer tok-alice' }],
    [
      'hosted',
      '/eu/wiki/rest/reqs/1/requirement2/ENG/REQ-001',
      { Authorization: '', 'X-Api-Key': 'tok-alice', 'X-Base-Url': 'https://wiki.northwind.test/wiki' },
    ],
  ])(
    'a call of the %s interface is sent again with a fresh token, which is never shown',
    async (_name, path, headers) => {
      const opened = await open({ panel: 'journal' })
      const { page, simulator } = opened
      const { Authorization, ...others } = headers as Record<string, string>
      await fetch(opened.served.url + path, {
        headers: Authorization === '' ? others : { Authorization: Authorization ?? '', ...others },
      })
      await rows(page).first().click()
      await page.getByRole('button', { name: 'Send again' }).click()
      await page.getByText('The response is the same.').waitFor()
      expect(simulator.journal.entries().at(-1)).toMatchObject({ user: 'alice', answer: { status: 200 } })
      const tokens = simulator.state('token', {}).filter(({ name }) => name === 'Console')
      expect(tokens).toHaveLength(1)
    },
  )

  test('curl names the missing credential; the archive has what the filters let through; clear forgets', async () => {
    const opened = await open({
      panel: 'journal',
      browser: { permissions: ['clipboard-read', 'clipboard-write'], acceptDownloads: true },
    })
    const { page, simulator } = opened
    await call(opened, `${SEARCH}/REQ-001`)
    await call(opened, '/wiki/rest/reqs/1/nothing')
    await rows(page).nth(1).click()
    await page.getByRole('button', { name: 'Copy as curl' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    const line = await page.evaluate(() => navigator.clipboard.readText())
    expect(line.split('\n')).toEqual([
      '# TOKEN is a token of alice. Get one, as "value", with:',
      `# curl -H 'X-Sim-Control: 1' -H 'Content-Type: application/json' --data-raw '{"user":"alice"}' '${opened.served.url}/_sim/tokens'`,
      `curl -H 'accept: */*' -H 'Authorization: Bearer TOKEN' '${opened.served.url}${SEARCH}/REQ-001'`,
    ])
    await page.getByLabel('Status', { exact: true }).fill('404')
    await page.getByLabel('Status', { exact: true }).press('Enter')
    await page.getByText('1 to 1 of 1').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as HAR' }).click(),
    ])
    const har = JSON.parse(await readFile(await download.path(), 'utf8')) as { log: { entries: unknown[] } }
    expect(har.log.entries).toHaveLength(1)
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByText('The journal of this world is empty').waitFor()
    expect(simulator.journal.entries()).toEqual([])
  })

  test('nothing serious is in the way of anyone', async () => {
    const opened = await open({ panel: 'journal' })
    await call(opened, `${SEARCH}/REQ-001`)
    await rows(opened.page).first().click()
    await opened.page.getByRole('button', { name: 'Send again' }).click()
    await opened.page.getByText('The response is the same.').waitFor()
    expect(await seriousFindings(opened.page)).toEqual([])
  })
})
