// The page of assumptions: the ledger in words, and which operations lean on each entry.

import { stringify } from 'yaml'
import type { Assumption } from '../../src/api/framework/assumptions.ts'
import { degreeOf, provenanceText } from '../../src/api/ledger/entry.ts'
import { PRESET, presets } from '../../src/api/ledger/presets.ts'
import type { Operation } from '../../src/api/framework/operation.ts'
import { sectionLink } from './links.ts'
import { code, GENERATED, page, prose, table } from './markdown.ts'

const PAGE = 'docs/assumptions.md'

/** The text of the page. */
export function assumptionsPage(ledger: readonly Assumption[], operations: readonly Operation[]): string {
  return page(
    GENERATED,
    '# Assumptions',
    INTRODUCTION,
    table(
      ['Number', 'Title', 'Known from', 'Can be overridden'],
      ledger.map((entry) => [
        `[${entry.id}](#${entry.id.toLowerCase()})`,
        prose(entry.title),
        provenanceOf(entry),
        entry.alternatives.length === 0 ? '' : 'yes',
      ]),
    ),
    presetSection(),
    ...ledger.flatMap((entry) => section(entry, operations)),
  )
}

const INTRODUCTION = `The description of the service leaves questions open. Wherever an answer of the simulator depends on such a question, the choice is an entry of this ledger: **observed** when open clients or pages of the service show it, **assumed** when it is the simulator's own. Everything that is not listed here is documented.

An observed entry has the degree of its least certain fact: **stated** when a client of the service relies on it or a captured response contains it, **likely** when a docstring, a branch of a client or a careful third party suggests it. A fact with a single hint is **weak**: it can support an alternative, never a default. [Observed facts](observed-facts.md) lists each fact with its test.

Send the header \`X-Sim-Explain: 1\` and the answer names the entries that shaped it in \`X-Sim-Assumptions\`. The report of a simulator sums up which ones a test suite leaned on. Entries with alternatives can be switched in a scenario, as shown with each.`

function provenanceOf({ provenance, evidence }: Assumption): string {
  return provenanceText(provenance, degreeOf(evidence))
}

function presetSection(): string {
  return [
    '## Presets',
    'A preset selects several alternatives at once; alternatives set individually override it.',
    table(
      ['Name', 'Purpose', 'Alternatives'],
      [...presets].map(([name, { description, alternatives: chosen }]) => [
        code(name),
        prose(description),
        Object.entries(chosen)
          .map(([id, value]) => `[${id}](#${id.toLowerCase()}) ${code(value)}`)
          .join(', '),
      ]),
    ),
    'In a scenario:',
    ...[...presets.keys()]
      .slice(0, 1)
      .map((name) => ['```yaml', `config: { assumptions: { ${PRESET}: ${name} } }`, '```'].join('\n')),
  ].join('\n\n')
}

function section(entry: Assumption, operations: readonly Operation[]): string[] {
  const leaning = operations.filter(({ assumptions }) => assumptions.includes(entry.id)).map(({ id }) => id)
  return [
    `<a id="${entry.id.toLowerCase()}"></a>`,
    `## ${entry.id}: ${prose(entry.title)}`,
    `Left open by section ${sectionLink(PAGE, entry.section)} of the service's description; ${provenanceOf(entry)}.`,
    `**What the simulator does.** ${prose(entry.behaviour)}`,
    `**Why.** ${prose(entry.reason)}`,
    ...evidenceOf(entry),
    ...alternatives(entry),
    `**Who leans on it.** ${leaningWords(entry, leaning)}`,
  ]
}

function evidenceOf({ evidence }: Assumption): string[] {
  if (evidence.length === 0) return []
  const facts = evidence.map(({ fact, degree, shownBy }) => `- ${prose(fact)} (${degree}: ${prose(shownBy)})`)
  return ['**Evidence.**', facts.join('\n')]
}

function alternatives(entry: Assumption): string[] {
  const [first] = entry.alternatives
  if (first === undefined) return []
  return [
    `**Alternatives** to ${code(entry.default)}:`,
    entry.alternatives
      .map(({ value, behaviour, evidence = [] }) => {
        const facts = evidence.map((each) => ` (${each.degree}: ${prose(each.shownBy)})`)
        return `- ${code(value)}: ${prose(behaviour)}${facts.join('')}`
      })
      .join('\n'),
    `In a scenario:`,
    ['```yaml', `config: { assumptions: { ${entry.id}: ${stringify(first.value).trim()} } }`, '```'].join(
      '\n',
    ),
  ]
}

function leaningWords(entry: Assumption, leaning: readonly string[]): string {
  const named = leaning.map(code).join(', ')
  if (!entry.general) return leaning.length === 0 ? 'No operation yet.' : `${named}.`
  return leaning.length === 0
    ? 'Every operation that it can concern.'
    : `Every operation; above all ${named}.`
}
