/** The state machines that a step moved, read from the records before and after. */
import type { RecordDifference } from '../../control/responses/worlds.ts'
import type { Machine } from '../../control/responses/catalogue.ts'
import { nameOfRecord, NONE, sourcesOf } from '../panels/machines/model.ts'
import { countText } from '../words/text.ts'

/** Records that went from one state of a machine to another. */
export interface Move {
  readonly machine: string
  readonly from: string
  readonly to: string
  /** Their names. */
  readonly names: readonly string[]
}

type Fields = Readonly<Record<string, unknown>>

/** The state of a record in a machine; undefined if the machine is not about records of this table. */
export function stateOf(machine: Machine, table: string, record: Fields): string | undefined {
  return machine.states.find((state) =>
    sourcesOf(machine.name, state).some(
      (source) =>
        source.table === table &&
        Object.entries(source.filters).every(([field, value]) => String(record[field]) === value),
    ),
  )
}

/** The table that has the records of a machine. */
export function tableOfMachine(machine: Machine): string | undefined {
  return sourcesOf(machine.name, machine.states[0] ?? '')[0]?.table
}

export function movesOf(
  machines: readonly Machine[],
  differences: readonly RecordDifference[],
): readonly Move[] {
  const found = new Map<string, Move>()
  for (const { table, before, after } of differences) {
    for (const machine of machines) {
      const from = before === undefined ? NONE : stateOf(machine, table, before)
      const to = after === undefined ? NONE : stateOf(machine, table, after)
      if (from === undefined || to === undefined || from === to) continue
      const key = JSON.stringify([machine.name, from, to])
      const names = [...(found.get(key)?.names ?? []), shortName({ ...before, ...after })]
      found.set(key, { machine: machine.name, from, to, names })
    }
  }
  return [...found.values()]
}

/**
 * The machine to draw if the step names none: one of records in the tables that matter. Messages are drawn as a queue.
 */
export function mainMachine(
  machines: readonly Machine[],
  moves: readonly Move[],
  tables: readonly string[] | undefined,
): string | undefined {
  const matters = (name: string) => {
    const machine = machines.find((one) => one.name === name)
    const table = machine === undefined ? undefined : tableOfMachine(machine)
    return tables === undefined || (table !== undefined && tables.includes(table))
  }
  return moves.find(({ machine }) => machine !== 'queue-message' && matters(machine))?.machine
}

function shortName(record: Fields): string {
  const { key, name, title, kind } = record
  for (const value of [key, name, title, kind]) if (typeof value === 'string') return value
  return nameOfRecord(record).id
}

/** The label of an arrow: the record, or how many there are. */
export function moveLabel({ names }: Move): string {
  return names.length === 1 ? (names[0] ?? '') : countText(names.length, 'record')
}

/**
 * A machine as the stage draws it: one arrow from a state to another, with a label where records moved, and without the state
 * of records that do not exist unless one came from there or went there.
 */
export function drawnMachine(machine: Machine, moves: readonly Move[]): Machine {
  const own = moves.filter((move) => move.machine === machine.name)
  const hasNone = own.some(({ from, to }) => from === NONE || to === NONE)
  const pairs = new Map<string, { from: string; to: string; event: string }>()
  for (const { from, to } of machine.transitions) {
    if (from === to || (!hasNone && (from === NONE || to === NONE))) continue
    pairs.set(`${from} ${to}`, { from, to, event: '' })
  }
  for (const move of own)
    pairs.set(`${move.from} ${move.to}`, { from: move.from, to: move.to, event: moveLabel(move) })
  return { ...machine, transitions: [...pairs.values()] }
}
