import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { compileCache } from '../support/compile-cache.ts'

const run = promisify(execFile)

async function digests(
  times: number,
  environment: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const { stdout } = await run(process.execPath, ['test/explore/determinism.session.ts', String(times)], {
    cwd: root,
    env: { ...process.env, ...compileCache, ...environment },
  })
  return stdout.trim().split('\n')
}

test(
  'explorations with one seed, and runs of what they found, are the same in two processes, time zones and locales',
  { timeout: 120_000 },
  async () => {
    const [first, second] = await Promise.all([
      digests(2, { TZ: 'UTC', LANG: 'C', LC_ALL: 'C' }),
      digests(1, { TZ: 'Pacific/Chatham', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' }),
    ])
    expect(first).toHaveLength(3)
    expect(second).toEqual(first)
  },
)
