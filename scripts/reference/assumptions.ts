// The pages of assumptions: the ledger in words, and the operations that depend on each entry.

import { stringify } from 'yaml'
import type { Assumption } from '../../src/api/framework/assumptions.ts'
import { degreeOf, provenanceText } from '../../src/api/ledger/entry.ts'
import { PRESET, presets } from '../../src/api/ledger/presets.ts'
import type { Operation } from '../../src/api/framework/operation.ts'
import { ASSUMPTION_GROUPS, type AssumptionGroup, groupOfAssumption } from './assumption-groups.ts'
import { assumptionLink, operationLink, sectionLink, target } from './links.ts'
import { code, GENERATED, page, prose, table } from './markdown.ts'
import { withNavigation } from './page-group.ts'

const INDEX = 'docs/assumptions/README.md'

/** The index and a page for each group of entries. Throws for an entry in no group. */
export function assumptionPages(
  ledger: readonly Assumption[],
  operations: readonly Operation[],
): Map<string, string> {
  const grouped = Map.groupBy(ledger, ({ id }) => groupOfAssumption(id))
  const groups = ASSUMPTION_GROUPS.filter(({ name }) => grouped.has(name))
  const pages = groups.map((group): [string, string] => [
    pathOf(group),
    groupPage(group, grouped.get(group.name) ?? [], operations),
  ])
  const index = indexPage(groups.map((group) => ({ group, entries: grouped.get(group.name) ?? [] })))
  return new Map([[INDEX, index], ...withNavigation(INDEX, new Map(pages))])
}

function pathOf({ name }: AssumptionGroup): string {
  return `docs/assumptions/${name}.md`
}

interface ListedGroup {
  readonly group: AssumptionGroup
  readonly entries: readonly Assumption[]
}

function indexPage(groups: readonly ListedGroup[]): string {
  return page(
    GENERATED,
    '# Assumptions',
    INTRODUCTION,
    presetSection(),
    ...groups.flatMap(({ group, entries }) => [
      `## [${group.title}](${target(INDEX, pathOf(group))})`,
      table(
        ['Entry', 'Title', 'Origin', 'Can be overridden'],
        entries.map((entry) => [
          assumptionLink(INDEX, entry.id),
          prose(entry.title),
          provenanceOf(entry),
          entry.alternatives.length === 0 ? '' : 'yes',
        ]),
      ),
    ]),
  )
}

const INTRODUCTION = `[The service's description](../service/README.md) leaves questions open. If a response depends on such a question, our choice is an entry of this ledger. An entry is **observed** if open clients or pages of the service show it, and **assumed** if it is our own decision. Everything else is documented.

An observed entry has the degree of its least certain fact. A fact is **stated** if a client of the service relies on it or a captured response contains it, **likely** if a docstring, a branch of a client or a careful third party suggests it, and **weak** if there is a single hint. A weak fact can support an alternative, never a default. [Observed facts](../observed-facts.md) lists each fact with its test.

Send the header \`X-Sim-Explain: 1\`, and the response lists the entries that shaped it in \`X-Sim-Assumptions\`. The [report](../concepts/report.md) of a simulator sums up which entries a test suite depends on. A scenario can switch every entry that has alternatives; each page shows how.`

function provenanceOf({ provenance, evidence }: Assumption): string {
  return provenanceText(provenance, degreeOf(evidence))
}

function presetSection(): string {
  return [
    '## Presets',
    'A preset selects several alternatives at once; alternatives set individually override it.',
    ...[...presets].map(([name, { description, alternatives: chosen }]) => {
      const values = Object.entries(chosen).map(
        ([id, value]) => `${assumptionLink(INDEX, id)} ${code(value)}`,
      )
      return `- ${code(name)}: ${prose(description)} Selects ${values.join(', ')}.`
    }),
    'In a scenario:',
    ...[...presets.keys()]
      .slice(0, 1)
      .map((name) => ['```yaml', `config: { assumptions: { ${PRESET}: ${name} } }`, '```'].join('\n')),
  ].join('\n\n')
}

function groupPage(
  group: AssumptionGroup,
  entries: readonly Assumption[],
  operations: readonly Operation[],
): string {
  return page(
    GENERATED,
    `# Assumptions: ${group.title.charAt(0).toLowerCase()}${group.title.slice(1)}`,
    `${entries.length === 1 ? 'One entry' : `${entries.length} entries`} of the [ledger](${target(pathOf(group), INDEX)}).`,
    ...entries.flatMap((entry) => section(pathOf(group), entry, operations)),
  )
}

function section(from: string, entry: Assumption, operations: readonly Operation[]): string[] {
  return [
    `<a id="${entry.id.toLowerCase()}"></a>`,
    `## ${entry.id}: ${prose(entry.title)}`,
    `Open in section ${sectionLink(from, entry.section)} of the service's description; ${provenanceOf(entry)}.`,
    `**What the simulator does.** ${linked(from, entry, entry.behaviour)}`,
    `**Why.** ${linked(from, entry, entry.reason)}`,
    ...evidenceOf(entry),
    ...alternatives(from, entry),
    `**Operations.** ${dependentWords(from, entry, operations)}`,
  ]
}

/** Plain text in which other entries are links. */
function linked(from: string, entry: Assumption, text: string): string {
  return prose(text).replaceAll(/\bA\d{2,3}\b/g, (id) => (id === entry.id ? id : assumptionLink(from, id)))
}

function evidenceOf({ evidence }: Assumption): string[] {
  if (evidence.length === 0) return []
  const facts = evidence.map(({ fact, degree, shownBy }) => `- ${prose(fact)} (${degree}: ${prose(shownBy)})`)
  return ['**Evidence.**', facts.join('\n')]
}

function alternatives(from: string, entry: Assumption): string[] {
  const [first] = entry.alternatives
  if (first === undefined) return []
  return [
    `**Alternatives** to ${code(entry.default)}:`,
    entry.alternatives
      .map(({ value, behaviour, evidence = [] }) => {
        const facts = evidence.map((each) => ` (${each.degree}: ${prose(each.shownBy)})`)
        return `- ${code(value)}: ${linked(from, entry, behaviour)}${facts.join('')}`
      })
      .join('\n'),
    `In a scenario:`,
    ['```yaml', `config: { assumptions: { ${entry.id}: ${stringify(first.value).trim()} } }`, '```'].join(
      '\n',
    ),
  ]
}

function dependentWords(from: string, entry: Assumption, operations: readonly Operation[]): string {
  const named = operations
    .filter(({ assumptions }) => assumptions.includes(entry.id))
    .map((operation) => operationLink(from, operation))
    .join(', ')
  if (!entry.general) return named === '' ? 'None yet.' : `${named}.`
  return named === '' ? 'All that it can concern.' : `All; above all ${named}.`
}
