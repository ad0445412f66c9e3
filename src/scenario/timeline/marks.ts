/** The values of a response that matter to a step: those that it expects, saves, or names in `show`. */
import type { CallStep, ExpectationInput } from '../format/timeline.ts'
import { compare } from './expectation.ts'
import { evaluateJsonPath, type Found, innerPath, parseJsonPath } from './json-path.ts'
import { isObject } from '../../world/objects.ts'

/** The maximum number of paths for one response. */
const MAXIMUM_MARKS = 100

/** Where these values are in a response, without duplicates: `$.status`, `$[2].key`, `header etag`. */
export function marksOf(
  expected: ExpectationInput,
  { save = {}, show }: Pick<CallStep, 'save' | 'show'>,
  body: unknown,
): readonly string[] {
  const paths = [
    ...Object.entries(expected.headers ?? {}).flatMap(([name, wanted]) =>
      typeof wanted === 'object' && 'absent' in wanted ? [] : [`header ${name.toLowerCase()}`],
    ),
    ...(expected.body === undefined ? [] : pathsOfExpected(expected.body, body, '$')),
    ...Object.entries(expected.path ?? {}).flatMap(([path, wanted]) =>
      pathsOfValues(wanted, valuesAt(path, body)),
    ),
    ...[...Object.values(save), ...(show?.response ?? [])].flatMap((path) =>
      valuesAt(path, body).map((found) => found.path),
    ),
  ]
  return [...new Set(paths)].slice(0, MAXIMUM_MARKS)
}

function valuesAt(text: string, body: unknown): readonly Found[] {
  const path = parseJsonPath(text)
  const found = typeof path === 'string' ? path : evaluateJsonPath(path, body)
  return typeof found === 'string' ? [] : found
}

/** Several values are expected as a list of them, or to contain one. */
function pathsOfValues(wanted: unknown, found: readonly Found[]): readonly string[] {
  const [only] = found
  if (only !== undefined && found.length === 1 && !Array.isArray(wanted))
    return pathsOfExpected(wanted, only.value, only.path)
  if (isObject(wanted) && Object.hasOwn(wanted, 'contains'))
    return found.filter(({ value }) => isEqual(wanted['contains'], value)).map(({ path }) => path)
  return found.map(({ path }) => path)
}

function pathsOfExpected(wanted: unknown, value: unknown, path: string): readonly string[] {
  if (Array.isArray(wanted) && Array.isArray(value) && wanted.length > 0)
    return wanted.flatMap((item, position) =>
      pathsOfExpected(item, value[position], innerPath(path, position)),
    )
  if (!isObject(wanted)) return [path]
  if (isObject(value))
    return Object.entries(wanted)
      .filter(([name]) => Object.hasOwn(value, name))
      .flatMap(([name, inner]) => pathsOfExpected(inner, value[name], innerPath(path, name)))
  if (!Array.isArray(value) || !Object.hasOwn(wanted, 'contains')) return [path]
  const { contains } = wanted
  return value.flatMap((item, position) =>
    isEqual(contains, item) ? pathsOfExpected(contains, item, innerPath(path, position)) : [],
  )
}

function isEqual(wanted: unknown, value: unknown): boolean {
  return compare(wanted, value, '$').length === 0
}
