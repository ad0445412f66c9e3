import { expect, test } from 'vitest'
import { createLiveTimer, MAXIMUM_TIMER_DELAY } from '../../src/adapters/shared/live-timer.ts'
import { createWall, type Wall } from './support/wall.ts'

/** A live clock whose jobs are due at the wall moments given. */
function createClock(
  wall: Wall,
  due: number[],
): { ran: number[]; catchUp(): void; nextDue(): number | undefined } {
  const ran: number[] = []
  return {
    ran,
    catchUp() {
      while (due[0] !== undefined && due[0] <= wall.now()) ran.push(due.shift() as number)
    },
    nextDue: () => (due[0] === undefined ? undefined : due[0] - wall.now()),
  }
}

test('runs each job when it is due, one timer at a time', () => {
  const wall = createWall()
  const clock = createClock(wall, [1010, 1010.5, 1500])
  createLiveTimer(clock, wall, () => {}).rearm()
  expect(wall.pending.size).toBe(1)
  wall.pass(9)
  expect(clock.ran).toEqual([])
  wall.pass(1)
  expect(clock.ran).toEqual([1010])
  wall.pass(1)
  expect(clock.ran).toEqual([1010, 1010.5])
  wall.pass(489)
  expect(clock.ran).toHaveLength(3)
  expect(wall.pending.size).toBe(0)
})

test('moves forward for an earlier job and away when nothing is pending', () => {
  const wall = createWall()
  const due = [5000]
  const timer = createLiveTimer(createClock(wall, due), wall, () => {})
  timer.rearm()
  due.unshift(2000)
  timer.rearm()
  expect([...wall.pending].map(({ at }) => at)).toEqual([2000])
  due.length = 0
  timer.rearm()
  expect(wall.pending.size).toBe(0)
})

test('reaches a job beyond what a timer can hold', () => {
  const wall = createWall()
  const clock = createClock(wall, [1000 + 2 * MAXIMUM_TIMER_DELAY + 5])
  createLiveTimer(clock, wall, () => {}).rearm()
  for (const step of [MAXIMUM_TIMER_DELAY, MAXIMUM_TIMER_DELAY]) {
    expect([...wall.pending].map(({ at }) => at - wall.now())).toEqual([MAXIMUM_TIMER_DELAY])
    wall.pass(step)
  }
  wall.pass(5)
  expect(clock.ran).toHaveLength(1)
})

test('a failing job is reported and does not become a busy loop', () => {
  const wall = createWall()
  const failures: unknown[] = []
  const clock = {
    catchUp: () => {
      throw new Error('job failed')
    },
    nextDue: () => -5,
  }
  createLiveTimer(clock, wall, (error) => failures.push(error)).rearm()
  wall.pass(1)
  wall.pass(999)
  expect(failures).toHaveLength(1)
  wall.pass(1)
  expect(failures).toHaveLength(2)
})

test('nothing runs after it was stopped', () => {
  const wall = createWall()
  const clock = createClock(wall, [1010])
  const timer = createLiveTimer(clock, wall, () => {})
  timer.rearm()
  timer.stop()
  timer.rearm()
  wall.pass(100)
  expect([clock.ran.length, wall.pending.size]).toEqual([0, 0])
})
