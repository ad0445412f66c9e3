/** Reading JSON that comes from outside: bodies, and parameters or fields whose text is JSON again. */
import { Refusal, shown } from '../model/refusal.ts'

type Fields = Readonly<Record<string, unknown>>

/** Arrays and objects inside one another. */
const MAXIMUM_DEPTH = 64

/**
 * Parses JSON; refuses broken text, too deep nesting, and numbers that JavaScript would round. `name` is what messages call
 * it: `the body`, `providedJson`.
 */
export function parseJson(text: string, name = 'the body'): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    const short = name.replace(/^the /, '')
    throw new Refusal('INVALID', `${name} is no JSON: ${shown(text)}`, [`${short} must be JSON`])
  }
  check(value, 1)
  return value

  function check(member: unknown, depth: number): void {
    if (typeof member === 'number' && !(Math.abs(member) <= Number.MAX_SAFE_INTEGER)) {
      const message = `${name} holds a number beyond 2^53 - 1: ${shown(String(member))}`
      throw new Refusal('INVALID', message, [message], ['large-number'])
    }
    if (typeof member !== 'object' || member === null) return
    if (depth > MAXIMUM_DEPTH) {
      const message = `${name} is nested deeper than ${MAXIMUM_DEPTH} levels`
      throw new Refusal('INVALID', message, [message], ['size'])
    }
    // Calls are as deep as what they check, which is bounded.
    if (Array.isArray(member)) for (const inner of member) check(inner, depth + 1)
    else for (const field of Object.keys(member)) check((member as Fields)[field], depth + 1)
  }
}
