// The page of observed facts: what open clients show of the service, and the test that holds each of it.

import type { Assumption } from '../../src/api/assumptions.ts'
import { choicesOf } from '../../src/api/ledger/entry.ts'
import { code, GENERATED, page, prose, table } from './markdown.ts'

/** A test that fails without a fact. */
export interface HeldFact {
  readonly id: string
  readonly fact: string
  readonly degree: string
  /** From the root of the project. */
  readonly file: string
  readonly title: string
}

/** The text of the page. */
export function observedFactsPage(ledger: readonly Assumption[], held: readonly HeldFact[]): string {
  return page(
    GENERATED,
    '# Observed facts',
    INTRODUCTION,
    table(
      ['Entry', 'Fact', 'Degree', 'What shows it', 'Held by'],
      ledger.flatMap((entry) => rowsOf(entry, held)),
    ),
  )
}

const INTRODUCTION = `What the description of the service leaves open and open clients of it show, with [how sure that is](assumptions.md). An entry that is named with a value does this only if a scenario chooses that alternative. Each fact has a test that fails without it.`

function rowsOf(entry: Assumption, held: readonly HeldFact[]): string[][] {
  const link = `[${entry.id}](assumptions.md#${entry.id.toLowerCase()})`
  return choicesOf(entry).flatMap(({ value, evidence = [] }) =>
    evidence.map(({ fact, degree, shownBy }) => [
      value === entry.default ? link : `${link} ${code(value)}`,
      prose(fact),
      degree,
      prose(shownBy),
      held
        .filter((one) => one.id === entry.id && one.fact === fact)
        .map(({ file, title }) => `${code(file)}: ${prose(title)}`)
        .join('; '),
    ]),
  )
}
