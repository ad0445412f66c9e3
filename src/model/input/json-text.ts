/** Reading JSON that comes from outside: bodies, and parameters or fields whose text is JSON again. */
import { countText } from '../../world/count-text.ts'
import { invalid, invalidRequest } from '../errors.ts'
import { shown } from '../refusal.ts'

type Fields = Readonly<Record<string, unknown>>

/** Arrays and objects inside one another. */
const MAXIMUM_DEPTH = 64

/** Parses JSON; refuses what is broken, nested too deep or rounded. `name` is what messages call it. */
export function parseJson(text: string, name = 'the body', maximumDepth = MAXIMUM_DEPTH): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw invalid(name, text, 'must be JSON')
  }
  check(value, 1)
  return value

  function check(member: unknown, depth: number): void {
    if (isRounded(member)) {
      throw invalidRequest(
        `${name} holds a number beyond 2^53 - 1`,
        shown(firstRounded(text)),
        'large-number',
      )
    }
    if (typeof member !== 'object' || member === null) return
    if (depth > maximumDepth) {
      throw invalidRequest(name, `is nested deeper than ${countText(maximumDepth, 'level')}`, 'size')
    }
    // Calls are as deep as what they check, which is bounded.
    if (Array.isArray(member)) for (const inner of member) check(inner, depth + 1)
    else for (const field in member) check((member as Fields)[field], depth + 1)
  }
}

function isRounded(value: unknown): boolean {
  return typeof value === 'number' && !(Math.abs(value) <= Number.MAX_SAFE_INTEGER)
}

/** A string of JSON, or a number. */
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g

/** The first number of a JSON text that JavaScript would round, with the digits that were sent. */
function firstRounded(text: string): string {
  for (const [token] of text.matchAll(STRING_OR_NUMBER)) {
    if (!token.startsWith('"') && isRounded(Number(token))) return token
  }
  return ''
}
