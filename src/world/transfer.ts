/** Export and import: a whole world as versioned JSON. */
import { type ClockState, isSpeed, MAXIMUM_SPEED } from './time/clock-state.ts'
import { FIRST_INSTANT, LAST_INSTANT } from './time/duration.ts'
import { type JobRecord, jobs } from './time/jobs.ts'
import { type Table } from './store/table.ts'
import { SYSTEM, tablesOf, World, type WorldSchema } from './world.ts'
import { isObject } from './objects.ts'

/** A world as plain JSON; `version` grows when the shape changes. */
export interface WorldDocument {
  readonly format: 'reqsim.world'
  readonly version: 1
  readonly seed: string
  readonly clock: ClockState
  readonly stores: Readonly<Record<string, Readonly<Record<string, readonly object[]>>>>
}

/** The message names the place. */
export class WorldDocumentError extends Error {}

/** Records are shared, not copied. Empty tables are left out. */
export function exportWorld(world: World): WorldDocument {
  const stores: Record<string, Record<string, readonly object[]>> = {}
  for (const name of [SYSTEM, ...world.schema.regions]) {
    const store = name === SYSTEM ? world.system : world.region(name)
    const tables: Record<string, readonly object[]> = {}
    for (const definition of tablesOf(world.schema, name)) {
      const records = [...anyTable(store.table(definition)).scan()]
      if (records.length > 0) tables[definition.name] = records
    }
    stores[name] = tables
  }
  return { format: 'reqsim.world', version: 1, seed: world.seed, clock: world.clock, stores }
}

/**
 * Makes the world that a document describes. `checkRecord` returns what is wrong with a record: a table relies on the
 * fields that its key and its indexes read. Throws WorldDocumentError for anything that is not a world of this schema.
 */
export function importWorld(
  schema: WorldSchema,
  document: unknown,
  checkRecord: (table: string, record: object) => string | undefined,
): World {
  const head = readHead(document)
  const world = new World(schema, { seed: head.seed, clock: head.clock })
  for (const [name, tables] of Object.entries(head.stores)) {
    if (name !== SYSTEM && !schema.regions.includes(name))
      throw new WorldDocumentError(`stores: no store ${show(name)}`)
    const store = name === SYSTEM ? world.system : world.region(name)
    const definitions = new Map(tablesOf(schema, name).map((definition) => [definition.name, definition]))
    for (const [table, records] of Object.entries(asObject(tables, `stores.${name}`))) {
      const definition = definitions.get(table)
      if (definition === undefined) throw new WorldDocumentError(`stores.${name}: no table ${show(table)}`)
      const place = `stores.${name}.${table}`
      if (!Array.isArray(records)) throw new WorldDocumentError(`${place}: must be a list`)
      fill(anyTable(store.table(definition)), records, place, checkRecord)
    }
  }
  checkJobs(world)
  return world
}

function fill(
  table: Table<object, string>,
  values: readonly unknown[],
  place: string,
  checkRecord: (table: string, record: object) => string | undefined,
): void {
  const { definition } = table
  const records = values.map((value, position) => {
    const record = asObject(value, `${place}[${position}]`)
    const problem = checkRecord(definition.name, record)
    if (problem !== undefined) throw new WorldDocumentError(`${place}[${position}]: ${problem}`)
    return record
  })
  try {
    table.insertMany(records)
  } catch {
    // Inserting one by one shows which record is refused.
    for (const [position, record] of records.entries()) insertAt(table, record, `${place}[${position}]`)
  }
}

function insertAt(table: Table<object, string>, record: object, place: string): void {
  try {
    table.insert(record)
  } catch (error) {
    throw new WorldDocumentError(`${place}: ${error instanceof Error ? error.message : 'cannot be stored'}`)
  }
}

// Checks what the kernel relies on: jobs that it can run, none of them in the past, and unused numbers.
function checkJobs(world: World): void {
  const last = world.system.last('job')
  for (const [position, job] of [...world.system.table(jobs).scan()].entries()) {
    const problem = problemOfJob(world, job, last)
    if (problem !== undefined)
      throw new WorldDocumentError(`stores.${SYSTEM}.${jobs.name}[${position}]: ${problem}`)
  }
}

function problemOfJob(
  world: World,
  { id, kind, due, created, payload }: JobRecord,
  last: number,
): string | undefined {
  if (!Number.isSafeInteger(id) || id < 1 || id > last)
    return `id must be from 1 to the last of sequence 'job', ${last}`
  if (typeof kind !== 'string' || !Object.hasOwn(world.schema.jobs, kind))
    return `no handler for jobs of kind ${show(kind)}`
  if (!Number.isSafeInteger(due) || due < world.now)
    return `due must be an instant from clock.now on, not ${show(due)}`
  if (!Number.isSafeInteger(created) || created > due)
    return `created must be an instant up to due, not ${show(created)}`
  if (payload !== undefined && (typeof payload !== 'object' || payload === null))
    return 'payload must be an object'
  return undefined
}

function readHead(document: unknown): { seed: string; clock: ClockState; stores: Record<string, unknown> } {
  const { format, version, seed, clock, stores } = asObject(document, 'document')
  if (format !== 'reqsim.world') throw new WorldDocumentError("format: must be 'reqsim.world'")
  if (version !== 1)
    throw new WorldDocumentError(`version: this release reads version 1, not ${show(version)}`)
  if (typeof seed !== 'string') throw new WorldDocumentError('seed: must be a string')
  const { now, start, mode, speed } = asObject(clock, 'clock')
  if (!isInstant(now))
    throw new WorldDocumentError('clock.now: must be whole milliseconds within the years 0 to 9999')
  if (!isInstant(start) || start > now)
    throw new WorldDocumentError('clock.start: must be whole milliseconds up to now')
  if (mode !== 'manual' && mode !== 'auto' && mode !== 'live') {
    throw new WorldDocumentError('clock.mode: must be manual, auto or live')
  }
  if (!isSpeed(speed)) {
    throw new WorldDocumentError(`clock.speed: must be a number above 0 and at most ${MAXIMUM_SPEED}`)
  }
  return { seed, clock: Object.freeze({ now, start, mode, speed }), stores: asObject(stores, 'stores') }
}

function isInstant(value: unknown): value is number {
  return (
    Number.isSafeInteger(value) && (value as number) >= FIRST_INSTANT && (value as number) <= LAST_INSTANT
  )
}

function asObject(value: unknown, place: string): Record<string, unknown> {
  if (!isObject(value)) {
    throw new WorldDocumentError(`${place}: must be an object`)
  }
  return value as Record<string, unknown>
}

// Shows only primitive values: a hostile document may be too deeply nested to print.
function show(value: unknown): string {
  if (typeof value === 'string') return `'${value.slice(0, 100)}'`
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}

function anyTable(table: unknown): Table<object, string> {
  return table as Table<object, string>
}
