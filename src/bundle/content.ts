/** What a bundle embeds besides its programs, as JSON: the scenario, and how its simulator starts. */
import type { ScenarioOverrides } from '../scenario/base.ts'
import type { ResolvedScenario } from '../scenario/format/format.ts'
import type { ScenarioName } from '../scenario/ready/scenarios.generated.ts'

/** The id of the element that holds it. */
export const CONTENT_ID = 'reqsim-content'

export interface BundleContent {
  /** The name of the scenario. */
  readonly name: string
  /** A ready scenario by its name, any other with everything that it extends. */
  readonly scenario: ScenarioName | ResolvedScenario
  readonly overrides: Pick<ScenarioOverrides, 'clock' | 'seed'>
  /** The step of the timeline at which the page opens. */
  readonly until?: string
  /** The page opens on the stage. */
  readonly stage?: true
}
