// Whole sessions as `reqsim record` writes them from a server: the share of each operation that holds against the draft.

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { run } from '../cli/cli.ts'
import { record, send } from '../record/recording.ts'
import { temporaryFolder } from '../support/folder.ts'
import { serveForTest } from '../support/serve.ts'
import { renamedDemo } from './renamed.ts'
import { sessionOf } from './sessions.ts'

const folder = temporaryFolder()
const OF_DEMO = new Map(['admin', 'alice', 'bob', 'eve'].map((user) => [user, `tok-${user}`]))

interface Recorded {
  readonly simulator: Simulator
  readonly tokens: ReadonlyMap<string, string>
  readonly users: readonly string[]
}

const demoUsers = ['admin', 'alice', 'bob', 'eve']
const WORLDS: Readonly<Record<string, () => Promise<Recorded>>> = {
  demo: async () => ({
    simulator: await createSimulator({ scenario: 'demo', clock: { mode: 'manual' } }),
    tokens: OF_DEMO,
    users: demoUsers,
  }),
  migration: async () => ({
    simulator: await createSimulator({ scenario: 'migration', clock: { mode: 'manual' } }),
    tokens: OF_DEMO,
    users: ['admin', 'bob', 'eve'],
  }),
  'a world with drawn names, ids and dates': async () => {
    const { scenario, user, tokens } = await renamedDemo(52)
    const simulator = await createSimulator({ scenario, clock: { mode: 'manual' } })
    return { simulator, tokens, users: ['admin', user('alice'), user('eve')] }
  },
}

test.for(Object.entries(WORLDS))(
  'a session recorded over HTTP from %s drafts that world',
  async ([name, start]) => {
    const { simulator, tokens, users } = await start()
    const { url } = await serveForTest(simulator)
    const recording = await record(folder, url)
    for (const { user, path } of sessionOf(simulator, [...users, undefined]))
      await send(recording.url, path, {
        headers: user === undefined ? {} : { authorization: `Bearer ${tokens.get(user)}` },
      })
    await recording.stop()
    const out = `${folder.path}/drafted-${name.length}.yaml`
    const { code, out: printed, errors } = await run(['draft', recording.file, '--out', out, '--json'])
    expect(errors).toBe('')
    expect(code).toBe(0)
    const report = JSON.parse(printed) as {
      percent: number
      replayed: number
      held: number
      callers: object
      filled: { percent: number }
      operations: { operation: string; replayed: number; held: number }[]
      gaps: { lines: string[] }[]
    }
    const short = report.operations.filter(({ replayed, held }) => held < replayed)
    console.log(
      `${name}: ${report.held} of ${report.replayed} responses, ${report.percent} %, ${report.filled.percent} % filled;`,
      short.map(({ operation, replayed, held }) => `${operation} ${held}/${replayed}`).join(', '),
    )
    expect(Object.values(report.callers)).toEqual(users)
    expect(report.percent).toBeGreaterThanOrEqual(95)
    expect(short.every(({ replayed, held }) => held / replayed >= 0.2)).toBe(true)
    expect(report.filled.percent).toBe(100)
    expect(report.gaps.flatMap(({ lines }) => lines).length).toBeLessThanOrEqual(20)
    const text = readFileSync(out, 'utf8')
    expect(text).not.toMatch(/^(?:extends|generate):/m)
    for (const value of tokens.values()) expect(text).not.toContain(value)
  },
)
