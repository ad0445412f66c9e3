/** `reqsim list`: ready scenarios, operations, assumptions, presets, transitions of state machines, one per line. */
import { assumptions } from '../../api/framework/assumptions.ts'
import { degreeOf } from '../../api/ledger/entry.ts'
import { presets } from '../../api/ledger/presets.ts'
import { pathsOf } from '../../api/framework/operation.ts'
import { operations } from '../../api/operations.ts'
import { INTERFACE_DESCRIPTIONS } from '../../api/framework/interfaces.ts'
import { machines } from '../../model/machine-list.ts'
import { readyScenarios } from '../../scenario/ready/list.ts'
import type { ListName } from './lists.ts'
import { describeAssumption, describeOperation } from '../../control/routes/catalogue.ts'
import { describeMachine } from '../../control/routes/machines.ts'
import { listedJson } from '../output/json.ts'
import { columns } from '../output/table.ts'

const ROWS: Readonly<Record<ListName, () => string[][]>> = {
  scenarios: () => readyScenarios().map(({ name, description = '' }) => [name, description]),
  operations: () =>
    operations.map((operation) => {
      const { id, method, interface: name, stability, provenance } = operation
      const paths = pathsOf(operation).map((path) => INTERFACE_DESCRIPTIONS[name].prefix + path)
      // Paths come last, because some are long.
      return [id, method, stability, provenance, paths.join(', ')]
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

const ITEMS: Readonly<Record<ListName, () => readonly object[]>> = {
  scenarios: readyScenarios,
  operations: () => operations.map(describeOperation),
  assumptions: () => assumptions.map(describeAssumption),
  presets: () => [...presets].map(([name, preset]) => ({ name, ...preset })),
  machines: () => machines.map(describeMachine),
}

/** Writes the list to the standard output: in columns, or as JSON in the shape of `schema/list-….schema.json`. */
export function runList(what: ListName, { json = false }: { readonly json?: boolean }): void {
  process.stdout.write(json ? listedJson(ITEMS[what]()) : columns(ROWS[what]()))
}
