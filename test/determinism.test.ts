import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)

async function digest(environment: Readonly<Record<string, string>>): Promise<string> {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const { stdout } = await run(process.execPath, ['--import', 'tsx', 'test/determinism.session.ts'], {
    cwd: root,
    env: { ...process.env, ...environment },
  })
  return stdout.trim()
}

test(
  'two processes in different time zones and locales answer the same bytes',
  { timeout: 60_000 },
  async () => {
    const [first, second] = await Promise.all([
      digest({ TZ: 'UTC', LANG: 'C', LC_ALL: 'C' }),
      digest({ TZ: 'Pacific/Chatham', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' }),
    ])
    expect(Number(first.split(' ')[0])).toBeGreaterThan(300)
    expect(second).toBe(first)
  },
)
