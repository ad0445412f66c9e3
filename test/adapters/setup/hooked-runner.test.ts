/** The setup of runners with hooks around each test, without such a runner. */
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { setUpHooks } from '../../../src/adapters/setup/hooked-runner.ts'
import { currentSimulator } from '../../../src/adapters/shared/current-simulator.ts'

const REQUIREMENT = 'http://wiki.sim/rest/reqs/1/requirement2/ENG/REQ-001'
const headers = { authorization: 'Bearer tok-alice' }

test('a simulator is given up when its test ends, if no report needs it', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const runner = await setUpHooks(() => {})
  const runTest = async (title: string) => {
    const end = runner.begin({ runner: 'none', titles: [title], file: 'hooked-runner.test.ts' })
    expect((await fetch(REQUIREMENT, { headers })).status).toBe(200)
    const sim = await currentSimulator()
    expect(sim.journal.entries()).toHaveLength(1)
    await end({ failed: false })
    return new WeakRef(sim)
  }
  const first = await runTest('first')
  await runTest('second')
  await setImmediate()
  collect()
  expect(first.deref() === undefined).toBe(true)
})
