/** What earlier versions wrote is still read: their worlds, their scenarios, and with the same answers. */
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadScenarioFile } from '../../src/adapters/node.ts'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { VERSION } from '../../src/version.ts'
import { type KeptSession, play } from './session.ts'

const root = resolve(import.meta.dirname, 'kept')
const versions = readdirSync(root)

/**
 * Answers that changed on purpose since a version, by what was asked. The set is exact: an answer that is here and did not
 * change is a mistake too.
 */
const CHANGED: Readonly<Record<string, readonly string[]>> = {
  // `errors` of an error lists its message; a fault says 'returned 503'.
  '0.1.0': ['GET /wiki/rest/reqs/1/requirement2/ENG/REQ-001', 'GET /api/applications/101'],
  '0.2.0': ['GET /wiki/rest/reqs/1/requirement2/ENG/REQ-001'],
}
/** Responses that changed only where the demo is played again: a kept world does not say when its copies were frozen. */
const CHANGED_IN_DEMO: Readonly<Record<string, readonly string[]>> = {
  // The history lists a frozen copy after what was written before it, also at the same instant.
  '0.1.0': ['GET /wiki/rest/reqs/1/misc/ENG/history?reqs=REQ-003'],
  '0.2.0': ['GET /wiki/rest/reqs/1/misc/ENG/history?reqs=REQ-003'],
}

test('the current version is kept; node scripts/keep-compat.ts does it', () => {
  expect(versions).toContain(VERSION)
})

describe.each(versions)('what version %s kept', (version) => {
  const read = (name: string): unknown => JSON.parse(readFileSync(resolve(root, version, name), 'utf8'))
  const session = read('session.json') as KeptSession
  const document = read('world.json')

  /** Lines that differ, as what was asked. */
  const differing = (now: readonly string[], kept: readonly string[]) =>
    kept.filter((line, index) => now[index] !== line).map((line) => line.split(' ').slice(2).join(' '))

  async function importInto(simulator: Simulator): Promise<number> {
    const headers = { 'content-type': 'application/json', 'x-sim-control': '1' }
    const body = JSON.stringify(document)
    return (await simulator.exchange({ method: 'POST', url: '/_sim/import', headers, body })).status
  }

  test('its demo, played again, answers the same', async () => {
    const demo = resolve(root, version, 'scenarios/demo.yaml')
    const simulator = await createSimulator({ scenario: await loadScenarioFile(demo) })
    const now = [...(await play(simulator, session.before)), ...(await play(simulator, session.after))]
    const kept = [...session.answersBefore, ...session.answersAfter]
    expect(kept.length).toBeGreaterThan(15)
    const changed = new Set([...(CHANGED[version] ?? []), ...(CHANGED_IN_DEMO[version] ?? [])])
    expect(new Set(differing(now, kept))).toEqual(changed)
  })

  test('its world is imported and goes on from there', async () => {
    const simulator = await createSimulator({ scenario: 'empty' })
    expect(await importInto(simulator)).toBe(200)
    const changed = (CHANGED[version] ?? []).filter((ask) =>
      session.after.some((step) => 'ask' in step && step.ask === ask),
    )
    expect(differing(await play(simulator, session.after), session.answersAfter)).toEqual(changed)
  })

  test('a scenario file of it is read, and its timeline runs', async () => {
    const simulator = await createSimulator({
      scenario: await loadScenarioFile(resolve(root, version, 'features.yaml')),
    })
    expect(simulator.state('requirement').filter(({ key }) => key.startsWith('GEN-'))).toHaveLength(20)
    const { steps } = await simulator.run()
    expect(steps.filter(({ outcome }) => outcome !== 'passed')).toEqual([])
    expect(steps).toHaveLength(6)
  })
})
