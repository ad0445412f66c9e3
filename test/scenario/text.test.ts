/** Reading the text of scenario files: positions, and everything a file may not do. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ScenarioError } from '../../src/scenario/format/problems.ts'
import { MAXIMUM_CHARACTERS, readScenarioText } from '../../src/scenario/format/text.ts'
import { problemsOf } from './support.ts'
import { threadTime } from '../support/thread-time.ts'

const read = (text: string) => readScenarioText(text, 'test.yaml')

test('YAML and JSON of the same data are the same value', () => {
  const value = {
    name: 'x',
    seed: 42,
    clock: { start: '2026-01-05T09:00:00Z' },
    list: [1, 'two', true, null],
  }
  const yaml =
    'name: x\nseed: 42\nclock: { start: 2026-01-05T09:00:00Z }\nlist:\n  - 1\n  - two\n  - true\n  - null\n'
  expect(read(yaml).value).toEqual(value)
  expect(read(JSON.stringify(value)).value).toEqual(value)
  expect(read(JSON.stringify(value, undefined, 2)).value).toEqual(value)
})

test('YAML 1.2: yes and no are text, an instant is text, << is a field like any other', () => {
  expect(read('a: yes\nb: 2026-01-05\nc: 0o17\n<<: { d: 1 }').value).toEqual({
    a: 'yes',
    b: '2026-01-05',
    c: 15,
    '<<': { d: 1 },
  })
})

test('an empty text is nothing', () => {
  expect(read('').value).toBeNull()
})

describe('locate', () => {
  const source = read('name: x\nworld:\n  users:\n    - { name: ann }\n    - name: bob\n      email: b@x\n')
  test.each([
    [[], { line: 1, column: 1 }],
    [['name'], { line: 1, column: 1 }],
    [['world', 'users'], { line: 3, column: 3 }],
    [['world', 'users', 0], { line: 4, column: 7 }],
    [['world', 'users', 0, 'name'], { line: 4, column: 9 }],
    [['world', 'users', 1, 'email'], { line: 6, column: 7 }],
    [['world', 'users', 1, 'absent'], { line: 5, column: 7 }],
    [['world', 'users', 9], { line: 3, column: 3 }],
  ])('%j is at %j', (path, position) => {
    expect(source.locate?.(path)).toEqual(position)
  })

  test('follows aliases', () => {
    const aliased = read('a: &x\n  b: 1\nc: *x\n')
    expect(aliased.locate?.(['c', 'b'])).toEqual({ line: 2, column: 3 })
  })
})

describe('refuses', () => {
  test.each<[string, string, (string | RegExp)[]]>([
    ['duplicate keys', 'name: a\nname: b', ['2:1: Map keys must be unique']],
    ['an open list', 'a: [1, 2', [/^1:9: /]],
    ['several errors at once', 'a: [1\nb: "x\n', [/^/, /^/]],
    ['tabs for indentation', 'a:\n\tb: 1', [/^2:1: /]],
    [
      'tags',
      '!a\na: !secret x\nb: [!!binary aGk=]\nc: { !x d: 1 }',
      [/^1:1: the tag '!/, /^2:4: the tag '!/, /^3:5: the tag '!/, /^4:6: the tag '!/],
    ],
    [
      'lists and maps as keys',
      '? [a]\n: 1\n{ b: 1 }: 2',
      ['1:3: a key must be plain text', '3:1: a key must be plain text'],
    ],
    ['aliases as keys', 'x: &x y\n*x : 1', ['2:1: a key must be plain text']],
    ['unknown aliases', 'a: *nowhere', [/nowhere/]],
    ['several documents', 'a: 1\n---\nb: 2', [/^2:1: contains more than one document/]],
    ['deep lists', '['.repeat(100_000), [/nested more than 64 deep/]],
    ['deep maps', '{a: '.repeat(5000) + '1' + '}'.repeat(5000), [/nested more than 64 deep/]],
    [
      'deep blocks',
      Array.from({ length: 200 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n'),
      [/nested more than 64 deep/],
    ],
    [
      'wide maps',
      Array.from({ length: 5000 }, (_, name) => `k${name}: 1`).join('\n'),
      [/more than 2000 fields/],
    ],
    ['long texts', 'a'.repeat(MAXIMUM_CHARACTERS + 1), [/longer than/]],
  ])('%s', async (_what, text, problems) => {
    const lines = await problemsOf(() => read(text))
    expect(lines.filter((line) => !line.startsWith('test.yaml:'))).toEqual([])
    expect(lines.map((line) => line.slice('test.yaml:'.length))).toEqual(
      problems.map((problem) => (typeof problem === 'string' ? problem : expect.stringMatching(problem))),
    )
  })

  test('a text of thousands of faults, or of one long name, was refused at the same length', async () => {
    const faulty = ['- "\n'.repeat(3000), '!a '.repeat(5000), '- !a x\n'.repeat(3000)]
    for (const text of faulty) expect(await problemsOf(() => read(text))).toHaveLength(200)
    const named = [`a: *${'x'.repeat(30_000)}`, `%${'y'.repeat(30_000)}\n---\na`]
    for (const text of named) expect((await problemsOf(() => read(text)))[0]?.length).toBeLessThan(300)
  })

  test('alias bombs', async () => {
    const levels = Array.from({ length: 9 }, (_, level) => {
      const item = level === 0 ? 'x' : `*l${level - 1}`
      return `l${level}: &l${level} [${Array(9).fill(item).join(', ')}]`
    })
    expect(await problemsOf(() => read(levels.join('\n')))).toEqual([
      expect.stringContaining('Excessive alias count'),
    ])
  })
})

test('any text is read or refused with problems, nothing else', () => {
  const pieces = fc.constantFrom(
    ' ',
    '\n',
    '\t',
    ...`a : - [ ] { } , &x *x !t " ' # | > ? % --- << 1`.split(' '),
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(pieces).map((parts) => parts.join('')),
      ),
      (text) => {
        try {
          read(text)
        } catch (error) {
          expect(error).toBeInstanceOf(ScenarioError)
        }
      },
    ),
    { numRuns: 300 },
  )
})

test('many anchors, each named a few times, took time without end', () => {
  const lines = (count: number, line: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => line(at)).join('')
  const text = `x:\n${lines(9000, (at) => `- &a${at} 1\n`)}l:\n${lines(36_000, (at) => `- *a${at % 9000}\n`)}`
  const begun = threadTime()
  expect(() => read(text)).toThrow('has more than 10000 anchors and aliases')
  expect(threadTime() - begun).toBeLessThan(5000)
})

describe('a file of JSON', () => {
  /** What the reader of YAML makes of the same text: a comment keeps it from being JSON. */
  const asYaml = (text: string) => read(`${text}\n# YAML`)

  /** The value with the position of each place in it, or the problems. */
  const outcome = (reader: (text: string) => ReturnType<typeof read>, text: string): unknown => {
    try {
      const { value, locate } = reader(text)
      return { value, at: placesOf(value).map((path) => locate?.(path)) }
    } catch (error) {
      if (error instanceof ScenarioError) return error.problems
      throw error
    }
  }

  const placesOf = (value: unknown, path: (string | number)[] = []): (string | number)[][] =>
    typeof value === 'object' && value !== null
      ? [
          path,
          ...Object.entries(value).flatMap(([name, inner]) =>
            placesOf(inner, [...path, Array.isArray(value) ? Number(name) : name]),
          ),
        ]
      : [path]

  test('is what the reader of YAML makes of it, with the same positions', () => {
    const name = fc.oneof(fc.constantFrom('__proto__', 'constructor', 'a b', '1', '"', '~'), fc.string())
    const json = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.oneof(
          fc.string(),
          fc.double({ noNaN: true, noDefaultInfinity: true }),
          fc.integer(),
          fc.boolean(),
          fc.constant(null),
        ),
        fc.array(tie('value'), { maxLength: 4 }),
        fc
          .array(fc.tuple(name, tie('value')), { maxLength: 4 })
          .map((entries) => Object.fromEntries(entries)),
      ),
    })).value
    const text = fc
      .tuple(
        fc.oneof(fc.array(json, { maxLength: 4 }), fc.dictionary(name, json, { maxKeys: 4 })),
        fc.constantFrom(0, 2),
      )
      .map(([value, indent]) => JSON.stringify(value, undefined, indent))
    fc.assert(
      fc.property(text, (sent) => {
        expect(outcome(read, sent)).toEqual(outcome(asYaml, sent))
      }),
      { numRuns: 60 },
    )
  })

  test.each<[name: string, text: string]>([
    ['has a field twice', '{"name": "a",\n "seed": 1,\n "name": "b"}'],
    [
      'has a field twice in a list of others',
      '{"world": {"users": [{"name": "a"}, {"name": "b", "name": "c"}]}}',
    ],
    [
      'has too many fields in one map',
      `{${Array.from({ length: 2001 }, (_, at) => `"k${at}": 1`).join(',')}}`,
    ],
    ['is nested one level too deeply', `${'['.repeat(64)}1${']'.repeat(64)}`],
    ['is nested too deeply', `{"a": ${'['.repeat(70)}${']'.repeat(70)}}`],
    ['has a second value', '{"a": 1}\n{"b": 2}'],
  ])('that %s is refused where the reader of YAML refuses it', (_name, text) => {
    expect(outcome(read, text)).toEqual(outcome(asYaml, text))
    expect(() => read(text)).toThrow(ScenarioError)
  })

  test('may be nested deeply, begin with a byte order mark, and have comments and commas behind the last', () => {
    expect(read(`${'['.repeat(63)}1${']'.repeat(63)}`).value).toEqual(
      asYaml(`${'['.repeat(63)}1${']'.repeat(63)}`).value,
    )
    expect(() => read('{"a": [1, 2')).toThrow(ScenarioError)
    expect(read('\uFEFF{"name": "x"}').value).toEqual({ name: 'x' })
    expect(read('{"name": "x", # a comment\n "list": [1, 2,],}').value).toEqual({ name: 'x', list: [1, 2] })
  })

  test('of many entries took as long as YAML, which is ten times as long', () => {
    const users = Array.from({ length: 4000 }, (_, at) => ({ name: `user ${at}`, tags: ['a', 'b'] }))
    const text = JSON.stringify({ world: { users } }, undefined, 1)
    const timeOf = (run: () => unknown) => {
      const begin = threadTime()
      run()
      return threadTime() - begin
    }
    // In pairs, of which the best counts: other work on the machine takes its share of each.
    const ratios = Array.from({ length: 3 }, () => timeOf(() => asYaml(text)) / timeOf(() => read(text)))
    expect(Math.max(...ratios)).toBeGreaterThan(5)
  })
})
