/** The entry `reqsim/playwright/test`, and that `reqsim/playwright` does not need `@playwright/test`. */
import { readFileSync } from 'node:fs'
import { expect as expectOfPlaywright, type Page, type TestType } from '@playwright/test'
import { expect, expectTypeOf, test } from 'vitest'
import { expect as exported, test as withSim } from '../../src/adapters/playwright/test.ts'
import type { Simulator } from '../../src/index.ts'

test('the entry exports test with sim beside the fixtures of Playwright, and its expect', () => {
  expect(exported).toBe(expectOfPlaywright)
  expect(withSim.extend).toBeTypeOf('function')
  expectTypeOf(withSim).toExtend<TestType<{ page: Page; sim: Simulator }, object>>()
})

test('reqsim/playwright imports neither Playwright nor this entry', () => {
  for (const file of ['playwright.ts', 'playwright/failure.ts']) {
    const source = readFileSync(`src/adapters/${file}`, 'utf8')
    expect(source).not.toMatch(/from '(?:@playwright|playwright|\.\/(?:playwright\/)?test\.ts)/)
    expect(source).toContain("from '")
  }
})
