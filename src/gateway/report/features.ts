/** What clients tell by telemetry, as the report counts it. */
import { bodyText } from '../exchange/body.ts'
import type { JournalEntry } from '../journal/entry.ts'

const TELEMETRY = 'standalone.telemetry.send'
/** Bytes of a body with one feature: far more than the operation takes. */
const MAXIMUM_BODY_BYTES = 64 * 1024

/** The user and the feature of an exchange that counted one; undefined for any other. */
export function reportedFeature({
  operation,
  user,
  request,
  answer,
}: JournalEntry): { readonly user: string; readonly feature: string } | undefined {
  if (operation !== TELEMETRY || user === undefined || answer.status !== 204) return undefined
  try {
    const { feature } = JSON.parse(bodyText(request, MAXIMUM_BODY_BYTES)) as { feature?: unknown }
    return typeof feature === 'string' ? { user, feature } : undefined
  } catch {
    // What else a body holds may be larger; then only the operation counts.
    return undefined
  }
}
