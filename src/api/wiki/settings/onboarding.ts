/** Onboarding of the wiki's users (service §4.6). */
import { z } from '../../framework/zod.ts'
import { notifyOnboarding, putOnboardingSetting } from '../../../model/settings/onboarding.ts'
import { always, operation, type Operation } from '../../framework/operation.ts'
import { boolean, string } from '../../framework/parameter.ts'
import { requireWikiAdministrator, wikiOperation, wikiSite } from '../common.ts'

const onboarding = {
  ...wikiOperation,
  group: 'Onboarding',
  stability: 'internal',
  permission: { words: 'administrator', assumed: true },
  section: '4.6',
  assumptions: ['A51', ...always('A98')],
} as const

const put = operation({
  ...onboarding,
  id: 'wiki.onboarding.put',
  summary: 'Keeps a text about the onboarding of users.',
  method: 'PUT',
  path: '/onboarding/{settingsName}',
  pathParameters: {
    settingsName: string({
      maximumLength: 255,
      description: "Name of the onboarding setting: letters, digits, '.', '_' and '-'.",
      example: 'tour',
    }),
  },
  body: { schema: () => z.string().max(10_000), plainText: true, example: 'seen' },
  success: {
    description: 'The onboarding setting as it is kept.',
    shape: {
      name: 'OnboardingSetting',
      schema: () => z.object({ name: z.string(), value: z.string() }),
      example: { name: 'tour', value: 'seen' },
    },
  },
  refusals: { 409: 'The wiki keeps as many onboarding settings as it can.' },
  authorise: (_input, context) => requireWikiAdministrator(context),
  handle: ({ path, body }, context) =>
    putOnboardingSetting(context.store, wikiSite(context), path.settingsName, body),
})

const notify = operation({
  ...onboarding,
  id: 'wiki.onboarding.notify',
  summary: 'Notifies users of the onboarding, each of them once.',
  method: 'POST',
  path: '/onboarding/notifications',
  query: {
    sendeveryone: boolean({
      default: false,
      description: 'Everyone who may use the wiki, instead of its administrators.',
    }),
  },
  success: {
    description: 'How many users it was for, and how many were notified by this call.',
    shape: {
      name: 'OnboardingNotifications',
      schema: () => z.object({ recipients: z.int().min(0), created: z.int().min(0) }),
      example: { recipients: 3, created: 2 },
    },
  },
  authorise: (_input, context) => requireWikiAdministrator(context),
  handle: ({ query }, context) =>
    notifyOnboarding(context.world, context.store, wikiSite(context), query.sendeveryone),
})

export const wikiOnboardingOperations: readonly Operation[] = [put, notify]
