/** How the model refuses: a rule of the service was broken by the caller, and state stays as it was. */

/** The HTTP layer maps each kind to a status (service §7). */
export type RefusalKind =
  | 'INVALID'
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'NOT_ACCEPTABLE'
  | 'CONFLICT'
  | 'TOO_LARGE'
  | 'UNSUPPORTED_TYPE'
  | 'TOO_MANY_REQUESTS'
  | 'UNAVAILABLE'

/** Reasons that have an entry in the ledger. */
export type RefusalReason =
  | 'syntax'
  | 'limit'
  | 'bounds'
  | 'large-number'
  | 'repeated'
  | 'repeated-field'
  | 'size'
  | 'media-type'
  | 'content-coding'
  | 'bare-text'
  | 'name'
  | 'key-characters'
  | 'inexact-number'
  | 'no-day'
  | 'boolean'
  | 'embedded-boolean'

/** An error that the caller can correct, made by `errors.ts`; `errors` lists every problem, or only the message. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly kind: RefusalKind
  readonly errors: readonly string[]
  readonly reasons: readonly RefusalReason[]
  /** True if the caller lacks a permission or a valid credential. */
  readonly lacksPermission: boolean
  constructor(
    kind: RefusalKind,
    message: string,
    errors: readonly string[] = [],
    reasons: readonly RefusalReason[] = [],
    lacksPermission = kind === 'FORBIDDEN' || kind === 'UNAUTHENTICATED',
  ) {
    super(message)
    this.kind = kind
    this.errors = errors.length === 0 ? [message] : errors
    this.reasons = reasons
    this.lacksPermission = lacksPermission
  }
}

/** A value in an error message: quoted, and cut at 100 characters. */
export function quoted(value: unknown): string {
  const isText = typeof value === 'string' || typeof value === 'bigint'
  const text = isText ? String(value) : (JSON.stringify(value) ?? String(value))
  const points = text.length <= 100 ? text : `${Array.from(text.slice(0, 202)).slice(0, 100).join('')}…`
  return `'${points}'`
}
