/** The configuration of a world: it shapes responses, so it is a record of the world itself. */
import type { Store } from '../../../world/store/store.ts'
import { defineTable } from '../../../world/store/table.ts'

export type RateLimitMode = 'enforce' | 'observe' | 'off'

export interface WorldConfig {
  /** Absent: observe on a manual or auto clock, enforce on a live one. */
  readonly rateLimit?: RateLimitMode
  /** The wiki's option to isolate spaces (service §4.3). */
  readonly isolateSpaces: boolean
  /** Refuse undeclared parameters and body fields instead of ignoring them. */
  readonly strict: boolean
  /** In bytes. */
  readonly maximumBodyBytes: number
  /** The user behind calls without a credential on the embedded interfaces. */
  readonly anonymousAs?: string
  /** Alternatives chosen for numbered assumptions, by their id. */
  readonly assumptions: Readonly<Record<string, string>>
}

export const DEFAULT_CONFIG: WorldConfig = {
  isolateSpaces: true,
  strict: false,
  maximumBodyBytes: 8 * 1024 * 1024,
  assumptions: {},
}

export interface ConfigRecord {
  readonly id: 'config'
  readonly value: WorldConfig
}

export const configs = defineTable<ConfigRecord>()({
  name: 'config',
  key: (record) => record.id,
  indexes: {},
})

export function readConfig(system: Store): WorldConfig {
  return system.table(configs).get('config')?.value ?? DEFAULT_CONFIG
}

export function writeConfig(system: Store, value: WorldConfig): void {
  system.table(configs).put({ id: 'config', value })
}
