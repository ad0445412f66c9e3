/** Runs tests of a project in a process of its own, and says which test failed first. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

export interface FailedTest {
  /** Empty if no file of tests is known, as when the generated code cannot be written. */
  readonly file: string
  readonly test: string
}

export interface TestRunner {
  /** The first test that fails; undefined if all pass. No `files` means all of the projects. */
  firstFailure(projects: readonly string[], files?: readonly string[]): Promise<FailedTest | undefined>
  /** Ends the run that is under way, with its processes. */
  stop(): void
}

interface JsonReport {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message: string
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
  }[]
}

/** A test that takes so long fails; without a break it takes a few seconds. */
const TIMEOUT_SECONDS = 90
/** A run that prints nothing for so long never ends: a break can loop for ever. */
const SILENCE_SECONDS = 240

export function testRunner(folder: string): TestRunner {
  let running: ChildProcess | undefined
  let isStopped = false
  const stop = (): void => {
    isStopped = true
    if (running !== undefined) endGroup(running)
  }
  return {
    stop,
    async firstFailure(projects, files = []) {
      const report = join(folder, 'sabotage-report.json')
      rmSync(report, { force: true })
      const child = spawn(
        process.execPath,
        [
          join(folder, 'node_modules/vitest/vitest.mjs'),
          'run',
          ...files,
          ...projects.flatMap((project) => ['--project', project]),
          '--bail=1',
          '--passWithNoTests',
          `--testTimeout=${TIMEOUT_SECONDS * 1000}`,
          '--reporter=verbose',
          '--reporter=json',
          `--outputFile.json=${report}`,
        ],
        { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], detached: process.platform !== 'win32' },
      )
      running = child
      let isSilent = false
      let timer: NodeJS.Timeout | undefined
      const wait = (): void => {
        clearTimeout(timer)
        timer = setTimeout(() => {
          isSilent = true
          endGroup(child)
        }, SILENCE_SECONDS * 1000)
      }
      wait()
      child.stdout.on('data', wait)
      child.stderr.on('data', wait)
      const [code] = (await once(child, 'close')) as [number | null]
      clearTimeout(timer)
      running = undefined
      if (isStopped) throw new Error('the run was stopped')
      if (isSilent) return { file: '', test: `the tests printed nothing for ${SILENCE_SECONDS} seconds` }
      if (code === 0) return undefined
      return failureIn(report, folder) ?? { file: '', test: `vitest ended with code ${code}` }
    },
  }
}

function failureIn(report: string, folder: string): FailedTest | undefined {
  if (!existsSync(report)) return undefined
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as JsonReport
  for (const { name, status, message, assertionResults } of testResults) {
    if (status !== 'failed') continue
    const failed = assertionResults.find((each) => each.status === 'failed')
    const file = name.replaceAll('\\', '/').replace(`${folder.replaceAll('\\', '/')}/`, '')
    return { file, test: failed?.fullName ?? `the file fails: ${message.split('\n')[0]}` }
  }
  return undefined
}

/** A process and those that it started. */
function endGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    if (process.platform === 'win32') child.kill()
    else process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}
