/** Named groups of alternatives, selected together: `config: { assumptions: { preset: 'earlier-clients' } }`. */

export interface Preset {
  /** What its alternatives have in common. */
  readonly description: string
  /** By the number of the entry; a test compares them with the ledger. */
  readonly alternatives: Readonly<Record<string, string>>
}

/** The key of `config.assumptions` that names a preset. */
export const PRESET = 'preset'

/** What changed since 0.2. */
const BEFORE_0_3 = {
  A245: 'rows',
  A257: 'value',
  A258: 'plain',
  A259: 'texts',
  A261: 'values',
  A262: 'fit',
  A263: 'import',
  A265: 'as-sent',
  A267: 'name',
  A268: 'in-order',
  A269: 'unknown',
  A270: 'exact',
  A271: 'as-sent',
}

const definitions: Readonly<Record<string, Preset>> = {
  'earlier-clients': {
    description: 'Responses in the forms that earlier clients of the service read.',
    alternatives: { A245: 'rows', A246: 'list' },
  },
  'reqsim-0.1': {
    description: 'Responses of reqsim 0.1, for tests that are not yet adapted to later versions.',
    alternatives: {
      ...BEFORE_0_3,
      A78: 'as-searched',
      A217: 'records',
      A227: 'list',
      A234: 'others',
      A236: 'flag',
      A237: 'refuse',
      A240: 'list',
      A242: 'whole',
      A243: 'on-issues',
      A244: 'merge',
      A245: 'embedded',
      A248: 'skipped',
      A249: 'edit',
      A252: 'strict',
      A253: 'strict',
      A255: 'one-grammar',
    },
  },
  'reqsim-0.2': {
    description: 'Responses of reqsim 0.2, for tests that are not yet adapted to later versions.',
    alternatives: BEFORE_0_3,
  },
}

/** All presets by name. */
export const presets: ReadonlyMap<string, Preset> = new Map(Object.entries(definitions))

/** Replaces the name of a preset by its alternatives; alternatives set individually override them. */
export function withPreset(selected: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { [PRESET]: name, ...single } = selected
  return name === undefined ? selected : { ...presets.get(name)?.alternatives, ...single }
}
