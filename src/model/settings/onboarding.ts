/** Onboarding: texts about tours, and notifications that each user is sent once (service §4.6). */
import type { Store } from '../../world/store/store.ts'
import type { World } from '../../world/world.ts'
import { containers } from '../records/service/containers.ts'
import { invalid, notFound, stateConflict } from '../input/errors.ts'
import { administrators, grants, users } from '../records/service/users.ts'
import { notifications, settings } from '../records/service/settings.ts'
import { settingId } from './settings.ts'

const MAXIMUM_ONBOARDING_SETTINGS = 100

const PREFIX = 'onboarding.'
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,254}$/
const KIND = 'onboarding'

/** A text of the caller under a name of the caller. */
export interface OnboardingSetting {
  readonly name: string
  readonly value: string
}

export function isOnboardingSetting(name: string): boolean {
  return name.startsWith(PREFIX) && NAME.test(name.slice(PREFIX.length))
}

export function onboardingSettings(store: Store, applicationId: number): OnboardingSetting[] {
  return [...store.table(settings).range('application', [applicationId, 0])]
    .filter(({ name }) => name.startsWith(PREFIX))
    .map(({ name, value }) => ({ name: name.slice(PREFIX.length), value: String(value) }))
}

/** Throws a Refusal of the given kind for a bad name. */
export function checkOnboardingName(name: string, kind: 'NOT_FOUND' | 'INVALID'): void {
  if (NAME.test(name)) return
  const rule = "a name is made of letters, digits, '.', '_' and '-', and begins with a letter or digit"
  throw kind === 'INVALID'
    ? invalid('settingsName', name, rule)
    : notFound('onboarding setting', name, { at: 'settingsName', instead: rule })
}

/** Throws a Refusal: NOT_FOUND for a bad name, CONFLICT if the wiki has too many. */
export function putOnboardingSetting(
  store: Store,
  applicationId: number,
  name: string,
  value: string,
): OnboardingSetting {
  checkOnboardingName(name, 'NOT_FOUND')
  const id = settingId(applicationId, `${PREFIX}${name}`)
  const known = store.table(settings).has(id)
  if (!known && onboardingSettings(store, applicationId).length >= MAXIMUM_ONBOARDING_SETTINGS) {
    throw stateConflict(
      `the wiki has ${MAXIMUM_ONBOARDING_SETTINGS} onboarding settings, the maximum`,
      'change one of those',
    )
  }
  store.table(settings).put({ id, applicationId, name: `${PREFIX}${name}`, value })
  return { name, value }
}

export interface Notified {
  readonly recipients: number
  /** Recipients who had no such notification yet. */
  readonly created: number
}

/** Notifies the administrators or all users of a wiki, each once. */
export function notifyOnboarding(
  world: World,
  store: Store,
  applicationId: number,
  everyone: boolean,
): Notified {
  const recipients = [...store.table(users).scan()].filter(
    ({ id }) =>
      store.table(administrators).has(`${applicationId}:${id}`) ||
      (everyone && hasGrant(store, applicationId, id)),
  )
  const table = store.table(notifications)
  const fresh = recipients.filter(({ id }) =>
    [...table.range('user', [id])].every(
      (sent) => sent.applicationId !== applicationId || sent.kind !== KIND,
    ),
  )
  for (const { id: userId } of fresh) {
    const id = store.next('notification')
    table.insert({ id, applicationId, userId, kind: KIND, createdAt: world.now })
  }
  return { recipients: recipients.length, created: fresh.length }
}

function hasGrant(store: Store, applicationId: number, userId: number): boolean {
  for (const { containerId } of store.table(grants).range('user', [userId])) {
    if (store.table(containers).get(containerId)?.applicationId === applicationId) return true
  }
  return false
}
