/** Vitest's tests run again for each mutant, in a project as users have it. */
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type BaseRun, type MutantResult, openVitest } from '../../../src/cli/mutate/vitest.ts'
import { makeProject } from '../../docs/support/project.ts'
import { FILES, STAND_IN } from './mutants-of-tests.ts'

const MUTANTS = [
  'killed another survived not-reached passed once always forked rejected skipped',
  'left right waits asks loops later cached counted dependent',
].flatMap((names) => names.split(' '))
const CONFIG = (folder: string) => `
import { defineConfig } from 'vitest/config'
const replacement = ${JSON.stringify(join(folder, 'mutants.ts'))}
export default defineConfig({
  resolve: { alias: [{ find: /^.*\\/mutate\\/index\\.ts$/, replacement }] },
  test: { testTimeout: 60_000 },
})
`
/** Their tests call another operation, because each of these takes a run of its file. */
const STATEFUL = new Set(['cached', 'counted', 'dependent'])
const STALE = 'reqsim-traces/plain.test.ts-looks-away.trace'

/** Its job gets a number of the world's own sequence. */
const FREEZE = `
import { expect } from 'vitest'
import { test } from 'reqsim/vitest'
const headers = { authorization: 'Bearer tok-alice' }
test('freezes', async ({ sim }) => {
  const url = 'http://wiki.sim/rest/reqs/1/baseline-actions/ENG/freeze/2'
  expect((await sim.fetch(url, { method: 'POST', headers })).status).toBe(200)
  sim.clock.advance('1s')
  expect(sim.state('baseline', { number: 2 })).toMatchObject([{ status: 'DONE' }])
})
`

const project = await makeProject(['vitest'])
for (const [path, text] of Object.entries(FILES)) await project.write(path, text)
await project.write('mutants.ts', STAND_IN.replace('NAMES_OF_MUTANTS', JSON.stringify(MUTANTS)))
await project.write('vitest.config.ts', CONFIG(project.folder))

let base: BaseRun
const results = new Map<string, MutantResult>()

beforeAll(async () => {
  const vitest = await openVitest(['npx', 'vitest', 'run'], project.folder, { jobs: 2 })
  base = await vitest.base()
  await mkdir(join(project.folder, 'reqsim-traces'), { recursive: true })
  await writeFile(join(project.folder, STALE), 'stale')
  await vitest.run(
    MUTANTS.map((id) => ({
      id,
      operations: [STATEFUL.has(id) ? 'standalone.application.read' : 'wiki.requirement.read'],
    })),
    (result) => void results.set(result.id, result),
  )
  await vitest.close()
}, 400_000)

describe('the run without mutants', () => {
  it('passes and prints what the tests print', () => {
    expect(base.passed, base.output).toBe(true)
    expect(base.output).toContain('printed 200')
  })

  it('lists the tests with what they use', () => {
    expect(base.tests).toHaveLength(19)
    expect(base.tests).toContainEqual({
      test: 'plain.test.ts > outer > inner > expects killed',
      operations: ['wiki.requirement.read'],
      milliseconds: expect.any(Number),
    })
    expect(base.tests).toContainEqual({
      test: 'plain.test.ts > does without',
      operations: [],
      milliseconds: expect.any(Number),
    })
  })
})

describe('a mutant', () => {
  it.each([
    ['killed', 'plain.test.ts > outer > inner > expects killed'],
    ['another', 'plain.test.ts > outer > inner > expects another'],
    ['passed', 'plain.test.ts > fails'],
    ['always', 'plain.test.ts > tries again'],
    ['forked', 'plain.test.ts > forks'],
    ['rejected', 'plain.test.ts > rejects later'],
    ['left', 'concurrent.test.ts > together > left'],
    ['right', 'concurrent.test.ts > together > right'],
    ['later', 'slow.test.ts > comes later'],
    ['cached', 'state.test.ts > caches'],
  ])("'%s' is killed by the test that expects something of it", (id, test) => {
    expect(results.get(id)).toMatchObject({ status: 'killed', killedBy: test, coveredBy: [test] })
  })

  it('is killed by what a later test makes of its state', () => {
    expect(results.get('counted')).toMatchObject({ status: 'killed', coveredBy: ['state.test.ts > counts'] })
  })

  it.each([
    ['survived', 'plain.test.ts > looks away'],
    ['once', 'plain.test.ts > tries again'],
    ['skipped', 'plain.test.ts > gives up'],
    ['dependent', 'state.test.ts > depends on another'],
  ])("'%s' survives if the test passes", (id, test) => {
    expect(results.get(id)).toEqual({ id, status: 'survived', coveredBy: [test] })
  })

  it('is not reached if no test gets another response', () => {
    expect(results.get('not-reached')).toEqual({ id: 'not-reached', status: 'not-reached', coveredBy: [] })
  })

  it.each([
    ['waits', 'slow.test.ts > waits'],
    ['asks', 'slow.test.ts > asks on'],
    ['loops', 'slow.test.ts > loops'],
  ])("'%s' counts as a timeout if the test never ends", (id, test) => {
    expect(results.get(id)).toMatchObject({ status: 'timeout', killedBy: test })
  })

  it('says what failed', () => {
    expect(results.get('killed')?.message).toBe('expected 299 to be 200 // Object.is equality')
    expect(results.get('rejected')?.message).toBe('nobody catches it')
  })
})

describe('the runs with mutants', () => {
  it('have a result for each, in order', () => {
    expect([...results.keys()]).toEqual(MUTANTS)
  })

  it('write no trace and delete none', async () => {
    expect(existsSync(join(project.folder, 'reqsim-traces/plain.test.ts-forks.trace'))).toBe(false)
    expect(await readFile(join(project.folder, STALE), 'utf8')).toBe('stale')
  })
})

describe('a package that Vitest transforms, such as a linked one', () => {
  it('has one copy of what makes worlds and mutants', { timeout: 300_000 }, async () => {
    const linked = await makeProject(['vitest'])
    await linked.write('freeze.test.ts', FREEZE)
    await linked.write('vitest.config.ts', 'export default { test: { testTimeout: 60_000 } }')
    const vitest = await openVitest(['vitest', 'run'], linked.folder, { jobs: 1 })
    const { passed, output, tests } = await vitest.base()
    expect(passed, output).toBe(true)
    const found: MutantResult[] = []
    const mutant = { id: 'baseline.freeze:time:never-ends', operations: tests[0]?.operations ?? [] }
    await vitest.run([mutant], (result) => void found.push(result))
    await vitest.close()
    expect(found).toMatchObject([{ status: 'killed', killedBy: 'freeze.test.ts > freezes' }])
  })
})

it('a global setup that fails makes the run without mutants fail, with its error', async () => {
  const broken = await makeProject(['vitest'])
  await broken.write('a.test.ts', "import { test } from 'reqsim/vitest'\ntest('is not run', () => {})")
  await broken.write('setup.ts', "export default () => { throw new Error('no database') }")
  await broken.write('vitest.config.ts', "export default { test: { globalSetup: './setup.ts' } }")
  const vitest = await openVitest(['vitest', 'run'], broken.folder, { jobs: 1 })
  const { passed, output } = await vitest.base()
  expect(passed).toBe(false)
  expect(output).toContain('no database')
  await vitest.close()
})
