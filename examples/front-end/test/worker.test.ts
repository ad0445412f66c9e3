/** The page during development: the simulator runs in the page, behind the service worker. */
import { expect, type Page, test } from '@playwright/test'

async function open(page: Page): Promise<void> {
  await page.goto('/')
  await expect(page.locator('body[data-ready]')).toBeVisible()
}

test('lists requirements and searches their texts', async ({ page }) => {
  await open(page)
  await expect(page.getByRole('listitem')).toHaveCount(12)
  await page.getByRole('searchbox').fill('battery')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByText('3 requirements')).toBeVisible()
  await expect(page.getByRole('listitem').first()).toContainText('REQ-007')
})

test('keeps edits over a reload, but not in a new tab', async ({ page, context }) => {
  await open(page)
  await page.getByRole('button', { name: /REQ-001/ }).click()
  await page.getByLabel('Wording').fill('The drone shall take off & land by night.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: /REQ-001/ })).toContainText('take off & land by night')
  const other = await context.newPage()
  await open(other)
  await expect(other.getByRole('button', { name: /REQ-001/ })).toContainText('without a pilot')
})

test('has tools that switch the user and make the service fail', async ({ page }) => {
  await open(page)
  await page.getByRole('button', { name: 'reqsim' }).click()
  await page.getByLabel('Send as').selectOption('bob')
  await page.getByRole('button', { name: /REQ-001/ }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText('403')
  await page.getByRole('button', { name: '503 twice' }).click()
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('alert')).toContainText('503')
})

test('can be used with the keyboard alone', async ({ page }) => {
  await open(page)
  await page.getByRole('searchbox').focus()
  await page.keyboard.type('battery')
  await page.keyboard.press('Enter')
  await expect(page.getByText('3 requirements')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Wording')).toBeFocused()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('Shorter.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Saved.')).toBeVisible()
})
