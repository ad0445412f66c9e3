/**
 * What it takes to run a Vitest suite of 200 tests in 20 files with 300 mutants, in the processor time of a plain run of that
 * suite. The package is installed as users install it.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileOf } from './child.ts'
import { loadLibrary } from './library.ts'
import { median, ratiosOf, type Row, rowOf } from './measure.ts'
import type { MutatedSuite } from './mutants-run.ts'
import { type Call, CALLS } from './soak-calls.ts'
import { installPackages } from './suites.ts'
import { TARGETS } from './targets.ts'

const FILES = 20
const OPERATIONS = 40
/** Tests are judged by their assertions, not by how busy the machine is. */
const RUN = ['run', '--testTimeout', '120000']
/** It is called by 40 tests, the others by 5. */
const COMMON = 'wiki.requirement.read'

/** A call with the response of a fresh demo. */
export interface ExpectedCall extends Call {
  readonly status: number
  readonly text: string
}

export async function measureMutants(rounds: number): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'reqsim-bench-'))
  try {
    installPackages(folder)
    await writeSuite(folder)
    const plain: number[] = []
    const mutated: number[] = []
    const vitest = fileOf('../node_modules/vitest/vitest.mjs')
    // The first round does not count: Vitest has caches to fill.
    for (let round = -1; round < rounds; round++) {
      const alone = await processorTime(folder, [vitest, ...RUN, '--reporter', 'dot'])
      const withMutants = await processorTime(folder, [fileOf('mutants-run.ts'), ...RUN])
      if (round < 0) printSuite(JSON.parse(withMutants.printed) as MutatedSuite)
      else {
        plain.push(alone.seconds)
        mutated.push(withMutants.seconds)
      }
    }
    return [
      rowOf({ name: 'a Vitest suite of 200 tests, processor time', unit: 's' }, plain),
      rowOf({ name: 'the same with 300 mutants, processor time', unit: 's' }, mutated),
      rowOf(TARGETS.mutants, ratiosOf(mutated, plain)),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function writeSuite(folder: string): Promise<void> {
  const expected = await expectedCalls()
  const common = expected.find(({ operation }) => operation === COMMON)
  const calls = expected.filter((call) => call !== common).slice(0, OPERATIONS)
  if (calls.length < OPERATIONS) throw new Error(`only ${calls.length} examples succeed on the demo`)
  writeFileSync(join(folder, 'calls.json'), JSON.stringify({ calls, common }))
  copyFileSync(fileOf('suites/called.ts'), join(folder, 'called.ts'))
  for (let file = 0; file < FILES; file++)
    writeFileSync(
      join(folder, `suite-${file}.test.ts`),
      `import { testCalls } from './called.ts'\ntestCalls(${file})\n`,
    )
}

/** The calls that succeed on a fresh demo with a text. */
async function expectedCalls(): Promise<readonly ExpectedCall[]> {
  const { createSimulator } = await loadLibrary()
  const demo = await createSimulator({ scenario: 'demo' })
  const expected: ExpectedCall[] = []
  for (const call of CALLS) {
    const { method, url, headers, body } = call
    const response = await demo.fork().fetch(url, { method, headers, ...(body !== undefined && { body }) })
    const text = await response.text()
    if (response.ok && text.startsWith('{')) expected.push({ ...call, status: response.status, text })
  }
  return expected
}

interface Measured {
  readonly seconds: number
  readonly printed: string
}

/** Processor time of a Node program with all processes that it starts. The shell adds up what it has waited for. */
async function processorTime(folder: string, words: readonly string[]): Promise<Measured> {
  const child = spawn('sh', ['-c', '"$@" && times', 'sh', process.execPath, ...words], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text))
  const [code] = (await once(child, 'close')) as [number | null]
  const lines = printed.trimEnd().split('\n')
  const times = [...(lines.at(-1) ?? '').matchAll(/(\d+)m([\d.]+)s/g)]
  if (code !== 0 || times.length !== 2)
    throw new Error(`a suite ended with code ${code}: ${printed.slice(-2000)}`)
  const seconds = times.reduce((sum, [, minutes, rest]) => sum + 60 * Number(minutes) + Number(rest), 0)
  return { seconds, printed: lines.slice(0, -2).join('\n') }
}

function printSuite({ reach, statuses }: MutatedSuite): void {
  const sorted = reach.toSorted((a, b) => a - b)
  const counts = Object.entries(Object.groupBy(sorted, String)).map(
    ([tests, mutants = []]) => `${mutants.length} reach ${tests}`,
  )
  console.error(
    `  ${reach.length} mutants; tests: median ${median(sorted)}, at most ${sorted.at(-1)} (${counts.join(', ')})`,
  )
  console.error(
    `  ${Object.entries(statuses)
      .map(([status, count]) => `${count} ${status}`)
      .join(', ')}`,
  )
}
