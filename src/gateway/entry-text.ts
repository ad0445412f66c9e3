/** Entries of the journal as JSON: what an entry has in common with the one before of its operation is not written again. */
import type { RequestHeaders } from '../api/exchange.ts'
import { hasSameItems } from '../model/same-items.ts'
import type { JournalEntry } from './journal.ts'

/** Entries of more characters are not kept for the next one. */
const LARGEST = 2 ** 14

/** Writes entries: a twentieth of an exchange less than JSON.stringify, which took 2 µs for each. */
export class EntryWriter {
  /** By operation, of which there is a limited number. */
  readonly #latest = new Map<string | undefined, Latest>()

  /** An entry as JSON, its number first; the body of its answer is given, or left out where it stands apart. */
  write(number: number, entry: JournalEntry, body: string | undefined): string {
    const { id, at, operation, request, answer } = entry
    let latest = this.#latest.get(operation)
    if (latest === undefined) this.#latest.set(operation, (latest = new Latest()))
    latest.note(entry)
    const sent = field('body', request.body && textOf(request.body))
    const answered = field('body', body) + field('delivery', answer.delivery)
    const text =
      `{"number":${number},"id":${JSON.stringify(id)},"at":${at},${latest.place},` +
      `"url":${JSON.stringify(request.url)},"headers":${latest.headers}${sent}},` +
      `"answer":{"status":${answer.status},"headers":${JSON.stringify(answer.headers)}${answered}},` +
      latest.rest
    // What is kept is within bounds too.
    if (text.length > LARGEST) this.#latest.delete(operation)
    return text
  }
}

function field(name: string, value: unknown): string {
  return value === undefined ? '' : `,"${name}":${JSON.stringify(value)}`
}

/** What stands behind request and answer: a field that comes to the journal has to be written here, and asked for. */
type RestField = Exclude<
  keyof JournalEntry,
  'id' | 'at' | 'world' | 'interface' | 'region' | 'operation' | 'user' | 'request' | 'answer'
>

/** Parts of the latest entry of an operation, and the text of each. */
class Latest {
  /** Fields without braces, up to the method. */
  place = ''
  headers = '{}'
  /** What stands behind request and answer, with the last brace. */
  rest = ''
  #where: readonly (string | undefined)[] = []
  #names: readonly string[] = []
  #values: readonly unknown[] = []
  #isUsual = false
  #assumptions: JournalEntry['assumptions'] = []
  #transitions: JournalEntry['transitions']
  #rateLimitExceeded = false
  #stateful: boolean | undefined

  /** Writes the parts in which an entry differs from the one before: each before it is noted, since writing may throw. */
  note(entry: JournalEntry): void {
    const { world, interface: name, region, operation, user, request } = entry
    const { method, headers } = request
    const where = [world, name, region, user, method]
    if (!hasSameItems(where, this.#where)) {
      const fields = JSON.stringify({ world, interface: name, region, operation, user }).slice(1, -1)
      this.place = `${fields},"request":{"method":${JSON.stringify(method)}`
      this.#where = where
    }
    if (!this.#hasHeaders(headers)) {
      this.headers = JSON.stringify(headers)
      this.#names = Object.keys(headers)
      this.#values = Object.values(headers)
    }
    const { assumptions, unknownParameters, unknownFields, transitions } = entry
    const { rateLimitExceeded, stateful, application, generated, diagnosis, fault, defect } = entry
    const isUsual =
      unknownParameters.length + unknownFields.length === 0 &&
      (application ?? generated ?? diagnosis ?? fault ?? defect) === undefined
    if (
      isUsual &&
      this.#isUsual &&
      rateLimitExceeded === this.#rateLimitExceeded &&
      stateful === this.#stateful &&
      hasSameItems(assumptions, this.#assumptions) &&
      hasSameItems(transitions, this.#transitions)
    )
      return
    this.rest = JSON.stringify({
      assumptions,
      unknownParameters,
      unknownFields,
      rateLimitExceeded,
      stateful,
      application,
      generated,
      transitions,
      diagnosis,
      fault,
      defect,
    } satisfies Record<RestField, unknown>).slice(1)
    this.#isUsual = isUsual
    this.#rateLimitExceeded = rateLimitExceeded
    this.#stateful = stateful
    this.#assumptions = assumptions
    this.#transitions = transitions
  }

  /** Whether these are the same headers in the same order; lists are taken for others. */
  #hasHeaders(headers: RequestHeaders): boolean {
    let position = 0
    for (const name in headers) {
      const value = headers[name]
      if (name !== this.#names[position] || value !== this.#values[position] || typeof value === 'object')
        return false
      position++
    }
    return position === this.#names.length
  }
}

const DECODER = new TextDecoder()

/** Bytes of a body are shown as the text that they are, or nearly are. */
export function textOf(body: string | Uint8Array): string {
  return typeof body === 'string' ? body : DECODER.decode(body)
}
