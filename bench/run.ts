/** The parts of the benchmark, and what a run does with them. */
import { measureBundles } from './bundles.ts'
import { runChild } from './child.ts'
import { measureCold } from './cold.ts'
import { measureGrowth } from './growth/growth.ts'
import { FULL, httpRows, type Lane, measureHttp, QUICK } from './http/http.ts'
import { measureJournal } from './journal.ts'
import { formatRows, type Group, isMet, mergeRounds, type Row } from './measure.ts'
import { measureMutants } from './mutants.ts'
import { measureNpmTest } from './npm-test.ts'
import { writeFigures, writeGrowth } from './page.ts'
import { measureQueries } from './queries.ts'
import { measureStartUp } from './start-up.ts'
import { measureSuites } from './suites.ts'
import { measureVirtualTime } from './virtual-time.ts'

interface Part {
  readonly title: string
  readonly measure: () => Promise<readonly Row[]>
  /** Left out of a quick run. */
  readonly long?: boolean
}

/** What was asked for. */
export interface RunOptions {
  /** Fewer rounds, no peers; the page is left as it is. */
  readonly quick: boolean
  /** The curves of growth instead of everything else. */
  readonly growth: boolean
  /** The first words of the titles of parts, in lower case. */
  readonly only: string | undefined
  /** Rounds of load over HTTP, and of suites. */
  readonly rounds: number | undefined
}

const COLLECTING = ['--expose-gc']

/** Whether every target is met. */
export function run(options: RunOptions): Promise<boolean> {
  return options.growth ? runGrowth() : runParts(options)
}

function partsOf({ quick, rounds }: RunOptions, keep: (lanes: readonly Lane[]) => void): readonly Part[] {
  const effort = quick ? QUICK : FULL
  return [
    {
      title: 'HTTP',
      async measure() {
        const lanes = await measureHttp({ ...effort, rounds: rounds ?? effort.rounds })
        keep(lanes)
        return httpRows(lanes)
      },
    },
    {
      title: 'Start-up',
      measure: () => measureStartUp(quick ? { rounds: 5, peerRounds: 0 } : { rounds: 15, peerRounds: 3 }),
    },
    { title: 'Cold test file', measure: () => measureCold(quick ? 5 : 15) },
    { title: 'Suites', measure: () => measureSuites(rounds ?? 3), long: true },
    { title: 'Mutants', measure: () => measureMutants(rounds ?? 3), long: true },
    { title: 'Large world', measure: () => runRounds('memory.ts', quick ? 1 : 3, COLLECTING) },
    { title: 'Worlds', measure: () => runChild('worlds.ts', [], [quick ? '100' : '500']) },
    { title: 'Queries', measure: () => measureQueries(quick ? 10 : 30) },
    {
      title: 'Million',
      measure: () => runChild('growth/million.ts', COLLECTING, [quick ? '3' : '9']),
      long: true,
    },
    { title: 'Virtual time', measure: () => measureVirtualTime(quick ? 1 : 3) },
    { title: 'Exploring', measure: () => runChild('explore.ts', [], [quick ? '2' : '5']) },
    { title: 'Journal', measure: measureJournal },
    { title: 'MSW in Node', measure: () => runChild('msw.ts', [], [quick ? '2' : '5']) },
    { title: 'Bundles', measure: measureBundles },
    { title: 'npm test', measure: measureNpmTest, long: true },
  ]
}

async function runParts(options: RunOptions): Promise<boolean> {
  const { quick, only } = options
  let lanes: readonly Lane[] = []
  const parts = partsOf(options, (measured) => (lanes = measured))
  const chosen = parts.filter(
    ({ title, long }) =>
      (only === undefined || title.toLowerCase().startsWith(only)) && !(quick && long === true),
  )
  if (chosen.length === 0)
    console.error(`--only '${only}' begins no title: there are ${parts.map(({ title }) => title).join(', ')}`)
  const groups: Group[] = []
  for (const { title, measure } of chosen) {
    console.error(`${title} …`)
    groups.push({ title, rows: await measure() })
  }
  const rows = groups.flatMap((group) => group.rows)
  console.log(formatRows(rows))
  const missed = rows.filter((row) => !isMet(row))
  if (missed.length > 0)
    console.log(`\nMissed ${missed.length} targets: ${missed.map(({ name }) => name).join('; ')}`)
  if (!quick && only === undefined) await writeFigures(groups, lanes)
  return chosen.length > 0 && missed.length === 0
}

async function runGrowth(): Promise<boolean> {
  const { text, series } = await measureGrowth()
  console.log(text)
  await writeGrowth(series)
  return series.every(({ met }) => met)
}

/** The rows of a process that measures once, over several of them. */
async function runRounds(file: string, rounds: number, flags: readonly string[]): Promise<Row[]> {
  const runs: Row[][] = []
  for (let round = 0; round < rounds; round++) runs.push(await runChild<Row[]>(file, flags))
  return mergeRounds(runs)
}
