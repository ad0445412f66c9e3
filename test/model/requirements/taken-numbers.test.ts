/** A number that a scenario or an import gave to a record is never given again: what is created gets the next free one. */
import { beforeAll, describe, expect, test } from 'vitest'
import { operations } from '../../../src/api/operations.ts'
import { createSimulator, type Simulator } from '../../../src/index.ts'
import { regionTables } from '../../../src/model/schema.ts'
import { clientOf } from '../../support/client.ts'
import { prepareExample, tryExample } from '../../support/examples.ts'

type Row = Readonly<Record<string, unknown>> & { readonly id: number }
type Rows = ReadonlyMap<string, ReadonlyMap<number, Row>>

const NUMBERED: ReadonlySet<string> = new Set(
  `bulkJob container dashboard externalPropertyMetadata importJob inboundAnswer invitation issue
        issueHistory issueLink issueTemplate organization outboundMessage propertyName requirement
        requirementType rule template testCaseLink trackerMessage variant`.split(/\s+/),
)

let demo: Simulator
beforeAll(async () => {
  demo = await createSimulator({ scenario: 'demo' })
})

/** Tables whose records have numbers that scenarios give as well. */
const numbered = Object.values(regionTables).filter(({ name }) => NUMBERED.has(name))

const tableOf = (simulator: Simulator, name: string) => {
  const definition = numbered.find((one) => one.name === name)
  return simulator.world.region('eu').table(definition as never) as unknown as {
    scan(): Iterable<Row>
    insert(row: Row): Row
  }
}

function rowsOf(simulator: Simulator): Rows {
  return new Map(
    numbered.map(({ name }) => {
      const rows = [...tableOf(simulator, name).scan()].filter(({ id }) => typeof id === 'number')
      return [name, new Map(rows.map((row) => [row.id, row]))]
    }),
  )
}

const created = (before: Rows, after: Rows): [string, Row][] =>
  [...after].flatMap(([name, rows]) =>
    [...rows.values()]
      .filter(({ id }) => !before.get(name)?.has(id))
      .map((row): [string, Row] => [name, row]),
  )

/** The same number in the hands of something that has nothing else to do with what is created. */
function elsewhere(row: Row): Row {
  const moved = (value: unknown, name = ''): unknown => {
    if (name === 'id') return value
    if (name.endsWith('Id') && typeof value === 'number') return 777_000 + row.id
    if (/^(?:name|key|title|email|issueKey|spaceKey|testCase\w*)$/.test(name)) return `elsewhere ${row.id}`
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, moved(inner, field)]))
  }
  return moved(row) as Row
}

async function call(simulator: Simulator, operation: (typeof operations)[number]): Promise<number> {
  return (await tryExample(clientOf(simulator), operation)).status
}

const creating = operations.filter(
  ({ method, success }) => method !== 'GET' && method !== 'DELETE' && success.status < 300,
)

describe('new records get numbers that no other record has', () => {
  test.each(creating.map((operation) => [operation.id, operation] as const))('%s', async (_id, operation) => {
    const ready = demo.fork()
    await prepareExample(clientOf(ready), operation)
    const [first, second] = [ready.fork(), ready.fork()]
    const status = await call(first, operation)
    const rows = created(rowsOf(ready), rowsOf(first))
    if (rows.length === 0) return
    for (const [name, row] of rows) tableOf(second, name).insert(elsewhere(row))
    const before = rowsOf(second)
    expect(await call(second, operation)).toBe(status)
    const after = rowsOf(second)
    expect(created(before, after).map(([name]) => name)).toEqual(rows.map(([name]) => name))
    for (const [name, { id }] of rows) expect(after.get(name)?.get(id)).toEqual(before.get(name)?.get(id))
  })
})
