/** Runs vitest over a copy with a job, and ends it where it is stuck. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Job, JOB_VARIABLE } from './job.ts'

/** Milliseconds between two looks at a process. */
const LOOK = 250
/** Looks without a change after which a trial is stuck; looks, since a machine that stands still makes none. */
const PATIENCE = 60

/**
 * Runs the tests of these files, of the copy in `folder`, in one process. Answers the lines that it wrote, and the trial
 * that it was in where it had to be ended.
 */
export async function runTests<Line>(
  folder: string,
  name: string,
  files: readonly string[],
  job: Job,
): Promise<{ readonly lines: readonly Line[]; readonly stuck: string | undefined }> {
  for (const path of [job.results, ...(job.kind === 'try' ? [job.current] : [])])
    rmSync(path, { force: true })
  const config = join(folder, `${name}.config.ts`)
  const told = join(folder, `${name}.job.json`)
  writeFileSync(config, configOf(files))
  writeFileSync(told, JSON.stringify(job))
  const vitest = join(folder, 'node_modules/vitest/vitest.mjs')
  const child = spawn(process.execPath, [vitest, 'run', '--config', config], {
    cwd: folder,
    env: { ...process.env, [JOB_VARIABLE]: told },
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  })
  const stuck = await watch(child, job)
  const text = existsSync(job.results) ? readFileSync(job.results, 'utf8') : ''
  return { lines: text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Line])), stuck }
}

/** Resolves at the end of the process; to the trial it was in, where that took too long. */
async function watch(child: ChildProcess, job: Job): Promise<string | undefined> {
  const ended = once(child, 'exit')
  if (job.kind === 'cover') return void (await ended)
  let [looks, latest, stuck] = [0, '', undefined as string | undefined]
  const timer = setInterval(() => {
    const current = existsSync(job.current) ? readFileSync(job.current, 'utf8') : ''
    looks = current === '' || current !== latest ? 0 : looks + 1
    latest = current
    if (looks < PATIENCE || child.pid === undefined) return
    stuck = current
    process.kill(-child.pid, 'SIGKILL')
  }, LOOK)
  await ended
  clearInterval(timer)
  return stuck
}

/**
 * One thread for all files: what tests share is no state of modules. Properties draw the same values each time, and are
 * not shrunk, which takes long and tells nothing here.
 */
function configOf(files: readonly string[]): string {
  return `
import { defineConfig } from 'vitest/config'
export default defineConfig({
  cacheDir: '.cache/vite',
  fsModuleCache: true,
  test: {
    include: ${JSON.stringify(files)},
    runner: './mutation.runner.ts',
    setupFiles: ['./mutation.setup.ts'],
    pool: 'threads',
    isolate: false,
    maxWorkers: 1,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    reporters: [{}],
    sequence: { hooks: 'stack', shuffle: false },
  },
})
`
}

/** What the configuration names, since a runner is a default export. */
export function writeParts(folder: string): void {
  writeFileSync(
    join(folder, 'mutation.runner.ts'),
    `export { MutationRunner as default } from './test/mutation/runner.ts'\n`,
  )
  writeFileSync(
    join(folder, 'mutation.setup.ts'),
    `import fc from 'fast-check'\nfc.configureGlobal({ seed: 1, endOnFailure: true })\n`,
  )
}
