import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { completionsOf } from '../../../src/console/panels/journal/filter-completion.ts'
import {
  chipText,
  filterOf,
  NO_FILTER,
  parametersOf,
  problemOfChip,
  readTyped,
  splitTyped,
  typedText,
  withChip,
  withoutChip,
} from '../../../src/console/panels/journal/filter.ts'

const read = (search: string) => filterOf(new URLSearchParams(search))
const texts = (search: string) => read(search).chips.map(chipText)

describe('the filter in the address', () => {
  test('is read by the parameters of the control API, and written as it was read', () => {
    const search =
      'status=4xx&method=PUT&path=%2Fwiki%2Fx&user=alice&operation=wiki.requirement.write&interface=wiki&unmatched=false&ignored=true&faulted=false&text=REQ-1'
    expect(texts(search)).toEqual([
      'status:4xx',
      'method:PUT',
      'path:/wiki/x',
      'user:alice',
      'operation:wiki.requirement.write',
      'interface:wiki',
      'not:unmatched',
      'is:ignored',
      'not:fault',
    ])
    expect(parametersOf(read(search))).toEqual(Object.fromEntries(new URLSearchParams(search)))
  })

  test.each([
    ['kind=unmatched', ['is:unmatched']],
    ['kind=ignored', ['is:ignored']],
    ['kind=faulted', ['is:fault']],
    ['kind=plain', ['not:fault']],
    ['is=ignored&not=fault&user=bob&method=get', ['is:ignored', 'not:fault', 'user:bob', 'method:GET']],
    ['kind=status&kind=kind', []],
    ['kind=&user=&status=&method=&path=&operation=', []],
    ['status=9xx&method=GTE&other=1&faulted=maybe', []],
  ])('has what the fields of earlier versions chose: %s', (search, chips) => {
    expect(texts(search)).toEqual(chips)
  })
})

describe('what is typed', () => {
  test('is chips and text, in any order', () => {
    expect(readTyped('REQ-1 status:4xx user:"Ann B" more Method:put https://x.test/y')).toEqual({
      chips: [
        { name: 'status', value: '4xx' },
        { name: 'user', value: 'Ann B' },
        { name: 'method', value: 'put' },
      ],
      text: 'REQ-1 more https://x.test/y',
      problem: undefined,
    })
    expect(readTyped('"status:4xx" {"a":1} "b":"c d"')).toEqual({
      chips: [],
      text: 'status:4xx {"a":1} "b":"c d"',
      problem: undefined,
    })
  })

  test.each(['REQ-1', 'status:4xx', 'a  b', '', '{"a": "b"}', 'colour:red x', 'https://x.test'])(
    'is the text %j again when the address is opened',
    (text) => {
      expect(readTyped(typedText(text))).toEqual({ chips: [], text, problem: undefined })
    },
  )

  test('is chips before text that looks like one', () => {
    expect(readTyped('"user:x" user:y')).toEqual({
      chips: [{ name: 'user', value: 'y' }],
      text: 'user:x',
      problem: undefined,
    })
  })

  test.each([
    [
      'statsu:4xx',
      'No filter is called statsu: did you mean status? Put it in quotes to search for the text.',
    ],
    [
      'colour:red',
      'No filter is called colour: there are status, method, path, user, operation, interface, is, not. Put it in quotes to search for the text.',
    ],
    ['status:', 'status needs a value: status:4xx'],
    ['status:9xx', 'status must be a number from 200 to 599 or a class such as 4xx, not 9xx'],
    ['method:PTU', 'method must be GET, POST, PUT, PATCH, DELETE, OPTIONS, HEAD, not PTU: did you mean PUT?'],
    ['is:ignord', 'is must be ignored, unmatched, fault, not ignord: did you mean ignored?'],
    [
      'interface:wikki',
      'interface must be standalone, wiki, tracker, hosted-wiki, hosted-tracker, not wikki: did you mean wiki?',
    ],
  ])('says what is wrong with %s', (typed, problem) => {
    expect(readTyped(typed).problem).toBe(problem)
  })

  test('is split before the word that may still grow', () => {
    expect(splitTyped('user:alice sta')).toEqual({ complete: 'user:alice ', last: 'sta' })
    expect(splitTyped('user:"Ann B')).toEqual({ complete: '', last: 'user:"Ann B' })
    expect(splitTyped('user:"a b" foo')).toEqual({ complete: 'user:"a b" ', last: 'foo' })
    expect(splitTyped('user:"a b" ')).toEqual({ complete: 'user:"a b" ', last: '' })
    expect(splitTyped('user:alice ')).toEqual({ complete: 'user:alice ', last: '' })
    fc.assert(
      fc.property(fc.string(), (typed) => {
        const { complete, last } = splitTyped(typed)
        expect(complete + last).toBe(typed)
        readTyped(typed)
      }),
    )
  })
})

describe('a chip', () => {
  test('replaces another of its name, and its opposite', () => {
    const first = withChip(withChip(NO_FILTER, { name: 'status', value: '4xx' }), {
      name: 'is',
      value: 'FAULT',
    })
    const second = withChip(withChip(first, { name: 'status', value: '404' }), {
      name: 'is',
      value: 'ignored',
    })
    expect(second.chips.map(chipText)).toEqual(['is:fault', 'status:404', 'is:ignored'])
    const third = withChip(second, { name: 'not', value: 'fault' })
    expect(third.chips.map(chipText)).toEqual(['status:404', 'is:ignored', 'not:fault'])
    expect(withoutChip(third, 1).chips.map(chipText)).toEqual(['status:404', 'not:fault'])
  })

  test('is read as it is shown', () => {
    const chip = { name: 'user', value: 'Ann B' } as const
    expect(readTyped(chipText(chip)).chips).toEqual([chip])
    expect(problemOfChip('user', 'Ann B')).toBeUndefined()
  })
})

describe('completions', () => {
  const names = {
    users: ['alice', 'bob', 'Ann B'],
    operations: [
      { id: 'wiki.baseline.freeze', summary: 'Freeze a baseline' },
      { id: 'wiki.requirement.write', summary: 'Write a requirement' },
    ],
    paths: ['/wiki/x', '/wiki/x', '/api/y'],
  }
  test.each([
    ['', ['status:', 'method:', 'path:', 'user:', 'operation:', 'interface:', 'is:', 'not:']],
    ['s', ['status:']],
    ['i', ['interface:', 'is:']],
    ['al', ['user:alice']],
    ['PU', ['method:PUT']],
    ['40', ['status:400', 'status:401', 'status:403', 'status:404', 'status:405', 'status:409']],
    ['freeze', ['operation:wiki.baseline.freeze']],
    ['user:', ['user:alice', 'user:bob', 'user:"Ann B"']],
    ['user:"ann', ['user:"Ann B"']],
    ['status:5', ['status:5xx', 'status:500', 'status:503']],
    ['path:y', ['path:/api/y']],
    ['operation:WRITE', ['operation:wiki.requirement.write']],
    ['is:', ['is:ignored', 'is:unmatched', 'is:fault']],
    ['statsu:418', ['status:418']],
    ['methd:PU', ['method:PUT']],
    ['zzzzzzzz:x', []],
    ['is:fault', []],
  ])('of %j are %j', (word, offered) => {
    expect(completionsOf(word, names).map(({ text }) => text)).toEqual(offered)
  })
})
