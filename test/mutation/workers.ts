/** Runs vitest over a copy with a job, and ends it where it is stuck. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Job, JOB_VARIABLE } from './job.ts'

/** Milliseconds between two looks at a process. */
const LOOK = 250
/** Looks without a change after which a trial is stuck, where its process works meanwhile, and where it does not. */
const PATIENCE_WORKING = 60
const PATIENCE = 2400

/**
 * Runs the tests of these files, of the copy in `folder`, in one process. Answers the lines that it wrote, and the trial
 * that it was in where it had to be ended, or ended for want of memory. A process that makes trials is ended as well where
 * it `isLate`; the trial that it was in then is not known to be stuck.
 */
export async function runTests<Line>(
  folder: string,
  name: string,
  files: readonly string[],
  job: Job,
  isLate: () => boolean = () => false,
): Promise<{ readonly lines: readonly Line[]; readonly stuck: string | undefined }> {
  rmSync(job.results, { force: true })
  if (job.kind !== 'cover') rmSync(job.current, { force: true })
  const config = join(folder, `${name}.config.ts`)
  const told = join(folder, `${name}.job.json`)
  writeFileSync(config, CONFIG)
  writeFileSync(told, JSON.stringify(job))
  const vitest = join(folder, 'node_modules/vitest/vitest.mjs')
  const child = spawn(process.execPath, [vitest, 'run', '--config', config], {
    cwd: folder,
    env: { ...process.env, [JOB_VARIABLE]: told, MUTATION_FILES: JSON.stringify(files) },
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  })
  const end = (): void => killGroup(child)
  process.once('exit', end)
  const stuck = await watch(child, job, isLate)
  process.off('exit', end)
  const text = existsSync(job.results) ? readFileSync(job.results, 'utf8') : ''
  // What follows the last end of a line was being written when the process was ended.
  const lines = text.split('\n').slice(0, -1)
  return { lines: lines.map((line) => JSON.parse(line) as Line), stuck }
}

/** Ends a process that leads a group, and what it started. */
function killGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGKILL')
}

/** Resolves at the end of the process, to the trial that it was in; ends it where that takes too long. */
async function watch(child: ChildProcess, job: Job, isLate: () => boolean): Promise<string | undefined> {
  const ended = once(child, 'exit')
  if (job.kind === 'cover') return void (await ended)
  const read = (): string => (existsSync(job.current) ? readFileSync(job.current, 'utf8') : '')
  let latest = ''
  let leftLate = false
  let [looks, working, ticks] = [0, 0, 0]
  const timer = setInterval(() => {
    const current = read()
    const now = ticksOf(child.pid) ?? ticks + 1
    if (current === '' || current !== latest) [looks, working] = [0, 0]
    else [looks, working] = [looks + 1, working + Number(now > ticks)]
    latest = current
    ticks = now
    const isStuck = looks >= PATIENCE || working >= PATIENCE_WORKING
    leftLate ||= isLate()
    if (isStuck || leftLate) killGroup(child)
  }, LOOK)
  await ended
  clearInterval(timer)
  const last = leftLate ? '' : read()
  return last === '' ? undefined : last
}

/** Hundredths of a second that a process has worked; undefined where the system does not tell. One that was halted has not. */
function ticksOf(id: number | undefined): number | undefined {
  const path = `/proc/${id}/stat`
  if (id === undefined || !existsSync(path)) return undefined
  const fields = readFileSync(path, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return Number(fields[11]) + Number(fields[12])
}

/**
 * One thread for all files: what tests share is no state of modules. Modules that were compiled once are found again only by
 * the same text here, so that files are named elsewhere.
 */
const CONFIG = `
import { defineConfig } from 'vitest/config'
export default defineConfig({
  cacheDir: '.cache/vite',
  test: {
    fsModuleCache: true,
    fsModuleCachePath: '.cache/modules',
    include: JSON.parse(process.env.MUTATION_FILES),
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

/**
 * What the configuration names, since a runner is a default export. Properties draw the same values each time, and are not
 * shrunk, which takes long and tells nothing here.
 */
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
