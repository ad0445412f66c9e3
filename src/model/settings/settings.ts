/** Settings of a wiki: reading what is stored, else the default, and changing them (service §4.6). */
import type { Store } from '../../world/store/store.ts'
import type { WorldConfig } from '../records/world/config.ts'
import { containers } from '../records/service/containers.ts'
import { invalid } from '../input/errors.ts'
import { quoted } from '../input/refusal.ts'
import {
  problemOfValue,
  requireSetting,
  SETTINGS,
  type SettingDefinition,
  type SettingName,
  type SettingValues,
} from './definitions.ts'
import { type SettingValue, settings } from '../records/service/settings.ts'

/** The setting of a space that lists it in `extendedModeSpaces`. */
export const EXTENDED_MODE = 'extendedMode'

export function settingId(applicationId: number, name: string, projectContainerId?: number): string {
  return `${applicationId}/${projectContainerId ?? 0}/${name}`
}

export function storedSetting(
  store: Store,
  applicationId: number,
  name: string,
  projectContainerId?: number,
): SettingValue | undefined {
  return store.table(settings).get(settingId(applicationId, name, projectContainerId))?.value
}

/** True where keys of a space may have special characters (extended mode). */
export function isExtendedMode(store: Store, applicationId: number, projectContainerId: number): boolean {
  return storedSetting(store, applicationId, EXTENDED_MODE, projectContainerId) === true
}

/** The value in force. A stored value that the setting does not take is ignored. */
export function readSetting<N extends SettingName>(
  store: Store,
  config: WorldConfig,
  applicationId: number,
  name: N,
): SettingValues[N] {
  const definition: SettingDefinition<N> = SETTINGS[name]
  if (definition.kind.type === 'spaces') return extendedModeSpaces(store, applicationId) as SettingValues[N]
  const stored = storedSetting(store, applicationId, name)
  return stored === undefined || problemOfValue(definition as SettingDefinition, stored) !== undefined
    ? definition.defaultOf(config)
    : (stored as SettingValues[N])
}

/** Changes settings, all or none; null restores the default. Throws a Refusal (INVALID). */
export function changeSettings(
  store: Store,
  applicationId: number,
  changes: Iterable<readonly [name: string, value: unknown]>,
): void {
  const checked = [...changes].map(([name, value]) => {
    const definition = requireSetting(name, 'setting', 'INVALID')
    const problem = value === null ? undefined : problemOfValue(definition, value)
    if (problem !== undefined) throw invalid(`setting ${quoted(name)}`, value, `${problem}, or null`)
    if (definition.kind.type !== 'spaces') return () => writeSetting(store, applicationId, name, value)
    const wanted = spacesOf(store, applicationId, name, (value ?? []) as readonly string[])
    return () => writeExtendedMode(store, applicationId, wanted)
  })
  for (const write of checked) write()
}

function writeSetting(store: Store, applicationId: number, name: string, value: unknown): void {
  const id = settingId(applicationId, name)
  if (value === null) store.table(settings).remove(id)
  else store.table(settings).put({ id, applicationId, name, value: value as SettingValue })
}

/** Throws a Refusal (INVALID) for a key that no space has. */
function spacesOf(store: Store, applicationId: number, name: string, keys: readonly string[]): Set<number> {
  return new Set(
    keys.map((key) => {
      const space = store.table(containers).find('key', [applicationId, 'SPACE', key])
      if (space !== undefined) return space.id
      throw invalid('setting', name, `the wiki has no space ${quoted(key)}`)
    }),
  )
}

function writeExtendedMode(store: Store, applicationId: number, wanted: ReadonlySet<number>): void {
  const table = store.table(settings)
  for (const { id, projectContainerId = 0 } of storedAtSpaces(store, applicationId)) {
    if (!wanted.has(projectContainerId)) table.remove(id)
  }
  for (const projectContainerId of wanted) {
    const id = settingId(applicationId, EXTENDED_MODE, projectContainerId)
    table.put({ id, applicationId, projectContainerId, name: EXTENDED_MODE, value: true })
  }
}

/** In order of their container. */
function extendedModeSpaces(store: Store, applicationId: number): readonly string[] {
  return storedAtSpaces(store, applicationId)
    .filter(({ value }) => value === true)
    .flatMap(({ projectContainerId = 0 }) => store.table(containers).get(projectContainerId)?.key ?? [])
}

function storedAtSpaces(store: Store, applicationId: number) {
  return [...store.table(settings).range('application', [applicationId])].filter(
    ({ name, projectContainerId }) => name === EXTENDED_MODE && projectContainerId !== undefined,
  )
}
