/**
 * Credentials in a trace: each value has a placeholder, such as `{token:eu:12}`, which is the credential of the same record in a
 * world that is opened from the trace.
 */
import { type Region, REGIONS } from '../model/schema.ts'
import {
  type SessionRecord,
  sessions,
  type TokenRecord,
  tokens,
  users,
} from '../model/records/service/users.ts'
import { findByPassword } from '../model/users/passwords.ts'
import { hashSecret } from '../model/users/secrets.ts'
import { SHORTEST_SECRET } from '../gateway/journal/secret-repeats.ts'
import { rateWindows } from '../model/records/world/rate-windows.ts'
import type { Table } from '../world/store/table.ts'
import type { World } from '../world/world.ts'

export const passwordPlaceholder = (region: Region, userId: number): string =>
  `{password:${region}:${userId}}`

/** How much of a spelling the expression has: V8 ends the process when it compiles one of 32 MB. */
const MAXIMUM_BEGINNING_LENGTH = 100

export class Credentials {
  /** Placeholders of tokens and sessions by the hash of their value. */
  readonly #byHash = new Map<string, string>()
  /** Placeholders of values that may be repeated elsewhere. */
  readonly #byValue = new Map<string, string>()
  /** Placeholders by each way to write a value. */
  readonly #bySpelling = new Map<string, string>()
  /** The spellings by their beginnings. */
  readonly #byBeginning = new Map<string, Set<string>>()
  /** Matches every beginning; undefined until the first text after a new one. */
  #pattern: RegExp | undefined
  /** How many sessions a user has, by region and id. */
  readonly #sessions = new Map<string, number>()
  #unknown = 0

  /** Gives a placeholder to the tokens and sessions of a world that have none yet. */
  addRecords(world: World): void {
    for (const region of REGIONS) {
      const store = world.region(region)
      for (const token of store.table(tokens).scan()) this.addToken(region, token)
      for (const session of store.table(sessions).scan()) this.addSession(region, session)
    }
  }

  addToken(region: Region, { id, hash }: TokenRecord): void {
    if (!this.#byHash.has(hash)) this.#add(hash, `{token:${region}:${id}}`)
  }

  addSession(region: Region, { hash, userId }: SessionRecord): void {
    if (!this.#byHash.has(hash)) this.#add(hash, this.#sessionPlaceholder(region, userId))
  }

  /** The placeholder of a record by its hash. */
  ofHash(hash: string): string | undefined {
    return this.#byHash.get(hash)
  }

  /** The placeholder of a token or session, or of a value that is neither. */
  ofValue(value: string): string {
    const hash = hashSecret(value)
    const placeholder = this.#byHash.get(hash) ?? this.#add(hash, `{unknown:${++this.#unknown}}`)
    this.addValue(value, placeholder)
    return placeholder
  }

  /** Adds the tokens and sessions in saved data, whatever the names of the fields are. */
  addIssued(data: unknown): void {
    if (typeof data === 'string') {
      for (const part of new Set([data, ...data.split(/[\s=;]+/)])) {
        const placeholder = this.#byHash.get(hashSecret(part))
        if (placeholder !== undefined) this.addValue(part, placeholder)
      }
    } else if (typeof data === 'object' && data !== null)
      for (const each of Object.values(data)) this.addIssued(each)
  }

  /** The placeholder of a password; `world` is one in which the user may exist. */
  ofPassword(world: World, name: string, password: string): string {
    for (const region of REGIONS) {
      const user = findByPassword(world.region(region), name, password)
      if (user === undefined) continue
      const placeholder = passwordPlaceholder(region, user.id)
      if (password !== user.name) this.addValue(password, placeholder)
      return placeholder
    }
    return this.ofValue(password)
  }

  addValue(value: string, placeholder: string): void {
    if (value.length < SHORTEST_SECRET || this.#byValue.get(value) === placeholder) return
    this.#byValue.set(value, placeholder)
    const inJson = JSON.stringify(value).slice(1, -1)
    for (const spelling of [value, encodeURIComponent(value.toWellFormed()), inJson])
      this.#addSpelling(spelling, placeholder)
  }

  /** A text in which known values are replaced; `encode` writes a placeholder as the text needs it. */
  replaced(text: string, encode: (placeholder: string) => string = (placeholder) => placeholder): string {
    if (this.#byBeginning.size === 0) return text
    // One expression for all: a search for each value takes minutes where every test of a run has a token.
    this.#pattern ??= new RegExp([...this.#byBeginning.keys()].sort(longestFirst).map(escaped).join('|'), 'g')
    const pattern = this.#pattern
    pattern.lastIndex = 0
    let clean = ''
    let copied = 0
    for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
      const { spelling, length } = this.#spellingAt(text, found.index, found[0])
      clean += text.slice(copied, found.index) + encode(this.#bySpelling.get(spelling) ?? spelling)
      copied = pattern.lastIndex = found.index + length
    }
    return clean + text.slice(copied)
  }

  #addSpelling(spelling: string, placeholder: string): void {
    this.#bySpelling.set(spelling, placeholder)
    const beginning = spelling.slice(0, MAXIMUM_BEGINNING_LENGTH)
    const known = this.#byBeginning.get(beginning)
    if (known !== undefined) known.add(spelling)
    else {
      this.#byBeginning.set(beginning, new Set([spelling]))
      this.#pattern = undefined
    }
  }

  /** The spelling with which a text agrees furthest from a place on, and how far: a part of a credential is left out too. */
  #spellingAt(text: string, index: number, beginning: string): { spelling: string; length: number } {
    let furthest = { spelling: beginning, length: 0 }
    for (const spelling of this.#byBeginning.get(beginning) ?? []) {
      const length = agreementOf(text, index, spelling)
      const isWhole = length === spelling.length
      if (length > furthest.length || (length === furthest.length && isWhole)) furthest = { spelling, length }
    }
    return furthest
  }

  /** `{session:eu:2}` for the first session of user 2, then `{session:eu:2:2}`. */
  #sessionPlaceholder(region: Region, userId: number): string {
    const user = `${region}:${userId}`
    const number = (this.#sessions.get(user) ?? 0) + 1
    this.#sessions.set(user, number)
    return number === 1 ? `{session:${user}}` : `{session:${user}:${number}}`
  }

  #add(hash: string, placeholder: string): string {
    this.#byHash.set(hash, placeholder)
    return placeholder
  }
}

/** How many characters of a spelling a text has from a place on. */
function agreementOf(text: string, index: number, spelling: string): number {
  let length = 0
  while (length < spelling.length && text.charCodeAt(index + length) === spelling.charCodeAt(length)) length++
  return length
}

/** The first alternative of an expression that matches wins, and a value may begin with another one. */
function longestFirst(first: string, second: string): number {
  return second.length - first.length
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}

/** Gives every credential of a world its placeholder as value. */
export function replaceCredentials(world: World, credentials: Credentials): void {
  const replaced = (hash: string) => hashOf(credentials, hash)
  world.transact(() => {
    for (const region of REGIONS) {
      const store = world.region(region)
      rewrite(store.table(tokens), (token) => ({ ...token, hash: replaced(token.hash) }))
      rewrite(store.table(sessions), (session) => ({ ...session, hash: replaced(session.hash) }))
      rewrite(store.table(users), (user) => ({
        ...user,
        passwordHash: hashSecret(passwordPlaceholder(region, user.id)),
      }))
    }
    // The window of a session is named after its hash.
    rewrite(world.system.table(rateWindows), (window) => ({
      ...window,
      id: window.id.replace(/[0-9a-f]{64}/g, replaced),
    }))
  })
}

/** Removes all records first, so that a new key may be one that another record had. */
function rewrite<R extends object, I extends string>(table: Table<R, I>, change: (record: R) => R): void {
  const before = Array.from(table.scan())
  for (const record of before) table.remove(table.definition.key(record))
  table.insertMany(before.map(change))
}

/** The hash of the placeholder; of a credential that was deleted, any other hash. */
function hashOf(credentials: Credentials, hash: string): string {
  return hashSecret(credentials.ofHash(hash) ?? `deleted ${hash}`)
}
