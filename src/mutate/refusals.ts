/** Errors that a mutant gives in place of a response, in the shape of the interface (service §7). */
import { errorBody } from '../api/framework/errors.ts'
import { INTERFACE_DESCRIPTIONS } from '../api/framework/interfaces.ts'
import { chosenAlternative } from '../api/framework/ledger.ts'
import * as ledger from '../api/framework/ledger-names.ts'
import type { Call } from '../gateway/gateway.ts'
import type { JournalEntry } from '../gateway/journal/entry.ts'
import { readConfig } from '../model/records/world/config.ts'
import type { Refusal } from '../model/input/refusal.ts'

/** The entry with an error in place of its response; headers of every response stay. */
export function refusedEntry(
  { location, world }: Call,
  entry: JournalEntry,
  status: number,
  { message, errors }: Pick<Refusal, 'message' | 'errors'>,
  more: Readonly<Record<string, string>> = {},
): JournalEntry {
  const { target } = location
  if (target?.kind !== 'service') return entry
  const surface = INTERFACE_DESCRIPTIONS[target.interface]
  const shape = surface.errorShape === 'embedded' ? ledger.embeddedErrorBody : ledger.standaloneErrorBody
  const alternative = chosenAlternative(readConfig(world.system), shape)
  const { body, contentType } = errorBody(surface, { status, message, errors }, alternative)
  const headers = { ...entry.answer.headers, ...more, 'Content-Type': contentType }
  return { ...entry, answer: { status, headers, body } }
}
