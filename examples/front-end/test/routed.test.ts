/** The page without its worker: each test routes it to a separate simulator and prepares its state. */
import { expect, test as base } from '@playwright/test'
import { type SimulatorFixtures, simulatorFixtures } from 'reqsim/playwright'

const test = base.extend<SimulatorFixtures>(simulatorFixtures)
test.use({ simulatorRoutes: { base: '/sim', as: 'alice' } })

test.beforeEach(async ({ page }) => {
  await page.goto('/?no-worker')
  await expect(page.locator('body[data-ready]')).toBeVisible()
})

test('saves an edit to the service', async ({ page, sim }) => {
  await page.getByRole('button', { name: /REQ-002/ }).click()
  await page.getByLabel('Wording').fill('Shorter.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  const written = sim.verify({
    operation: 'wiki.requirement.write',
    body: { htmlExcerpt: 'Shorter.' },
    user: 'alice',
    times: 1,
  })
  expect(written.ok, written.message).toBe(true)
  const response = await sim.fetch('/wiki/rest/reqs/1/requirement2/ENG/REQ-002', {
    headers: { Authorization: 'Bearer tok-bob' },
  })
  expect(await response.json()).toMatchObject({ htmlExcerpt: 'Shorter.' })
})

test('shows an error of the service', async ({ page, sim }) => {
  await page.getByRole('button', { name: /REQ-003/ }).click()
  sim.faults.add({ operation: 'wiki.requirement.write', status: 503, message: 'The wiki is being updated.' })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText('The wiki is being updated.')
})

test('shows a lost connection', async ({ page, sim }) => {
  sim.faults.add({ interface: 'wiki', drop: true })
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('alert')).toHaveText('The service cannot be reached.')
})

test('says when to retry after too many requests', async ({ page, sim }) => {
  sim.faults.add({ interface: 'wiki', status: 429 })
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('alert')).toHaveText(/Too many requests: try again in \d+ seconds\./)
})

test.describe('a user without edit permission', () => {
  test.use({ simulatorRoutes: { base: '/sim', as: 'bob' } })

  test('sees the error', async ({ page }) => {
    await page.getByRole('button', { name: /REQ-003/ }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('alert')).toContainText('403')
  })
})
