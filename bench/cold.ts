/** A cold test file: from its first import to its last answer, in a fresh process, beside one that mocks by hand with MSW. */
import { runChild } from './child.ts'
import { ratiosOf, type Row, rowOf } from './measure.ts'
import { TARGETS } from './targets.ts'

export async function measureCold(rounds: number): Promise<Row[]> {
  const ours: number[] = []
  const hand: number[] = []
  // The first round fills the caches of the file system.
  for (let round = -1; round < rounds; round++) {
    const times = [await runChild<number>('cold/reqsim.mjs'), await runChild<number>('cold/msw.mjs')] as const
    if (round < 0) continue
    ours.push(times[0])
    hand.push(times[1])
  }
  return [
    rowOf({ name: 'a cold test file', unit: 'ms' }, ours),
    rowOf({ name: 'a cold test file with MSW and a handler written by hand', unit: 'ms' }, hand),
    rowOf(TARGETS.coldBesideMsw, ratiosOf(ours, hand)),
  ]
}
