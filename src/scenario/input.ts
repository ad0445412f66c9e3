/** Scenarios as TypeScript programs write them: names are completed, and what excludes each other does not compile. */
import type { ChosenAlternatives } from '../api/framework/names.ts'
import type { Exclusive } from '../world/exclusive.ts'
import type { FaultInput } from './faults/fault.ts'
import type { ResolvedScenario, ScenarioFile } from './format/format.ts'
import type { AdvanceStep, CallStep, EditStep, FaultStep, ForkStep, ViewStep } from './format/timeline.ts'
import type { ScenarioName } from './ready/scenarios.generated.ts'

/** A scenario file as an object; its records may be read-only, as `reqsim/data` makes them. */
export type ScenarioObject = Omit<ScenarioFile, 'config' | 'extends' | 'faults' | 'timeline' | 'world'> & {
  readonly config?: ScenarioConfig | undefined
  /** Ready scenarios that it builds on; an editor completes them. */
  readonly extends?: readonly (ScenarioName | (string & {}))[] | undefined
  readonly faults?: readonly FaultInput[] | undefined
  /** What happens, step by step: `sim.run()` runs it. */
  readonly timeline?: readonly TimelineStepInput[] | undefined
  readonly world?: ScenarioFile['world'] | ResolvedScenario['world']
}

/** The configuration of a world. */
export type ScenarioConfig = Omit<NonNullable<ScenarioFile['config']>, 'assumptions'> & {
  /** The alternatives in force, by the number of their assumption. */
  readonly assumptions?: ChosenAlternatives | undefined
}

/** A call: as a user, or with a token. */
export type CallStepInput = Omit<CallStep, 'as' | 'token'> &
  Exclusive<Pick<CallStep, 'as'> | Pick<CallStep, 'token'>>
type PageChanges = Omit<EditStep['edit'], 'define' | 'undefine' | 'content'>
type Definitions = Pick<EditStep['edit'], 'define' | 'undefine'>
type EditStepInput = Omit<EditStep, 'edit'> & {
  readonly edit: PageChanges & Exclusive<Definitions | Required<Pick<EditStep['edit'], 'content'>>>
}
type FaultStepInput = Omit<FaultStep, 'fault'> & {
  readonly fault: Exclusive<FaultInput | { readonly remove: string | number } | { readonly clear: true }>
}
type PlainStepInput = CallStepInput | AdvanceStep | EditStepInput | ViewStep | FaultStepInput
type ForkStepInput = Omit<ForkStep, 'fork'> & {
  readonly fork: { readonly steps: readonly Exclusive<PlainStepInput>[] }
}

/** A step does one thing, named by its verb: `call`, `advance`, `edit`, `view`, `fault` or `fork`. */
export type TimelineStepInput = Exclusive<PlainStepInput | ForkStepInput>
