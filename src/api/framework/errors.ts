/** Refusals on the wire: the status of each kind, and the body of the interface (service §7). */
import type { RefusalKind } from '../../model/input/refusal.ts'
import type { InterfaceDescription } from './interfaces.ts'

const STATUS_OF_KIND: Readonly<Record<RefusalKind, number>> = {
  INVALID: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  NOT_ACCEPTABLE: 406,
  CONFLICT: 409,
  TOO_LARGE: 413,
  UNSUPPORTED_TYPE: 415,
  TOO_MANY_REQUESTS: 429,
  UNAVAILABLE: 503,
}

const STATUS_NAMES: Readonly<Record<number, string>> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  406: 'NOT_ACCEPTABLE',
  408: 'REQUEST_TIMEOUT',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  417: 'EXPECTATION_FAILED',
  429: 'TOO_MANY_REQUESTS',
  431: 'REQUEST_HEADER_FIELDS_TOO_LARGE',
  500: 'INTERNAL_SERVER_ERROR',
  502: 'BAD_GATEWAY',
  503: 'SERVICE_UNAVAILABLE',
  504: 'GATEWAY_TIMEOUT',
}

/** The HTTP status of a refusal. */
export function statusOf(kind: RefusalKind): number {
  return STATUS_OF_KIND[kind]
}

/** The kind of refusal that has this status; INVALID for a status that none has. */
export function kindOf(status: number): RefusalKind {
  const kinds = Object.keys(STATUS_OF_KIND) as RefusalKind[]
  return kinds.find((kind) => STATUS_OF_KIND[kind] === status) ?? 'INVALID'
}

/** The name of an HTTP status in the standalone error body. */
export function statusName(status: number): string {
  return STATUS_NAMES[status] ?? `STATUS_${status}`
}

/** The message of an error, with one line for each of several errors. */
export interface ErrorMessage {
  readonly status: number
  readonly message: string
  readonly errors: readonly string[]
}

/**
 * The body and content type of an error. `alternative` is that of A07 for the embedded interfaces: `status-code`,
 * `plain-text` or `standalone`.
 */
export function errorBody(
  surface: InterfaceDescription,
  error: ErrorMessage,
  alternative: string,
): { readonly body: string; readonly contentType: string } {
  const shape = surface.errorShape === 'standalone' ? 'standalone' : alternative
  if (shape === 'plain-text') return { body: error.message, contentType: 'text/plain; charset=UTF-8' }
  const content =
    shape === 'standalone'
      ? { message: error.message, statusCode: statusName(error.status), errors: error.errors }
      : { 'status-code': error.status, message: error.message, 'sub-code': -1 }
  return { body: JSON.stringify(content), contentType: contentTypeOf(surface) }
}

/** The content type of JSON responses. The documented examples of the tracker name the character set. */
export function contentTypeOf(surface: InterfaceDescription): string {
  return surface.credentials === 'site-session' ? 'application/json; charset=UTF-8' : 'application/json'
}
