import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import type { InterruptionName, playSessions } from './fuzz/session.ts'
import { compileCache } from './support/compile-cache.ts'

const run = promisify(execFile)

interface Digests {
  /** The number of responses to the examples and wrong calls, and their digest. */
  readonly declared: string
  readonly drawn: Awaited<ReturnType<typeof playSessions>>
}

async function digests(
  environment: Readonly<Record<string, string>>,
  interruptions: readonly InterruptionName[],
): Promise<Digests> {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const { stdout } = await run(process.execPath, ['test/determinism.session.ts', ...interruptions], {
    cwd: root,
    env: { ...process.env, ...compileCache, ...environment },
  })
  const [declared = '', drawn = ''] = stdout.trim().split('\n')
  return { declared, drawn: JSON.parse(drawn) as Digests['drawn'] }
}

test(
  'two processes in different time zones and locales return the same bytes, however a session is interrupted',
  { timeout: 120_000 },
  async () => {
    const [first, second] = await Promise.all([
      digests({ TZ: 'UTC', LANG: 'C', LC_ALL: 'C' }, ['none', 'snapshot']),
      digests({ TZ: 'Pacific/Chatham', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' }, [
        'fork',
        'export and import',
      ]),
    ])
    expect(Number(first.declared.split(' ')[0])).toBeGreaterThan(300)
    expect(second.declared).toBe(first.declared)
    const [plain] = first.drawn
    expect(plain?.responses).toBeGreaterThan(500)
    const drawn = [...first.drawn, ...second.drawn]
    expect(drawn).toHaveLength(4)
    for (const session of drawn) expect(session).toEqual({ ...plain, interruption: session.interruption })
  },
)
