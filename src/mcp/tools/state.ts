/** Tools that read and compare the state of a world. */
import { callRoute, fieldsOf, routeOf } from '../control-route.ts'
import { nameOrNumber, object, text } from '../fields.ts'
import { ADDS, type Arguments, declareTool, READS, type Session } from '../tool.ts'
import { type Data, pageText, resultOf, routeTool } from './route-tool.ts'

/** Records of a page unless the caller says otherwise, and members of each list in a record. */
const DEFAULT_RECORDS = 20
const DEFAULT_MEMBERS = 20
/** Jobs, faults and snapshots that the overview lists. */
const LISTED = 5

const TABLE = routeOf('GET /state/{table}')
const DIFFERENCES = routeOf('GET /snapshots/{id}/diff/{other}')

export const getState = declareTool({
  name: 'get_state',
  title: 'Get the state of a world',
  description:
    'Without `table`: an overview of the loaded scenario, worlds, clock, pending jobs, faults, snapshots, and the number of records of each table. With `table`: its records as stored, whatever anyone may see, filtered by `where`. Use call_operation to see what a client sees.',
  effects: READS,
  input: () => {
    const { table: _table, ...fields } = fieldsOf(TABLE, { limit: DEFAULT_RECORDS, members: DEFAULT_MEMBERS })
    return {
      table: text('The table, such as `requirement`, `baseline` or `job`.').optional(),
      where: object(
        'Fields that the records must have, such as {"spaceKey": "ENG", "status": "ACTIVE"}.',
      ).optional(),
      ...fields,
    }
  },
  run: (toolArguments: Arguments, session) =>
    toolArguments['table'] === undefined ? overview(toolArguments, session) : records(toolArguments, session),
})

async function records(toolArguments: Arguments, session: Session) {
  const {
    table,
    where = {},
    world,
    offset,
    limit = DEFAULT_RECORDS,
    members = DEFAULT_MEMBERS,
    region,
  } = toolArguments
  const query = { ...(where as Arguments), offset, limit, members, region }
  const data = (await callRoute(session, TABLE, {
    path: { table },
    query,
    world,
  })) as Data
  const summary = `Table ${String(table)}: ${pageText(data, 'record', offset)}.`
  return resultOf(summary, data, 'page with offset and limit, or name fields in where')
}

async function overview(toolArguments: Arguments, session: Session) {
  const alone = Object.keys(toolArguments).find((name) => !['world', 'region'].includes(name))
  if (alone !== undefined) throw new TypeError(`${alone}: needs 'table'; give both, or neither`)
  const { world, region } = toolArguments
  const get = async (route: string, query: Arguments = {}) =>
    (await callRoute(session, routeOf(route), { query, world })) as Data & Listing
  const health = await get('GET /health')
  const [scenario, worlds, jobs, faults, snapshots, tables] = await Promise.all([
    get('GET /scenario'),
    get('GET /worlds'),
    get('GET /jobs', { limit: LISTED }),
    get('GET /faults', { limit: LISTED }),
    get('GET /snapshots', { limit: LISTED }),
    get('GET /state', { region }),
  ])
  const data = {
    version: health['version'],
    scenario,
    ...(session.url === undefined ? {} : { url: session.url }),
    worlds: worlds.items.map(({ name }) => name),
    world: health['world'],
    clock: health['clock'],
    pendingJobs: { first: jobs.items.map(({ id, kind, due }) => ({ id, kind, due })), total: jobs.total },
    faults: { first: faults.items, total: faults.total },
    snapshots: { first: snapshots.items, total: snapshots.total },
    tables: Object.fromEntries(
      tables.items
        .filter(({ records: count }) => count !== 0)
        .map(({ table, records: count }) => [table, count]),
    ),
  }
  const { now } = health['clock'] as { readonly now: string }
  const summary = `Scenario ${String(scenario['name'])}, world ${String(health['world'])}, clock at ${now}. Tables without records are left out.`
  return resultOf(summary, data, 'get_state with a table lists its records')
}

interface Listing {
  readonly items: readonly Data[]
  readonly total: number
}

export const takeSnapshot = routeTool({
  name: 'take_snapshot',
  title: 'Take a snapshot',
  route: 'POST /snapshots',
  description:
    'Keep the present state of a world under a name. compare_snapshots shows what changed since, and reset_world restores it.',
  effects: ADDS,
  summarise: ({ id, world }) => `Took snapshot ${String(id)} of world ${String(world)}.`,
})

export const compareSnapshots = declareTool({
  name: 'compare_snapshots',
  title: 'Compare snapshots',
  description:
    'List the records that differ between a snapshot and the present state of the world, or another snapshot: what a request, a job or a whole session changed.',
  effects: READS,
  input: () => {
    const { id: _id, other: _other, ...fields } = fieldsOf(DIFFERENCES, { limit: DEFAULT_RECORDS })
    return {
      before: nameOrNumber('The earlier snapshot, by the id of take_snapshot.'),
      after: nameOrNumber(String(DIFFERENCES.pathParameters['other']?.description)).default('now'),
      ...fields,
    }
  },
  run: async ({ before, after, world, limit = DEFAULT_RECORDS, ...query }: Arguments, session) => {
    const data = (await callRoute(session, DIFFERENCES, {
      path: { id: before, other: after },
      query: { ...query, limit },
      world,
    })) as Data
    const found = pageText(data, 'difference', query['offset'])
    const summary = `From ${String(before)} to ${String(after)}: ${found}.`
    return resultOf(summary, data, 'page with offset and limit, or select one table')
  },
})
