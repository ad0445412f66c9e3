/** Application links of the tracker: information, mode and version (service §4.7). */
import { z } from '../framework/zod.ts'
import { applications } from '../../model/records/service/applications.ts'
import { modeMachine } from '../../model/records/machines/message-machine.ts'
import {
  acceptedVersion,
  changeTrackerVersion,
  LATEST_VERSION,
  MESSAGE_FORMAT_VERSION,
  OLDEST_VERSION,
} from '../../model/integration/versions.ts'
import { integrations } from '../../model/records/tracker/integrations.ts'
import { noteEvent, stateAfter } from '../../model/records/state-machine.ts'
import { always, operation, type Operation } from '../framework/operation.ts'
import { onApplicationLink, trackerOperation } from './common.ts'

const MODES = ['AUTO', 'MANUAL', 'DISABLED'] as const

const group = { ...trackerOperation, group: 'Tracker API' } as const
const onLink = { ...group, ...onApplicationLink } as const

const information = operation({
  ...group,
  id: 'tracker.api.read',
  summary: 'Returns information about the tracker and the name of the current user.',
  method: 'GET',
  path: '/api',
  permission: { words: 'none (anonymous allowed)' },
  anonymous: true,
  success: {
    description: 'The versions that the tracker supports, and the current user.',
    shape: {
      name: 'TrackerInformation',
      schema: () =>
        z.object({
          apiVersion: z.int().describe('The latest API version that is supported.'),
          minimumApiVersion: z.int(),
          messageFormatVersion: z.int().describe('The format of queue messages.'),
          title: z.string().optional().describe('Title of the tracker. Absent if the call addresses none.'),
          baseUrl: z.string().optional(),
          username: z.string().optional().describe('The current user. Absent for an anonymous call.'),
          displayName: z.string().optional(),
        }),
      example: {
        apiVersion: 9,
        minimumApiVersion: 1,
        messageFormatVersion: 4,
        title: 'Northwind Tracker',
        baseUrl: 'https://tracker.northwind.test',
        username: 'admin',
        displayName: 'Ada Min',
      },
    },
  },
  assumptions: [...always('A149', 'A151')],
  authorise() {},
  handle(_input, context) {
    const { site, store, user } = context
    const tracker = site === undefined ? undefined : store.table(applications).get(site)
    return {
      apiVersion: LATEST_VERSION,
      minimumApiVersion: OLDEST_VERSION,
      messageFormatVersion: MESSAGE_FORMAT_VERSION,
      ...(tracker === undefined ? {} : { title: tracker.name, baseUrl: tracker.baseUrl }),
      ...(user === undefined ? {} : { username: user.name, displayName: user.displayName }),
    }
  },
})

const changeMode = operation({
  ...onLink,
  id: 'tracker.api.changeMode',
  summary: 'Changes the mode of an application link.',
  method: 'PUT',
  path: '/api/{applinkId}/mode',
  body: {
    schema: () => z.enum(MODES).describe('The mode.'),
    plainText: true,
    example: 'MANUAL',
  },
  success: {
    description: 'The new mode.',
    shape: {
      name: 'ApplicationLinkMode',
      schema: () => z.object({ applinkId: z.string(), mode: z.enum(MODES) }),
      example: { applinkId: '99999999-8888-4777-8666-555555555555', mode: 'MANUAL' },
    },
  },
  assumptions: ['A134', ...always('A153')],
  handle({ path, body }, context, { serviceId, mode: before }) {
    const mode = stateAfter(modeMachine, before, `SET_${body}`) as typeof body
    if (mode !== before) {
      noteEvent(context.store, modeMachine, before, `SET_${body}`)
      context.store.table(integrations).update(serviceId, { mode })
    }
    return { applinkId: path.applinkId, mode }
  },
})

const changeVersion = operation({
  ...onLink,
  id: 'tracker.api.changeVersion',
  summary: 'Changes the API version of an application link.',
  method: 'PUT',
  path: '/api/{applinkId}/version',
  body: {
    schema: () => z.int32().min(OLDEST_VERSION).describe('The requested version.'),
    example: 9,
  },
  success: {
    description: 'The accepted version: the latest supported one if the requested one is higher.',
    shape: {
      name: 'AcceptedVersion',
      schema: () =>
        z.object({
          applinkId: z.string(),
          requestedVersion: z.int(),
          acceptedVersion: z.int(),
          notified: z.boolean().describe('Whether the wiki was notified.'),
          message: z.string(),
        }),
      example: {
        applinkId: '99999999-8888-4777-8666-555555555555',
        requestedVersion: 12,
        acceptedVersion: 9,
        notified: true,
        message: 'the wiki was notified',
      },
    },
  },
  assumptions: ['A134', ...always('A149')],
  handle({ path, body }, context, integration) {
    const accepted = acceptedVersion(body)
    const { notified, message } = changeTrackerVersion(context.store, integration, accepted)
    return {
      applinkId: path.applinkId,
      requestedVersion: body,
      acceptedVersion: accepted,
      notified,
      message,
    }
  },
})

export const trackerApiOperations: readonly Operation[] = [information, changeMode, changeVersion]
