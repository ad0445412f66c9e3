import { describe, expect, it } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { mutants } from '../../src/mutate/index.ts'
import { operationWatch } from '../../src/mutate/observed.ts'
import { RecordedExchanges } from '../../src/mutate/recorded.ts'

const READ = 'wiki.requirement.read'
const SEARCH = 'wiki.requirement.search'
const ROOT = 'http://wiki.sim/rest/reqs/1/requirement2/ENG'
const headers = { Authorization: 'Bearer tok-alice' }

describe('recorded exchanges', async () => {
  const demo = await createSimulator({ scenario: 'demo' })
  const all = await mutants({ operations: [READ, SEARCH] })
  const responses = all.filter(({ group }) => group === 'response')

  async function record(paths: readonly string[]): Promise<RecordedExchanges> {
    const recorded = new RecordedExchanges()
    const onExchange = recorded.note.bind(recorded)
    const sim = demo.fork({ mutant: operationWatch(() => {}, onExchange) })
    for (const path of paths) await sim.fetch(ROOT + path, { headers })
    return recorded
  }

  it('name exactly the mutants of responses that the same run reaches', async () => {
    const paths = ['/REQ-001', '/REQ-404', '?limit=2', '?limit=2&startAt=2']
    const recorded = await record(paths)
    const verdicts = { reached: 0, spared: 0, tried: 0 }
    for (const mutant of responses) {
      const sim = demo.fork({ mutant })
      for (const path of paths) await sim.fetch(ROOT + path, { headers })
      const isReached = (sim.mutant?.reached ?? 0) > 0
      // One that makes further calls is tried, since its response is not known.
      if (isReached) expect(recorded.mayReach(mutant), mutant.id).toBe(true)
      if (isReached) verdicts.reached++
      else if (recorded.mayReach(mutant)) verdicts.tried++
      else verdicts.spared++
    }
    expect(verdicts.reached).toBeGreaterThan(50)
    expect(verdicts.spared).toBeGreaterThan(100)
    expect(verdicts.tried).toBeLessThan(3)
  })

  it('say nothing about mutants of other groups', async () => {
    const recorded = await record([])
    const others = all.filter(({ group }) => group !== 'response')
    expect(others.length).toBeGreaterThan(3)
    expect(others.filter((mutant) => !recorded.mayReach(mutant))).toEqual([])
    expect(responses.filter((mutant) => recorded.mayReach(mutant))).toEqual([])
  })

  it('of an operation that was called very often rule nothing out', async () => {
    const recorded = await record(Array.from({ length: 101 }, () => '/REQ-404'))
    const own = responses.filter(({ operations }) => operations?.includes(READ))
    expect(own.filter((mutant) => !recorded.mayReach(mutant))).toEqual([])
  })
})
