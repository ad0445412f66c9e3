/** How the time of everything that reads text or data of others grows with its length. */
import { expect, test } from 'vitest'
import { threadTime } from '../support/thread-time.ts'
import { growthComplaints } from './growth.ts'
import { PARSERS } from './parsers.ts'

/** Of families that double, in milliseconds of this thread's own; a quadratic parser takes seconds for the largest. */
const GROWTH = { measurable: 8, largest: 50_000 }

// A square of small steps is soon over where nobody measures how it grows. What reads YAML is bounded instead, by the number
// of its aliases and the width of its maps; `npm run fuzz` measures that too, for longer.
test.each(PARSERS.filter(({ isYaml }) => isYaml !== true).map((parser) => [parser.name, parser] as const))(
  '%s takes twice the time for twice of anything',
  { timeout: 120_000 },
  async (_name, parser) => {
    expect(await growthComplaints(parser, threadTime, GROWTH)).toEqual([])
  },
)
