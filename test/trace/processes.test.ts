import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { compileCache } from '../support/compile-cache.ts'

const run = promisify(execFile)

async function digest(environment: Readonly<Record<string, string>>): Promise<string> {
  const session = fileURLToPath(new URL('session.ts', import.meta.url))
  const env = { ...process.env, ...compileCache, ...environment }
  return (await run(process.execPath, [session], { env })).stdout.trim()
}

test('two processes in different time zones and locales write the same trace', async () => {
  const digests = await Promise.all([
    digest({ TZ: 'UTC', LANG: 'C', LC_ALL: 'C' }),
    digest({ TZ: 'Pacific/Chatham', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' }),
  ])
  expect(digests[0]).toMatch(/^[0-9a-f]{64}$/)
  expect(digests[1]).toBe(digests[0])
})
