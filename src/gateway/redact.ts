/**
 * Takes credentials out of what was recorded, wherever they may stand: headers and cookies of any letter case, addresses
 * and the tickets in them, JSON and form bodies whether well-formed or not, and whatever repeats a credential that the same
 * exchange sent.
 */
import type { JournalEntry } from './journal.ts'
import { redactJson } from './redact-json.ts'
import { redactMarkup, redactParameters, redactParts, redactUserInfo } from './redact-markup.ts'
import { redactTickets } from './redact-tickets.ts'

export const REDACTED = '(redacted)'
/** Shorter secrets are not looked for elsewhere: they would be found in every other word. */
const SHORTEST_SECRET = 6
/** More than these are not looked for elsewhere: each costs a walk through all texts. */
const MOST_SECRETS = 100
/** Messages end a value with it that they cut. */
const CUT = '…'

/** Names of headers, parameters and fields that hold a credential. */
const SECRET_NAME =
  /pass(?:word|wd|phrase|code)|^pwd$|secret|token$|api[-_]?key|authorization|credential|cookie|jsessionid|session[-_]?id|jwt|^x-auth|^sig$|signature$/i
/** Whether a text may name a secret at all; what it does not match is not taken apart. */
const MAY_NAME_SECRET = /pass|pwd|secret|token|api[-_]?key|auth|credential|cookie|session|jwt|sig|\\u00|%/i

/** True for a name of a header, parameter or field whose value is a credential. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name)
}

/** The entry without credentials; it shares with the given one what holds none. */
export function redactEntry<E extends JournalEntry>(entry: E): E {
  const { request, answer } = entry
  const secrets = new Secrets()
  secrets.addHeaders(request.headers)
  const url = redactUrl(request.url, secrets)
  const body = request.body === undefined ? undefined : redactBody(request.body, secrets)
  const answered = redactBody(answer.body, secrets)
  const text = secrets.replacer()
  return {
    ...entry,
    request: {
      ...request,
      url: text(url),
      headers: redactHeaders(request.headers, text),
      ...(body === undefined ? {} : { body: text(body) }),
    },
    answer: {
      ...answer,
      headers: redactHeaders(answer.headers, text) as JournalEntry['answer']['headers'],
      body: text(answered),
    },
    unknownParameters: entry.unknownParameters.map(text),
    unknownFields: entry.unknownFields.map(text),
    ...(entry.diagnosis === undefined
      ? {}
      : { diagnosis: { ...entry.diagnosis, reason: text(entry.diagnosis.reason) } }),
    ...(entry.defect === undefined ? {} : { defect: text(entry.defect) }),
  }
}

/** The path of a request as it may be told elsewhere: without what repeats a credential of the same request. */
export function redactPath(path: string, { url, headers }: JournalEntry['request']): string {
  const secrets = new Secrets()
  secrets.addHeaders(headers)
  redactUrl(url, secrets)
  return secrets.replacer()(path)
}

/** A request whose address and body hold no credential; its headers are as they were. */
export function redactAsked(request: JournalEntry['request']): JournalEntry['request'] {
  const secrets = new Secrets()
  secrets.addHeaders(request.headers)
  const url = redactUrl(request.url, secrets)
  const body = request.body === undefined ? undefined : redactBody(request.body, secrets)
  const text = secrets.replacer()
  return { ...request, url: text(url), ...(body === undefined ? {} : { body: text(body) }) }
}

/** An address without what it holds of credentials. */
export function redactAddress(url: string): string {
  return redactUrl(url, new Secrets())
}

type Headers = JournalEntry['request']['headers']

/** The credentials that one exchange sent, which messages may repeat. */
class Secrets {
  readonly #found = new Set<string>()

  /** Messages write it as it is, as JSON, or as part of an address. */
  add(value: string | undefined): void {
    if (value === undefined || value.length < SHORTEST_SECRET || value === REDACTED) return
    if (this.#found.size >= MOST_SECRETS) return
    this.#found.add(value)
    this.#found.add(JSON.stringify(value).slice(1, -1))
    this.#found.add(encodeURIComponent(value.toWellFormed()))
  }

  /** Notes it and answers what stands in its place. */
  readonly replaced = (secret: string): string => {
    this.add(secret)
    return REDACTED
  }

  addHeaders(headers: Headers): void {
    for (const [name, value] of Object.entries(headers)) {
      if (value === undefined) continue
      for (const sent of typeof value === 'string' ? [value] : value) {
        if (!isSecretName(name)) redactUserInfo(sent, this.replaced)
        else if (/cookie/i.test(name)) this.#addCookies(sent)
        else this.#addCredential(sent)
      }
    }
  }

  /** Takes them out of a text. */
  replacer(): (text: string) => string {
    const found = [...this.#found].sort((a, b) => b.length - a.length)
    return (text) => found.reduce(withoutSecret, text)
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

/** A text without a secret, and without the beginning of it where a message was cut; takes linear time. */
function withoutSecret(text: string, secret: string): string {
  const clean = text.replaceAll(secret, REDACTED)
  if (!clean.includes(CUT)) return clean
  const beginning = secret.slice(0, SHORTEST_SECRET)
  let kept = ''
  let copied = 0
  let begin = clean.indexOf(beginning)
  while (begin !== -1) {
    let end = begin + SHORTEST_SECRET
    while (end < clean.length && clean[end] === secret[end - begin]) end++
    if (clean[end] === CUT) {
      kept += clean.slice(copied, begin) + REDACTED
      copied = end
    }
    begin = clean.indexOf(beginning, end)
  }
  return kept + clean.slice(copied)
}

/** The password of HTTP Basic, unless it is the name of its user: that is told elsewhere anyhow. */
function passwordOf(credential: string | undefined): string | undefined {
  let pair: string
  try {
    pair = new TextDecoder().decode(Uint8Array.from(atob(credential ?? ''), (unit) => unit.charCodeAt(0)))
  } catch {
    return undefined
  }
  const colon = pair.indexOf(':')
  const password = pair.slice(colon + 1)
  return colon === -1 || password === pair.slice(0, colon) ? undefined : password
}

function redactHeaders(headers: Headers, text: (value: string) => string): Headers {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      if (value === undefined || isSecretName(name)) return [name, value === undefined ? value : REDACTED]
      if (/referer|location/i.test(name) && typeof value === 'string')
        return [name, text(redactUrl(value, new Secrets()))]
      const replaced = () => REDACTED
      const clean = (sent: string) =>
        text(
          redactTickets(redactParameters(redactUserInfo(sent, replaced), isSecretName, replaced), replaced),
        )
      return [name, typeof value === 'string' ? clean(value) : value.map(clean)]
    }),
  )
}

/** An address without user and password in front of its host, and without values of secret parameters. */
function redactUrl(url: string, secrets: Secrets): string {
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

/** Pairs of a query or form, as they are written, without values of secret names, and those without what addresses hold. */
function redactPairs(text: string, secrets: Secrets): string {
  if (!MAY_NAME_SECRET.test(text) && !text.includes('@')) return text
  return text
    .split('&')
    .map((pair) => {
      const equals = pair.indexOf('=')
      const name = decodeLeniently(pair.slice(0, Math.max(0, equals)))
      const value = pair.slice(equals + 1)
      if (!isSecretName(name)) return pair.slice(0, equals + 1) + redactEncoded(value, secrets)
      secrets.add(value)
      secrets.add(decodeLeniently(value))
      return `${pair.slice(0, equals + 1)}${REDACTED}`
    })
    .join('&')
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
const MOST_ENCODINGS = 3

/** A part of an address without what the addresses in it hold, however often they were encoded. */
function redactEncoded(part: string, secrets: Secrets, left: number = MOST_ENCODINGS): string {
  const clean = redactAddresses(part, secrets)
  if (clean !== part || left === 0 || !/[%+]/.test(part)) return clean
  const decoded = decodeLeniently(part)
  if (decoded === part) return part
  const inner = redactEncoded(decoded, secrets, left - 1)
  return inner === decoded ? part : encodeURIComponent(inner.toWellFormed())
}

/** A text whose addresses have no password, no secret parameter and no signature of a ticket. */
function redactAddresses(text: string, secrets: Secrets): string {
  const { replaced } = secrets
  const withoutTickets = redactTickets(redactUserInfo(text, replaced, true), replaced)
  return MAY_NAME_SECRET.test(text)
    ? redactParameters(withoutTickets, isSecretName, replaced)
    : withoutTickets
}

function decodeLeniently(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/** A body without values of secret names: of JSON, which may be broken, of markup, or of a form of either kind. */
function redactBody(body: string | Uint8Array, secrets: Secrets): string {
  const sent = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const text = redactAddresses(sent, secrets)
  if (/^\s*[[{"]/.test(text))
    return MAY_NAME_SECRET.test(text) ? redactJson(text, isSecretName, secrets.replaced) : text
  if (/^\s*</.test(text)) return redactMarkup(text, isSecretName, secrets.replaced)
  return /^\s*--/.test(text) ? redactParts(text, isSecretName, secrets.replaced) : redactPairs(text, secrets)
}
