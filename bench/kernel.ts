/** What it costs to fork, snapshot, restore and reset a large world, to write after a fork, and to run a year of jobs. */
import { requirements } from '../src/model/requirements/records.ts'
import { advanceTo } from '../src/world/clock.ts'
import { schedule } from '../src/world/jobs.ts'
import { type Snapshot, World } from '../src/world/world.ts'
import { createLargeWorld, createRequirement, LARGE } from './large-world.ts'
import { medianTime, type Row } from './measure.ts'

const TIMES = 2000
const JOB_INTERVAL = 180_000
const RUNS_IN_A_YEAR = 175_200

export function measureKernel(): Row[] {
  const world = createLargeWorld(LARGE)
  const origin = world.snapshot()
  let number = LARGE
  const write = (target: World) =>
    void target.region('eu').table(requirements).put(createRequirement(++number))
  const writeHere = () => write(world)
  const inMicroseconds = (name: string, milliseconds: number): Row => ({
    name: `${name}, ${LARGE} requirements`,
    unit: 'µs',
    measured: milliseconds * 1000,
    target: 50,
  })

  let fork = world
  const forking = medianTime(TIMES, writeHere, () => void (fork = world.fork()))
  let kept: Snapshot = origin
  const snapshotting = medianTime(TIMES, writeHere, () => void (kept = world.snapshot()))
  const restoring = medianTime(TIMES, writeHere, () => world.restore(kept))
  const resetting = medianTime(TIMES, writeHere, () => world.restore(origin))
  const makeFork = () => void (fork = world.fork())
  const firstWrite = medianTime(TIMES, makeFork, () => write(fork))
  const secondWrite = medianTime(
    TIMES,
    () => {
      makeFork()
      write(fork)
    },
    () => write(fork),
  )
  return [
    inMicroseconds('fork', forking),
    inMicroseconds('snapshot', snapshotting),
    inMicroseconds('restore', restoring),
    inMicroseconds('reset', resetting),
    inMicroseconds('first write after a fork', firstWrite),
    {
      ...inMicroseconds('first write, above a later one', Math.max(firstWrite - secondWrite, 0)),
      target: 50,
    },
    { name: `a virtual year: ${RUNS_IN_A_YEAR} jobs`, unit: 'ms', measured: measureYear(), target: 1000 },
  ]
}

function measureYear(): number {
  return medianTime(
    3,
    () => {},
    () => {
      const start = Date.parse('2026-01-05T09:00:00Z')
      const world = new World(
        {
          regions: ['eu'],
          tables: [],
          systemTables: [],
          jobs: {
            poll: (target, job) => void schedule(target, { kind: 'poll', due: job.due + JOB_INTERVAL }),
          },
        },
        { seed: 'bench', clock: { now: start, start, mode: 'manual', speed: 1 } },
      )
      schedule(world, { kind: 'poll', due: start + JOB_INTERVAL })
      const fired = advanceTo(world, start + JOB_INTERVAL * RUNS_IN_A_YEAR)
      if (fired !== RUNS_IN_A_YEAR) throw new Error(`${fired} jobs ran instead of ${RUNS_IN_A_YEAR}`)
    },
  )
}
