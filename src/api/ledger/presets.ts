/** Groups of alternatives that are chosen together, by a name: `config: { assumptions: { preset: 'earlier-clients' } }`. */
import type { AssumptionId } from '../assumptions.ts'

export interface Preset {
  /** What its alternatives have in common. */
  readonly description: string
  readonly alternatives: Readonly<Partial<Record<AssumptionId, string>>>
}

/** The name under which a preset stands among the chosen alternatives. */
export const PRESET = 'preset'

const known: Readonly<Record<string, Preset>> = {
  'earlier-clients': {
    description: 'Answers in the forms that earlier clients of the service read.',
    alternatives: { A246: 'list' },
  },
}

/** By name. */
export const presets: ReadonlyMap<string, Preset> = new Map(Object.entries(known))

/** Alternatives by number: those of the preset that is named, if any, and above them those that are chosen one by one. */
export function withPreset(chosen: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { [PRESET]: name, ...single } = chosen
  return name === undefined ? chosen : { ...presets.get(name)?.alternatives, ...single }
}
