// The page of observed facts: what open clients show about the service, and the test of each fact.

import type { Assumption } from '../../src/api/framework/assumptions.ts'
import { choicesOf } from '../../src/api/ledger/entry.ts'
import { code, page, prose } from '../../src/docs/markdown.ts'
import { GENERATED } from './page-group.ts'

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
    ...ledger.flatMap((entry) => section(entry, tested)),
  )
}

const INTRODUCTION = `Facts that [the service's description](service/README.md) leaves open and that its open clients show, each with its [degree of certainty](concepts/assumption.md). If a value comes first, the fact holds only under that alternative. Each fact has a test that fails if the simulator does not follow it.`

function section(entry: Assumption, tested: readonly TestedFact[]): string[] {
  const facts = choicesOf(entry).flatMap(({ value, evidence = [] }) =>
    evidence.map(({ fact, degree, shownBy }) => {
      const condition = value === entry.default ? '' : `With ${code(value)}: `
      const tests = tested.filter((one) => one.id === entry.id && one.fact === fact)
      return [
        `- ${condition}${prose(fact)} (${degree}: ${prose(shownBy)})`,
        ...tests.map(({ file, title }) => `  - ${code(file)}: ${prose(title)}`),
      ].join('\n')
    }),
  )
  return facts.length === 0 ? [] : [`## ${entry.id}: ${prose(entry.title)}`, facts.join('\n')]
}
