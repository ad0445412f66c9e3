// A part of `npm run attack`: hostile requests take bounded memory and at most linear time.

import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { growthComplaint } from './growth.ts'
import { requestsWith } from './places.ts'
import { runAttacks } from './run.ts'
import { shapes } from './shapes.ts'

/** One shape out of so many is tried. */
const STRIDE = 293
/** How many times longer all these requests may take than reading the text once. */
const PLACES = 20

test('a server with a heap of 256 MiB outlives hostile clients', { timeout: 180_000 }, async () => {
  for await (const { name, complaints } of runAttacks({ share: 0.02, thorough: false }))
    expect([name, complaints]).toEqual([name, []])
})

test.each([undefined, 'tok-alice'])(
  'texts of all shapes take time in proportion to their length wherever patterns meet them, token %s',
  { timeout: 180_000 },
  async (token) => {
    const simulator = await createSimulator({ scenario: 'demo', config: { rateLimit: 'off' } })
    await simulator.preload()
    let number = 0
    for (const shape of shapes(1)) {
      if (number++ % STRIDE !== 0) continue
      const send = async (text: string): Promise<void> => {
        for (const request of requestsWith(text, token)) {
          const { status } = await simulator.exchange(request)
          const where = [shape.name, request.url.slice(0, 80)]
          expect([...where, status < 500]).toEqual([...where, true])
        }
      }
      const problem = await growthComplaint(shape, 16 * 1024, send, PLACES)
      expect(problem).toBeUndefined()
    }
    expect(number).toBeGreaterThan(1000)
  },
)
