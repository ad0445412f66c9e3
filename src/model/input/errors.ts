/** The catalogue of errors: one function and one form of message for each kind (service §7). All return a Refusal to throw. */
import { Refusal, type RefusalKind, type RefusalReason, quoted } from './refusal.ts'

/** How many problems one response lists. */
export const MAXIMUM_PROBLEMS = 50

/** Where else a message looks, and what to do instead. */
export interface Advice {
  /** The parameter or field that named it: `body field 'variantId'`. */
  readonly at?: string
  /** The record that should hold it: `space 'ENG'`. */
  readonly in?: string
  /** What to do instead, in the imperative: `create it first`. */
  readonly instead?: string
}

/** 400: a parameter, field or body has a value outside a rule. `where` names it: `query parameter 'limit'`. */
export function invalid(where: string, value: unknown, rule: string, ...reasons: RefusalReason[]): Refusal {
  return new Refusal('INVALID', `${where} ${quoted(value)}: ${rule}`, [], reasons)
}

/** 400: a parameter or field is absent, or several contradict each other. */
export function invalidRequest(where: string, rule: string, ...reasons: RefusalReason[]): Refusal {
  return new Refusal('INVALID', `${where}: ${rule}`, [], reasons)
}

/** 400: several problems at once. The message names the first three, `errors` of the response the first 50. */
export function invalidParts(problems: readonly string[], ...reasons: RefusalReason[]): Refusal {
  const more = problems.length <= 3 ? '' : ` (and ${problems.length - 3} more)`
  const message = `${problems.slice(0, 3).join('; ')}${more}`
  return new Refusal('INVALID', message, problems.slice(0, MAXIMUM_PROBLEMS), reasons)
}

/** 401: no credential, or one that is not accepted. */
export function unauthenticated(credential: string, instead: string): Refusal {
  return new Refusal('UNAUTHENTICATED', `${credential}: ${instead}`)
}

/** 403: the user lacks a permission. `who` is `user 'bob'`, `action` is `edit space 'ENG'`. */
export function forbidden(who: string, action: string, instead?: string): Refusal {
  return new Refusal('FORBIDDEN', `${who} may not ${action}${advice(instead)}`)
}

/** 404: a record does not exist. `no requirement 'REQ-9' in space 'ENG': create it first`. */
export function notFound(
  kind: string,
  identifier: unknown,
  { at, in: place, instead }: Advice = {},
): Refusal {
  const from = at === undefined ? '' : `${at}: `
  const within = place === undefined ? '' : ` in ${place}`
  return new Refusal('NOT_FOUND', `${from}no ${kind} ${quoted(identifier)}${within}${advice(instead)}`)
}

/** 404: a record exists and the user may not see it. The response is that of `notFound`. */
export function hidden(kind: string, identifier: unknown, place: Advice = {}): Refusal {
  const { message } = notFound(kind, identifier, place)
  return new Refusal('NOT_FOUND', message, [], [], true)
}

/** 406: a response has none of the media types that a client accepts. */
export function notAcceptable(accept: string, offered: string): Refusal {
  return new Refusal('NOT_ACCEPTABLE', `Accept ${quoted(accept)} fits no response: accept ${offered}`)
}

/** 409: the state of a record forbids it. `baseline '2' is frozen: create a new one`. */
export function conflict(kind: string, identifier: unknown, state: string, instead?: string): Refusal {
  return new Refusal('CONFLICT', `${kind} ${quoted(identifier)} ${state}${advice(instead)}`)
}

/** 409: an identifier is taken. `requirement 'REQ-1' exists already: choose another key`. */
export function alreadyExists(
  kind: string,
  identifier: unknown,
  { at, in: place, instead }: Advice = {},
): Refusal {
  const from = at === undefined ? '' : `${at}: `
  const within = place === undefined ? '' : ` in ${place}`
  return conflict(`${from}${kind}`, identifier, `exists already${within}`, instead)
}

/** 409: a record holds as many of something as it may. `page '4001' has 100 links, the maximum: remove one first`. */
export function full(kind: string, identifier: unknown, contents: string, instead: string): Refusal {
  return conflict(kind, identifier, `has ${contents}, the maximum`, instead)
}

/** 413: a body, or a part of it, is too large. */
export function tooLarge(where: string, size: string, maximum: string): Refusal {
  return new Refusal('TOO_LARGE', `${where} has ${size}: the maximum is ${maximum}`, [], ['size'])
}

/** 415: a body has a content type that the operation does not take. */
export function unsupportedType(type: string, accepted: string): Refusal {
  const sent = type === '' ? 'no content type' : `content type ${quoted(type)}`
  return new Refusal('UNSUPPORTED_TYPE', `${sent}: send ${accepted}`, [], ['media-type'])
}

/**
 * 415: a body has a content coding that is not read, or is not what its coding says. `Content-Encoding 'zstd' is not supported:
 * send gzip, deflate or br, or leave the header out`.
 */
export function unsupportedCoding(coding: string, accepted: readonly string[], isDamaged: boolean): Refusal {
  const why = isDamaged
    ? `Content-Encoding ${quoted(coding)}: the body is not ${coding}, or this platform cannot decode it`
    : `Content-Encoding ${quoted(coding)} is not supported`
  const others = accepted.filter((name) => !isDamaged || name !== coding)
  const suggestion =
    others.length === 0 ? '' : `send ${others.slice(0, -1).join(', ')} or ${others.at(-1)}, or `
  return new Refusal('UNSUPPORTED_TYPE', `${why}: ${suggestion}leave the header out`, [], ['content-coding'])
}

/** 429: a rate limit is reached. */
export function tooManyRequests(limit: string, seconds: number): Refusal {
  return new Refusal('TOO_MANY_REQUESTS', `rate limit of ${limit} per minute reached: wait ${seconds} s`)
}

/** 503: something that the operation needs does not respond. */
export function unavailable(what: string, reason: string): Refusal {
  return new Refusal('UNAVAILABLE', `${what} ${reason}`)
}

/** The same error with words added to its message, for a caller that knows where the value came from. */
export function withPlace(error: Refusal, place: string): Refusal {
  const message = `${error.message} (${place})`
  const isAlone = error.errors.length === 1 && error.errors[0] === error.message
  const { kind, errors, reasons, lacksPermission } = error
  return new Refusal(kind, message, isAlone ? [message] : errors, reasons, lacksPermission)
}

/** 409: the state of the world forbids it, and no single record is to blame. `the tracker has no issue types: add one`. */
export function stateConflict(state: string, instead?: string): Refusal {
  return new Refusal('CONFLICT', `${state}${advice(instead)}`)
}

const advice = (instead: string | undefined): string => (instead === undefined ? '' : `: ${instead}`)

/** A refusal as a response reported it. */
export function received(kind: RefusalKind, message: string, errors: readonly string[]): Refusal {
  return new Refusal(kind, message, errors)
}
