import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { int64, oneOf, string } from '../../../src/api/framework/parameter.ts'
import { createRouter, type Route } from '../../../src/gateway/addresses/router.ts'

const text = string({ required: true })
const number = int64({ required: true })

function route(method: string, path: string, pathParameters: Route['pathParameters'] = {}): Route {
  const all: Record<string, Route['pathParameters'][string]> = { ...pathParameters }
  for (const [, name] of path.matchAll(/\{(\w+)\}/g)) all[name as string] ??= text
  return { method, path, pathParameters: all }
}

const routes = [
  route('GET', '/baseline'),
  route('GET', '/baseline/{spaceKey}'),
  route('POST', '/baseline/{spaceKey}'),
  route('GET', '/baseline/{spaceKey}/{version}', { version: number }),
  route('DELETE', '/baseline/{spaceKey}/{version}', { version: number }),
  route('GET', '/baseline/{spaceKey}/{version}/pages', { version: number }),
  route('PUT', '/baseline/{spaceKey}/{version}/label', { version: number }),
  route('POST', '/baseline/{spaceKey}/1/create'),
  route('POST', '/baseline/{spaceKey}/{n}/create-instant', { n: oneOf(['1', '2'], { required: true }) }),
  route('GET', '/baseline/{spaceKey}/0/search'),
  route('PUT', '/baseline/{spaceKey}/0/refreeze'),
  route('GET', '/misc/{spaceKey}/{pageId}', { pageId: number }),
  route('POST', '/misc/{spaceKey}/migrateUsersQueries'),
  route('GET', '/variants/current/requirements/{key}'),
  route('GET', '/variants/{variantId}/requirements/{key}', { variantId: number }),
]
const router = createRouter(routes)

describe('the most specific template that has the method wins', () => {
  const cases: [string, string, string, Record<string, unknown>][] = [
    ['GET', '/baseline', '/baseline', {}],
    ['GET', '/baseline/ENG', '/baseline/{spaceKey}', { spaceKey: 'ENG' }],
    ['GET', '/baseline/ENG/1', '/baseline/{spaceKey}/{version}', { spaceKey: 'ENG', version: 1 }],
    ['GET', '/baseline/ENG/1/pages', '/baseline/{spaceKey}/{version}/pages', { spaceKey: 'ENG', version: 1 }],
    ['PUT', '/baseline/ENG/1/label', '/baseline/{spaceKey}/{version}/label', { spaceKey: 'ENG', version: 1 }],
    ['POST', '/baseline/ENG/1/create', '/baseline/{spaceKey}/1/create', { spaceKey: 'ENG' }],
    [
      'POST',
      '/baseline/ENG/2/create-instant',
      '/baseline/{spaceKey}/{n}/create-instant',
      { spaceKey: 'ENG', n: '2' },
    ],
    ['GET', '/baseline/ENG/0/search', '/baseline/{spaceKey}/0/search', { spaceKey: 'ENG' }],
    ['GET', '/variants/current/requirements/R-1', '/variants/current/requirements/{key}', { key: 'R-1' }],
    [
      'GET',
      '/variants/7/requirements/R-1',
      '/variants/{variantId}/requirements/{key}',
      { variantId: 7, key: 'R-1' },
    ],
    ['GET', '/misc/ENG/4001', '/misc/{spaceKey}/{pageId}', { spaceKey: 'ENG', pageId: 4001 }],
    ['POST', '/misc/ENG/migrateUsersQueries', '/misc/{spaceKey}/migrateUsersQueries', { spaceKey: 'ENG' }],
  ]
  test.each(cases)('%s %s is %s', (method, path, template, values) => {
    const match = router.match(method, path)
    expect(match).toEqual({
      kind: 'found',
      route: expect.objectContaining({ method, path: template }),
      path: values,
    })
    expect(router.match(method, `${path}/`)).toEqual(match)
  })
})

describe('paths that no operation takes', () => {
  test.each([
    ['GET', '/nowhere'],
    ['GET', '/'],
    ['GET', ''],
    ['GET', '//'],
    ['GET', '/baseline//ENG'],
    ['GET', '/baseline//1'],
    ['GET', '/baseline/ENG//'],
    ['GET', '/baseline/ENG/one'],
    ['POST', '/baseline/ENG/3/create-instant'],
    // A page id is no word, even though the word is a path of another method.
    ['GET', '/misc/ENG/migrateUsersQueries'],
    ['GET', '/variants/current/requirements/a/b'],
  ])('%s %s is unknown', (method, path) => {
    expect(router.match(method, path)).toEqual({ kind: 'path' })
  })

  test('a wrong method gets the allowed ones of every matching template', () => {
    expect(router.match('PATCH', '/baseline/ENG/1')).toEqual({
      kind: 'method',
      allow: ['GET', 'HEAD', 'DELETE'],
    })
    expect(router.match('DELETE', '/baseline/ENG')).toEqual({
      kind: 'method',
      allow: ['GET', 'HEAD', 'POST'],
    })
    expect(router.match('OPTIONS', '/baseline/ENG/1/create')).toEqual({ kind: 'method', allow: ['POST'] })
  })

  test('HEAD is found where GET is', () => {
    expect(router.match('HEAD', '/baseline/ENG')).toMatchObject({ kind: 'found', route: { method: 'GET' } })
  })

  test('broken percent-encoding is named', () => {
    expect(router.match('GET', '/baseline/%E0%A4%A')).toEqual({ kind: 'encoding', segment: '%E0%A4%A' })
    expect(router.match('GET', '/baseline/%')).toEqual({ kind: 'encoding', segment: '%' })
  })
})

test('an encoded slash belongs to its segment', () => {
  expect(router.match('GET', '/baseline/A%2FB')).toMatchObject({ kind: 'found', path: { spaceKey: 'A/B' } })
})

test('names of prototypes are plain segments', () => {
  expect(router.match('GET', '/__proto__')).toEqual({ kind: 'path' })
  expect(router.match('constructor', '/baseline/ENG')).toMatchObject({ kind: 'method' })
  expect(router.match('GET', '/baseline/__proto__')).toMatchObject({
    kind: 'found',
    path: { spaceKey: '__proto__' },
  })
})

test('a route declared twice is refused', () => {
  expect(() => createRouter([route('GET', '/a/{x}'), route('GET', '/a/{y}')])).toThrow('declared twice')
})

test('a parameter that is not declared is refused', () => {
  const undeclared = { method: 'GET', path: '/a/{x}', pathParameters: {} }
  expect(() => createRouter([undeclared])).toThrow('GET /a/{x} does not declare {x}')
})

test('property: the tree finds what a linear scan by specificity finds', () => {
  const segment = fc.constantFrom('a', 'b', '{x}', '{y}')
  const template = fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => `/${parts.join('/')}`)
  const declared = fc.uniqueArray(fc.record({ method: fc.constantFrom('GET', 'POST'), path: template }), {
    selector: ({ method, path }) => `${method} ${path.replaceAll(/\{\w\}/g, '{}')}`,
    maxLength: 12,
  })
  const segments = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(declared, segments, fc.constantFrom('GET', 'POST'), (list, parts, method) => {
      const tree = createRouter(list.map(({ method: own, path }) => repeatable(own, path)))
      const expected = list
        .filter(({ path }) => fits(path, parts))
        .filter((candidate) => candidate.method === method)
        .toSorted((a, b) => (rank(a.path) < rank(b.path) ? -1 : 1))[0]
      const match = tree.match(method, `/${parts.join('/')}`)
      expect(match.kind === 'found' ? match.route.path : undefined).toBe(expected?.path)
    }),
  )
})

/** A template may name the same parameter twice here; only the shape matters. */
function repeatable(method: string, path: string): Route {
  return { method, path, pathParameters: { x: text, y: text } }
}

function fits(template: string, parts: readonly string[]): boolean {
  const wanted = template.slice(1).split('/')
  return (
    wanted.length === parts.length &&
    wanted.every((part, index) => part.startsWith('{') || part === parts[index])
  )
}

function rank(template: string): string {
  return template
    .slice(1)
    .split('/')
    .map((part) => (part.startsWith('{') ? '1' : '0'))
    .join('')
}
