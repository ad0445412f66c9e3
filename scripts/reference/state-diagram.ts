// State machines as pages show them, drawn from the tables that the engine goes by.

import type { Machine } from '../../src/model/records/state-machine.ts'
import { sectionLink } from './links.ts'
import { code, table } from '../../src/docs/markdown.ts'

const MACHINES_PAGE = 'docs/state-machines.md'

/**
 * A Mermaid diagram; what several events do alike is one arrow. States that no event leaves are ends; `initial` are those
 * in which records are made, where no transition says so.
 */
export function stateDiagram<S extends string, E extends string>(
  machine: Machine<S, E>,
  initial: readonly NoInfer<S>[] = [],
): string {
  const arrows = new Map<string, string[]>()
  for (const { from, event, to } of machine.transitions) {
    const arrow = `${point(from)} --> ${point(to)}`
    arrows.set(arrow, [...(arrows.get(arrow) ?? []), event])
  }
  const left = new Set<string>(machine.transitions.map(({ from }) => from))
  const lines = [
    'stateDiagram-v2',
    ...initial.map((state) => `  [*] --> ${state}`),
    ...[...arrows].map(([arrow, events]) => `  ${arrow}: ${events.join(', ')}`),
    ...machine.states.filter((state) => !left.has(state)).map((state) => `  ${state} --> [*]`),
  ]
  return `\`\`\`mermaid\n${lines.join('\n')}\n\`\`\``
}

/**
 * What each event leads to and does besides, in words; states from which it does the same share a row. With `sections`, a
 * last column has the section that documents it.
 */
export function effectsTable<S extends string, E extends string>(
  machine: Machine<S, E>,
  { sections = false }: { readonly sections?: boolean } = {},
): string {
  const rows = new Map<string, { readonly from: string[]; readonly cells: Cells }>()
  for (const { from, event, to, effects = '', section = '' } of machine.transitions) {
    const documented = sections && section !== '' ? sectionLink(MACHINES_PAGE, section, `§${section}`) : ''
    const cells: Cells = [event, to, sentence(effects), documented]
    const row = rows.get(cells.join('\n')) ?? { from: [], cells }
    row.from.push(from)
    rows.set(cells.join('\n'), row)
  }
  const named = (states: readonly string[]) =>
    states.length > 1 && states.length === machine.states.length ? 'any' : states.map(code).join(', ')
  return table(
    ['Event', 'From', 'To', 'What it means', ...(sections ? ['Documented'] : [])],
    [...rows.values()].map(({ from, cells: [event, to, effects, section] }) => [
      code(event),
      named(from),
      code(to),
      effects,
      ...(sections ? [section] : []),
    ]),
  )
}

type Cells = readonly [event: string, to: string, effects: string, section: string]

/** Words as a sentence of a page. */
function sentence(words: string): string {
  return words === ''
    ? ''
    : words.charAt(0).toUpperCase() + words.slice(1) + (/[.!?]$/.test(words) ? '' : '.')
}

const point = (state: string) => (state === 'none' ? '[*]' : state)
