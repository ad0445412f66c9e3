/** What the reference says about an entry of the ledger, read from its declaration. Ids stand without links: readers of HTML get them. */
import { stringify } from 'yaml'
import type { Assumption } from '../api/framework/assumptions.ts'
import type { Operation } from '../api/framework/operation.ts'
import { degreeOf, provenanceText } from '../api/ledger/entry.ts'
import { code, prose } from './markdown.ts'
import { pageOfSection, sectionAnchor } from './sections.ts'

/** The text below its heading. */
export function assumptionText(entry: Assumption, operations: readonly Operation[]): string {
  const { section, provenance, evidence } = entry
  const link = `[${section}](${pageOfSection(section)}#${sectionAnchor(section)})`
  return [
    `Open in section ${link} of the service's description; ${provenanceText(provenance, degreeOf(evidence))}.`,
    `**What the simulator does.** ${prose(entry.behaviour)}`,
    `**Why.** ${prose(entry.reason)}`,
    ...evidenceOf(entry),
    ...alternatives(entry),
    `**Operations.** ${dependentWords(entry, operations)}`,
  ].join('\n\n')
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

function dependentWords(entry: Assumption, operations: readonly Operation[]): string {
  const named = operations
    .filter(({ assumptions }) => assumptions.includes(entry.id))
    .map(({ id }) => code(id))
    .join(', ')
  if (!entry.general) return named === '' ? 'None yet.' : `${named}.`
  return named === '' ? 'All that it can concern.' : `All; above all ${named}.`
}
