/** Why a run failed, in a trace: without credentials, and within its bounds. */
import { gunzipSync, gzipSync, strFromU8, strToU8 } from 'fflate'
import { redactText } from '../gateway/journal/redact-text.ts'
import { repeatsReplacer } from '../gateway/journal/secret-repeats.ts'
import { FAILED_RUN_LIMITS, type FailedRun } from '../simulator/past/failed-run.ts'
import type { Credentials } from './credentials.ts'
import type { TraceDocument } from './format.ts'

/** What a credential may consist of. */
const WORD = /[\w.~+/=-]{6,200}/g
const CUT = '…'
const ESCAPE_SEQUENCES = new RegExp(`${String.fromCharCode(27)}\\[[0-9;?]{0,20}[a-zA-Z]`, 'g')

/** The failure without credentials that the run knew or sent, and without what looks like one. */
export function cleanFailure(
  failure: FailedRun,
  credentials: Credentials,
  sent: ReadonlySet<string>,
): FailedRun {
  const withoutSent = repeatsReplacer(sent)
  return mapped(failure, (text) => {
    credentials.addIssued([...new Set(text.match(WORD) ?? [])])
    return withoutSent(credentials.replaced(redactText(text)))
  })
}

/** The failure in a trace of our own; its steps are not computed. */
export function failureIn(trace: Uint8Array): FailedRun | undefined {
  return documentIn(trace).failure
}

/** The trace with more about its failure, such as the title of the test; texts are redacted like those of `writeTrace`. */
export function withFailure(trace: Uint8Array, more: Partial<FailedRun>): Uint8Array {
  const document = documentIn(trace)
  const failure = { error: '', ...document.failure, ...mapped(more, redactText) }
  return gzipSync(strToU8(JSON.stringify({ ...document, failure })), { level: 9, mtime: 0 })
}

function documentIn(trace: Uint8Array): TraceDocument {
  return JSON.parse(strFromU8(gunzipSync(trace))) as TraceDocument
}

/** Maps the texts of a failure; each is without escape sequences of terminals, and cut: that of an output at its beginning. */
function mapped<F extends Partial<FailedRun>>(failure: F, map: (text: string) => string): F {
  const entries = Object.entries(failure).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value !== 'string') return value === undefined ? [] : [[name, value]]
    const maximum = FAILED_RUN_LIMITS[name as keyof typeof FAILED_RUN_LIMITS]
    const plain = value.replaceAll(ESCAPE_SEQUENCES, '')
    // Only then is it cut: a part of a credential would not be found.
    return [[name, cut(map(cut(plain, 2 * maximum, name)), maximum, name)]]
  })
  return Object.fromEntries(entries) as F
}

function cut(text: string, maximum: number, name: string): string {
  if (text.length <= maximum) return text
  const kept = name === 'output' ? text.slice(1 - maximum) : text.slice(0, maximum - 1)
  return (name === 'output' ? `${CUT}${kept}` : `${kept}${CUT}`).toWellFormed()
}
