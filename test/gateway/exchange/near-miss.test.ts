// Which operations are called near, in which order, and what is said of a parameter of the wrong type.

import { describe, expect, test } from 'vitest'
import type { OperationHead } from '../../../src/api/framework/operation.ts'
import {
  knownByName,
  mistypedParameter,
  nearestOperations,
} from '../../../src/gateway/addresses/near-miss.ts'

/** A parameter `{n…}` is a number, others are any text. */
const NUMBER = {
  decode: (text: string) =>
    /^\d+$/.test(text) ? { value: Number(text) } : { problem: `must be a number, not '${text}'` },
}
const TEXT = { decode: (text: string) => ({ value: text }) }

function placed(text: string, prefix = '') {
  const [method = '', path = ''] = text.split(' ')
  const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name)
  const pathParameters = Object.fromEntries(names.map((name) => [name, name.startsWith('n') ? NUMBER : TEXT]))
  return {
    operation: { method, pathParameters } as unknown as OperationHead,
    path,
    template: `${prefix}${path}`,
  }
}

const requestOf = (text: string) => text.split(' ') as [method: string, path: string]

const FRUIT = [
  'GET /apples',
  'GET /apples/{id}',
  'POST /apples/{id}',
  'GET /apples/{id}/seeds',
  'PUT /apples/{id}/seeds/{n}',
  'DELETE /pears/{id}/stones/{n}',
  'GET /x/{y}',
  'GET /ab',
  'GET /configurations',
].map((text) => placed(text))
const ELSEWHERE = ['GET /apples', 'GET /apples/{id}/seeds'].map((text) => placed(text, '/fruit/v1'))

describe('the nearest operations', () => {
  test.each<[string, string[]]>([
    ['GET /aples', ['GET /apples']],
    ['GET /APPLES', ['GET /apples']],
    ['GET /applesauce', ['GET /apples']],
    ['GET /applesandmanymore', ['GET /apples']],
    ['GET /app', ['GET /apples']],
    ['GET /appxxxxxxx', []],
    ['GET /con', ['GET /configurations']],
    ['GET /ons', []],
    ['GET /manymoreapples', []],
    ['GET /ap', []],
    ['GET /axxles', ['GET /apples']],
    ['GET /axxxes', ['GET /apples']],
    ['GET /apxxxx', []],
    ['GET /selppa', []],
    ['GET //apples//', ['GET /apples']],
    ['GET /apples/1/2', ['GET /apples/{id}', 'GET /apples/{id}/seeds', 'POST /apples/{id}']],
    ['GET /apples/1/seed', ['GET /apples/{id}/seeds']],
    ['PATCH /apples/1', ['GET /apples/{id}', 'POST /apples/{id}']],
    ['GET /apples/1/seeds/2/3', ['PUT /apples/{id}/seeds/{n}', 'GET /apples/{id}/seeds']],
    ['GET /1/seeds', ['GET /apples/{id}/seeds']],
    ['POST /seeds/1/apples', []],
    ['GET /pears', []],
    ['GET /pears/1/stones', ['DELETE /pears/{id}/stones/{n}']],
    ['GET /ab', ['GET /ab']],
    ['GET /AB', ['GET /ab']],
    ['GET /abc', []],
    ['GET /a', []],
    ['GET /x', ['GET /x/{y}']],
    ['GET /x/1/2', ['GET /x/{y}']],
    ['GET /bananas/apples', ['GET /apples']],
    ['GET /q/w/e/r/apples', []],
    [`GET ${'/apples'.repeat(14)}`, []],
    ['GET /nothing', []],
    ['GET /', []],
  ])('to %s are %j', (text, nearest) => {
    expect(nearestOperations(FRUIT, ...requestOf(text))).toEqual(nearest)
    expect(nearestOperations(FRUIT.toReversed(), ...requestOf(text))).toEqual(nearest)
  })

  test.each<[string, string[]]>([
    ['GET /apples', ['GET /fruit/v1/apples']],
    ['GET /aples', ['GET /fruit/v1/apples']],
    ['GET /fruit/v1/aples', ['GET /fruit/v1/apples']],
    ['GET /fruit/apples', ['GET /fruit/v1/apples']],
    ['GET /1/seeds', ['GET /fruit/v1/apples/{id}/seeds']],
    ['GET /apples/1/2', []],
    ['GET /fruit/v1', []],
    ['GET /fruit/v1/nowhere', []],
    ['GET /fruit/v1/nowhere/1', []],
    ['GET /fruits/v1/apples', ['GET /fruit/v1/apples']],
  ])('to %s where paths begin with more are %j', (text, nearest) => {
    expect(nearestOperations(ELSEWHERE, ...requestOf(text))).toEqual(nearest)
  })
})

test('a character counts as the beginning or as the end of a word, not as both', () => {
  expect(nearestOperations([placed('GET /aabaaaa')], 'GET', '/aaa')).toEqual([])
  expect(nearestOperations([placed('GET /aab')], 'GET', '/aaaaaaab')).toEqual([])
})

test('a hostile path costs little', () => {
  for (const path of ['/a'.repeat(100_000), '/apples'.repeat(100_000), `/${'x'.repeat(100_000)}`])
    expect(nearestOperations(FRUIT, 'GET', path)).toEqual([])
})

test('no more than three are named', () => {
  const many = ['GET', 'DELETE', 'PATCH', 'POST', 'PUT'].map((method) => placed(`${method} /apples`))
  expect(nearestOperations(many, 'GET', '/aples')).toEqual(['GET /apples', 'DELETE /apples', 'PATCH /apples'])
})

describe('a parameter of the wrong type', () => {
  const LIST = [
    'GET /a/{n1}',
    'POST /a/{n2}',
    'GET /a/{n3}/c/{id}',
    'GET /{kind}/d/{n4}',
    'GET /a/d/{n5}',
    'GET /{kind}/d/{n6}',
    'GET /b/{id}/{n7}',
  ].map((text) => placed(text))

  test.each<[string, string | undefined]>([
    ['GET /a/x', "n1 must be a number, not 'x'"],
    ['HEAD /a/x', "n1 must be a number, not 'x'"],
    ['POST /a/x', "n2 must be a number, not 'x'"],
    ['PUT /a/x', undefined],
    ['GET /a/1', undefined],
    ['GET /a/%31', undefined],
    ['GET /a/%zz', "n1 must be a number, not '%zz'"],
    ['GET /a//x', undefined],
    ['GET /a/x/c', undefined],
    ['GET /a/x/c/y', "n3 must be a number, not 'x'"],
    ['GET /a/1/c/y', undefined],
    ['GET /a/d/x', "n5 must be a number, not 'x'"],
    ['GET /z/d/x', "n4 must be a number, not 'x'"],
    ['GET /b/x/y', "n7 must be a number, not 'y'"],
    ['GET /z/y/x', undefined],
  ])('%s: %j', (text, problem) => {
    expect(mistypedParameter(LIST, ...requestOf(text))).toBe(problem)
  })
})

test('of the standalone group Rules nothing but the name is known', () => {
  const instead =
    'of the group Rules nothing but its name is known: scenarios and /_sim/rules make and list rules'
  for (const path of ['/rules', '/Rules/1', '//rules']) expect(knownByName('standalone', path)).toBe(instead)
  for (const path of ['/', '/rule', '/x/rules']) expect(knownByName('standalone', path)).toBeUndefined()
  expect(knownByName('wiki', '/rules')).toBeUndefined()
})
