/** The settings of a wiki as data: meaning, allowed values and default of each (service §4.6). */
import { isBlank } from '../input/blank.ts'
import { hasMoreCharacters } from '../../world/characters.ts'
import { nearestName } from '../../world/nearest.ts'
import type { WorldConfig } from '../records/world/config.ts'
import { invalid, notFound } from '../input/errors.ts'
import { countText } from '../../world/count-text.ts'

/** The maximum number of requirements of a baseline, unless the wiki sets another one. */
export const DEFAULT_BASELINE_MAXIMUM = 12_000
/** The time that the receiver of a queue message needs for it. */
export const DEFAULT_MESSAGE_MILLISECONDS = 10
/** The relationship of a dependency that names none, unless the wiki sets another one. */
export const DEFAULT_RELATIONSHIP = 'Dependency'

/** What a setting takes. `spaces` is a list of space keys: the setting is stored with each space. */
export type SettingKind =
  | { readonly type: 'boolean' }
  | { readonly type: 'integer'; readonly minimum: number; readonly maximum: number }
  | { readonly type: 'text'; readonly maximumLength: number }
  | { readonly type: 'spaces' }

export interface SettingValues {
  readonly isolateSpaces: boolean
  readonly extendedModeSpaces: readonly string[]
  readonly limitForPages: number
  readonly baselineMaximumRequirements: number
  readonly defaultRelationship: string
  readonly messageMilliseconds: number
  readonly 'popup-on-click': string
  readonly 'collapse-excerpts': string
  readonly 'popup-delay': string
  readonly 'indexing-mode': number
}
export type SettingName = keyof SettingValues

export interface SettingDefinition<N extends SettingName = SettingName> {
  readonly name: N
  readonly kind: SettingKind
  readonly description: string
  readonly defaultOf: (config: WorldConfig) => SettingValues[N]
}

type Catalogue = { readonly [N in SettingName]: SettingDefinition<N> }

export const MAXIMUM_PAGE_REQUIREMENTS = 4000

/** In the order in which responses list them. */
export const SETTINGS: Catalogue = {
  isolateSpaces: {
    name: 'isolateSpaces',
    kind: { type: 'boolean' },
    description: 'A search from one space does not find requirements of other spaces (service §4.3).',
    defaultOf: (config) => config.isolateSpaces,
  },
  extendedModeSpaces: {
    name: 'extendedModeSpaces',
    kind: { type: 'spaces' },
    description:
      'Keys of the spaces in extended mode, where keys of requirements may have special characters.',
    defaultOf: () => [],
  },
  limitForPages: {
    name: 'limitForPages',
    kind: { type: 'integer', minimum: 1, maximum: MAXIMUM_PAGE_REQUIREMENTS },
    description: 'The maximum number of requirements returned for a page.',
    defaultOf: () => MAXIMUM_PAGE_REQUIREMENTS,
  },
  baselineMaximumRequirements: {
    name: 'baselineMaximumRequirements',
    kind: { type: 'integer', minimum: 1, maximum: 1_000_000 },
    description: 'How many requirements one baseline freezes at most.',
    defaultOf: () => DEFAULT_BASELINE_MAXIMUM,
  },
  defaultRelationship: {
    name: 'defaultRelationship',
    kind: { type: 'text', maximumLength: 255 },
    description: 'The relationship of a dependency that names none.',
    defaultOf: () => DEFAULT_RELATIONSHIP,
  },
  messageMilliseconds: {
    name: 'messageMilliseconds',
    kind: { type: 'integer', minimum: 0, maximum: 600_000 },
    description: 'What one queue message costs the product that receives it, in milliseconds (service §6.2).',
    defaultOf: () => DEFAULT_MESSAGE_MILLISECONDS,
  },
  'popup-on-click': {
    name: 'popup-on-click',
    kind: { type: 'text', maximumLength: 5 },
    description:
      'Whether a click on a requirement opens a popup, as a text. Only returned with the requirements of a page.',
    defaultOf: () => 'false',
  },
  'collapse-excerpts': {
    name: 'collapse-excerpts',
    kind: { type: 'text', maximumLength: 5 },
    description:
      'Whether long excerpts are collapsed, as a text. Only returned with the requirements of a page.',
    defaultOf: () => 'false',
  },
  'popup-delay': {
    name: 'popup-delay',
    kind: { type: 'text', maximumLength: 10 },
    description:
      'The delay of the popup in milliseconds, as a text. Only returned with the requirements of a page.',
    defaultOf: () => '500',
  },
  'indexing-mode': {
    name: 'indexing-mode',
    kind: { type: 'integer', minimum: 0, maximum: 100 },
    description: 'How pages are indexed. Only returned with the requirements of a page.',
    defaultOf: () => 0,
  },
}

export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[]

export function findSetting(name: string): SettingDefinition | undefined {
  return Object.hasOwn(SETTINGS, name) ? SETTINGS[name as SettingName] : undefined
}

/** Throws a Refusal of the given kind that suggests the nearest name. */
export function requireSetting(name: string, parameter: string, kind: 'NOT_FOUND' | 'INVALID') {
  const found = findSetting(name)
  if (found !== undefined) return found
  const nearest = nearestName(name, SETTING_NAMES)
  const offer =
    nearest === undefined ? `it is one of ${SETTING_NAMES.join(', ')}` : `did you mean ${nearest}?`
  throw kind === 'INVALID'
    ? invalid(parameter, name, `there is no such setting; ${offer}`)
    : notFound('setting', name, { at: parameter, instead: offer })
}

/** Why a setting does not take a value; undefined if it does. Does not check whether spaces exist. */
export function problemOfValue({ kind }: SettingDefinition, value: unknown): string | undefined {
  switch (kind.type) {
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'takes true or false'
    case 'integer': {
      const number = Number.isSafeInteger(value) ? (value as number) : Number.NaN
      const fits = number >= kind.minimum && number <= kind.maximum
      return fits ? undefined : `takes a whole number from ${kind.minimum} to ${kind.maximum}`
    }
    case 'text': {
      const fits =
        typeof value === 'string' && !isBlank(value) && !hasMoreCharacters(value, kind.maximumLength)
      return fits
        ? undefined
        : `takes a text of 1 to ${countText(kind.maximumLength, 'character')} that is not blank`
    }
    case 'spaces': {
      const fits = Array.isArray(value) && value.every((item) => typeof item === 'string')
      return fits ? undefined : 'takes a list of keys of spaces'
    }
  }
}
