/** The clock of a simulator, in the library. */
import { checkFields } from '../model/input/option-checks.ts'
import { quoted } from '../model/input/refusal.ts'
import { advanceTo, ClockError, runNext } from '../world/time/clock.ts'
import {
  CLOCK_MODES,
  type ClockMode,
  type ClockState,
  isSpeed,
  MAXIMUM_SPEED,
} from '../world/time/clock-state.ts'
import { A_DURATION, formatInstant, parseDuration, parseInstant } from '../world/time/duration.ts'
import type { FiredJob, OnFired } from '../world/time/jobs.ts'
import type { World } from '../world/world.ts'
import { DEFAULT_WORLD, type Worlds } from './worlds.ts'

/** The virtual clock of the default world. */
export interface SimulatorClock {
  /** Returns the current virtual time, as ISO 8601 in UTC. */
  now(): string
  mode(): ClockMode
  /**
   * Moves the clock forward by a duration (`3m`, `250ms`, ISO 8601) or by virtual milliseconds. Runs the jobs that become due,
   * each at its due time, and returns them. Throws TypeError or ClockError for invalid durations.
   */
  advance(by: string | number): FiredJob[]
  /**
   * Moves the clock forward to a time (ISO 8601, or virtual milliseconds since 1970). Runs the jobs that become due and returns
   * them. Throws ClockError for a time in the past.
   */
  advanceTo(instant: string | number): FiredJob[]
  /** Moves the clock to the next pending job, runs the jobs due at that time, and returns them. */
  runNext(): FiredJob[]
  /** Changes the mode or the speed. Throws TypeError for unknown fields and ClockError for invalid values. */
  set(changes: Partial<Pick<ClockState, 'mode' | 'speed'>>): void
}

/** The clock of the default world. */
export function createClock(worlds: Worlds): SimulatorClock {
  const collect = (move: (world: World, onFired: OnFired) => unknown) => {
    worlds.catchUp()
    const fired: FiredJob[] = []
    worlds.move(DEFAULT_WORLD, (world, onFired) =>
      move(world, (job) => {
        fired.push({ id: job.id, kind: job.kind, at: job.at })
        onFired(job)
      }),
    )
    return fired
  }
  return {
    now: () => {
      worlds.catchUp()
      return formatInstant(worlds.default.now)
    },
    mode: () => worlds.default.clock.mode,
    advance: (by) => {
      const duration = typeof by === 'number' ? by : parseDuration(by)
      if (duration === undefined || !(duration >= 0)) {
        throw new ClockError(`advance takes ${A_DURATION}, or milliseconds from 0, not ${quoted(String(by))}`)
      }
      return collect((world, onFired) => advanceTo(world, world.now + duration, onFired))
    },
    advanceTo: (instant) => {
      const target = typeof instant === 'number' ? instant : parseInstant(instant)
      if (target === undefined) {
        throw new ClockError(
          `advanceTo takes an instant such as '2026-03-01T00:00:00Z', not ${quoted(String(instant))}`,
        )
      }
      return collect((world, onFired) => advanceTo(world, target, onFired))
    },
    runNext: () => collect((world, onFired) => runNext(world, onFired)),
    set: (changes) => {
      checkFields('the argument of clock.set', changes, ['mode', 'speed'])
      const { mode, speed } = changes
      if (mode !== undefined && !CLOCK_MODES.includes(mode)) {
        throw new ClockError(`the mode of a clock is ${CLOCK_MODES.join(', ')}, not ${quoted(String(mode))}`)
      }
      if (speed !== undefined && !isSpeed(speed)) {
        throw new ClockError(
          `the speed of a clock is above 0 and at most ${MAXIMUM_SPEED}, not ${quoted(String(speed))}`,
        )
      }
      worlds.catchUp()
      worlds.move(DEFAULT_WORLD, (world) => world.setClock(changes))
    },
  }
}
