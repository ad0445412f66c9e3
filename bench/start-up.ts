/** How long it takes from the start of a process until it listens: `reqsim serve demo` beside a bare server and the peers. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileOf, startCommand } from './child.ts'
import { CONTENDERS, type Contender } from './http/contenders.ts'
import { takeSamples } from './http/samples.ts'
import { ratiosOf, type Row, rowOf } from './measure.ts'
import { SMALL, TARGETS } from './targets.ts'

export interface StartUpEffort {
  /** Starts of the simulator and of the bare server. */
  readonly rounds: number
  /** Starts of each peer; 0 leaves them out. */
  readonly peerRounds: number
}

export async function measureStartUp({ rounds, peerRounds }: StartUpEffort): Promise<Row[]> {
  const bare: number[] = []
  const ours: number[] = []
  // The first start compiles, and keeps what it compiled.
  for (let round = -1; round < rounds; round++) {
    const times = [
      await timeOfStart(fileOf('peers/bare.mjs'), (port) => [port]),
      await timeOfServing(),
    ] as const
    if (round < 0) continue
    bare.push(times[0])
    ours.push(times[1])
  }
  return [
    rowOf({ name: 'serve demo until it listens', unit: 'ms' }, ours),
    rowOf({ name: 'a bare node:http server until it listens', unit: 'ms' }, bare),
    rowOf(TARGETS.startUp, ratiosOf(ours, bare)),
    ...(await measurePeers(peerRounds)),
  ]
}

const timeOfServing = () =>
  timeOfStart(fileOf('../bin/reqsim.js'), (port) => ['serve', 'demo', '--port', port])

async function timeOfStart(path: string, parametersFor: (port: string) => string[]): Promise<number> {
  const started = await startCommand(path, (port) => parametersFor(String(port)))
  await started.stop()
  return started.took
}

async function measurePeers(rounds: number): Promise<Row[]> {
  if (rounds === 0) return []
  const folder = mkdtempSync(join(tmpdir(), 'reqsim-bench-'))
  try {
    const place = { folder, samples: await takeSamples() }
    const rows: Row[] = []
    for (const contender of CONTENDERS.filter(({ kind }) => kind === 'peer')) {
      const times: number[] = []
      for (let round = 0; round < rounds; round++) times.push(await timeOfPeer(contender, place))
      rows.push(
        rowOf({ name: `${contender.name} with ${SMALL} records until it listens`, unit: 'ms' }, times),
      )
    }
    return rows
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function timeOfPeer(contender: Contender, place: Parameters<Contender['start']>[0]): Promise<number> {
  const started = await contender.start(place, SMALL)
  await started.stop()
  return started.took ?? Number.NaN
}
