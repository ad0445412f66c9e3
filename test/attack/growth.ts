/**
 * Checks that reading a shape takes time in proportion to its length, and little for each character. Measured in processor
 * time, which a busy machine hardly changes, and compared with splitting and joining the same text.
 */
import { threadTime } from '../support/thread-time.ts'
import type { Shape } from './shapes.ts'

/** How many times longer four times the length may take: linear time takes 4, quadratic time 16. */
const MAXIMUM_TIMES = 10
/** Milliseconds below which nothing is reported: pauses of the engine take as long. */
const MEASURABLE = 20
const ATTEMPTS = 4
/** How many times longer reading a text may take than splitting and joining it. */
const MOST_REFERENCES = 40

/** What is wrong with the time that `read` takes for about `length` characters, in a text that it reads `places` times. */
export async function growthComplaint(
  shape: Shape,
  length: number,
  read: (text: string) => unknown,
  places = 1,
): Promise<string | undefined> {
  const timeOf = async (action: () => unknown): Promise<number> => {
    const began = threadTime()
    await action()
    return threadTime() - began
  }
  const time = (text: string): Promise<number> => timeOf(() => read(text))
  const long = shape.make(length)
  if ((await time(long)) < MEASURABLE || (await time(long)) < MEASURABLE) return undefined
  const references = (): Promise<number> => timeOf(() => Array.from(long).join(''))
  let most = Infinity
  for (let attempt = 0; attempt < ATTEMPTS && most > places * MOST_REFERENCES; attempt++)
    most = Math.min(most, (await time(long)) / Math.max(MEASURABLE / 40, await references()))
  if (most > places * MOST_REFERENCES)
    return `${shape.name}: ${long.length} characters take ${most.toFixed(0)} times what splitting them takes`
  const short = shape.make(length / 4)
  let least = Infinity
  for (let attempt = 0; attempt < ATTEMPTS && least > MAXIMUM_TIMES; attempt++)
    least = Math.min(least, (await time(long)) / Math.max(MEASURABLE / 10, await time(short)))
  if (least <= MAXIMUM_TIMES) return undefined
  return `${shape.name}: ${long.length} characters take ${least.toFixed(1)} times what ${short.length} take`
}
