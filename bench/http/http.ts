/** Answers a second over HTTP: the simulator beside a raw server of the same records and beside its peers. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Server } from '../child.ts'
import { median, type Row, rowOf } from '../measure.ts'
import { besidePeers, besideRaw, besideSmall, COUNTS, LARGE, ofRecords, SMALL } from '../targets.ts'
import { type Contender, CONTENDERS } from './contenders.ts'
import { type Rate, rateOf } from './load.ts'
import { takeSamples } from './samples.ts'
import { OPERATIONS, type OperationName, PAGE_SIZE } from './target.ts'

/** Seconds of each load: short, so that many rounds stand side by side. */
const SECONDS = 1
/**
 * Seconds of the load before the first round, which does not count: the raw server and the simulator are as fast as they
 * get only after some hundred thousand answers. A peer warms up as long as a round takes.
 */
const WARM_UP = 10

/** How much to measure, and whether the peers take part. */
export interface HttpEffort {
  readonly rounds: number
  readonly warmUp: number
  readonly operations: readonly OperationName[]
  readonly peers: boolean
}

export const FULL: HttpEffort = { rounds: 5, warmUp: WARM_UP, operations: OPERATIONS, peers: true }
export const QUICK: HttpEffort = {
  rounds: 2,
  warmUp: 2,
  operations: ['by key', 'page of 20', 'create'],
  peers: false,
}

/** What one server brought, round by round. */
export interface Lane {
  readonly contender: Contender
  readonly operation: OperationName
  readonly count: number
  readonly rates: Rate[]
}

interface Running {
  readonly contender: Contender
  readonly count: number
  readonly server: Server
}

/** Starts the servers, loads them in turn, round by round, and compares each round of one with that of the others. */
export async function measureHttp({
  rounds,
  warmUp,
  operations,
  peers,
}: HttpEffort): Promise<readonly Lane[]> {
  const folder = mkdtempSync(join(tmpdir(), 'reqsim-bench-'))
  const running: Running[] = []
  const lanes: Lane[] = []
  try {
    const place = { folder, samples: await takeSamples() }
    // Those that hold as many records stand beside each other, so that what the machine does meanwhile meets all of them.
    for (const count of COUNTS) {
      for (const contender of CONTENDERS.filter(({ kind }) => peers || kind !== 'peer')) {
        if (!contender.holdsRecords && count !== SMALL) continue
        running.push({ contender, count, server: await contender.start(place, count) })
      }
    }
    for (const operation of operations) {
      console.error(`  ${operation} …`)
      const added = running.map(({ contender, count }): Lane => ({ contender, count, operation, rates: [] }))
      lanes.push(...added)
      for (let round = 0; round <= rounds; round++) {
        for (const [index, { contender, count, server }] of running.entries()) {
          const seconds = round === 0 && contender.kind !== 'peer' ? warmUp : SECONDS
          const rate = await rateOf(contender, server, operation, count, seconds)
          if (round > 0) added[index]?.rates.push(rate)
          if (isWorthResetting(contender, operation, count)) await contender.reset?.(server.url)
        }
      }
    }
    return lanes
  } finally {
    await Promise.all(running.map(({ server }) => server.stop()))
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Records that were made are taken away again, unless that takes longer than they could disturb. */
function isWorthResetting({ kind }: Contender, operation: OperationName, count: number): boolean {
  return (operation === 'create' || operation === 'delete') && (kind !== 'peer' || count === SMALL)
}

/** The figures that are compared; what a peer answers whatever it holds counts for every number of records. */
export function httpRows(lanes: readonly Lane[]): Row[] {
  const operations = [...new Set(lanes.map(({ operation }) => operation))]
  return operations.flatMap((operation) => {
    const of = lanes.filter((lane) => lane.operation === operation)
    return [...COUNTS.flatMap((count) => comparisons(of, operation, count)), ...sizes(of, operation)]
  })
}

function comparisons(lanes: readonly Lane[], operation: OperationName, count: number): Row[] {
  const here = lanes.filter((lane) => lane.count === count || !lane.contender.holdsRecords)
  const ours = answersOf(here.find(({ contender }) => contender.kind === 'simulator'))
  const raw = here.find(({ contender }) => contender.kind === 'raw')
  const peers = here.filter(({ contender }) => contender.kind === 'peer')
  const fastest = peers.toSorted((a, b) => median(answersOf(b)) - median(answersOf(a)))[0]
  return [
    rowOf({ name: `${operation}, ${ofRecords(count)}`, unit: 'req/s' }, ours),
    rowOf(besideRaw(operation, count), ratios(ours, answersOf(raw))),
    ...processorRows(here, operation, count),
    ...(fastest === undefined
      ? []
      : [rowOf(besidePeers(operation, count), ratios(ours, answersOf(fastest)))]),
  ]
}

/** The raw server's processor time beside ours: what a machine with other work to do tells best. */
function processorRows(lanes: readonly Lane[], operation: OperationName, count: number): Row[] {
  const [ours = [], raw = []] = (['simulator', 'raw'] as const).map((kind) =>
    (lanes.find(({ contender }) => contender.kind === kind)?.rates ?? []).map(({ processor }) => processor),
  )
  const name = `${operation}, ${ofRecords(count)}, processor time of the raw server beside ours`
  const values = ours.flatMap((time, round) => {
    const other = raw[round]
    return time === undefined || other === undefined ? [] : [other / time]
  })
  return values.length === 0 ? [] : [rowOf({ name, unit: '×' }, values)]
}

/** A page of a small world holds fewer records: what is compared is records a second. */
function sizes(lanes: readonly Lane[], operation: OperationName): Row[] {
  const recordsOf = (count: number) => (operation === 'page of 20' ? Math.min(count, PAGE_SIZE) : 1)
  const [small, large] = [SMALL, LARGE].map((count) =>
    answersOf(lanes.find((lane) => lane.count === count && lane.contender.kind === 'simulator')).map(
      (answers) => answers * recordsOf(count),
    ),
  )
  return [rowOf(besideSmall(operation), ratios(large ?? [], small ?? []))]
}

const answersOf = (lane: Lane | undefined): number[] => (lane?.rates ?? []).map(({ answers }) => answers)

/** Round by round, without those in which the other gave no answer. */
function ratios(some: readonly number[], others: readonly number[]): number[] {
  return some.map((value, round) => value / (others[round] ?? Number.NaN)).filter(Number.isFinite)
}
