/** The form of an expectation; what it says is read where calls are held against it. */
import { checkFields } from '../model/given.ts'
import { shown } from '../model/refusal.ts'
import type { Expectation } from './verify.ts'

type Rule = readonly [what: string, holds: (value: unknown) => boolean]

const TEXT: Rule = ['text', (value) => typeof value === 'string']
/** Numbers of calls are read with the rest, as they depend on each other. */
const ANY: Rule = ['anything', () => true]

const RULES: Readonly<Record<keyof Expectation, Rule>> = {
  operation: TEXT,
  method: TEXT,
  path: TEXT,
  query: [
    'an object of texts, numbers and truth values, or lists of them',
    (value) => isObject(value) && Object.values(value).flat().every(isScalar),
  ],
  body: ['JSON data, or the text of a body', isJson],
  headers: [
    'an object of texts',
    (value) => isObject(value) && Object.values(value).every((text) => typeof text === 'string'),
  ],
  user: TEXT,
  world: TEXT,
  status: ["a status such as 404, or a class of them such as '4xx'", isStatusOrClass],
  times: ANY,
  atLeast: ANY,
  atMost: ANY,
}
const NAMES = Object.keys(RULES)

/** Throws TypeError for what is no expectation, naming the field and the mend. */
export function checkExpectation(given: unknown): asserts given is Expectation {
  checkFields('an expectation', given, NAMES)
  for (const [name, [what, holds]] of Object.entries(RULES)) {
    const value = (given as Readonly<Record<string, unknown>>)[name]
    if (value !== undefined && !holds(value))
      throw new TypeError(`${name} of an expectation must be ${what}, not ${shown(written(value))}`)
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

function isStatusOrClass(value: unknown): boolean {
  return Number.isInteger(value) || (typeof value === 'string' && /^(?:\d{1,3}|\dxx)$/i.test(value))
}

function isJson(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined
  } catch {
    return false
  }
}

function written(value: unknown): string {
  return isJson(value) && typeof value !== 'string' ? JSON.stringify(value) : String(value)
}
