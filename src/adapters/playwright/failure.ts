/** What a failed test of Playwright prints and attaches: what happened in its simulator, and its trace. */
import { writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import type { Simulator } from '../../simulator/simulator.ts'
import { failureOutput } from '../shared/journal-lines.ts'
import { failedTest, type TestErrorLike } from '../shared/runner-failure.ts'

/** The part of Playwright's TestInfo that the fixtures use. */
export interface RunningInfo {
  readonly status?: string | undefined
  readonly expectedStatus: string
  /** The title of the test behind those of its suites, and its file. Absent in other runners. */
  readonly titlePath?: readonly string[]
  /** The absolute path of the test's file. */
  readonly file?: string
  readonly errors?: readonly TestErrorLike[]
  /** The folder of the configuration is the root of the project. */
  readonly config?: { readonly configFile?: string | undefined; readonly rootDir: string }
  /** The path of a file in the folder of the test's results. */
  outputPath(name: string): string
  attach(name: string, options: { body?: string; path?: string; contentType: string }): Promise<void>
}

/** `lines` are those of the run. */
export async function attachFailure(
  sim: Simulator,
  info: RunningInfo,
  lines: readonly string[],
): Promise<void> {
  await info.attach('reqsim journal', { body: lines.join('\n'), contentType: 'text/plain' })
  const path = info.outputPath('reqsim.trace')
  writeFileSync(path, await sim.trace('default', { failure: failureOf(info) }))
  await info.attach('reqsim trace', { path, contentType: 'application/gzip' })
  // Of an attachment, the reporters for terminals print the first 300 characters.
  const shown = relative(process.cwd(), path)
  const title = info.titlePath?.at(-1) ?? 'the test'
  const trace = `trace: ${shown} (npx reqsim show ${shown})`
  process.stderr.write(`${failureOutput(title, lines, [trace])}\n`)
}

/** Why the test failed, for its trace. */
function failureOf({ titlePath = [], file, errors = [], config, status, expectedStatus }: RunningInfo) {
  const { configFile = '', rootDir } = config ?? {}
  return failedTest({
    runner: 'playwright',
    // The first title is the name of the file.
    titles: titlePath.slice(1),
    file,
    root: configFile === '' ? rootDir : dirname(configFile),
    error: errors[0] ?? {
      message: `the test was expected to be ${expectedStatus}, and is ${String(status)}`,
    },
  })
}
