/** Onboarding of the wiki's users (service §4.6). */
import { z } from '../../framework/zod.ts'
import { notifyOnboarding, putOnboardingSetting } from '../../../model/settings/onboarding.ts'
import { always, operation, type Operation } from '../../framework/operation.ts'
import { boolean, string } from '../../framework/parameter.ts'
import { administersWiki, wikiOperation, wikiSite } from '../common.ts'

const onboarding = {
  ...wikiOperation,
  ...administersWiki,
  group: 'Onboarding',
  stability: 'internal',
  section: '4.6',
  assumptions: ['A51', ...always('A98')],
} as const

const put = operation({
  ...onboarding,
  id: 'wiki.onboarding.put',
  summary: 'Stores a text about the onboarding of users.',
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
    description: 'The stored onboarding setting.',
    shape: {
      name: 'OnboardingSetting',
      schema: () => z.object({ name: z.string(), value: z.string() }),
      example: { name: 'tour', value: 'seen' },
    },
  },
  refusals: { 409: 'The wiki already has the maximum number of onboarding settings.' },
  handle: ({ path, body }, context) =>
    putOnboardingSetting(context.store, wikiSite(context), path.settingsName, body),
})

const notify = operation({
  ...onboarding,
  id: 'wiki.onboarding.notify',
  summary: 'Notifies users of the onboarding, each once.',
  method: 'POST',
  path: '/onboarding/notifications',
  query: {
    sendeveryone: boolean({ default: false, description: 'Notifies all users, not administrators only.' }),
  },
  success: {
    description: 'The number of recipients, and how many of them this call notified.',
    shape: {
      name: 'OnboardingNotifications',
      schema: () => z.object({ recipients: z.int().min(0), created: z.int().min(0) }),
      example: { recipients: 3, created: 2 },
    },
  },
  handle: ({ query }, context) =>
    notifyOnboarding(context.world, context.store, wikiSite(context), query.sendeveryone),
})

export const wikiOnboardingOperations: readonly Operation[] = [put, notify]
