/**
 * Redacts the credentials of a recorded exchange: in headers and cookies, in addresses and their tickets, in JSON and form
 * bodies even if malformed, and wherever the exchange repeats a credential that it sent.
 */
import type { JournalEntry, TextEntry } from './entry.ts'
import { redactJson } from './redact-json.ts'
import { redactMarkup, redactParameters, redactUserInfo } from './redact-markup.ts'
import { mayHaveParts, redactParts } from './redact-parts.ts'
import { redactTickets } from './redact-tickets.ts'
import {
  MAXIMUM_SECRET_CHARACTERS,
  plainAddress,
  REDACTED,
  repeatsFinder,
  repeatsReplacer,
  SHORTEST_SECRET,
} from './secret-repeats.ts'

/** Names of headers, parameters and fields that hold a credential. */
const SECRET_NAME =
  /pass(?:word|wd|phrase|code)|^pwd$|secret|token$|api[-_]?key|authorization|credential|cookie|jsessionid|session[-_]?id|jwt|^x-auth|^sig$|signature$/i
/**
 * Matches a text that may name a secret or hold a ticket; a name in JSON may be written with escapes. Nearly all texts
 * do not match, and need no further check.
 */
const MAY_NAME_SECRET =
  /pass|pwd|secret|token|api[-_]?key|auth|credential|cookie|session|jwt|sig|\\u00[2-7]|load-\d/i

/** Headers of most requests, none of which is named as a secret. */
const FREQUENT_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'connection',
  'content-length',
  'content-type',
  'host',
  'user-agent',
])

/** What a message quotes. */
const QUOTED_PART = /'([^']{1,100})'/g
const MAXIMUM_QUOTED_PARTS = 1000

/** True for a name of a header, parameter or field whose value is a credential. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name)
}

/** The entry without credentials, as readers get it. */
export function redactEntry<E extends JournalEntry>(entry: E): E & TextEntry {
  const secrets = new Secrets()
  const request = redactRequest(entry.request, secrets)
  const { headers, body } = entry.answer
  const response = {
    ...entry.answer,
    headers: redactHeaders(headers, new Secrets()) as JournalEntry['answer']['headers'],
    body: redactBody(body, secrets),
  }
  return withoutRepeats({ ...entry, request, answer: response }, secrets)
}

/** The entry without the credentials that its request holds. What the response alone reveals stays. */
export function redactSent(entry: JournalEntry): TextEntry {
  const secrets = new Secrets()
  const request = redactRequest(entry.request, secrets)
  const redacted = { ...entry, request, answer: withText(entry.answer) }
  // Few exchanges repeat a credential: the others need no copy of each text.
  return secrets.mayBeIn(redacted) ? withoutRepeats(redacted, secrets) : redacted
}

/** The path of a request without what repeats a credential of the same request. */
export function redactPath(path: string, { url, headers }: JournalEntry['request']): string {
  const secrets = new Secrets()
  redactHeaders(headers, secrets)
  redactUrl(url, secrets)
  return secrets.replacer()(path)
}

/** A request whose address and body hold no credential; its headers are as they were. */
export function redactExceptHeaders(request: JournalEntry['request']): TextRequest {
  const secrets = new Secrets()
  const redacted = redactRequest(request, secrets)
  const { url, address, body } = redacted
  const text = secrets.replacer()
  return {
    ...redacted,
    headers: request.headers,
    url: text(url),
    ...(address === undefined ? {} : { address: text(address) }),
    ...(body === undefined ? {} : { body: text(body) }),
  }
}

/** The credentials that a request sends, as texts may repeat them. */
export function secretsOf(request: JournalEntry['request']): ReadonlySet<string> {
  const secrets = new Secrets()
  redactRequest(request, secrets)
  return secrets.found
}

/** The value of a header whose name is not secret, without the credentials in its addresses. */
export function redactOtherHeader(name: string, sent: string): string {
  return redactHeader(name, sent, new Secrets())
}

/**
 * A body of bytes that are not all text, each as the character of its number: secret parts of a form and secret fields of JSON
 * are redacted; files stay as they are.
 */
export function redactBinary(bytes: string): string {
  if (mayHaveParts(bytes))
    return redactParts(
      bytes,
      isSecretName,
      () => REDACTED,
      (content) => content,
    )
  return /^\s*[[{"<]/.test(bytes) ? redactContent(bytes, new Secrets()) : bytes
}

/** A request without the credentials in its headers, address and body, which are added to `secrets`. */
function redactRequest(request: JournalEntry['request'], secrets: Secrets): TextRequest {
  const redacted = { ...request } as Writable<TextRequest>
  redacted.headers = redactHeaders(request.headers, secrets)
  redacted.url = redactUrl(request.url, secrets)
  if (request.address !== undefined) redacted.address = redactUrl(request.address, secrets)
  if (request.body !== undefined) redacted.body = redactBody(request.body, secrets)
  return redacted
}

type TextRequest = TextEntry['request']
type Writable<T> = { -readonly [K in keyof T]: T[K] }

/** The entry without what repeats a credential of its request. */
function withoutRepeats<E extends TextEntry>(entry: E, secrets: Secrets): E {
  const { request, answer, unknownParameters, unknownFields, suggestions, diagnosis, remark, defect } = entry
  const text = secrets.replacer()
  const withoutRepeat = (value: HeaderValue): HeaderValue => mapValue(value, text)
  const plain = plainAddress(request.url)
  const url = text(plain) === plain ? request.url : text(plain)
  const body = text(request.body ?? '')
  // A message may quote a part of what the request repeats, such as the first word of a query.
  const message = url === request.url && body === (request.body ?? '') ? text : secrets.partsReplacer(text)
  return {
    ...entry,
    request: {
      ...request,
      url,
      ...(request.address === undefined ? {} : { address: text(request.address) }),
      headers: mapHeaders(request.headers, withoutRepeat),
      ...(request.body === undefined ? {} : { body }),
    },
    answer: {
      ...answer,
      headers: mapHeaders(answer.headers, withoutRepeat) as JournalEntry['answer']['headers'],
      body: message(answer.body),
    },
    unknownParameters: unknownParameters.map(text),
    unknownFields: unknownFields.map(text),
    ...(suggestions && {
      suggestions: suggestions.map(({ kind, name, suggestion }) => ({
        kind,
        name: text(name),
        suggestion: text(suggestion),
      })),
    }),
    ...(diagnosis && { diagnosis: { ...diagnosis, reason: message(diagnosis.reason) } }),
    ...(remark !== undefined && { remark: message(remark) }),
    ...(defect !== undefined && { defect: text(defect) }),
  }
}

/** Whether one of the texts that `withoutRepeats` replaces is found. */
function anyText(entry: TextEntry, isFound: (text: string) => boolean): boolean {
  const { request, answer } = entry
  return (
    isFound(plainAddress(request.url)) ||
    isFound(answer.body) ||
    anyHeader(request.headers, isFound) ||
    anyHeader(answer.headers, isFound) ||
    isFound(request.body ?? '') ||
    isFound(request.address ?? '') ||
    entry.unknownParameters.some(isFound) ||
    entry.unknownFields.some(isFound) ||
    entry.suggestions?.some(({ suggestion }) => isFound(suggestion)) === true ||
    isFound(entry.diagnosis?.reason ?? '') ||
    isFound(entry.remark ?? '') ||
    isFound(entry.defect ?? '')
  )
}

function anyHeader(headers: Headers, isFound: (text: string) => boolean): boolean {
  for (const name in headers) {
    const value = headers[name]
    if (typeof value === 'string' ? isFound(value) : value?.some(isFound)) return true
  }
  return false
}

/** An address without what it holds of credentials. */
export function redactAddress(url: string): string {
  return redactUrl(url, new Secrets())
}

type Headers = JournalEntry['request']['headers']
type HeaderValue = string | readonly string[]

/** The credentials that one exchange sent, which messages may repeat. */
class Secrets {
  readonly #found = new Set<string>()
  #characters = 0

  /** Messages write it as it is, as JSON, or as part of an address. */
  add(value: string | undefined): void {
    if (value === undefined || value.length < SHORTEST_SECRET || value === REDACTED) return
    if (this.#tooMany || this.#found.has(value)) return
    this.#note(value)
    // Most credentials are written in one way everywhere.
    if (/^[\w.~-]*$/.test(value)) return
    this.#note(JSON.stringify(value).slice(1, -1))
    this.#note(encodeURIComponent(value.toWellFormed()))
  }

  #note(written: string): void {
    if (!this.#found.has(written)) this.#characters += written.length
    this.#found.add(written)
  }

  get found(): ReadonlySet<string> {
    return this.#found
  }

  get #tooMany(): boolean {
    return this.#characters > MAXIMUM_SECRET_CHARACTERS
  }

  /** Notes it and returns its replacement. */
  readonly replaced = (secret: string): string => {
    this.add(secret)
    return REDACTED
  }

  addHeader(name: string, sent: string): void {
    if (/cookie/i.test(name)) this.#addCookies(sent)
    else this.#addCredential(sent)
  }

  /** Takes them out of a text. */
  replacer(): (text: string) => string {
    if (this.#tooMany) return (text) => (text === '' ? text : REDACTED)
    return repeatsReplacer(this.#found)
  }

  /** The same as a replacer, and takes out what a text quotes if it is a part of one of them, or too much is quoted. */
  partsReplacer(replace: (text: string) => string): (text: string) => string {
    const all = [...this.#found].join('\n')
    let left = MAXIMUM_QUOTED_PARTS
    return (text) =>
      replace(text).replace(QUOTED_PART, (whole, part: string) =>
        left-- <= 0 || all.includes(part) ? `'${REDACTED}'` : whole,
      )
  }

  /** False if no text of the entry holds one of them, or the beginning of one. */
  mayBeIn(entry: TextEntry): boolean {
    return this.#tooMany || (this.#found.size > 0 && anyText(entry, repeatsFinder(this.#found)))
  }

  #addCookies(sent: string): void {
    for (const pair of sent.split(';')) {
      const equals = pair.indexOf('=')
      if (equals !== -1 && isSecretName(pair.slice(0, equals).trim())) this.add(pair.slice(equals + 1).trim())
    }
  }

  #addCredential(sent: string): void {
    const [, scheme, credential] = /^\s*(\S+)\s+(\S.*)$/.exec(sent) ?? []
    this.add((credential ?? sent).trim())
    if (scheme?.toLowerCase() === 'basic') this.add(passwordOf(credential?.trim()))
  }
}

/**
 * The password of HTTP Basic, unless it is the name of its user, which the journal shows anyway. The name is usually the
 * first part of an e-mail address.
 */
function passwordOf(credential: string | undefined): string | undefined {
  let pair: string
  try {
    pair = new TextDecoder().decode(Uint8Array.from(atob(credential ?? ''), (unit) => unit.charCodeAt(0)))
  } catch {
    return undefined
  }
  const colon = pair.indexOf(':')
  const password = pair.slice(colon + 1)
  const name = pair.slice(0, colon)
  return colon === -1 || password === name || name.startsWith(`${password}@`) ? undefined : password
}

/** Headers with the values of secret names redacted, and other values without the credentials in them. */
function redactHeaders(headers: Headers, secrets: Secrets): Headers {
  return mapHeaders(headers, (value, name) => {
    if (FREQUENT_HEADERS.has(name) || !isSecretName(name))
      return mapValue(value, (sent) => redactHeader(name, sent, secrets))
    mapValue(value, (sent) => secrets.addHeader(name, sent))
    return REDACTED
  })
}

function redactHeader(name: string, sent: string, secrets: Secrets): string {
  if (!mayHoldSecret(sent) && !sent.includes('%')) return sent
  if (/referer|location/i.test(name)) return redactUrl(sent, secrets)
  return redactAddresses(redactUserInfo(sent, secrets.replaced), secrets)
}

function mapHeaders(headers: Headers, map: (value: HeaderValue, name: string) => HeaderValue): Headers {
  const mapped: Record<string, HeaderValue | undefined> = {}
  for (const name of Object.keys(headers)) {
    const value = headers[name]
    const replaced = value === undefined ? undefined : map(value, name)
    // A header may be named `__proto__`.
    if (name === '__proto__') Object.defineProperty(mapped, name, { value: replaced, enumerable: true })
    else mapped[name] = replaced
  }
  return mapped
}

/** A header sent several times has several values. */
function mapValue<T>(value: HeaderValue, map: (sent: string) => T): T | T[] {
  return typeof value === 'string' ? map(value) : value.map(map)
}

/** An address without user and password in front of its host, and without values of secret parameters. */
function redactUrl(url: string, secrets: Secrets): string {
  if (!mayHoldSecret(url) && !url.includes('%')) return url
  const question = url.indexOf('?')
  const place = (question === -1 ? url : url.slice(0, question))
    .replace(/^([a-z][a-z0-9+.-]{0,20}:\/\/)([^/@]*)@/i, (_whole, scheme: string, person: string) => {
      secrets.add(person.slice(person.indexOf(':') + 1))
      return `${scheme}${REDACTED}@`
    })
    .replace(/;(jsessionid)=([^;/]*)/gi, (_whole, name: string, session: string) => {
      secrets.add(session)
      return `;${name}=${REDACTED}`
    })
  const path = redactSegments(place, secrets)
  if (question === -1) return path
  return `${path}?${redactPairs(redactTickets(url.slice(question + 1), secrets.replaced), secrets)}`
}

/** Whether a text may hold a credential that is not percent-encoded. */
function mayHoldSecret(text: string): boolean {
  return text.includes('@') || MAY_NAME_SECRET.test(text)
}

/** Pairs of a query or form, as they are written, without values of secret names, and those without what addresses hold. */
function redactPairs(text: string, secrets: Secrets): string {
  if (!text.includes('%') && !mayHoldSecret(text)) return text
  let clean = ''
  for (let begin = 0; begin <= text.length;) {
    const next = text.indexOf('&', begin)
    const end = next === -1 ? text.length : next
    clean += redactPair(text.slice(begin, end), secrets) + (next === -1 ? '' : '&')
    begin = end + 1
  }
  return clean
}

function redactPair(pair: string, secrets: Secrets): string {
  if (!pair.includes('%') && !mayHoldSecret(pair)) return pair
  const equals = pair.indexOf('=')
  const value = pair.slice(equals + 1)
  if (equals < 1 || !isSecretName(decodeLeniently(pair.slice(0, equals))))
    return pair.slice(0, equals + 1) + redactEncoded(value, secrets)
  secrets.add(value)
  secrets.add(decodeLeniently(value))
  return `${pair.slice(0, equals + 1)}${REDACTED}`
}

/** The same for a path, whose segments may be written with escapes; messages may repeat one of them. */
function redactSegments(path: string, secrets: Secrets): string {
  const plain = redactAddresses(path, secrets)
  if (!plain.includes('%')) return plain
  return plain
    .split('/')
    .map((segment) => {
      const clean = redactEncoded(segment, secrets)
      if (clean !== segment) secrets.add(segment)
      return clean
    })
    .join('/')
}

/** How often an address may be encoded as a part of another one. */
const MAXIMUM_ENCODINGS = 3

/** A part of an address without what the addresses in it hold, however often they were encoded. */
function redactEncoded(part: string, secrets: Secrets, left: number = MAXIMUM_ENCODINGS): string {
  const clean = redactAddresses(part, secrets)
  if (clean !== part || left === 0 || !part.includes('%')) return clean
  const decoded = decodeLeniently(part)
  if (decoded === part) return part
  const inner = redactEncoded(decoded, secrets, left - 1)
  return inner === decoded ? part : encodeURIComponent(inner.toWellFormed())
}

/** A text whose addresses have no password, no secret parameter and no signature of a ticket. */
function redactAddresses(text: string, secrets: Secrets): string {
  const { replaced } = secrets
  const withoutPasswords = redactUserInfo(text, replaced, true)
  if (!MAY_NAME_SECRET.test(text)) return withoutPasswords
  return redactParameters(redactTickets(withoutPasswords, replaced), isSecretName, replaced)
}

/** A character in UTF-8, percent-encoded. A text with any other `%` cannot be decoded. */
const ENCODED_CHARACTER =
  /%(?:[0-7][\da-f]|(?:c[2-9a-f]|d[\da-f]|e0%[ab][\da-f]|e[1-9abcef]%[89ab][\da-f]|ed%[89][\da-f]|f0%[9ab][\da-f]%[89ab][\da-f]|f[1-3](?:%[89ab][\da-f]){2}|f4%8[\da-f]%[89ab][\da-f])%[89ab][\da-f])/gi

/** The text decoded, or as it is if that is not possible. */
function decodeLeniently(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  if (!spaced.includes('%')) return spaced
  return spaced.replace(ENCODED_CHARACTER, '').includes('%') ? text : decodeURIComponent(spaced)
}

/** A body, of one part or of several, with the values of secret names redacted. */
function redactBody(body: string | Uint8Array, secrets: Secrets): string {
  const text = textOf(body)
  const content = (each: string): string => redactContent(each, secrets)
  return mayHaveParts(text) ? redactParts(text, isSecretName, secrets.replaced, content) : content(text)
}

/** A text with the values of secret names redacted: JSON, which may be broken, markup, or a form. */
function redactContent(sent: string, secrets: Secrets): string {
  const isForm = !/^\s*[[{"<]/.test(sent)
  if (!mayHoldSecret(sent) && !(isForm && sent.includes('%'))) return sent
  const text = redactAddresses(sent, secrets)
  if (isForm) return redactPairs(text, secrets)
  const isMarkup = /^\s*</.test(text)
  return (isMarkup ? redactMarkup : redactJson)(text, isSecretName, secrets.replaced)
}

/** The response itself, unless its body is of bytes. */
function withText(response: JournalEntry['answer']): TextEntry['answer'] {
  const { body } = response
  return typeof body === 'string' ? (response as TextEntry['answer']) : { ...response, body: textOf(body) }
}

/** Bytes of a body as the text that they are, or nearly are. */
function textOf(body: string | Uint8Array): string {
  return typeof body === 'string' ? body : new TextDecoder().decode(body)
}
