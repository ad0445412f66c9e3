/** Reading JSON that comes from outside: bodies, and parameters or fields whose text is JSON again. */
import { countText } from '../../world/count-text.ts'
import { invalid, invalidRequest } from './errors.ts'
import { quoted } from './refusal.ts'
import { jsonProblem } from './json-problem.ts'

type Fields = Readonly<Record<string, unknown>>

const MAXIMUM_DEPTH = 64

/** Parses JSON; throws a Refusal for invalid, too deeply nested or rounded JSON. `name` is for messages. */
export function parseJson(text: string, name = 'the body', maximumDepth = MAXIMUM_DEPTH): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    const problem = jsonProblem(text)
    throw invalid(name, text, problem === undefined ? 'must be JSON' : `must be JSON: ${problem}`)
  }
  check(value, 1)
  return value

  function check(member: unknown, depth: number): void {
    if (isRounded(member)) {
      throw invalidRequest(
        `${name} holds a number beyond 2^53 - 1`,
        quoted(firstRounded(text)),
        'large-number',
      )
    }
    if (typeof member !== 'object' || member === null) return
    if (depth > maximumDepth) {
      throw invalidRequest(name, `is nested deeper than ${countText(maximumDepth, 'level')}`, 'size')
    }
    // The depth of the recursion is bounded by that of the JSON.
    if (Array.isArray(member)) for (const inner of member) check(inner, depth + 1)
    else for (const field in member) check((member as Fields)[field], depth + 1)
  }
}

function isRounded(value: unknown): boolean {
  return typeof value === 'number' && !(Math.abs(value) <= Number.MAX_SAFE_INTEGER)
}

const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g

/** The first number that JavaScript would round, with the digits that were sent. */
function firstRounded(text: string): string {
  for (const [token] of text.matchAll(STRING_OR_NUMBER)) {
    if (!token.startsWith('"') && isRounded(Number(token))) return token
  }
  return ''
}
