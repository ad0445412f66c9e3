/** The table of requests of a page of another origin, for pages of jsdom and happy-dom. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Simulator } from '../../../src/index.ts'
import {
  CROSS_ORIGIN_CASES,
  crossAll,
  type CrossOriginCall,
  type Crossed,
  crossOriginExpectations,
  crossOriginSimulator,
} from '../cases/cross-origin.ts'

interface Door {
  /** Opens the door; resolves with its address. */
  open(simulator: Simulator): Promise<string>
  close(): unknown
}

/** `callAt` makes the calls of a page to an address. */
export function describeCrossOrigin(
  name: string,
  door: Door,
  callAt: (base: string) => CrossOriginCall,
): void {
  describe(`a page of another origin: ${name}`, () => {
    let simulator: Simulator
    let expected: readonly Crossed[]
    let results: readonly (Crossed | string)[]
    beforeAll(async () => {
      simulator = await crossOriginSimulator()
      expected = await crossOriginExpectations()
      results = await crossAll(callAt(await door.open(simulator)), expected)
    })
    afterAll(() => door.close())

    test.each(CROSS_ORIGIN_CASES.map((each, index) => [each.name, index] as const))('%s', (_name, index) => {
      expect(results[index]).toEqual(expected[index])
    })

    test('what it sends arrives', () => {
      const called = simulator.journal.entries().filter(({ request }) => request.method !== 'OPTIONS')
      for (const [index, { headers }] of CROSS_ORIGIN_CASES.entries()) {
        const names = Object.keys(headers).map((name) => name.toLowerCase())
        expect(Object.keys(called[index]?.request.headers ?? {})).toEqual(expect.arrayContaining(names))
      }
    })
  })
}
