/** What the ready scenarios are, for those who choose one. */
import { READY_DESCRIPTIONS } from './descriptions.generated.ts'
import { READY_SCENARIOS } from './scenarios.generated.ts'

export interface ReadyScenario {
  readonly name: string
  readonly description: string
}

/** Names and descriptions of the ready scenarios, in order of name. */
export function readyScenarios(): readonly ReadyScenario[] {
  return READY_SCENARIOS.map(({ name }) => ({ name, description: READY_DESCRIPTIONS[name] ?? '' }))
}
