// The page of observed facts: what open clients show about the service, and the test of each fact.

import type { Assumption } from '../../src/api/framework/assumptions.ts'
import { choicesOf } from '../../src/api/ledger/entry.ts'
import { code, GENERATED, page, prose, table } from './markdown.ts'

/** A fact and a test that fails if the simulator does not follow it. */
export interface TestedFact {
  readonly id: string
  readonly fact: string
  readonly degree: string
  /** The test file, relative to the root of the project. */
  readonly file: string
  readonly title: string
}

/** The text of the page. */
export function observedFactsPage(ledger: readonly Assumption[], tested: readonly TestedFact[]): string {
  return page(
    GENERATED,
    '# Observed facts',
    INTRODUCTION,
    table(
      ['Entry', 'Fact', 'Degree', 'Evidence', 'Test'],
      ledger.flatMap((entry) => rowsOf(entry, tested)),
    ),
  )
}

const INTRODUCTION = `Facts that the description of the service leaves open and its open clients show, each with its [degree of certainty](assumptions.md). If a row names a value beside its entry, the fact holds only under that alternative. Each fact has a test that fails if the simulator does not follow it.`

function rowsOf(entry: Assumption, tested: readonly TestedFact[]): string[][] {
  const link = `[${entry.id}](assumptions.md#${entry.id.toLowerCase()})`
  return choicesOf(entry).flatMap(({ value, evidence = [] }) =>
    evidence.map(({ fact, degree, shownBy }) => [
      value === entry.default ? link : `${link} ${code(value)}`,
      prose(fact),
      degree,
      prose(shownBy),
      tested
        .filter((one) => one.id === entry.id && one.fact === fact)
        .map(({ file, title }) => `${code(file)}: ${prose(title)}`)
        .join('; '),
    ]),
  )
}
