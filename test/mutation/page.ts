/** Writes the figures of docs/mutation-testing.md, between two marks; the rest of the page is written by hand. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatted } from '../../scripts/formatted.ts'
import { type Mutant, PROJECT } from './copy.ts'
import type { CoveredTest } from './job.ts'
import { byCodePoint, LONGEST_TEST, MOST_PASSES } from './plan.ts'
import { type Fate, fateOf } from './results.ts'
import type { Verdicts } from './rounds.ts'
import { LEFT_OUT } from './tests.ts'

const PAGE = 'docs/mutation-testing.md'
const MARKS = ['<!-- figures -->', '<!-- end of figures -->'] as const

export interface Measured {
  readonly mutants: readonly Mutant[]
  readonly verdicts: Verdicts
  readonly tests: readonly CoveredTest[]
  /** Mutants that were come to only once, by number. */
  readonly once: ReadonlySet<number>
  /** Steps that were not made, since the run was ended: up to so many tests for each mutant that was left. */
  readonly left: readonly string[]
}

export async function writePage(measured: Measured): Promise<void> {
  const path = join(PROJECT, PAGE)
  const text = readFileSync(path, 'utf8')
  const [before, after] = [text.indexOf(MARKS[0]), text.indexOf(MARKS[1])]
  if (before === -1 || after < before) throw new Error(`${PAGE} has no ${MARKS.join(' … ')}`)
  const page = `${text.slice(0, before)}${MARKS[0]}\n\n${figures(measured)}\n\n${text.slice(after)}`
  writeFileSync(path, await formatted(PAGE, page))
}

type Counts = Readonly<Record<Fate, number>>

/** The score and the tables, as they are printed and as they stand on the page. */
export function figures(measured: Measured): string {
  const { mutants, verdicts, tests, once } = measured
  const all = countsOf(mutants, verdicts)
  const timeouts = [...verdicts.values()].filter(({ outcome }) => outcome === 'timeout').length
  const most = Math.max(0, ...[...verdicts.values()].map(({ tried }) => tried.length))
  const used = tests.filter(({ state, duration }) => state === 'passed' && duration <= LONGEST_TEST)
  return [
    `## The score

**${percent(all)} of ${number(mutants.length)} mutants were killed**: ${number(all.killed)}, of which ${number(timeouts)} ran
without end; ${number(all.survived)} survived, and ${number(all.uncovered)} were come to by no test that could be used. ${number(once.size)}
of them are come to only once, when modules are loaded or something is first asked for; ${number(
      mutants.filter((mutant) => once.has(mutant.number) && fateOf(mutant, verdicts) === 'killed').length,
    )} of those were killed.${ended(measured.left)}`,
    `## By folder`,
    table('', Map.groupBy(mutants, roomOf), verdicts),
    `## By what was changed`,
    table(
      '',
      Map.groupBy(mutants, ({ mutator }) => mutator),
      verdicts,
    ),
    `## Which tests were used

${number(used.length)} of ${number(tests.length)} tests in ${number(new Set(used.map(({ file }) => file)).size)} files, up to
${most} for each mutant, which together pass mutated places at most ${number(MOST_PASSES)} times. Left out:`,
    leftOut(tests),
  ].join('\n\n')
}

const ended = (left: readonly string[]): string =>
  left.length === 0
    ? ''
    : ` The run was ended early: the steps with up to ${left.join(', ')} for each mutant that was left were not made.`

function leftOut(tests: readonly CoveredTest[]): string {
  const slow = tests.filter(({ state, duration }) => state === 'passed' && duration > LONGEST_TEST).length
  const failed = tests.filter(({ state }) => state === 'failed').length
  const unrepeatable = tests.filter(({ state }) => state === 'unrepeatable').length
  const some = (count: number, what: string): string[] =>
    count === 0 ? [] : [`- ${number(count)} ${count === 1 ? 'test' : 'tests'} ${what}`]
  return [
    ...LEFT_OUT.map(([pattern, reason]) => `- \`${pattern}\`: ${reason}`),
    ...some(slow, `that took more than ${LONGEST_TEST / 1000} seconds`),
    ...some(unrepeatable, 'that did not pass twice in a row: what they begin with is what they left'),
    ...some(failed, 'that failed over a copy of the source'),
  ].join('\n')
}

/** `model/links` of `src/model/links/faces.ts`, `gateway` of `src/gateway/router.ts`. */
const roomOf = ({ file }: Mutant): string => file.split('/').slice(1, -1).join('/')

function table(title: string, groups: ReadonlyMap<string, readonly Mutant[]>, verdicts: Verdicts): string {
  const rows = [...groups]
    .sort(([left], [right]) => byCodePoint(left, right))
    .map(([name, own]): string => {
      const counts = countsOf(own, verdicts)
      const cells = [name, own.length, counts.killed, counts.survived, counts.uncovered]
      return `| ${cells.map((cell) => (typeof cell === 'number' ? number(cell) : cell)).join(' | ')} | ${percent(counts)} |`
    })
  return [
    `| ${title} | mutants | killed | survived | not come to | score |`,
    '| --- | --: | --: | --: | --: | --: |',
    ...rows,
  ].join('\n')
}

function countsOf(mutants: readonly Mutant[], verdicts: Verdicts): Counts {
  const counts = { killed: 0, survived: 0, uncovered: 0 }
  for (const mutant of mutants) counts[fateOf(mutant, verdicts)] += 1
  return counts
}

const percent = ({ killed, survived, uncovered }: Counts): string =>
  `${((100 * killed) / Math.max(1, killed + survived + uncovered)).toFixed(1)} %`

/** With commas between thousands. */
const number = (count: number): string => String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',')
