/** The targets: what each figure must be, in one place, so that the page and its test know all of them. */
import { OPERATIONS, type OperationName } from './http/target.ts'
import type { Figure } from './measure.ts'

export const SMALL = 12
export const LARGE = 100_000
export const COUNTS = [SMALL, LARGE] as const

/** The least share of the raw server's throughput, for the operations that have one. */
const SHARES: Readonly<Partial<Record<OperationName, number>>> = {
  'by key': 0.5,
  'page of 20': 0.55,
  create: 0.35,
}

/** The least throughput beside the fastest peer. */
const PEER_SHARE = 2

/** The simulator's throughput in the raw server's. */
export function besideRaw(operation: OperationName, count: number): Figure {
  const share = SHARES[operation]
  return {
    name: `${operation}, ${ofRecords(count)}, beside the raw server`,
    unit: '×',
    ...(share === undefined ? {} : { target: share, good: 'above' }),
  }
}

/** The simulator's throughput in that of the fastest peer. */
export function besidePeers(operation: OperationName, count: number): Figure {
  return {
    name: `${operation}, ${ofRecords(count)}, beside the fastest peer`,
    unit: '×',
    target: PEER_SHARE,
    good: 'above',
  }
}

/** Throughput over a large world in that over a small one. */
export function besideSmall(operation: OperationName): Figure {
  return {
    name: `${operation}, ${ofRecords(LARGE)} beside ${SMALL}`,
    unit: '×',
    ...(SHARES[operation] === undefined ? {} : { target: 0.7, good: 'above' }),
  }
}

export const ofRecords = (count: number) => (count === LARGE ? '100,000 records' : `${count} records`)

const over = 'over 100,000 requirements'

/** Every figure with a target that is not a throughput over HTTP. */
export const TARGETS = {
  startUp: { name: 'serve demo until it listens, beside a bare server', unit: '×', target: 2 },
  coldBesideMsw: { name: 'a cold test file, beside one that mocks by hand', unit: '×', target: 0.9 },
  mutants: {
    name: '300 mutants of a Vitest suite of 200 tests, beside one plain run, processor time',
    unit: '×',
    target: 20,
  },
  suiteInProcess: {
    name: 'a Vitest suite of 100 files, in process, beside handlers written by hand',
    unit: '×',
    target: 0.9,
  },
  suiteThroughMsw: {
    name: 'a Vitest suite of 100 files, through MSW, beside handlers written by hand',
    unit: '×',
    target: 1.1,
  },
  seeding: { name: 'scenario large, generated and ready', unit: 'ms', target: 1200 },
  memory: { name: 'resident memory of scenario large', unit: 'MB', target: 250 },
  fork: { name: `fork ${over}`, unit: 'µs', target: 50 },
  snapshot: { name: `snapshot ${over}`, unit: 'µs', target: 50 },
  restore: { name: `restore ${over}`, unit: 'µs', target: 50 },
  reset: { name: `reset ${over}`, unit: 'µs', target: 50 },
  firstWrite: { name: `first write after a fork ${over}, above a later one`, unit: 'µs', target: 50 },
  importing: { name: 'importing 100,000 requirements', unit: 'ms', target: 1100 },
  queryKey: { name: 'query: one key', unit: 'ms', target: 5 },
  queryProperty: { name: 'query: a property, 1,000 matches', unit: 'ms', target: 5 },
  queryPage: { name: 'query: a page, 1,000 matches', unit: 'ms', target: 5 },
  queryJira: { name: 'query: a linked issue, 1,000 matches', unit: 'ms', target: 5 },
  queryBaseline: { name: 'query: a baseline, 1,000 matches', unit: 'ms', target: 5 },
  queryText: { name: 'query: words of all texts', unit: 'ms', target: 150 },
  queryTwenty: { name: 'query: 20 terms over every requirement', unit: 'ms', target: 150 },
  queryNegated: { name: 'query: what is not there, of every requirement', unit: 'ms', target: 150 },
  millionReady: { name: 'a million requirements, generated and ready', unit: 'ms', target: 8000 },
  millionMemory: { name: 'resident memory of a million requirements', unit: 'MB', target: 600 },
  millionScan: { name: 'the slowest scan of a million requirements', unit: 'ms', target: 1300 },
  year: { name: 'a virtual year: 175,200 runs of the job', unit: 'ms', target: 1000 },
  yearOfFour: { name: 'a virtual year: four integrations, beside idle', unit: '×', target: 5 },
  monthOfRefused: { name: 'a virtual month: 20 messages that the tracker refuses', unit: 'ms', target: 2000 },
  monthOfFaulted: { name: 'a virtual month: 20 messages that a fault fails', unit: 'ms', target: 2000 },
  monthOfProbable: {
    name: 'a virtual month: 20 messages that a fault of probability 1 fails',
    unit: 'ms',
    target: 2000,
  },
  exploring: {
    name: 'exploring a client of five calls, schedules',
    unit: '/s',
    target: 1000,
    good: 'above',
  },
  msw: {
    name: 'MSW in Node, beside a handler written by hand',
    unit: '×',
    target: 0.75,
    good: 'above',
  },
  journalEntries: { name: 'journal: exchanges kept', unit: '', target: 10_000 },
  journalBytes: { name: 'journal: bodies kept', unit: 'MB', target: 32 },
  bundle: { name: 'reqsim/msw with the demo, bundled by rolldown, gzip', unit: 'KB', target: 205 },
  bundleByEsbuild: {
    name: 'reqsim/msw with the demo, bundled by esbuild, gzip',
    unit: 'KB',
    target: 205,
  },
  npmTest: { name: 'npm test', unit: 's', target: 180 },
} as const satisfies Readonly<Record<string, Figure>>

/** Every figure with a target, as the page must show it. */
export const ALL_TARGETS: readonly Figure[] = [
  ...OPERATIONS.flatMap((operation) => [
    ...COUNTS.flatMap((count) => [besideRaw(operation, count), besidePeers(operation, count)]),
    besideSmall(operation),
  ]).filter(({ target }) => target !== undefined),
  ...Object.values(TARGETS),
]
