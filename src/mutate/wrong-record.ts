/** The mutant of a write that changes the neighbour of the record that its path names. */
import type { Call } from '../gateway/gateway.ts'
import type { TableDifference } from '../world/world.ts'
import { differencesOfSnapshots, type World } from '../world/world.ts'
import { type MutatedHandle, trialOf } from './exchange.ts'
import { isWrite } from './last-write.ts'
import { hasSameRecords } from './worlds.ts'

/** How many neighbours are tried, and how many records are looked at to find them. */
const MAXIMUM_TRIED = 3
const MAXIMUM_READ = 2000

type Fields = Readonly<Record<string, unknown>>

/**
 * The response is that of the right record; the world is as if the path had named its neighbour. Not reached if the path names
 * no record that the call changes, or if the call is refused for its neighbours.
 */
export const wrongRecord: MutatedHandle = (call, handle, reached, refused) => {
  const { world } = call
  const before = world.snapshot()
  const trial = trialOf(call)
  const said = handle(trial, refused)
  if (!isWrite(said)) return handle(call, refused)
  const changes = differencesOfSnapshots(world.schema, before, trial.world.snapshot())
  for (const other of neighboursOf(call, changes)) {
    const attempt = trialOf(other)
    const done = handle(attempt, refused)
    if (!isWrite(done) || hasSameRecords(world, before, attempt.world.snapshot())) continue
    handle(other, refused)
    reached()
    return said
  }
  return handle(call, refused)
}

/** The call with the neighbour's value in place of one of its path parameters, the last one first. */
function* neighboursOf(call: Call, changes: readonly TableDifference[]): Generator<Call> {
  const { match } = call.resolution
  if (match?.kind !== 'found') return
  for (const name of Object.keys(match.path).toReversed()) {
    const value = match.path[name]
    for (const { store, table, records } of changes) {
      const named = records.find(({ before }) => fieldWith(before, value) !== undefined)?.before as
        | Fields
        | undefined
      const field = fieldWith(named, value)
      if (store === 'system' || named === undefined || field === undefined) continue
      const others = Object.keys(match.path).filter((each) => each !== name)
      const same = others.flatMap((each) => fieldWith(named, match.path[each]) ?? [])
      for (const neighbour of neighbours(call.world, { store, table }, named, same)) {
        const next = neighbour[field]
        if ((typeof next === 'string' || typeof next === 'number') && next !== value)
          yield withParameter(call, name, next)
      }
    }
  }
}

/** The records after this one in its table, then those before it, with the same values in these fields. */
function neighbours(
  world: World,
  { store, table }: { readonly store: string; readonly table: string },
  record: Fields,
  same: readonly string[],
): readonly Fields[] {
  const definition = world.schema.tables.find(({ name }) => name === table)
  if (definition === undefined) return []
  const own = definition.key(record as never)
  const found: { readonly before: Fields[]; readonly after: Fields[] } = { before: [], after: [] }
  let read = 0
  let isPast = false
  for (const each of world.region(store).table(definition).scan() as Generator<Fields>) {
    if (read++ >= MAXIMUM_READ || found.after.length >= MAXIMUM_TRIED) break
    if (definition.key(each as never) === own) isPast = true
    else if (same.every((field) => each[field] === record[field]))
      found[isPast ? 'after' : 'before'].push(each)
  }
  return [...found.after, ...found.before.toReversed()].slice(0, MAXIMUM_TRIED)
}

/** The field of a record that has this value; undefined if none has. */
function fieldWith(record: object | undefined, value: unknown): string | undefined {
  if (record === undefined) return undefined
  return Object.entries(record).find(([, held]) => held === value)?.[0]
}

/** The same call for another value of a path parameter. */
function withParameter(call: Call, name: string, value: string | number): Call {
  const { resolution, location, request } = call
  const { match } = resolution
  if (match?.kind !== 'found') return call
  const old = encodeURIComponent(String(match.path[name]))
  const changed = encodeURIComponent(String(value))
  const replaced = (text: string) => {
    const [path = '', ...rest] = text.split(/(?=\?)/)
    const segments = path.split('/')
    const at = segments.lastIndexOf(old)
    return [at === -1 ? path : segments.with(at, changed).join('/'), ...rest].join('')
  }
  return {
    ...call,
    request: { ...request, url: replaced(request.url) },
    location: { ...location, path: replaced(location.path) },
    resolution: { ...resolution, match: { ...match, path: { ...match.path, [name]: value } } },
  }
}
