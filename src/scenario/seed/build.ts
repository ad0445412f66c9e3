/** Builds the world that a resolved scenario describes, the same world every time. */
import { DEFAULT_CONFIG, type WorldConfig, writeConfig } from '../../model/records/world/config.ts'
import { present } from '../../model/input/present.ts'
import { REGIONS, worldSchema } from '../../model/schema.ts'
import { parseInstant } from '../../world/time/duration.ts'
import { TableConflict } from '../../world/store/table.ts'
import { World } from '../../world/world.ts'
import type { MakeField } from '../format/fields.ts'
import type * as generation from './generate.ts'
import type { ResolvedScenario } from '../format/format.ts'
import { ScenarioError } from '../format/problems.ts'
import { instantMessage } from '../format/instants.ts'
import { seedContainers } from './containers.ts'
import { type LinkPlan, seedIntegrations, seedLinks, seedTrackerTexts } from './links.ts'
import { seedDashboards } from './dashboards.ts'
import { seedImportJobs } from './jobs.ts'
import { seedInvitations, seedPeople } from './people.ts'
import { finishRequirements, seedRequirements, seedTestCaseLinks } from './requirements.ts'
import { seedCustomFields, seedOutdatedTrackerTexts, seedTrackerMessages } from './tracker.ts'
import {
  seedBaselines,
  seedIssueTemplates,
  seedOutboundMessages,
  seedWikiConfiguration,
  startBaselines,
} from './wiki.ts'
import { beginSeeding } from './seeding.ts'

/**
 * Builds a world from a resolved scenario. Takes only what generators ask for from outside, once: the generator of
 * schema-shaped fields. Rejects with ScenarioError when generated data clashes with what is listed, and for a bad start.
 */
export async function buildWorld(scenario: ResolvedScenario): Promise<World> {
  const world = emptyWorld(scenario)
  let makeField: MakeField | undefined
  const generate = scenario.generate.length === 0 ? undefined : await import('./generate.ts')
  if (scenario.generate.some(({ fields }) => fields !== undefined)) {
    const { loadFieldGenerator } = await import('../format/fields.ts')
    makeField = await loadFieldGenerator(world.clock.start)
  }
  try {
    for (const region of REGIONS)
      fillRegion(world, region, scenario, generate?.generateRequirements, makeField)
    if (scenario.faults !== undefined) {
      const { seedFaults } = await import('./faults.ts')
      seedFaults(world, scenario)
    }
  } catch (error) {
    if (!(error instanceof TableConflict)) throw error
    const message = `two records conflict: ${error.message}; check 'generate' against the listed records`
    throw new ScenarioError([{ file: scenario.name, path: '', message }])
  }
  // What seeding does is no evidence of what a client made happen.
  world.takeTransitions()
  return world
}

function emptyWorld(scenario: ResolvedScenario): World {
  const { start: written, mode = 'manual', speed = 1 } = scenario.clock
  const start = parseInstant(written)
  if (start === undefined)
    throw new ScenarioError([{ file: scenario.name, path: 'clock.start', message: instantMessage(written) }])
  const world = new World(worldSchema, {
    seed: String(scenario.seed),
    clock: Object.freeze({ now: start, start, mode, speed }),
  })
  writeConfig(world.system, Object.freeze(configOf(scenario)))
  return world
}

/** The configuration of a scenario, with the defaults for what it leaves out. */
function configOf({ config, world }: ResolvedScenario): WorldConfig {
  const { auth, rateLimit, isolateSpaces, strict, maximumBodyBytes, assumptions } = config
  const reference = auth?.anonymousAs
  const anonymousAs =
    typeof reference === 'number' ? world.users?.find(({ id }) => id === reference)?.name : reference
  return {
    isolateSpaces: isolateSpaces ?? DEFAULT_CONFIG.isolateSpaces,
    strict: strict ?? DEFAULT_CONFIG.strict,
    maximumBodyBytes: maximumBodyBytes ?? DEFAULT_CONFIG.maximumBodyBytes,
    assumptions: assumptions ?? DEFAULT_CONFIG.assumptions,
    ...present({ rateLimit, anonymousAs }),
  }
}

type GenerateRequirements = typeof generation.generateRequirements

function fillRegion(
  world: World,
  region: (typeof REGIONS)[number],
  scenario: ResolvedScenario,
  generateRequirements: GenerateRequirements | undefined,
  makeField: MakeField | undefined,
): void {
  const sections = region === 'eu' ? scenario.world : (scenario.world.us ?? {})
  const seeding = beginSeeding(world, world.region(region), sections)
  seedPeople(seeding)
  seedContainers(seeding)
  seedIntegrations(seeding)
  seedWikiConfiguration(seeding)
  const progress = seedRequirements(seeding)
  const plans: LinkPlan[] = []
  scenario.generate.forEach((generator, place) => {
    if ((generator.region ?? 'eu') !== region) return
    const generated = generateRequirements?.(seeding, progress, generator, makeField, place) ?? []
    for (const plan of generated) plans.push(plan)
  })
  finishRequirements(seeding, progress)
  seedBaselines(seeding)
  seedLinks(seeding, plans)
  seedTestCaseLinks(seeding)
  startBaselines(seeding)
  seedTrackerTexts(seeding)
  seedOutdatedTrackerTexts(seeding)
  seedCustomFields(seeding)
  seedIssueTemplates(seeding)
  seedOutboundMessages(seeding)
  seedTrackerMessages(seeding)
  seedInvitations(seeding)
  seedImportJobs(seeding)
  seedDashboards(seeding)
}
