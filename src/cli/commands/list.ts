/** `reqsim list`: ready scenarios, operations, assumptions, presets, transitions of state machines, one per line. */
import { assumptions } from '../../api/framework/assumptions.ts'
import { degreeOf } from '../../api/ledger/entry.ts'
import { presets } from '../../api/ledger/presets.ts'
import { pathsOf } from '../../api/framework/operation.ts'
import { operations } from '../../api/operations.ts'
import { INTERFACE_DESCRIPTIONS } from '../../api/framework/surface.ts'
import { machines } from '../../model/machine-list.ts'
import { readyScenarios } from '../../scenario/ready/list.ts'
import type { ListName } from './lists.ts'
import { columns } from '../output/table.ts'

const ROWS: Readonly<Record<ListName, () => string[][]>> = {
  scenarios: () => readyScenarios().map(({ name, description = '' }) => [name, description]),
  operations: () =>
    operations.map((operation) => {
      const { id, method, interface: name, stability, provenance } = operation
      const paths = pathsOf(operation).map((path) => INTERFACE_DESCRIPTIONS[name].prefix + path)
      return [id, method, paths.join(', '), stability, provenance]
    }),
  assumptions: () =>
    assumptions.map(({ id, title, provenance, evidence, default: chosen, alternatives }) => {
      const values = alternatives.map(({ value }) => value)
      return [
        id,
        provenance,
        degreeOf(evidence) ?? '',
        title,
        values.length === 0 ? '' : `${chosen} (or ${values.join(', ')})`,
      ]
    }),
  presets: () =>
    [...presets].map(([name, { description, alternatives }]) => {
      const chosen = Object.entries(alternatives).map(([id, value]) => `${id}: ${value}`)
      return [name, chosen.join(', '), description]
    }),
  machines: () =>
    machines.flatMap(({ id, machine }) =>
      machine.transitions.map(({ from, event, to, effects = '' }) => [id, from, event, to, effects]),
    ),
}

/** Writes the rows to the standard output. */
export function runList(what: ListName): void {
  process.stdout.write(columns(ROWS[what]()))
}
