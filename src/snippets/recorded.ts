/** A recorded exchange as a request to send again, without its credentials. */
import type { RequestHeaders } from '../api/framework/exchange.ts'
import { portAddress } from '../gateway/addresses/port-address.ts'
import { REDACTED } from '../gateway/journal/secret-repeats.ts'
import { formParts } from './multipart.ts'
import { SECRET, type SnippetBody, type SnippetRequest } from './request.ts'
import { tokenNotes } from './token-notes.ts'

/** The part of a recorded exchange that a snippet needs, as the control API lists it. */
export interface RecordedCall {
  readonly world: string
  readonly user?: string | undefined
  readonly request: {
    readonly method: string
    /** A path of the one port, or an absolute address of an interface. */
    readonly url: string
    readonly headers: RequestHeaders
    readonly body?: string | undefined
  }
}

/** Headers that the transport sets, or that a page cannot set. */
const OF_THE_TRANSPORT =
  /^(?:host|connection|content-length|accept-encoding|accept-language|user-agent|origin|referer|cookie|keep-alive|transfer-encoding|te|trailer|upgrade|via|date|expect|dnt|priority|pragma|cache-control|x-sim-world|sec-.*|proxy-.*|access-control-.*)$/i
/** Headers with credentials. */
const CREDENTIALS = /^(?:authorization|cookie|x-api-key)$/i
/** The character that stands for bytes which are no text, and the one that ends the text of a shell. */
const NOT_TEXT = /[\uFFFD\0]/

/** The request to the same world of `server`, such as `http://127.0.0.1:4010`. */
export function snippetRequest({ world, user, request }: RecordedCall, server: string): SnippetRequest {
  const { path, interface: name, region } = portAddress(request.url)
  const hasCredential = Object.entries(request.headers).some(
    ([header, value]) => value !== undefined && CREDENTIALS.test(header),
  )
  const isHosted = name?.startsWith('hosted-') === true
  const { body, headers } = bodyAndHeaders(request)
  return {
    method: request.method,
    url: server + ordinaryUrl(withSecret(path)),
    headers: { ...headers, ...(world === 'default' ? {} : { 'X-Sim-World': world }) },
    ...(hasCredential && {
      credential: isHosted
        ? { header: 'X-Api-Key', scheme: '' }
        : { header: 'Authorization', scheme: 'Bearer ' },
    }),
    ...(body && { body }),
    notes: [
      ...(hasCredential ? tokenNotes({ server, world, region, user }) : []),
      ...(hasRemovedSecret(request) ? [`${SECRET} stands for a credential that was not recorded.`] : []),
      ...filesOf(body).map((file) => `The bytes of ${file} were not recorded: put the file beside this.`),
    ],
  }
}

/** Headers to send again: without transport headers and credentials. */
export function headersAgain(headers: RequestHeaders): Record<string, string> {
  const kept = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || OF_THE_TRANSPORT.test(name) || CREDENTIALS.test(name)
      ? []
      : [[ordinaryName(name), typeof value === 'string' ? value : value.join(', ')] as const],
  )
  return Object.fromEntries(kept.filter(([, value]) => !value.includes(REDACTED)))
}

/** True if the address or the body contained a credential, so that the request cannot be sent again as it was. */
export function hasRemovedSecret({ url, body }: Pick<RecordedCall['request'], 'url' | 'body'>): boolean {
  return [url, body ?? ''].some(
    (text) => text.includes(REDACTED) || text.includes(encodeURIComponent(REDACTED)),
  )
}

/** True if the recorded text of a body lacks bytes, because they were no text. */
export function lacksBytes(body: string | undefined): boolean {
  return body !== undefined && NOT_TEXT.test(body)
}

function bodyAndHeaders({ headers, body }: RecordedCall['request']): {
  readonly body?: SnippetBody
  readonly headers: Readonly<Record<string, string>>
} {
  const again = headersAgain(headers)
  if (body === undefined || body === '') return { headers: again }
  const text = withSecret(body)
  if (!lacksBytes(text)) return { body: { kind: 'text', text }, headers: again }
  const { 'Content-Type': contentType = '', ...others } = again
  const parts = formParts(text, contentType)
  // A client chooses the boundary of a form itself.
  return parts === undefined
    ? { body: { kind: 'file', file: 'body.bin' }, headers: again }
    : { body: { kind: 'form', parts }, headers: others }
}

function filesOf(body: SnippetBody | undefined): readonly string[] {
  if (body?.kind === 'file') return [body.file]
  if (body?.kind !== 'form') return []
  return [...new Set(body.parts.flatMap((part) => ('file' in part ? [part.file] : [])))]
}

/** Headers of the same name in different spellings would be joined, so one spelling is used. */
function ordinaryName(name: string): string {
  return /^content-type$/i.test(name) ? 'Content-Type' : name
}

function withSecret(text: string): string {
  return text.replaceAll(encodeURIComponent(REDACTED), SECRET).replaceAll(REDACTED, SECRET)
}

/** An address without the characters that some clients refuse or interpret, such as the brackets of curl. */
function ordinaryUrl(path: string): string {
  return path.toWellFormed().replaceAll(/[^\w.~:/?#@!$&'()*+,;=%-]/gu, encodeURIComponent)
}
