// The work of a draft grows with its session, not with the square of it.

import { expect, test } from 'vitest'
import { buildRequirements } from '../../src/draft/build/requirements.ts'
import { createNames } from '../../src/draft/names.ts'
import { findPlaces } from '../../src/draft/places.ts'
import { createRegion } from '../../src/draft/region.ts'

const READING = { number: 1, writes: false, creates: false, written: false }

/** How often the facts of all requirements and dependencies are listed for a session of frozen copies and dependencies. */
function listingsOf(count: number): number {
  const region = createRegion(READING, { wiki: 'wiki', tracker: 'tracker' })
  const home = { site: 'wiki', spaceKey: 'ENG' }
  region.baselines.learn('wiki/ENG/1', { ...home, number: 1, status: 'DONE', count })
  for (let id = 1; id <= count; id++) {
    const key = `REQ-${id}`
    region.requirements.learn(id, { ...home, id, key, status: 'ACTIVE', html: `Text ${id}` })
    region.requirements.learn(count + id, { ...home, id: count + id, key, baseline: 1 })
    region.dependencies.learn(id, { from: id, ...home, key: 'REQ-1', relationship: 'refines' })
  }
  const finder = findPlaces(region)
  const names = createNames(region, [], finder.places)
  let listings = 0
  const counted: readonly { all(): unknown }[] = [region.requirements, region.dependencies]
  for (const facts of counted) {
    const all = facts.all.bind(facts)
    Object.assign(facts, { all: () => (listings++, all()) })
  }
  const building = { region, start: '2026-01-05T09:00:00Z', names, ...finder, guess() {} }
  const { requirements = [] } = buildRequirements(building)
  expect(requirements).toHaveLength(2 * count)
  expect(requirements[1]).toMatchObject({ key: 'REQ-2', dependencies: [{ to: 'REQ-1' }] })
  expect(requirements[count + 1]).toMatchObject({ key: 'REQ-2', text: 'Text 2' })
  return listings
}

test('each requirement finds its dependencies and its live row without reading all', () => {
  expect(listingsOf(40)).toBe(listingsOf(4))
})
