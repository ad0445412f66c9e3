/** The configuration of a world: it shapes responses, so it is a record of the world itself. */
import type { Store } from '../../../world/store/store.ts'
import * as field from '../../../world/store/fields.ts'
import { defineTable, type RecordOf } from '../../../world/store/table.ts'

export const RATE_LIMIT_MODES = ['enforce', 'observe', 'off'] as const
export type RateLimitMode = (typeof RATE_LIMIT_MODES)[number]

const worldConfig = field.object({
  /** Absent: observe on a manual or auto clock, enforce on a live one. */
  rateLimit: field.optional(field.oneOf(RATE_LIMIT_MODES)),
  /** The wiki's option to isolate spaces (service §4.3). */
  isolateSpaces: field.flag,
  /** Refuse undeclared parameters and body fields instead of ignoring them. */
  strict: field.flag,
  /** In bytes. */
  maximumBodyBytes: field.ordinal,
  /** The user behind calls without a credential on the embedded interfaces. */
  anonymousAs: field.optional(field.text),
  /** Alternatives chosen for numbered assumptions, by their id. */
  assumptions: field.map(field.text),
})
export type WorldConfig = field.ValueOf<typeof worldConfig>

export const DEFAULT_CONFIG: WorldConfig = {
  isolateSpaces: true,
  strict: false,
  maximumBodyBytes: 8 * 1024 * 1024,
  assumptions: {},
}

export const configs = defineTable({
  name: 'config',
  fields: {
    id: field.key(field.oneOf(['config'])),
    value: worldConfig,
  },
  indexes: {},
})
export type ConfigRecord = RecordOf<typeof configs>

export function readConfig(system: Store): WorldConfig {
  return system.table(configs).get('config')?.value ?? DEFAULT_CONFIG
}

export function writeConfig(system: Store, value: WorldConfig): void {
  system.table(configs).put({ id: 'config', value })
}
