/** Reading settings: what is stored, else the default (service §4.6). */
import type { Store } from '../../world/store.ts'
import { type SettingValue, settings } from './records.ts'

/** The id of a setting of a site, or of one of its spaces. */
export function settingId(applicationId: number, name: string, projectContainerId?: number): string {
  return `${applicationId}/${projectContainerId ?? 0}/${name}`
}

/** The stored value of a setting; undefined where none was stored. */
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
  return storedSetting(store, applicationId, 'extendedMode', projectContainerId) === true
}
