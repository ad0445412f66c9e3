/** Answers a second over HTTP: the simulator beside a raw server of the same records and beside its peers. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Server } from '../child.ts'
import { median, type Row, rowOf } from '../measure.ts'
import { besidePeers, besideRaw, besideSmall, COUNTS, LARGE, ofRecords, SMALL } from '../targets.ts'
import { type Contender, CONTENDERS } from './contenders.ts'
import { rateOf } from './load.ts'
import { takeSamples } from './samples.ts'
import { OPERATIONS, type OperationName, PAGE_SIZE } from './target.ts'

/** Seconds of each load of a peer: the slowest give some ten answers a second. */
const SECONDS = 1
/**
 * Simulator and raw server are loaded in turn this many times a round, for this many seconds each, after a load that does
 * not count. A virtual machine whose processors do somebody else's work too is slower by two thirds for some tenths of a
 * second, again and again: loads of a second meet now more of it and now less, so that many ratios are needed. The load
 * that does not count gives a server its caches back, which the others had meanwhile.
 */
const SLICES = 4
const SLICE_SECONDS = 0.4
const AGAIN_SECONDS = 0.1
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

/** What one server brought: of a peer once a round, of the others as often as they are loaded in each. */
export interface Lane {
  readonly contender: Contender
  readonly operation: OperationName
  readonly count: number
  /** Answers a second, load by load. */
  readonly rates: number[]
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
      const added = running.map((each): RunningLane => ({ ...each, operation, rates: [] }))
      lanes.push(...added)
      for (let round = 0; round <= rounds; round++) {
        // Loads that do not count come first.
        const counts = round > 0
        for (let slice = 0; slice < (counts ? SLICES : 1); slice++) {
          for (const lane of added.filter(isClose)) {
            await load(lane, counts ? AGAIN_SECONDS : warmUp, false)
            if (counts) await load(lane, SLICE_SECONDS, true)
          }
        }
        for (const lane of added.filter((each) => !isClose(each))) await load(lane, SECONDS, counts)
        for (const { contender, count, server } of added)
          if (isWorthResetting(contender, operation, count)) await contender.reset?.(server.url)
      }
    }
    return lanes
  } finally {
    await Promise.all(running.map(({ server }) => server.stop()))
    rmSync(folder, { recursive: true, force: true })
  }
}

type RunningLane = Lane & Running

/** Simulator and raw server, whose ratios say most: they are close, and compared in more detail than peers. */
function isClose({ contender }: Lane): boolean {
  return contender.kind !== 'peer'
}

async function load(
  { contender, server, operation, count, rates }: RunningLane,
  seconds: number,
  counts: boolean,
): Promise<void> {
  const rate = await rateOf(contender, server, operation, count, seconds)
  if (counts) rates.push(rate)
}

const WRITING: readonly OperationName[] = ['create', 'update', 'delete']

/** What was written is taken back, histories with it, unless that takes longer than it could disturb. */
function isWorthResetting({ kind }: Contender, operation: OperationName, count: number): boolean {
  return WRITING.includes(operation) && (kind !== 'peer' || count === SMALL)
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
  const ours = responsesOf(here.find(({ contender }) => contender.kind === 'simulator'))
  const raw = here.find(({ contender }) => contender.kind === 'raw')
  const peers = here.filter(({ contender }) => contender.kind === 'peer')
  const fastest = peers.toSorted((a, b) => median(responsesOf(b)) - median(responsesOf(a)))[0]
  return [
    rowOf({ name: `${operation}, ${ofRecords(count)}`, unit: 'req/s' }, ours),
    rowOf(besideRaw(operation, count), ratios(ours, responsesOf(raw))),
    ...(fastest === undefined
      ? []
      : [rowOf(besidePeers(operation, count), ratios(ours, responsesOf(fastest)))]),
  ]
}

/** A page of a small world holds fewer records: what is compared is records a second. */
function sizes(lanes: readonly Lane[], operation: OperationName): Row[] {
  const recordsOf = (count: number) => (operation === 'page of 20' ? Math.min(count, PAGE_SIZE) : 1)
  const [small, large] = [SMALL, LARGE].map((count) =>
    responsesOf(lanes.find((lane) => lane.count === count && lane.contender.kind === 'simulator')).map(
      (answers) => answers * recordsOf(count),
    ),
  )
  return [rowOf(besideSmall(operation), ratios(large ?? [], small ?? []))]
}

const responsesOf = (lane: Lane | undefined): number[] => lane?.rates ?? []

/**
 * Load by load, without those in which the other gave no answer. What is loaded several times a round is compared with the
 * one load of that round that the other has.
 */
function ratios(some: readonly number[], others: readonly number[]): number[] {
  const each = some.length / others.length
  return some
    .map((value, at) => value / (others[Math.floor(at / each)] ?? Number.NaN))
    .filter(Number.isFinite)
}
