/** Settings of the wiki (service §4.6). */
import { optionalGivenName } from '../../shared/given-name.ts'
import type * as zod from 'zod'
import { z } from '../../framework/zod.ts'
import { readableContainers } from '../../../model/finding/containers.ts'
import {
  requireSetting,
  SETTING_NAMES,
  SETTINGS,
  type SettingDefinition,
  type SettingName,
} from '../../../model/settings/definitions.ts'
import {
  checkOnboardingName,
  onboardingSettings,
  putOnboardingSetting,
} from '../../../model/settings/onboarding.ts'
import { changeSettings, isExtendedMode, readSetting } from '../../../model/settings/settings.ts'
import { type Context, operation, type Operation } from '../../framework/operation.ts'
import { string } from '../../framework/parameter.ts'
import * as ledger from '../../framework/ledger-names.ts'
import { administersWiki, readsSpace, signedIn, wikiCaller, wikiOperation, wikiSite } from '../common.ts'

const settingsName = string({
  maximumLength: 255,
  description: `Name of the setting: ${SETTING_NAMES.join(', ')}.`,
  example: 'limitForPages',
})

const settingValue = (text = z.string()) => z.union([z.boolean(), z.int(), text, z.array(z.string())])

/** Each setting with its value, or null for its default. The model rejects unknown names and suggests the nearest. */
const changes = () =>
  z
    .object(
      Object.fromEntries(
        SETTING_NAMES.map((name) => [name, schemaOf(SETTINGS[name]).nullable().optional()] as const),
      ),
    )
    .extend({
      onboarding: z
        .record(z.string().max(255), z.string().max(10_000))
        .nullish()
        .describe('Onboarding settings to change, by name.'),
    })
    .catchall(z.unknown()) as unknown as zod.ZodType<Changes>

/** The body of PUT /settings: values by name, and onboarding settings. */
type Changes = Readonly<Record<string, unknown>> & {
  readonly onboarding?: Readonly<Record<string, string>> | null | undefined
}

function schemaOf({ kind, description }: SettingDefinition): zod.ZodType {
  switch (kind.type) {
    case 'boolean':
      return z.boolean().describe(description)
    case 'integer':
      return z.int().min(kind.minimum).max(kind.maximum).describe(description)
    case 'text':
      return optionalGivenName(kind.maximumLength).describe(description)
    case 'spaces':
      return z.array(z.string().max(255)).max(1000).describe(description)
  }
}

const allSettings = {
  name: 'Settings',
  schema: () =>
    z.object({
      ...Object.fromEntries(SETTING_NAMES.map((name) => [name, schemaOf(SETTINGS[name])] as const)),
      onboarding: z.record(z.string(), z.string()).describe('Onboarding settings by name.'),
    }),
  example: {
    isolateSpaces: true,
    extendedModeSpaces: [],
    limitForPages: 4000,
    baselineMaximumRequirements: 12_000,
    defaultRelationship: 'Dependency',
    messageMilliseconds: 10,
    'popup-on-click': 'false',
    'collapse-excerpts': 'false',
    'popup-delay': '500',
    'indexing-mode': 0,
    onboarding: { tour: 'seen' },
  },
}

const oneSetting = {
  name: 'Setting',
  schema: () =>
    z.object({
      name: z.string(),
      value: settingValue(),
      default: settingValue(),
      type: z.enum(['boolean', 'integer', 'text', 'spaces']),
      description: z.string(),
    }),
  example: {
    name: 'limitForPages',
    value: 4000,
    default: 4000,
    type: 'integer',
    description: SETTINGS.limitForPages.description,
  },
}

const settings = { ...wikiOperation, group: 'Settings', stability: 'internal', section: '4.6' } as const

const readAll = operation({
  ...settings,
  ...signedIn,
  id: 'wiki.settings.readAll',
  summary: 'Reads the settings of the wiki.',
  method: 'GET',
  path: '/settings',
  success: { description: 'Every setting with its current value.', shape: allSettings },
  assumptions: ['A97', 'A98'],
  handle: (_input, context) => showAll(context),
})

const read = operation({
  ...settings,
  ...signedIn,
  id: 'wiki.settings.read',
  summary: 'Reads one setting of the wiki.',
  method: 'GET',
  path: '/settings/{settingsName}',
  pathParameters: { settingsName },
  success: { description: 'The setting.', shape: oneSetting },
  assumptions: ['A97'],
  handle: ({ path }, context) =>
    showOne(context, requireSetting(path.settingsName, 'settingsName', 'NOT_FOUND')),
})

const changeSeveral = operation({
  ...settings,
  ...administersWiki,
  id: 'wiki.settings.changeSeveral',
  summary: 'Changes settings of the wiki, all or none.',
  method: 'PUT',
  path: '/settings',
  body: { schema: changes, example: { limitForPages: 100, defaultRelationship: 'refines' } },
  success: { description: 'Every setting with its current value.', shape: allSettings },
  assumptions: ['A51', 'A97', 'A98'],
  handle({ body }, context) {
    changeAll(context, body)
    return showAll(context)
  },
})

const change = operation({
  ...settings,
  ...administersWiki,
  id: 'wiki.settings.change',
  summary: 'Changes one setting of the wiki.',
  method: 'PUT',
  path: '/settings/{settingsName}',
  pathParameters: { settingsName },
  body: {
    schema: () =>
      z.object({
        value: settingValue(optionalGivenName(10_000))
          .nullable()
          .describe('The value, or null for the default.'),
      }),
    example: { value: 100 },
  },
  success: { description: 'The changed setting.', shape: oneSetting },
  assumptions: ['A51', 'A97'],
  handle({ path, body }, context) {
    const definition = requireSetting(path.settingsName, 'settingsName', 'NOT_FOUND')
    changeSettings(context.store, wikiSite(context), [[definition.name, body.value]])
    return showOne(context, definition)
  },
})

const extendedMode = operation({
  ...settings,
  ...readsSpace,
  id: 'wiki.setting.extendedMode',
  summary: 'Returns whether keys may have special characters.',
  method: 'GET',
  path: '/misc/{spaceKey}/extended-mode',
  success: {
    description: '"true" or "false", as a JSON string.',
    shape: { name: 'ExtendedMode', schema: () => z.enum(['true', 'false']), example: 'false' },
  },
  assumptions: ['A51'],
  handle: (_input, context, space) =>
    isExtendedMode(context.store, space.applicationId, space.id) ? 'true' : 'false',
})

export const wikiSettingOperations: readonly Operation[] = [
  readAll,
  read,
  changeSeveral,
  change,
  extendedMode,
]

/** Changes settings and onboarding settings. */
function changeAll(context: Context, { onboarding, ...changed }: Changes): void {
  const site = wikiSite(context)
  changeSettings(context.store, site, Object.entries(changed))
  const texts = Object.entries(onboarding ?? {})
  for (const [name] of texts) checkOnboardingName(name, 'INVALID')
  for (const [name, value] of texts) putOnboardingSetting(context.store, site, name, value)
}

/** The current value. Lists of spaces have only those that the caller may read. */
function shownValue(context: Context, name: SettingName) {
  const { store, config } = context
  const site = wikiSite(context)
  if (name !== 'extendedModeSpaces') return readSetting(store, config, site, name)
  const user = wikiCaller(context)
  const readable = new Set(readableContainers(store, user, site, 'PROJECT').map(({ key }) => key))
  return readSetting(store, config, site, name).filter((key) => readable.has(key))
}

function showAll(context: Context) {
  context.note(ledger.wikiSettings)
  context.note(ledger.onboardingRules)
  const site = wikiSite(context)
  const values = SETTING_NAMES.map((name) => [name, shownValue(context, name)] as const)
  const onboarding = onboardingSettings(context.store, site).map(({ name, value }) => [name, value] as const)
  return { ...Object.fromEntries(values), onboarding: Object.fromEntries(onboarding) }
}

function showOne(context: Context, { name, kind, description, defaultOf }: SettingDefinition) {
  context.note(ledger.wikiSettings)
  const value = shownValue(context, name)
  return { name, value, default: defaultOf(context.config), type: kind.type, description }
}
