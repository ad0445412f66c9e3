/** Whether a parser reads twice the text in twice the time: told of families of inputs that double. */
import { problemWithText } from './mutations.ts'
import type { FuzzedParser } from './parsers/parser.ts'

const SMALLEST = 1000
/** What four times the size may take: linear is 4, the square 16. */
const MAXIMUM_TIMES = 10
/** Measurements of what seems to take more, the least of which counts. */
const ATTEMPTS = 3

export interface GrowthBounds {
  /** Milliseconds from which a measurement means something. */
  readonly measurable: number
  /** The size up to which that is looked for: what takes less is fast enough. */
  readonly largest: number
}

/**
 * Families whose reading takes much more than four times the time for four times the size. `processorTime` tells
 * milliseconds since some moment.
 */
export async function growthComplaints(
  parser: FuzzedParser,
  processorTime: () => number,
  { measurable, largest }: GrowthBounds,
): Promise<string[]> {
  const complaints: string[] = []
  for (const [family, make] of Object.entries(parser.families)) {
    const time = async (size: number) => {
      const text = make(size)
      const began = processorTime()
      const problem = await problemWithText(parser, text)
      if (problem !== undefined) complaints.push(`${family} of ${size}: ${problem}`.slice(0, 3000))
      return processorTime() - began
    }
    // Once may be a pause of the engine's.
    const twice = async (size: number) => Math.min(await time(size), await time(size))
    let size = SMALLEST
    while (size < largest && complaints.length === 0 && (await twice(size)) < measurable) size *= 2
    if (size >= largest || complaints.length > 0) continue
    let least = Infinity
    for (let attempt = 0; attempt < ATTEMPTS && least > MAXIMUM_TIMES; attempt++)
      least = Math.min(least, (await time(4 * size)) / Math.max(measurable / 2, await time(size)))
    if (least > MAXIMUM_TIMES)
      complaints.push(
        `${parser.name}: ${family} of ${4 * size} takes ${least.toFixed(1)} times what ${size} takes`,
      )
  }
  return complaints
}
