/** A test of a runner without an entry of its own for failures: what it prints and writes, and the report of its file. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { mergeReports } from '../../gateway/report/merge.ts'
import type { Report } from '../../gateway/report/report.ts'
import type { Simulator } from '../../simulator/simulator.ts'
import { failureOutput, recordRun } from '../shared/journal-lines.ts'
import { failedTest } from '../shared/runner-failure.ts'

export interface PlainTestNames {
  readonly runner: string
  /** The title of the test behind those of its suites. */
  readonly titles: readonly string[]
  /** The absolute path of its file. */
  readonly file: string
}

export interface PlainTest {
  readonly sim: Simulator
  /** What a failed test prints. Writes its trace; an empty folder writes none. */
  failed(error: unknown, folder: string): Promise<string>
  /** Deletes the trace of an earlier run. */
  passed(folder: string): void
}

const MAXIMUM_NAME_LENGTH = 150

export function openPlainTest(file: Simulator, names: PlainTestNames): PlainTest {
  const sim = file.fork()
  const run = recordRun(sim)
  return {
    sim,
    async failed(error, folder) {
      const lines = run()
      const notes =
        folder === '' ? [] : [await writtenTrace(sim, names, error, join(folder, traceName(names)))]
      return failureOutput(names.titles.at(-1) ?? 'the test', lines, notes)
    },
    passed(folder) {
      if (folder !== '') rmSync(join(folder, traceName(names)), { force: true })
    },
  }
}

/** A test fails for its own reason, never for that of its trace. */
async function writtenTrace(
  sim: Simulator,
  { runner, titles, file }: PlainTestNames,
  error: unknown,
  path: string,
): Promise<string> {
  try {
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    const failure = failedTest({ runner, titles, file, root: process.cwd(), error: { message, stack } })
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, await sim.trace('default', { failure }))
    return `trace: ${path} (npx reqsim show ${path})`
  } catch (problem) {
    return `the trace could not be written: ${problem instanceof Error ? problem.message : String(problem)}`
  }
}

/** Letters and digits of the file and the titles, so that the same test overwrites its trace. */
function traceName({ titles, file }: PlainTestNames): string {
  return `${plainName([inProject(file), ...titles].join(' '))}.trace`
}

function plainName(text: string): string {
  return text
    .replaceAll(/[^\p{L}\p{N}._]+/gu, '-')
    .replaceAll(/^[-.]+|-+$/g, '')
    .slice(-MAXIMUM_NAME_LENGTH)
}

function inProject(file: string): string {
  return file.startsWith(`${process.cwd()}/`) ? file.slice(process.cwd().length + 1) : file
}

/** Writes the report of a file's tests, which `reqsim report` merges with those of others. */
export function writeFileReport(reports: readonly Report[], file: string, folder: string): void {
  mkdirSync(folder, { recursive: true })
  const name = `${plainName(inProject(file))}.json`
  writeFileSync(join(folder, name), `${JSON.stringify(mergeReports(reports), undefined, 2)}\n`)
}
