/** Ready checks of an exploration that look at the world alone. */
import { describe, expect, test } from 'vitest'
import { nothingPending, productsAgree } from '../../src/adapters/explore.ts'
import { createSimulator, type Simulator } from '../../src/index.ts'

const WIKI = 'http://wiki.sim/rest/reqs/1'

/** Links a requirement to an issue in the wiki, which reports it to the tracker later. */
async function link(sim: Simulator, key: string, issue: string): Promise<void> {
  const url = `${WIKI}/requirement2/ENG/${key}/link/issue/${issue}?relationship=shows`
  const headers = { authorization: 'Bearer tok-alice', 'content-type': 'application/json' }
  const { status } = await sim.fetch(url, { method: 'PUT', headers, body: '{}' })
  expect(status).toBe(201)
}

/** A world without a link, and with nothing to report. */
async function agreeing(): Promise<Simulator> {
  const sim = await createSimulator({ scenario: 'demo' })
  sim.clock.advance('10m')
  for (const { id } of sim.state('issueLink')) await sim.records.delete('issueLink', id as number)
  return sim
}

describe('wiki and tracker', () => {
  test('agree when both show the same links', async () => {
    const sim = await agreeing()
    expect(() => productsAgree(sim)).not.toThrow()
    await link(sim, 'REQ-001', 'DRN-2')
    sim.clock.advance('10m')
    expect(() => productsAgree(sim)).not.toThrow()
  })

  test.each([
    ['1 link', ['DRN-2']],
    ['2 links', ['DRN-2', 'DRN-3']],
  ])('disagree on %s that only the wiki shows', async (words, issues) => {
    const sim = await agreeing()
    for (const issue of issues) await link(sim, 'REQ-001', issue)
    const message = `wiki 101 and its tracker disagree on ${words}, first on link 40005`
    expect(() => productsAgree(sim)).toThrow(message)
  })
})

test('a message that waits between wiki and tracker is pending, until it has arrived', async () => {
  const sim = await agreeing()
  expect(() => nothingPending(sim)).not.toThrow()
  await link(sim, 'REQ-001', 'DRN-2')
  expect(() => nothingPending(sim)).toThrow('messages between wiki and tracker wait: 1')
  sim.clock.advance('10m')
  expect(() => nothingPending(sim)).not.toThrow()
})
