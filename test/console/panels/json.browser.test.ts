/** JSON in the console: it folds and is searched by mouse and by keys. */
import { expect, test } from 'vitest'
import { type ConsolePage, describeConsole, seriousFindings } from '../console-page.ts'

const ALICE = { Authorization: `Basic ${btoa('alice:alice')}` }

async function showResponse({ page, served, show }: ConsolePage, path: string) {
  await fetch(`${served.url}/wiki/rest/reqs/1${path}`, { headers: ALICE })
  await show('journal/1')
  const body = page.getByRole('region', { name: 'Response: body' })
  await body.waitFor()
  return body
}

describeConsole('JSON', (open) => {
  test('an object folds to a line that tells what it is, and unfolds again', async () => {
    const console = await open()
    const body = await showResponse(console, '/requirement2/ENG/REQ-001')
    const details = body.getByRole('treeitem', { name: /^"baselineDetails"/ })
    await details.click()
    expect(await details.getAttribute('aria-expanded')).toBe('false')
    expect(await details.textContent()).toMatch(/^"baselineDetails": \{ name "[^"]+".*\d+ fields \},$/)
    await details.click()
    expect(await details.getAttribute('aria-expanded')).toBe('true')
    await body.getByRole('button', { name: 'Collapse all' }).click()
    expect(await body.getByRole('treeitem', { expanded: true }).count()).toBe(1)
    await body.getByRole('button', { name: 'Expand all' }).click()
    expect(await body.getByRole('treeitem', { expanded: false }).count()).toBe(0)
    expect(await seriousFindings(console.page)).toEqual([])
  })

  test('arrow keys move between lines, fold and unfold', async () => {
    const console = await open()
    const body = await showResponse(console, '/requirement2/ENG/REQ-001')
    const focused = () => console.page.evaluate(() => document.activeElement?.getAttribute('data-path'))
    await body.getByRole('treeitem').first().focus()
    await console.page.keyboard.press('ArrowDown')
    expect(await focused()).toBe('/id')
    await body.getByRole('treeitem', { name: /^"baselineDetails"/ }).focus()
    await console.page.keyboard.press('ArrowRight')
    expect(await focused()).toMatch(/^\/baselineDetails\//)
    await console.page.keyboard.press('ArrowLeft')
    expect(await focused()).toBe('/baselineDetails')
    await console.page.keyboard.press('ArrowLeft')
    expect(await body.locator('[data-path^="/baselineDetails/"]').count()).toBe(0)
    await console.page.keyboard.press('Enter')
    await body.locator('[data-path^="/baselineDetails/"]').first().waitFor()
    await console.page.keyboard.press('Home')
    expect(await focused()).toBe('')
  })

  test('a search counts what it finds, marks it, and unfolds what it is in', async () => {
    const console = await open()
    const body = await showResponse(console, "/requirement2/ENG?q=key%20~%20'REQ-%25'&limit=12")
    await body.getByRole('button', { name: 'Collapse all' }).click()
    const find = body.getByRole('searchbox', { name: 'Find in Response: body' })
    await find.fill('req-012')
    await body.getByText(/^1 of \d+$/).waitFor()
    await body.locator('.is-current mark').first().waitFor()
    expect(await body.locator('.is-current').textContent()).toContain('REQ-012')
    await find.fill('"status"')
    const first = await body.locator('.is-current').getAttribute('data-path')
    await find.press('Enter')
    await body.getByText(/^2 of \d+$/).waitFor()
    expect(await body.locator('.is-current').getAttribute('data-path')).not.toBe(first)
    await find.fill('nothing has this')
    await body.getByText('not found').waitFor()
  })
})
