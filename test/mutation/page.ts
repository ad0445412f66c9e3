/** Writes the figures of docs/mutation-testing.md, between two marks; the rest of the page is written by hand. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatted } from '../../scripts/formatted.ts'
import { type Mutant, PROJECT } from './copy.ts'
import type { CoveredTest } from './job.ts'
import { byCodePoint, LONGEST_TEST, MOST_PASSES } from './plan.ts'
import { type Class, CLASSES, type Explanation } from './explained.ts'
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

/** By number of the mutant. */
type Explained = ReadonlyMap<number, Explanation>

export async function writePage(measured: Measured, explained: Explained): Promise<void> {
  const path = join(PROJECT, PAGE)
  const text = readFileSync(path, 'utf8')
  const [before, after] = [text.indexOf(MARKS[0]), text.indexOf(MARKS[1])]
  if (before === -1 || after < before) throw new Error(`${PAGE} has no ${MARKS.join(' … ')}`)
  const page = `${text.slice(0, before)}${MARKS[0]}\n\n${figures(measured, explained)}\n\n${text.slice(after)}`
  writeFileSync(path, await formatted(PAGE, page))
}

/** `explained`: no test fails over it, and need not. */
type Standing = Fate | 'explained'
type Counts = Readonly<Record<Standing, number>>

/** The score and the tables, as they are printed and as they stand on the page. */
export function figures(measured: Measured, explained: Explained): string {
  const { mutants, verdicts, tests, once } = measured
  const standingOf = (mutant: Mutant): Standing => {
    const fate = fateOf(mutant, verdicts)
    return fate !== 'killed' && explained.has(mutant.number) ? 'explained' : fate
  }
  const all = countsOf(mutants, standingOf)
  const timeouts = [...verdicts.values()].filter(({ outcome }) => outcome === 'timeout').length
  const most = Math.max(0, ...[...verdicts.values()].map(({ tried }) => tried.length))
  const used = tests.filter(({ state, duration }) => state === 'passed' && duration <= LONGEST_TEST)
  return [
    `## The score

**${percent(all)}**: of ${number(mutants.length)} mutants, ${number(all.explained)} are explained below, and of the other ${number(mutants.length - all.explained)}, ${number(all.killed)} were
killed (${number(timeouts)} of them ran without end); ${number(all.survived)} survived, and ${number(all.uncovered)} were come to by no test that could be
used. Of all mutants, the explained ones among them, ${rawPercent(all)} were killed. ${number(once.size)}
of them are come to only once, when modules are loaded or something is first asked for; ${number(
      mutants.filter((mutant) => once.has(mutant.number) && fateOf(mutant, verdicts) === 'killed').length,
    )} of those were killed.${ended(measured.left)}`,
    `## By reason`,
    `Mutants that no test fails over, and for which \`test/mutation/explained\` says why none need:`,
    byClass(
      mutants
        .filter((mutant) => standingOf(mutant) === 'explained')
        .map((mutant) => explained.get(mutant.number)),
    ),
    `## By folder`,
    table('', Map.groupBy(mutants, roomOf), standingOf),
    `## By what was changed`,
    table(
      '',
      Map.groupBy(mutants, ({ mutator }) => mutator),
      standingOf,
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
    : ` The run was ended early: the steps with up to ${left.join(', ')} for each mutant that was left were not made, or not to the end.`

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

function byClass(found: readonly (Explanation | undefined)[]): string {
  const rows = (Object.keys(CLASSES) as Class[]).map(
    (name) => `| ${name} | ${CLASSES[name]} | ${number(found.filter((one) => one?.why === name).length)} |`,
  )
  return ['| class | what it says | mutants |', '| --- | --- | --: |', ...rows].join('\n')
}

function table(
  title: string,
  groups: ReadonlyMap<string, readonly Mutant[]>,
  standingOf: (mutant: Mutant) => Standing,
): string {
  const rows = [...groups]
    .sort(([left], [right]) => byCodePoint(left, right))
    .map(([name, own]): string => {
      const counts = countsOf(own, standingOf)
      const cells = [own.length, counts.killed, counts.explained, counts.survived, counts.uncovered]
      return `| ${name} | ${cells.map(number).join(' | ')} | ${percent(counts)} |`
    })
  return [
    `| ${title} | mutants | killed | explained | survived | not come to | score |`,
    '| --- | --: | --: | --: | --: | --: | --: |',
    ...rows,
  ].join('\n')
}

function countsOf(mutants: readonly Mutant[], standingOf: (mutant: Mutant) => Standing): Counts {
  const counts = { killed: 0, explained: 0, survived: 0, uncovered: 0 }
  for (const mutant of mutants) counts[standingOf(mutant)] += 1
  return counts
}

/** Of those that are not explained; all of nothing is all. */
const percent = ({ killed, survived, uncovered }: Counts): string =>
  share(killed, killed + survived + uncovered)

const rawPercent = ({ killed, explained, survived, uncovered }: Counts): string =>
  share(killed, killed + explained + survived + uncovered)

// Never rounded up: what is left is not nothing.
const share = (part: number, whole: number): string =>
  `${(whole === 0 ? 100 : Math.floor((1000 * part) / whole) / 10).toFixed(1)} %`

/** With commas between thousands. */
const number = (count: number): string => String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',')
