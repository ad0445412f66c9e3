/** The entries of the reference: each operation, each assumption and each preset, rendered from its declaration. */
import type { Assumption } from '../api/framework/assumptions.ts'
import { INTERFACE_DESCRIPTIONS, INTERFACES } from '../api/framework/interfaces.ts'
import type { Operation } from '../api/framework/operation.ts'
import { loadSchemas } from '../api/framework/zod.ts'
import { PRESET, type Preset } from '../api/ledger/presets.ts'
import type { SnippetLanguage } from '../snippets/snippet.ts'
import { latePart, once } from '../world/once.ts'
import { assumptionText } from './assumption-text.ts'
import { code, prose } from './markdown.ts'
import { operationRequest } from './operation-request.ts'
import { operationText } from './operation-text.ts'

export type EntryKind = 'operation' | 'assumption' | 'preset'

export interface ReferenceEntry {
  readonly kind: EntryKind
  /** By which it is looked up: `wiki.requirement.read`, `A17`, `earlier-clients`. */
  readonly name: string
  /** The heading, as Markdown. */
  readonly title: string
  /** The heading over it in the reference. */
  readonly group: string
  /** What the reference says once for the whole group, as Markdown; empty if there is nothing. */
  readonly place: string
  /** What stands below the heading, as Markdown. Links are relative to docs/. */
  readonly text: () => string
  /** The example of an operation as a program; absent for what is no operation. */
  readonly request?: (language: SnippetLanguage) => string
}

/** All entries by name, in the order of the reference. */
export const loadEntries: () => Promise<ReadonlyMap<string, ReferenceEntry>> = latePart(async () => {
  // They are parts of the program already, which other parts load in the same way.
  const [{ operations }, { assumptions }, { presets }] = await Promise.all([
    import('../api/operations.ts'),
    import('../api/framework/assumptions.ts'),
    import('../api/ledger/presets.ts'),
    loadSchemas(),
  ])
  return entriesOf(operations, assumptions, presets)
}).load

/** The entries of these declarations. Their texts need the schemas to be loaded. */
export function entriesOf(
  offered: readonly Operation[],
  ledger: readonly Assumption[],
  selections: ReadonlyMap<string, Preset> = new Map(),
): ReadonlyMap<string, ReferenceEntry> {
  const ordered = INTERFACES.flatMap((name) => offered.filter((each) => each.interface === name))
  const entries: ReferenceEntry[] = [
    ...ordered.map((operation) => ({
      kind: 'operation' as const,
      name: operation.id,
      title: code(operation.id),
      group: `${INTERFACE_DESCRIPTIONS[operation.interface].title}: ${operation.group}`,
      place: placeOf(operation),
      text: once(() => operationText(operation)),
      request: (language: SnippetLanguage) => operationRequest(operation, language),
    })),
    ...ledger.map((assumption) => ({
      kind: 'assumption' as const,
      name: assumption.id,
      title: `${assumption.id}: ${prose(assumption.title)}`,
      group: 'Assumptions',
      place: '',
      text: once(() => assumptionText(assumption, ordered)),
    })),
    ...[...selections].map(([name, preset]) => ({
      kind: 'preset' as const,
      name,
      title: code(name),
      group: 'Presets of assumptions',
      place: '',
      text: once(() => presetText(name, preset)),
    })),
  ]
  return new Map(entries.map((entry) => [entry.name, entry]))
}

function placeOf({ interface: offered, group }: Operation): string {
  const { title, prefix } = INTERFACE_DESCRIPTIONS[offered]
  return `${title}, group ${group}.${prefix === '' ? '' : ` Paths begin with ${code(prefix)}.`}`
}

function presetText(name: string, { description, alternatives }: Preset): string {
  const values = Object.entries(alternatives).map(([id, value]) => `${id} ${code(value)}`)
  return [
    `${prose(description)} Selects ${values.join(', ')}; alternatives set individually override it.`,
    'In a scenario:',
    ['```yaml', `config: { assumptions: { ${PRESET}: ${name} } }`, '```'].join('\n'),
  ].join('\n\n')
}
