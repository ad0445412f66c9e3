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

const search = (page: Page) => page.getByRole('combobox', { name: 'Search requests' })
const chips = (page: Page) => page.locator('.chip .mono').allInnerTexts()

const rows = (page: Page) => page.getByRole('table', { name: 'Requests, newest first' }).locator('[data-row]')

describeConsole('requests', (open) => {
  test('requests come in as they happen, newest first, and are narrowed on the server', async () => {
    const opened = await open({ panel: 'journal' })
    const { page } = opened
    await page.getByText('No requests yet.').waitFor()
    await call(opened, `${SEARCH}/REQ-001`)
    await call(opened, '/wiki/rest/reqs/1/nothing')
    await call(opened, `${SEARCH}/REQ-002`)
    await rows(page).nth(2).waitFor()
    expect(await rows(page).nth(0).innerText()).toMatch(
      /GET[^]*\/wiki\/rest\/reqs\/1\/requirement2\/ENG\/REQ-002[^]*wiki.requirement.read[^]*200[^]*0 ms[^]*09:00:00[^]*alice/,
    )
    expect(await rows(page).nth(1).innerText()).toMatch(/\/wiki\/rest\/reqs\/1\/nothing[^]*404[^]*unmatched/)
    await search(page).pressSequentially('is:unmatched ')
    await page.getByText('1 to 1 of 1').waitFor()
    expect(await chips(page)).toEqual(['is:unmatched'])
    expect(new URL(page.url()).hash).toBe('#/journal?unmatched=true')
    await page.getByRole('button', { name: 'Remove is:unmatched' }).click()
    await page.getByText('1 to 3 of 3').waitFor()
    // What is being typed stays while requests go on.
    await search(page).pressSequentially('operation:wiki.requirement.read')
    await call(opened, `${SEARCH}/REQ-003`)
    await page.getByText('1 to 4 of 4').waitFor()
    await search(page).press('Enter')
    await page.getByText('1 to 3 of 3').waitFor()
    expect(await search(page).inputValue()).toBe('')
    await search(page).pressSequentially('requirement2/eng/req-002')
    await page.getByText('1 to 1 of 1').waitFor()
    await search(page).fill('status:5xx')
    await search(page).press('Enter')
    await page.getByText('No request matches.').waitFor()
    await page.getByRole('button', { name: 'Remove all filters' }).click()
    await page.getByText('1 to 4 of 4').waitFor()
    expect(await chips(page)).toEqual([])
  })

  test('the address keeps the filter, also one of the fields of earlier versions', async () => {
    const opened = await open({ panel: 'journal?status=4xx&kind=unmatched&user=alice&text=nothing' })
    const { page } = opened
    await call(opened, '/wiki/rest/reqs/1/nothing')
    await call(opened, `${SEARCH}/REQ-999`)
    await page.getByText('1 to 1 of 1').waitFor()
    expect(await chips(page)).toEqual(['status:4xx', 'is:unmatched', 'user:alice'])
    expect(await search(page).inputValue()).toBe('nothing')
    await rows(page).first().click()
    await page.getByRole('heading', { name: 'Request 1' }).waitFor()
    expect(new URL(page.url()).hash).toBe('#/journal/1?status=4xx&unmatched=true&user=alice&text=nothing')
    await page.reload()
    await page.getByRole('heading', { name: 'Request 1' }).waitFor()
    expect(await chips(page)).toEqual(['status:4xx', 'is:unmatched', 'user:alice'])
    await page.getByRole('button', { name: 'Close the request' }).click()
    await page.getByRole('heading', { name: 'Request 1' }).waitFor({ state: 'detached' })
    expect(new URL(page.url()).hash).toBe('#/journal?status=4xx&unmatched=true&user=alice&text=nothing')
    // The keyboard continues in the list.
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('row')
    await opened.show('journal')
    await page.getByText('1 to 2 of 2').waitFor()
    expect([await chips(page), await search(page).inputValue()]).toEqual([[], ''])
  })

  test('chips are completed, explained and removed by the keyboard alone', async () => {
    const opened = await open({ panel: 'journal' })
    const { page } = opened
    await call(opened, `${SEARCH}/REQ-001`)
    await page.getByText('1 to 1 of 1').waitFor()
    await search(page).focus()
    const list = page.getByRole('listbox', { name: 'Completions' })
    await page.keyboard.type('us')
    expect(await list.getByRole('option').allInnerTexts()).toEqual(['user: who called'])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Tab')
    expect(await search(page).inputValue()).toBe('user:')
    await list.getByRole('option', { name: 'user:alice' }).waitFor()
    await page.keyboard.type('ali')
    await page.keyboard.press('ArrowDown')
    expect(await search(page).getAttribute('aria-activedescendant')).toBe('request-completions-0')
    await page.keyboard.press('Enter')
    await page.keyboard.type('method:get ')
    await expect.poll(() => chips(page)).toEqual(['user:alice', 'method:GET'])
    await page.keyboard.type('statsu:2xx ')
    const problem = page.getByText('No filter is called statsu: did you mean status?')
    await problem.waitFor()
    expect(await search(page).getAttribute('aria-invalid')).toBe('true')
    expect(await seriousFindings(page)).toEqual([])
    await page.keyboard.press('Backspace')
    await page.keyboard.press('ArrowDown')
    await list.getByRole('option', { name: 'status:2xx' }).waitFor()
    await page.keyboard.press('Enter')
    await problem.waitFor({ state: 'detached' })
    await expect.poll(() => chips(page)).toEqual(['user:alice', 'method:GET', 'status:2xx'])
    await page.keyboard.press('Backspace')
    await expect.poll(() => chips(page)).toEqual(['user:alice', 'method:GET'])
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    await expect.poll(focused).toBe('Remove user:alice')
    await page.keyboard.press('Delete')
    await expect.poll(() => chips(page)).toEqual(['method:GET'])
    await expect.poll(focused).toBe('Remove method:GET')
    await page.keyboard.press('Enter')
    await expect.poll(focused).toBe('Search requests')
    expect(await chips(page)).toEqual([])
  })

  test('a name that nothing read looked like a success', async () => {
    const opened = await open({ panel: 'journal' })
    const { page } = opened
    await call(opened, `${SEARCH}/REQ-001`)
    await call(opened, `${SEARCH}?limt=1`)
    await rows(page).nth(1).waitFor()
    expect(await rows(page).nth(0).innerText()).toContain('ignored')
    expect(await rows(page).nth(1).innerText()).not.toContain('ignored')
    await search(page).fill('is:ignored ')
    await page.getByText('1 to 1 of 1').waitFor()
    await rows(page).first().click()
    await page.getByText('query limt (did you mean limit?)').waitFor()
    expect(await seriousFindings(page)).toEqual([])
  })

  test('a list that is paused stands still until it goes on', async () => {
    const opened = await open({ panel: 'journal' })
    const { page } = opened
    await call(opened, `${SEARCH}/REQ-001`)
    await page.getByText('1 to 1 of 1').waitFor()
    const pause = page.getByRole('button', { name: 'Pause list' })
    await pause.click()
    await call(opened, `${SEARCH}/REQ-002`)
    await opened.ask('POST', '/clock/advance', { by: '1m' })
    await page.getByText('09:01:00').first().waitFor()
    expect(await rows(page).count()).toBe(1)
    expect(await pause.getAttribute('aria-pressed')).toBe('true')
    await pause.click()
    await page.getByText('1 to 2 of 2').waitFor()
    expect(await rows(page).count()).toBe(2)
  })

  test('one request shows its response, assumptions, unknown names and what was wrong', async () => {
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
    const chosen = page.getByRole('region', { name: /^Request \d/ })
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

  test('sending again selects the new request and shows what is different now', async () => {
    const opened = await open({ panel: 'journal' })
    const { page, simulator } = opened
    await call(opened, `${SEARCH}/REQ-001`)
    await rows(page).first().click()
    const send = page.getByRole('button', { name: 'Send again' })
    await send.click()
    await page.getByRole('heading', { name: 'Request 2' }).waitFor()
    const again = page.getByRole('region', { name: 'Sent again' })
    await again.getByText('The response is the same.').waitFor()
    expect(new URL(page.url()).hash).toBe('#/journal/2?repeats=1')
    expect(await page.locator('.requests .is-chosen').getAttribute('aria-rowindex')).toBe('2')
    await opened.ask('PUT', '/pages/4001', { define: [{ key: 'REQ-001', html: 'Quite another text' }] })
    await opened.ask('POST', '/pages/4001/view', {})
    await send.click()
    const differences = again.getByRole('table', { name: 'Differences between the two responses' })
    expect(await differences.getByRole('row', { name: /htmlExcerpt/ }).innerText()).toContain(
      'Quite another text',
    )
    await page.getByRole('region', { name: 'Send again' }).getByLabel('As').selectOption('eve')
    await send.click()
    await page.getByRole('heading', { name: 'Request 4' }).waitFor()
    await differences.getByRole('row', { name: /\$\.status/ }).waitFor()
    expect(simulator.journal.entries().at(-1)).toMatchObject({ user: 'eve', answer: { status: 403 } })
    await again.getByRole('link', { name: 'request 3' }).click()
    await page.getByRole('heading', { name: 'Request 3' }).waitFor()
  })

  test('before a write is sent again, the page says what it does', async () => {
    const opened = await open({ panel: 'journal' })
    const { page, simulator } = opened
    const create = '/wiki/rest/reqs/1/baseline/ENG'
    await call(opened, create, { 'Content-Type': 'application/json' }, '{"baseline":{"name":"Mine"}}')
    await rows(page).first().click()
    await page.getByRole('button', { name: 'Send again…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send POST again?' })
    await dialog.getByText('is sent as alice to the world default as it is now').waitFor()
    await dialog.getByText('it may change them again').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect(simulator.journal.entries()).toHaveLength(1)
    await page.getByRole('button', { name: 'Send again…' }).click()
    await dialog.getByRole('button', { name: 'Yes, continue' }).click()
    await page.getByRole('heading', { name: 'Request 2' }).waitFor()
    expect(simulator.journal.entries().at(-1)).toMatchObject({
      user: 'alice',
      operation: 'wiki.baseline.create',
    })
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

  test('a request is copied as programs and as a step; the archive has what the filter lets through; clear forgets', async () => {
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
    for (const [form, text] of [
      ['fetch', 'const response = await fetch('],
      ['Python', 'import requests'],
      ['Java', 'public class SendRequest {'],
      ['Go', 'package main'],
      ['scenario step', '- call: GET /wiki/rest/reqs/1/requirement2/ENG/REQ-001\n  as: alice\n'],
    ] as const) {
      await page.getByRole('button', { name: `Copy as ${form}` }).click()
      await page.getByRole('button', { name: 'Copied' }).waitFor()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(text)
      expect(await page.getByRole('region', { name: `The request as ${form}` }).innerText()).toContain(text)
    }
    await rows(page).nth(0).click()
    await page.getByRole('button', { name: 'Copy as scenario step' }).click()
    await page.getByText('It cannot become a step: a step calls an operation').waitFor()
    await search(page).fill('status:404 ')
    await page.getByText('1 to 1 of 1').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as HAR' }).click(),
    ])
    const har = JSON.parse(await readFile(await download.path(), 'utf8')) as { log: { entries: unknown[] } }
    expect(har.log.entries).toHaveLength(1)
    await page.getByRole('button', { name: 'Clear list' }).click()
    await page.getByText('The requests of this world are deleted').waitFor()
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
