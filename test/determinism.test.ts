import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import type { SessionResult } from './fuzz/session.ts'

const run = promisify(execFile)

interface Digests {
  /** The number of answers to the examples and wrong calls, and their digest. */
  readonly declared: string
  /** What the drawn session came to, by the way in which it was played. */
  readonly drawn: Readonly<Record<string, SessionResult>>
}

async function digests(environment: Readonly<Record<string, string>>): Promise<Digests> {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const { stdout } = await run(process.execPath, ['test/determinism.session.ts'], {
    cwd: root,
    env: { ...process.env, ...environment },
  })
  const [declared = '', drawn = ''] = stdout.trim().split('\n')
  return { declared, drawn: JSON.parse(drawn) as Digests['drawn'] }
}

test(
  'two processes in different time zones and locales answer the same bytes, whatever becomes of the world meanwhile',
  { timeout: 120_000 },
  async () => {
    const [first, second] = await Promise.all([
      digests({ TZ: 'UTC', LANG: 'C', LC_ALL: 'C' }),
      digests({ TZ: 'Pacific/Chatham', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' }),
    ])
    expect(Number(first.declared.split(' ')[0])).toBeGreaterThan(300)
    const straight = first.drawn['straight on']
    expect(straight?.answers).toBeGreaterThan(500)
    for (const [way, result] of Object.entries(first.drawn)) expect([way, result]).toEqual([way, straight])
    expect(Object.keys(first.drawn)).toHaveLength(4)
    expect(second).toEqual(first)
  },
)
