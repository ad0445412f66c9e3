/** How long `npm test` takes, without the test of the page that this run writes. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileOf } from './child.ts'
import { type Row, rowOf, timeOf } from './measure.ts'
import { TARGETS } from './targets.ts'

/** What vitest.config.ts leaves out: `--exclude` does not reach its projects, which have exclusions of their own. */
const ENVIRONMENT = { ...process.env, TESTS_EXCEPT: 'test/docs/benchmarks.test.ts' }

/** Without a figure if a test fails, since a run that stops early says nothing. */
export async function measureNpmTest(): Promise<Row[]> {
  let code: number | null = null
  const milliseconds = await timeOf(async () => {
    const child = spawn('npm', ['test'], {
      cwd: fileOf('..'),
      env: ENVIRONMENT,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    ;[code] = (await once(child, 'close')) as [number | null]
  })
  if (code !== 0) console.error(`npm test ended with code ${code}`)
  return [rowOf(TARGETS.npmTest, [code === 0 ? milliseconds / 1000 : Number.NaN])]
}
