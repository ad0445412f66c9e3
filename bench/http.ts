/** Requests a second over HTTP: the simulator beside a raw server of the same records, with 12 and with 100,000 of them. */
import autocannon from 'autocannon'
import { type Server, startServer } from './child.ts'
import { keyOf, LIST_PATH, TOKEN } from './http-target.ts'
import { LARGE } from './large-world.ts'
import { median, type Row } from './measure.ts'

const CONNECTIONS = 10
const KEYS_ASKED_FOR = 100
const COUNTS = [12, LARGE] as const
const KINDS = ['sim', 'raw'] as const

/** How long to measure: seconds of each load, and how often. */
export interface Effort {
  readonly rounds: number
  readonly seconds: number
}

interface Case {
  readonly name: string
  /** The least share of the raw server's throughput. */
  readonly share: number
  readonly paths: (count: number) => string[]
  /** How many records one answer holds, of so many in the world. */
  readonly recordsOf: (count: number) => number
}

const cases: readonly Case[] = [
  {
    name: 'a requirement by key',
    share: 0.6,
    paths: (count) =>
      Array.from(
        { length: KEYS_ASKED_FOR },
        (_, position) => `${LIST_PATH}/${keyOf(1 + ((position * 997) % count))}`,
      ),
    recordsOf: () => 1,
  },
  {
    name: 'a page of 20',
    share: 0.6,
    paths: () => [`${LIST_PATH}?limit=20`],
    recordsOf: (count) => Math.min(count, 20),
  },
]

interface Load {
  readonly measured: Case
  readonly count: number
  readonly kind: (typeof KINDS)[number]
  readonly rates: number[]
}

/** Starts the servers, loads them in turn, round by round, and compares the medians. */
export async function measureHttp({ rounds, seconds }: Effort): Promise<Row[]> {
  const servers = new Map<string, Server>()
  try {
    for (const count of COUNTS) {
      for (const kind of KINDS) {
        servers.set(`${kind} ${count}`, await startServer('http-server.ts', [kind, String(count)]))
      }
    }
    const loads = cases.flatMap((measured) =>
      COUNTS.flatMap((count) => KINDS.map((kind): Load => ({ measured, count, kind, rates: [] }))),
    )
    // The first round only warms up.
    for (let round = 0; round <= rounds; round++) {
      for (const load of loads) {
        const rate = await rateOf(
          load,
          servers.get(`${load.kind} ${load.count}`)?.url ?? '',
          round === 0 ? 1 : seconds,
        )
        if (round > 0) load.rates.push(rate)
      }
    }
    return rowsOf(loads)
  } finally {
    for (const server of servers.values()) server.stop()
  }
}

async function rateOf({ measured, count, kind }: Load, url: string, seconds: number): Promise<number> {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    headers: { authorization: `Bearer ${TOKEN}` },
    requests: measured.paths(count).map((path) => ({ method: 'GET', path })),
  })
  if (result.non2xx > 0 || result.errors > 0 || result['2xx'] === 0) {
    throw new Error(
      `${measured.name}, ${kind}, ${count}: ${result.non2xx} refusals and ${result.errors} errors`,
    )
  }
  return result['2xx'] / result.duration
}

function rowsOf(loads: readonly Load[]): Row[] {
  const rate = (name: string, count: number, kind: string) =>
    median(
      loads.find((load) => load.measured.name === name && load.count === count && load.kind === kind)
        ?.rates ?? [],
    )
  return cases.flatMap(({ name, share, recordsOf }): Row[] => [
    ...COUNTS.flatMap((count): Row[] => [
      { name: `${name} of ${count}`, unit: 'req/s', measured: rate(name, count, 'sim') },
      { name: `${name} of ${count}, raw server`, unit: 'req/s', measured: rate(name, count, 'raw') },
      {
        name: `${name} of ${count}, beside the raw server`,
        unit: '×',
        measured: rate(name, count, 'sim') / rate(name, count, 'raw'),
        target: share,
        good: 'above',
      },
    ]),
    {
      // A page of a small world holds fewer records: what is compared is records a second.
      name: `${name}, ${LARGE} records beside ${COUNTS[0]}`,
      unit: '×',
      measured:
        (rate(name, LARGE, 'sim') * recordsOf(LARGE)) / (rate(name, COUNTS[0], 'sim') * recordsOf(COUNTS[0])),
      target: 0.9,
      good: 'above',
    },
  ])
}
