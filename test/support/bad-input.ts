/** Every wrong way to call an operation that its declaration gives away: one table for all operations. */
import { ANY_TYPE, type Operation } from '../../src/api/framework/operation.ts'
import { INTERFACE_DESCRIPTIONS } from '../../src/api/framework/interfaces.ts'
import type { Parameter } from '../../src/api/framework/parameter.ts'
import {
  examplePath as pathOfExample,
  exampleQuery,
  exampleRequest,
  sentHeaders,
} from '../../src/api/openapi/example-request.ts'
import { OTHER_WORDS } from './boolean-words.ts'

export interface BadRequest {
  readonly name: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly status: number
  /** What the message must contain. */
  readonly mentions: readonly string[]
}

/** The largest body of a world in which the table is tried: bodies of 8 MiB, the default, take long to send and to log. */
export const MAXIMUM_BODY_BYTES = 128 * 1024

/** More than a body may have. */
const OVERSIZED = 'x'.repeat(MAXIMUM_BODY_BYTES + 1)
const OVERSIZED_JSON = `{"formula":"${OVERSIZED}"}`

/** The address of an operation's examples on the one HTTP port. What no example names is called `missing`. */
export function examplePath(operation: Operation, replace: Readonly<Record<string, string>> = {}): string {
  const unnamed = Object.entries(operation.pathParameters)
    .filter(([, { example }]) => example === undefined)
    .map(([name]) => [name, 'missing'] as const)
  return pathOfExample(operation, ({ path }) => path, { ...Object.fromEntries(unnamed), ...replace })
}

/** The headers of an administrator's call at the interface of an operation, or of whoever its example is for. */
export function credentialsFor(operation: Operation): Readonly<Record<string, string>> {
  const request = exampleRequest(operation, ({ path }) => path)
  const { 'content-type': _type, ...headers } = sentHeaders(request)
  return headers
}

export { exampleQuery }

function queryText(pairs: readonly (readonly [string, string])[]): string {
  return pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
}

/** Wrong requests of an operation, to a world with `MAXIMUM_BODY_BYTES`. */
export function badRequests(operation: Operation): BadRequest[] {
  return [...badPaths(operation), ...badQueries(operation), ...badBodies(operation)]
}

function badPaths(operation: Operation): BadRequest[] {
  const found: BadRequest[] = []
  for (const [name, parameter] of Object.entries(operation.pathParameters)) {
    // An empty segment makes another path.
    for (const value of wrongValues(parameter, operation).filter((wrong) => wrong !== '')) {
      const path = examplePath(operation, { [name]: value })
      found.push(bad(`path ${name}=${value.slice(0, 30)}`, path, 404, [], bodyFor(operation)))
    }
    const path = examplePath(operation, { [name]: 'PERCENT' }).replace('PERCENT', '%E0%A4')
    found.push(bad(`path ${name} with broken percent-encoding`, path, 400, ['percent-encoding']))
  }
  return found
}

function badQueries(operation: Operation): BadRequest[] {
  const found: BadRequest[] = []
  const good = exampleQuery(operation)
  const add = (name: string, pairs: readonly (readonly [string, string])[], mentions: readonly string[]) => {
    const query = queryText(pairs)
    const path = `${examplePath(operation)}${query === '' ? '' : `?${query}`}`
    found.push(bad(name, path, 400, mentions, bodyFor(operation)))
  }
  for (const [name, parameter] of Object.entries(operation.query)) {
    const others = good.filter(([other]) => other !== name)
    for (const value of wrongValues(parameter, operation)) {
      add(`${name}=${value.slice(0, 30)}`, [...others, [name, value]], [`'${name}'`, value.slice(0, 60)])
    }
    if (parameter.required) add(`${name} missing`, others, [`'${name}'`, 'required'])
    if (parameter.kind === 'list') {
      // A list may be sent in parts.
    } else if (parameter.repeatable) {
      const good = parameter.values?.[0] ?? 'id'
      add(
        `${name} wrong, then right`,
        [...others, [name, 'nonsense'], [name, good]],
        [`'${name}'`, 'nonsense'],
      )
      const many = Array.from({ length: 21 }, () => [name, good] as const)
      add(`${name} too often`, [...others, ...many], [`'${name}'`, 'at most 20'])
    } else {
      const value = parameter.example ?? String(parameter.default ?? parameter.values?.[0] ?? '1')
      add(`${name} repeated`, [...others, [name, value], [name, value]], [`'${name}'`, 'once'])
    }
  }
  if (good.length < 5) {
    const path = `${examplePath(operation)}?${queryText(good)}&x=%zz`
    const mentions = ['percent-encoding', '%zz']
    found.push(bad('query with broken percent-encoding', path, 400, mentions, bodyFor(operation)))
  }
  return found
}

function badBodies(operation: Operation): BadRequest[] {
  if (operation.body === undefined || operation.body.contentType === 'text/plain') return []
  const query = queryText(exampleQuery(operation))
  const path = `${examplePath(operation)}${query === '' ? '' : `?${query}`}`
  if (operation.body.bytes?.includes(ANY_TYPE))
    return [
      bad('an oversized body', path, 413, ['the maximum is'], { body: OVERSIZED }),
      bad('a wrong type', path, 400, ["'x'"], typed('x', 'x')),
      bad('a form that is none', path, 400, ['form'], typed('multipart/form-data; boundary=x', 'x')),
    ]
  const schema = operation.body.schema()
  // What an operation's own shape takes is no mistake.
  const unlessTaken = (name: string, body: string): [string, string, number, string[]][] =>
    schema.safeParse(JSON.parse(body)).success ? [] : [[name, body, 400, ['body']]]
  const cases: [string, string, number, string[]][] = [
    ['malformed JSON', '{"formula":', 400, ['JSON']],
    ...unlessTaken('a body that is a list', '[]'),
    ...unlessTaken('a list of texts', '["x"]'),
    ...unlessTaken('a list of numbers', '[7]'),
    ...unlessTaken('a list of nulls', '[null]'),
    ...unlessTaken('a body that is an object', '{}'),
    ...unlessTaken('a body that is a text', '"x"'),
    ...unlessTaken('a body that is a number', '7'),
    ...unlessTaken('null', 'null'),
    ['deep nesting', `${'['.repeat(20_000)}${']'.repeat(20_000)}`, 400, ['nested']],
    ['a number beyond 2^53', '{"formula":9007199254740993}', 400, ["2^53 - 1: '9007199254740993'"]],
    ...unlessTaken('names of prototypes', '{"__proto__":{"a":1},"constructor":{"prototype":{"a":1}}}'),
    ['an oversized body', OVERSIZED_JSON, 413, ['the maximum is']],
  ]
  const found = cases.map(([name, body, status, mentions]) =>
    bad(name, path, status, mentions, typed('application/json', body)),
  )
  if (operation.body.required)
    found.push(bad('no body', path, 400, ['body'], { headers: { 'content-type': 'application/json' } }))
  const html = typed('text/html', JSON.stringify(operation.body.example ?? {}))
  found.push(bad('a wrong content type', path, 415, ['text/html', 'application/json'], html))
  return found
}

type Content = Pick<BadRequest, 'headers' | 'body'>

const typed = (type: string, body: string): Content => ({ headers: { 'content-type': type }, body })

const bodyFor = ({ body }: Operation): Content =>
  body === undefined ? {} : typed('application/json', JSON.stringify(body.example ?? {}))

function bad(
  name: string,
  path: string,
  status: number,
  mentions: readonly string[],
  content: Content = {},
): BadRequest {
  return { name, path, status, mentions, ...content }
}

function wrongValues(parameter: Parameter<unknown>, operation: Operation): string[] {
  switch (parameter.kind) {
    case 'int64':
    case 'int32': {
      const values = ['abc', '1.5', '', '1e3', '0x10', ' 1', 'NaN', '--1', '9'.repeat(44)]
      values.push(parameter.kind === 'int64' ? '9223372036854775808' : '2147483648')
      if (parameter.minimum !== undefined) values.push(String(parameter.minimum - 1))
      if (parameter.maximum !== undefined) values.push(String(parameter.maximum + 1))
      return values
    }
    case 'boolean':
      // Any text is a boolean of the embedded interfaces.
      return INTERFACE_DESCRIPTIONS[operation.interface].errorShape === 'embedded' ? [] : [...OTHER_WORDS]
    case 'enumeration':
      return ['nonsense', '', '__proto__']
    case 'sort':
      return ['nonsense', 'id,sideways', '__proto__,desc', 'id;drop table', ',']
    case 'string':
      return parameter.maximumLength === undefined
        ? []
        : ['x'.repeat(parameter.maximumLength + 1), '🚀'.repeat(parameter.maximumLength + 1)]
    case 'list': {
      const long =
        parameter.maximumLength === undefined ? [] : [`a,${'x'.repeat(parameter.maximumLength + 1)}`]
      return ['x,'.repeat(1001), ...long]
    }
  }
}
