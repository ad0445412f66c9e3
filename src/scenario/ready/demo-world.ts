/**
 * The world of the demo, compiled: seeding it took a fifth of the time of a cold test file (target of the benchmark). A test
 * compares it with the seeded world.
 */
import { worldSchema } from '../../model/schema.ts'
import { importWorld } from '../../world/transfer.ts'
import type { World } from '../../world/world.ts'
import { DEMO_WORLD } from './demo-world.generated.ts'

export function demoWorld(): World {
  return importWorld(worldSchema, JSON.parse(DEMO_WORLD), () => undefined)
}
