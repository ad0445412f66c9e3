/** A world of many requirements, written straight into the tables: what the kernel costs, without any generator. */
import { type RequirementRecord, requirements } from '../src/model/requirements/records.ts'
import { worldSchema } from '../src/model/schema.ts'
import { World } from '../src/world/world.ts'

export const LARGE = 100_000
const START = Date.parse('2026-01-05T09:00:00Z')
const PRIORITIES = ['High', 'Medium', 'Low']

export function createEmptyWorld(): World {
  return new World(worldSchema, {
    seed: 'bench',
    clock: { now: START, start: START, mode: 'manual', speed: 1 },
  })
}

/** A world of `count` requirements in one space, with properties and dependencies. */
export function createLargeWorld(count: number): World {
  const world = createEmptyWorld()
  const table = world.region('eu').table(requirements)
  for (let number = 1; number <= count; number++) table.insert(createRequirement(number))
  return world
}

export function createRequirement(number: number): RequirementRecord {
  const key = `REQ-${String(number).padStart(6, '0')}`
  const text = `The drone shall satisfy condition ${number} while it flies.`
  return {
    id: number,
    applicationId: 101,
    projectContainerId: 1001,
    spaceKey: 'ENG',
    variantId: 5001,
    key,
    status: 'ACTIVE',
    html: `<p>${text}</p>`,
    text,
    originContainerId: 4001 + (number % 100),
    pageId: 4001 + (number % 100),
    properties: [
      { key: 'Priority', value: PRIORITIES[number % 3] ?? '', dataType: 'TEXT' },
      { key: 'Category', value: number % 2 === 0 ? 'Safety' : 'Functional', dataType: 'TEXT' },
    ],
    externalProperties: [{ metadataId: 7001, value: number * 100 }],
    dependencies:
      number % 3 === 0
        ? [{ relationship: 'refines', spaceKey: 'ENG', key: `REQ-${String(number >> 1).padStart(6, '0')}` }]
        : [],
    htmlNeedsUpdating: false,
    createdAt: START,
  }
}
