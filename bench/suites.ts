/**
 * What a Vitest suite of 100 files with 10 tests each takes: on the simulator in process, on the simulator through MSW, and
 * on handlers written by hand. The suites run in a folder of their own, where the package is installed as users install it.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileOf } from './child.ts'
import { ratiosOf, type Row, rowOf, timeOf } from './measure.ts'
import { TARGETS } from './targets.ts'

const FILES = 100
const SUITES = ['in-process', 'through-msw', 'by-hand'] as const
type Suite = (typeof SUITES)[number]

export async function measureSuites(rounds: number): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'reqsim-bench-'))
  try {
    installPackages(folder)
    for (const suite of SUITES) writeSuite(folder, suite)
    const times: Record<Suite, number[]> = { 'in-process': [], 'through-msw': [], 'by-hand': [] }
    // The first round does not count: Vitest has caches to fill.
    for (let round = -1; round < rounds; round++)
      for (const suite of SUITES) {
        const seconds = (await timeOf(() => runSuite(join(folder, suite)))) / 1000
        if (round >= 0) times[suite].push(seconds)
      }
    const hand = times['by-hand']
    return [
      rowOf({ name: 'a Vitest suite of 100 files, in process', unit: 's' }, times['in-process']),
      rowOf({ name: 'a Vitest suite of 100 files, through MSW', unit: 's' }, times['through-msw']),
      rowOf({ name: 'a Vitest suite of 100 files, MSW handlers written by hand', unit: 's' }, hand),
      rowOf(TARGETS.suiteInProcess, ratiosOf(times['in-process'], hand)),
      rowOf(TARGETS.suiteThroughMsw, ratiosOf(times['through-msw'], hand)),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A copy of the built package beside the packages of this project. A link would make Vitest transform it as source. */
export function installPackages(folder: string): void {
  const installed = join(folder, 'node_modules')
  mkdirSync(installed)
  for (const name of readdirSync(fileOf('../node_modules')))
    if (!name.startsWith('.')) symlinkSync(fileOf(`../node_modules/${name}`), join(installed, name))
  for (const name of ['package.json', 'dist'])
    cpSync(fileOf(`../${name}`), join(installed, 'reqsim', name), { recursive: true })
}

function writeSuite(folder: string, suite: Suite): void {
  mkdirSync(join(folder, suite))
  for (let number = 1; number <= FILES; number++)
    copyFileSync(fileOf(`suites/${suite}.ts`), join(folder, suite, `suite-${number}.test.ts`))
}

async function runSuite(root: string): Promise<void> {
  const vitest = fileOf('../node_modules/vitest/vitest.mjs')
  const child = spawn(process.execPath, [vitest, 'run', '--root', root, '--reporter', 'dot'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (printed += text))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0 || !printed.includes(`${FILES * 10} passed`))
    throw new Error(`a suite ended with code ${code}: ${printed.slice(-2000)}`)
}
