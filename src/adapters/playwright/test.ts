/** The entry `reqsim/playwright/test`: `test` and `expect` of Playwright, with a simulator in each test. */
import {
  test as base,
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  type TestType,
} from '@playwright/test'
import { type SimulatorFixtures, simulatorFixtures } from '../playwright.ts'

/** `test` of `@playwright/test` with `sim` and its options; the requests of the test's pages go to `sim`. */
export const test: TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & SimulatorFixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions
> = base.extend<SimulatorFixtures>(simulatorFixtures)

export { expect } from '@playwright/test'
export type { RouteOptions, SimulatorFixtures } from '../playwright.ts'
