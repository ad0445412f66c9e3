import type { QueryNames } from '../../src/control/responses/requirements.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  accept,
  complete,
  NO_NAMES,
  namesRequestAt,
} from '../../src/console/panels/requirements/completion.ts'
import { parseQuery } from '../../src/language/query/parse.ts'

const names: QueryNames = {
  spaces: ['ENG'],
  statuses: ['ACTIVE', 'DELETED'],
  properties: [
    { name: 'Category', kind: 'inline', dataType: 'TEXT' },
    { name: 'Main Use', kind: 'inline', dataType: 'TEXT' },
    { name: 'Done', kind: 'inline', dataType: 'BOOLEAN' },
    { name: 'Cost', kind: 'external', dataType: 'DECIMAL' },
  ],
  types: ['Requirement'],
  rules: ['Known priority'],
  pages: ["Pilot's page"],
  baselines: ['Release 1.0'],
  variants: ['Current'],
  relationships: ['refines'],
  issueRelationships: ['implements'],
  keys: ['REQ-001', 'REQ-002'],
  issues: ['DRN-1'],
  projects: ['DRN'],
  values: ['Safety'],
}

/** Texts offered where `|` stands. */
function offeredAt(marked: string, from = names): readonly string[] {
  const position = marked.indexOf('|')
  return complete(marked.replace('|', ''), position, from).items.map(({ text }) => text)
}

function acceptAt(marked: string, text: string): string {
  const position = marked.indexOf('|')
  const query = marked.replace('|', '')
  const item = complete(query, position, names).items.find((one) => one.text === text)
  const taken = accept(query, position, {
    from: complete(query, position, names).from,
    item: item ?? { text: 'not offered', detail: '' },
  })
  return `${taken.text.slice(0, taken.position)}|${taken.text.slice(taken.position)}`
}

describe('what is offered', () => {
  test.each([
    [
      '|',
      ['key', '@Category', '@Main\\ Use', 'ext@Cost', 'from@refines', 'jira@implements', 'NOT', 'hasTest('],
    ],
    ['ke|', ['key', 'new_key']],
    ['@|', ['@Category', '@Main\\ Use', '@Done']],
    ['@cat|', ['@Category']],
    ['ext@|', ['ext@Cost']],
    ['from@|', ['from@refines']],
    ['key |', ['=', '~', 'IN (', 'IS NULL']],
    ['from@refines |', ['->', '=']],
    ['baseline |', ['WAS']],
    ['key = |', ["'REQ-001'", "'REQ-002'"]],
    ["key = 'REQ-001|", ["'REQ-001'"]],
    ["page = '|", ["'Pilot\\'s page'"]],
    ['status = |', ["'ACTIVE'", "'DELETED'"]],
    ['ruleStatus@|', ['ruleStatus@Known\\ priority']],
    ['ruleStatus@Known\\ priority = |', ["'false'", "'true'", "'warning'"]],
    ['ruleStatus IN (|', ["'false'"]],
    ['@Done = |', ['true', 'false']],
    ['@Category = |', ["'Safety'"]],
    ["status IN ('ACTIVE'|", []],
    ["status IN ('ACTIVE' |", [',', ')']],
    ["status IN ('ACTIVE', |", ["'ACTIVE'"]],
    ['status NOT |', ['IN (']],
    ['status IN |', ['(']],
    ["hasTest('PASS' |", [',', ')']],
    ["isModified('Release 1.0' |", [')']],
    ['baseline WAS |', ["'Release 1.0'"]],
    ['baseline = |', ["'Release 1.0'", '$currentBaseline']],
    ['status IS |', ['NULL', 'NOT NULL']],
    ['status IS NOT |', ['NULL']],
    ["key = 'A' |", ['AND', 'OR']],
    ["(key = 'A' |", [')']],
    ["key = 'A' AND |", ['key', 'NOT']],
    ['from -> |', ['key', '(']],
    ["baseline = ('Release 1.0' in space 'ENG') |", ['AND']],
    ['isModified(|', ["'Release 1.0'"]],
    ["key = 'A' AND (@Category = user('x') |", ['AND', ')']],
  ])('%s', (marked, expected) => {
    expect(offeredAt(marked)).toEqual(expect.arrayContaining(expected))
  })

  test.each([
    ['page |', 'IN ('],
    ['key |', '->'],
    ["key = 'A' |", ')'],
    ['from -> |', 'NOT'],
    ['key = |', 'AND'],
    ['key & |', 'key'],
    ["'full te|", 'key'],
    ["key = 'A' key |", '='],
    ["key = 'A') |", 'AND'],
    ['baseline ~ |', '$currentBaseline'],
    ['key = |', 'NULL'],
    ['status |', 'NOT'],
    ["baseline = ('x' in space |", "'Release 1.0'"],
  ])('%s does not offer %s', (marked, unexpected) => {
    expect(offeredAt(marked)).not.toContain(unexpected)
  })

  test('begins with what begins as typed', () => {
    expect(offeredAt('t|').slice(0, 3)).toEqual(['text', 'to', 'type'])
  })

  test('of many names is only some', () => {
    const keys = Array.from({ length: 500 }, (_, index) => `K-${index}`)
    expect(offeredAt('key = |', { ...NO_NAMES, keys })).toHaveLength(40)
  })
})

describe('taking one', () => {
  test.each([
    ['ke|', 'key', 'key |'],
    ['key |', 'IN (', 'key IN (|'],
    ["key = 'RE|'", "'REQ-001'", "key = 'REQ-001' |"],
    ["key = 'RE|' AND x", "'REQ-001'", "key = 'REQ-001'| AND x"],
    ["(key = '|)", "'REQ-001'", "(key = 'REQ-001'|)"],
    ['key = 1 AND @Ca|', '@Category', 'key = 1 AND @Category |'],
    ['key = 1 AND ext@|', 'ext@Cost', 'key = 1 AND ext@Cost |'],
  ])('%s', (marked, text, expected) => {
    expect(offeredAt(marked)).toContain(text)
    expect(acceptAt(marked, text)).toBe(expected)
  })
})

test('the request for names has their prefix, up to a wildcard', () => {
  const requestOf = (marked: string) => namesRequestAt(marked.replace('|', ''), marked.indexOf('|'))
  expect(requestOf("key = 'REQ-0|")).toEqual({ prefix: 'REQ-0', property: undefined })
  expect(requestOf("key ~ 'REQ-%1|")).toEqual({ prefix: 'REQ-', property: undefined })
  expect(requestOf("@Main\\ Use = 'S|")).toEqual({ prefix: 'S', property: 'Main Use' })
  expect(requestOf('ke|')).toEqual({ prefix: '', property: undefined })
})

test('whoever only takes what is offered writes a query', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1000), { minLength: 3, maxLength: 60 }), (choices) => {
      let text = ''
      for (const choice of choices) {
        const { items, from } = complete(text, text.length, names)
        const item = items.length === 0 ? undefined : items[choice % items.length]
        const isOffered = (word: string) => items.some((each) => each.text === word)
        if (isOffered('AND') && !isOffered(')')) {
          expect(() => parseQuery(text)).not.toThrow()
        }
        if (item === undefined) {
          // No names for it: somebody types a text.
          text += "'x' "
        } else text = accept(text, text.length, { from, item }).text
        if (item?.text === 'user(') text += "'alice') "
      }
    }),
    { numRuns: 300 },
  )
})

test('stands any text at any position', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.nat(60), (text, at) => {
      const position = Math.min(at, text.length)
      const { from, items } = complete(text, position, names)
      expect(from).toBeLessThanOrEqual(position)
      for (const item of items) accept(text, position, { from, item })
    }),
  )
})
