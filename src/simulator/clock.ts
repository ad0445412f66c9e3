/** The clock of a simulator, as users of the library drive it. */
import { shown } from '../model/refusal.ts'
import { advanceTo, ClockError, runNext } from '../world/time/clock.ts'
import {
  CLOCK_MODES,
  type ClockMode,
  type ClockState,
  isSpeed,
  MAXIMUM_SPEED,
} from '../world/time/clock-state.ts'
import { formatInstant, parseDuration, parseInstant } from '../world/time/duration.ts'
import type { FiredJob } from '../world/time/jobs.ts'
import type { World } from '../world/world.ts'

/** What the clock needs of its simulator. */
export interface Clocked {
  /** The default world. */
  world(): World
  /** Moves live clocks to the current wall time. */
  catchUp(): void
  /** Moves the clock of the default world and publishes events about it. */
  move(action: (world: World, onFired: (job: FiredJob) => void) => void): void
}

/** The clock of a simulator's default world, as users drive it. */
export interface SimulatorClock {
  /** The current instant, ISO 8601 in UTC. */
  now(): string
  mode(): ClockMode
  /** Advances by a duration (`3m`, `250ms`, ISO 8601) or by virtual milliseconds, and runs due jobs; returns the jobs that ran. */
  advance(by: string | number): FiredJob[]
  /** Moves to an instant (ISO 8601, or milliseconds since 1970). */
  advanceTo(instant: string | number): FiredJob[]
  /** Advances to the next pending job and runs the jobs due then; returns the jobs that ran. */
  runNext(): FiredJob[]
  /** Changes mode or speed; throws ClockError for what no clock has. */
  set(changes: Partial<Pick<ClockState, 'mode' | 'speed'>>): void
}

/** The clock of the default world. */
export function createClock(simulator: Clocked): SimulatorClock {
  const collect = (move: (world: World, onFired: (job: FiredJob) => void) => unknown) => {
    simulator.catchUp()
    const fired: FiredJob[] = []
    simulator.move((world, onFired) =>
      move(world, (job) => {
        fired.push({ id: job.id, kind: job.kind, at: job.at })
        onFired(job)
      }),
    )
    return fired
  }
  return {
    now: () => {
      simulator.catchUp()
      return formatInstant(simulator.world().now)
    },
    mode: () => simulator.world().clock.mode,
    advance: (by) => {
      const duration = typeof by === 'number' ? by : parseDuration(by)
      if (duration === undefined || !(duration >= 0)) {
        throw new ClockError(`advance takes a duration such as '3m' or 'PT3M', not ${shown(String(by))}`)
      }
      return collect((world, onFired) => advanceTo(world, world.now + duration, onFired))
    },
    advanceTo: (instant) => {
      const target = typeof instant === 'number' ? instant : parseInstant(instant)
      if (target === undefined) {
        throw new ClockError(
          `advanceTo takes an instant such as '2026-03-01T00:00:00Z', not ${shown(String(instant))}`,
        )
      }
      return collect((world, onFired) => advanceTo(world, target, onFired))
    },
    runNext: () => collect((world, onFired) => runNext(world, onFired)),
    set: (changes) => {
      const { mode, speed } = changes
      if (mode !== undefined && !CLOCK_MODES.includes(mode)) {
        throw new ClockError(`the mode of a clock is ${CLOCK_MODES.join(', ')}, not ${shown(String(mode))}`)
      }
      if (speed !== undefined && !isSpeed(speed)) {
        throw new ClockError(
          `the speed of a clock is above 0 and at most ${MAXIMUM_SPEED}, not ${shown(String(speed))}`,
        )
      }
      simulator.catchUp()
      simulator.move((world) => world.setClock(changes))
    },
  }
}
