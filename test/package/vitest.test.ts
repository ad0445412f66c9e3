// The packed package in a project with Vitest: its fixture, the types of that, and its reporter.

import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, it } from 'vitest'
import { installBeside, project, run } from './packed.ts'

const TEST = `
import { expect } from 'vitest'
import { test as base } from 'reqsim/vitest'

const test = base.extend({ simulatorOptions: { scenario: 'outage' } })
test.override({ simulatorOptions: { seed: 7 } })
test('has the options of override', async ({ sim }) => {
  expect(sim.scenario.seed).toBe('7')
  await sim.call('standalone.application.read', { as: 'alice', path: { applicationId: 101 } })
})
// @ts-expect-error
test.override({ simulatorOptions: { scenaro: 'outage' } })
`
const CONFIG = `
import { defineConfig } from 'vitest/config'
import type { ReporterOptions } from 'reqsim/vitest/reporter'

const options: ReporterOptions = { report: 'report.json', thresholds: { minExercised: 2 } }
export default defineConfig({ test: { reporters: ['default', ['reqsim/vitest/reporter', options]] } })
`

it('compiles, runs and reports', async () => {
  const folder = await installBeside(inject('packed'), 'vitest', ['vitest'])
  await mkdir(join(folder, 'tests'))
  await writeFile(join(folder, 'tests/own.test.ts'), TEST.replace(/\/\/ @ts-expect-error\n.*\n/, ''))
  await writeFile(join(folder, 'typed.ts'), TEST)
  await writeFile(join(folder, 'vitest.config.ts'), CONFIG)

  const strictly = '--noEmit --strict --skipLibCheck --pretty false --target es2022 --module nodenext --types'
  const compiler = join(project, 'node_modules/typescript/bin/tsc')
  const files = ['typed.ts', 'vitest.config.ts']
  const compiled = await run(process.execPath, [compiler, ...strictly.split(' '), '', ...files], folder)
  expect(compiled.stdout).toBe('')

  const vitest = join(folder, 'node_modules/vitest/vitest.mjs')
  const { stdout, stderr, exitCode } = await run(process.execPath, [vitest, 'run', '--no-color'], folder)
  expect(stdout + stderr).toContain('reqsim, 1 test with sim:')
  expect(stderr).toContain('reqsim: 1 operation exercised, fewer than the minimum of 2\n')
  expect(exitCode).toBe(1)
  expect(JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'))).toMatchObject({ exchanges: 1 })
})

const INLINED = `
import { expect } from 'vitest'
import { test } from 'reqsim/vitest'

test('begins a task', async ({ sim }) => {
  const { status } = await sim.call('wiki.baseline.freeze', { as: 'alice', path: { spaceKey: 'ENG', version: 2 }, body: {} })
  expect(status).toBe(200)
})
`

// Two copies of the package are then in one process: that of the tests, and that of the runner for mutants.
it('is mutated although Vitest inlines it', { timeout: 300_000 }, async () => {
  const folder = await installBeside(inject('packed'), 'vitest-inline', ['vitest'])
  await writeFile(join(folder, 'own.test.ts'), INLINED)
  const config = { test: { testTimeout: 60_000, server: { deps: { inline: ['reqsim'] } } } }
  await writeFile(join(folder, 'vitest.config.ts'), `export default ${JSON.stringify(config)}`)
  const cli = join(folder, 'node_modules/reqsim/dist/cli/main.js')
  const words = [
    'mutate',
    '--json',
    '--only',
    'wiki.baseline.freeze',
    '--kinds',
    'effect,refused',
    '--',
    'vitest',
    'run',
  ]
  const { stdout, stderr } = await run(process.execPath, [cli, ...words], folder)
  expect(stderr).toContain('the command passed')
  const { mutants } = JSON.parse(stdout) as { mutants: { id: string; status: string; coveredBy: string[] }[] }
  const statusOf = (id: string) => mutants.find((mutant) => mutant.id === id)
  expect(statusOf('wiki.baseline.freeze:permission:refused')).toMatchObject({ status: 'killed' })
  expect(statusOf('wiki.baseline.freeze:effect:lost-write')).toMatchObject({
    status: 'survived',
    coveredBy: ['own.test.ts > begins a task'],
  })
})
