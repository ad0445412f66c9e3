/** Says what is wrong with the options of a setup. */
import { checkFields } from '../../model/input/option-checks.ts'
import { quoted } from '../../model/input/refusal.ts'
import { type Bases, resolveBases } from '../shared/bases.ts'
import type { SetupOptions } from './options.ts'

const OPTIONS = Object.keys({
  scenario: true,
  config: true,
  base: true,
  as: true,
  credentials: true,
  corsOrigin: true,
  traceFolder: true,
  reportFolder: true,
} satisfies Record<keyof SetupOptions, true>)

/** Throws TypeError for an option that does not exist, or with a value that it does not take. */
export function checkOptions(what: string, options: unknown): void {
  checkFields(what, options, OPTIONS)
  const { credentials, config, base, ...texts } = options as Record<keyof SetupOptions, unknown>
  for (const name of ['scenario', 'as', 'traceFolder', 'reportFolder'] as const)
    if (!['string', 'undefined'].includes(typeof texts[name]))
      throw new TypeError(`${what}: ${name} must be a text, not ${quoted(JSON.stringify(texts[name]))}`)
  if (credentials !== undefined && credentials !== 'accept' && credentials !== 'check')
    throw new TypeError(
      `${what}: credentials must be 'accept' or 'check', not ${quoted(String(credentials))}`,
    )
  if (config !== undefined && (typeof config !== 'object' || config === null))
    throw new TypeError(`${what}: config must be an object, not ${quoted(String(config))}`)
  if (base === null) throw new TypeError(`${what}: base must be an address or an object of them, not 'null'`)
  resolveBases(base as Bases | undefined, undefined)
}
