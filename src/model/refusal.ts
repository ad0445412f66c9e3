/** How the model refuses: a rule of the service was broken by the caller, and state stays as it was. */

/** Why something was refused; the HTTP face gives each its status (service §7). */
export type RefusalKind =
  | 'INVALID'
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'TOO_LARGE'
  | 'UNSUPPORTED_TYPE'
  | 'TOO_MANY_REQUESTS'
  | 'UNAVAILABLE'

/** What kind of fault it was, where the ledger has an entry for it. */
export type RefusalReason =
  | 'syntax'
  | 'limit'
  | 'bounds'
  | 'large-number'
  | 'repeated'
  | 'size'
  | 'media-type'
  | 'bare-text'
  | 'key-characters'
  | 'boolean'
  | 'embedded-boolean'

/** An error that the caller can mend, made by `errors.ts`; `errors` lists every problem, or the message alone. */
export class Refusal extends Error {
  readonly kind: RefusalKind
  readonly errors: readonly string[]
  readonly reasons: readonly RefusalReason[]
  constructor(
    kind: RefusalKind,
    message: string,
    errors: readonly string[] = [],
    reasons: readonly RefusalReason[] = [],
  ) {
    super(message)
    this.kind = kind
    this.errors = errors.length === 0 ? [message] : errors
    this.reasons = reasons
  }
}

/** A value as an error message shows it: quoted, and cut at 100 characters. */
export function shown(value: unknown): string {
  const isText = typeof value === 'string' || typeof value === 'bigint'
  const text = isText ? String(value) : (JSON.stringify(value) ?? String(value))
  const points = text.length <= 100 ? text : `${Array.from(text.slice(0, 202)).slice(0, 100).join('')}…`
  return `'${points}'`
}
