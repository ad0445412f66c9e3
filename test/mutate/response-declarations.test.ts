// The mutants of responses, as the declarations of all operations make them.

import { beforeAll, expect, test } from 'vitest'
import { INTERFACE_DESCRIPTIONS } from '../../src/api/framework/interfaces.ts'
import { loadSchemas } from '../../src/api/framework/zod.ts'
import { operations } from '../../src/api/operations.ts'
import type { ServiceMutant } from '../../src/mutate/mutant.ts'
import { responseMutants } from '../../src/mutate/responses.ts'
import { MUTATION_KINDS } from '../../src/scenario/format/mutation-kinds.ts'

let mutants: readonly ServiceMutant[]
beforeAll(async () => {
  await loadSchemas()
  mutants = operations.flatMap(responseMutants)
})

test('ids and sentences are unique, and ids say operation, group, kind and field', () => {
  expect(new Set(mutants.map(({ id }) => id)).size).toBe(mutants.length)
  const sentences = mutants.map(({ operations = [], sentence }) => `${operations.join()} ${sentence}`)
  expect(new Set(sentences).size).toBe(mutants.length)
  const wrong = mutants.filter(({ id, group, kind, operations = [], field }) => {
    const begin = `${operations.join()}:${group}:${kind}`
    const end = id.slice(begin.length)
    const isNamed = kind === 'wrong-error-status' ? /^:4\d\d$/.test(end) : end === (field ? `:${field}` : '')
    return !id.startsWith(begin) || !isNamed || group !== 'response'
  })
  expect(wrong).toEqual([])
})

test('every kind occurs, and every operation has mutants', () => {
  expect(new Set(mutants.map(({ kind }) => kind))).toEqual(new Set(MUTATION_KINDS.response))
  const of = new Set(mutants.flatMap(({ operations = [] }) => operations))
  expect(operations.filter(({ id }) => !of.has(id))).toEqual([])
})

test('each sentence begins with method and path, and says what is wrong; each hint is one line', () => {
  const addresses = new Map(
    operations.map(({ id, interface: name, method, path }) => [
      id,
      `${method} ${INTERFACE_DESCRIPTIONS[name].prefix}${path}`,
    ]),
  )
  const wrong = mutants.filter(({ sentence, operations = [], hint }) => {
    const address = `${addresses.get(operations.join())} `
    const does = sentence.slice(address.length)
    return (
      !sentence.startsWith(address) ||
      !/^(?:left out|returned|refused with) \S.*[^\s.]$/.test(does) ||
      !/^(?:compare|expect|read) \S.*[^\s.]$/.test(hint)
    )
  })
  expect(wrong).toEqual([])
})

test('the mutants of an operation are the same ones each time', () => {
  const words = (made: readonly ServiceMutant[]) => made.map(({ id, sentence, hint }) => [id, sentence, hint])
  expect(words(operations.flatMap(responseMutants))).toEqual(words(mutants))
})

test('fields within a map have no mutants, since their names are data', () => {
  const fields = mutants
    .filter(({ operations = [] }) => operations[0] === 'wiki.requirement.dependencies')
    .flatMap(({ field = [] }) => field)
  expect(fields).toEqual(['*'])
})
