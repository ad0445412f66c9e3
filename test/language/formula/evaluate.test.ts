import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { evaluateAggregation, evaluateCalculation } from '../../../src/language/formula/evaluate.ts'
import type { Budget } from '../../../src/language/formula/budget.ts'
import { numberOf } from '../../../src/language/values.ts'
import type { Scalar } from '../../../src/language/values.ts'
import { formulaOf, item, itemSource, relatedItems } from './team.ts'
import type { Item } from './team.ts'

/** The results of a calculation for items, in a world of them alone unless a source is given. */
function calculated(text: string, items: readonly Item[], budget?: Budget, source = itemSource(items)) {
  return evaluateCalculation(formulaOf(text, 'calculation'), items, source, budget)
}

function aggregated(text: string, items: readonly Item[], budget?: Budget) {
  return evaluateAggregation(formulaOf(text, 'aggregation'), items, itemSource(items), budget)
}

const ITEMS = [
  item(
    1,
    { Cost: '10', Name: 'one', Flag: 'TRUE', Tags: ['a', 'b'], Solo: [7], None: [] },
    { Cost: 100, Done: true },
  ),
  item(2, { Cost: '2.5', Name: 'two' }, { Cost: 200 }, [1]),
  item(3, { Cost: 'much' }, { Cost: 300 }, [1, 2]),
  item(4, {}, { Cost: 0.5 }, [1]),
]
const SOURCE = itemSource(ITEMS, {
  "status = 'ACTIVE'": ({ id }) => id !== 2,
  "NOT 'x'": ({ id }) => id > 2,
})

/** The value for one item, or the error's position and message. */
function calculate(text: string, id: number): Scalar {
  const one = ITEMS.filter((candidate) => candidate.id === id)
  const [result] = calculated(text, one, undefined, SOURCE)
  if (result === undefined) return 'no result'
  return 'error' in result ? `${result.error.position}: ${result.error.message}` : result.value
}

describe('calculations', () => {
  test.each<[string, number, Scalar]>([
    ['1 + 2 * 3 - 4 / 2 - 7 % 4', 1, 2],
    ['(1 + 2) * -3', 1, -9],
    ['- - 2', 1, 2],
    ['-7 % 4', 1, -3],
    ['0 * -1', 1, 0],
    ['@Cost + ext@Cost', 1, 110],
    ['@Cost', 1, '10'],
    ['ext@Done', 1, true],
    ['@Solo + 1', 1, 8],
    ['@Tags', 1, 'a, b'],
    ['@Cost - 1', 3, "0: @Cost is 'much', not a number"],
    ['1 + @Cost', 4, '4: @Cost has no value'],
    ['@None', 1, '0: @None has no value'],
    ['@constructor', 1, '0: @constructor has no value'],
    ["'a' + 1", 1, "0: the value is 'a', not a number"],
    ['ext@Done * 2', 1, '0: ext@Done is true, not a number'],
    ['1 / (2 - 2)', 1, '5: division by zero'],
    ['1 % 0', 1, '4: division by zero'],
    ['1.5e-7 / 1e-320', 1, '9: the result is beyond what a number can hold'],
    ['1 < 2', 1, true],
    ['@Cost > 9', 1, true],
    ["@Cost = '10.0'", 1, true],
    ["'a' < 'b'", 1, true],
    ["'a' == 'A'", 1, false],
    ['1 >= 2', 1, false],
    ['2 <= 2', 1, true],
    ["'a' <> 'b'", 1, true],
    ['@None = 1', 1, false],
    ['@None != 1', 1, false],
    ['ABS(-2) + CEIL(1.2) + FLOOR(1.8) + SQRT(9)', 1, 8],
    ['POW(2, 10) + POWER(2, 0 - 1)', 1, 1024.5],
    ['pow(10, 0)', 1, 1],
    ['POWER(2, 0.5) * POWER(2, 0.5) > 1.99', 1, true],
    ['POW(0 - 2, 3)', 1, -8],
    ['POW(0, 0 - 1)', 1, '7: division by zero'],
    ['POW(0 - 4, 0.5)', 1, '11: POW of -4, which is negative, with a fractional exponent'],
    ['ROUND(2.5)', 1, 3],
    ['ROUND(-2.5)', 1, -3],
    ['ROUND(-0.2)', 1, 0],
    ['SQRT(0 - 4)', 1, '5: SQRT of -4, which is negative'],
    ["IF(@Cost > 5, 'dear', 'cheap')", 1, 'dear'],
    ["IF(@Cost > 5, 'dear', 'cheap')", 2, 'cheap'],
    ['IF(@Flag, 1, 1 / 0)', 1, 1],
    ['IF(@None, 1, 2)', 1, 2],
    ['IF(@Name, 1, 2)', 1, "3: @Name is 'one', not true or false"],
    ["CONCAT(@Name, '-', 1 + 1, @None, true)", 1, 'one-2true'],
    ['CONCAT(1 / 0)', 1, '11: division by zero'],
    ['COUNT(from@Refines)', 1, 3],
    ['COUNT(from@Other)', 1, 0],
    ['COUNT(to)', 3, 2],
    ['COUNT(from->from)', 1, 1],
    ['COUNT(to->from)', 2, 3],
    ['SUM(ext@Cost, from)', 1, 500.5],
    ['SUM(ext@Cost, from)', 4, 0],
    ['MIN(ext@Cost, from)', 1, 0.5],
    ['MAX(ext@Cost * 2, from)', 1, 600],
    ['AVG(ext@Cost, to)', 3, 150],
    ['AVG(ext@Cost, from)', 4, '0: AVG of no values'],
    ['SUM(@Cost, from)', 1, "4: @Cost is 'much', not a number"],
    ['SUM(@Name, to)', 4, "4: @Name is 'one', not a number"],
    ['SUM(@None, from)', 1, 0],
    ['AVGIF(ext@Cost, ext@Cost >= 200, from)', 1, 250],
    ['AVGIF(ext@Cost, @Nope = 1, from)', 1, '0: AVG of no values'],
    ['SUM(SUM(ext@Cost, from), from)', 1, 300],
    ['SUM(COUNT(to), from@Refines->from)', 1, 2],
  ])('%s for %i', (text, id, expected) => {
    expect(calculate(text, id)).toBe(expected)
  })

  test('every requirement has its own result, typed, in the order given', () => {
    expect(calculated('@Cost * 2', ITEMS.toReversed())).toEqual([
      { record: ITEMS[3], error: { position: 0, message: '@Cost has no value' } },
      { record: ITEMS[2], error: { position: 0, message: "@Cost is 'much', not a number" } },
      { record: ITEMS[1], value: 5, dataType: 'NUMBER' },
      { record: ITEMS[0], value: 20, dataType: 'NUMBER' },
    ])
    const types = ["'x'", 'true', '1'].map((text) =>
      calculated(text, ITEMS.slice(0, 1)).map((result) => ('error' in result ? undefined : result.dataType)),
    )
    expect(types).toEqual([['STRING'], ['BOOLEAN'], ['NUMBER']])
  })
})

describe('aggregations', () => {
  test.each<[string, Scalar | undefined, number, string[]]>([
    ['COUNT(*)', 4, 4, []],
    ['COUNT(@Name)', 2, 2, []],
    ["COUNT(@Name = 'one')", 1, 1, []],
    ["COUNT(*, status = 'ACTIVE')", 3, 3, []],
    ["SUM(ext@Cost, status = 'active')", 0, 0, []],
    ["SUM(ext@Cost, status == 'ACTIVE')", 400.5, 3, []],
    ['SUM(ext@Cost)', 600.5, 4, []],
    ["AVG(ext@Cost, not 'x')", 150.25, 2, []],
    ['MIN(ext@Cost)', 0.5, 4, []],
    ['MAX(ext@Cost)', 300, 4, []],
    ['SUM(@Cost)', 12.5, 2, ["4 of 3: @Cost is 'much', not a number"]],
    ['MAX(@None)', undefined, 0, ['0 of none: MAX of no values']],
    ['SUM(@None)', 0, 0, []],
    ['SUM(ext@Cost) / COUNT(*)', 150.125, 4, []],
    ["1 / COUNT(*, key = 'none')", undefined, 0, ['4 of none: division by zero']],
    ['SUM(SUM(ext@Cost, from))', 800.5, 4, []],
    ["CONCAT(COUNT(*), ' of ', ROUND(SUM(ext@Cost)))", '4 of 601', 4, []],
    ['COUNT(1 / 0)', 0, 0, [1, 2, 3, 4].map((id) => `10 of ${id}: division by zero`)],
  ])('%s', (text, value, count, errors) => {
    const result = evaluateAggregation(formulaOf(text, 'aggregation'), ITEMS, SOURCE)
    const described = result.errors.map(
      ({ position, message, record }) => `${position} of ${record?.id ?? 'none'}: ${message}`,
    )
    expect([result.value, result.count, described]).toEqual([value, count, errors])
  })

  test('sums add in the order given', () => {
    const items = [0.1, 0.2, 0.3].map((Cost, id) => item(id, {}, { Cost }))
    expect(aggregated('SUM(ext@Cost)', items).value).toBe(0.1 + 0.2 + 0.3)
    expect(aggregated('SUM(ext@Cost)', items.toReversed()).value).toBe(0.3 + 0.2 + 0.1)
  })
})

describe('bounded work', () => {
  const tooManySteps = (steps: number) =>
    `the formula takes more than ${steps} steps over this selection; narrow it down`

  /** Everyone refines everyone: the number of paths is the number of requirements to the power of their length. */
  const crowd = [...Array(20).keys()].map((id) => item(id, {}, { Cost: 1 }, [...Array(20).keys()]))

  test('statistics in statistics take each requirement once', () => {
    let links = 0
    const counting = {
      ...itemSource(crowd),
      related: (from: Item, relation: { direction: 'from' | 'to' }) => {
        const found = relatedItems(crowd, from, relation)
        links += found.length
        return found
      },
    }
    const depth = 10
    const text = `${'SUM('.repeat(depth)}1${', from)'.repeat(depth)}`
    const results = calculated(text, crowd, undefined, counting)
    expect(results[0]).toMatchObject({ value: 20 ** depth })
    expect(links).toBeLessThanOrEqual(depth * 20 * 20)
  })

  test('the links of a requirement are found once, however often a formula follows them', () => {
    let finds = 0
    const source = itemSource(crowd)
    const counting = {
      ...source,
      related: (from: Item, relation: { direction: 'from' | 'to' }) => {
        finds++
        return source.related(from, relation)
      },
    }
    const text = `COUNT(from)${' + COUNT(from->from)'.repeat(20)}`
    const results = calculated(text, crowd, undefined, counting)
    expect(results.at(-1)).toMatchObject({ value: 420 })
    expect(finds).toBe(20)
  })

  test('a long path visits each requirement once per step', () => {
    const path = `from${'->from'.repeat(1000)}`
    const results = calculated(`COUNT(${path})`, crowd.slice(0, 1), undefined, itemSource(crowd))
    expect(results[0]).toMatchObject({ value: 20 })
  })

  test('what goes beyond the budget is an error of those results', () => {
    const results = calculated('COUNT(from->from)', crowd, { steps: 5000 })
    expect(results[0]).toMatchObject({ value: 20 })
    expect(results.at(-1)).toMatchObject({ error: { position: 0, message: tooManySteps(5000) } })
    // Conditions of criteria are steps as well.
    const condition = Array(50).fill("'x'").join(' or ')
    for (const text of [Array(100).fill('COUNT(*)').join('+'), `COUNT(*, ${condition})`])
      expect(aggregated(text, crowd, { steps: 1000 })).toMatchObject({
        value: undefined,
        errors: [{ message: tooManySteps(1000) }],
      })
  })

  test('a sum that was not finished is no value, even when only the last requirement did not fit', () => {
    expect(aggregated('SUM(ext@Cost)', crowd, { steps: 80 })).toMatchObject({ value: 20, errors: [] })
    const short = aggregated('SUM(ext@Cost)', crowd, { steps: 79 })
    expect(short).toMatchObject({ value: undefined, count: 19, errors: { length: 1 } })
  })

  test('of many requirements that go wrong a thousand are listed', () => {
    const many = Array.from({ length: 1500 }, (_unused, id) => item(id, { Cost: 'much' }))
    const { value, errors } = aggregated('SUM(@Cost)', many)
    expect([value, errors.length]).toEqual([0, 1000])
  })

  test('long texts of requirements are steps as well', () => {
    const items = [item(1, { Long: 'x'.repeat(64_000) })]
    const within = (steps: number) => calculated("IF(@Long = @Long, 'same', 'other')", items, { steps })
    expect(within(2100)).toMatchObject([{ value: 'same' }])
    expect(within(2000)).toMatchObject([{ error: { message: tooManySteps(2000) } }])
  })

  test('results hold so much text, as JSON writes it; numbers go on', () => {
    const items = ['abc', '\u0001', 'abc', 'abc', '7', ''].map((Name, id) => item(id, { Name }))
    const results = calculated('IF(@Name = 7, @Name + 0, CONCAT(@Name, @Name))', items, { text: 30 })
    const tooMuch = {
      position: 0,
      message: 'the results hold more than 30 characters of text; narrow the selection down',
    }
    expect(results.map((result) => ('error' in result ? result.error : result.value))).toEqual([
      'abcabc',
      '\u0001\u0001',
      'abcabc',
      tooMuch,
      7,
      tooMuch,
    ])
  })

  test('errors are text, too', () => {
    const items = Array.from({ length: 3 }, (_unused, id) => item(id, { Name: 'much' }))
    const messages = calculated('@Name + 1', items, { text: 70 }).map((result) =>
      'error' in result ? result.error.message : '',
    )
    expect(messages).toEqual([
      "@Name is 'much', not a number",
      "@Name is 'much', not a number",
      'the results hold more than 70 characters of text; narrow the selection down',
    ])
  })

  test('texts do not grow without bound', () => {
    const text = `CONCAT(${Array.from({ length: 90 }, () => '@Long').join(', ')})`
    const items = [item(1, { Long: 'x'.repeat(100) })]
    const error = { position: 0, message: 'the text is longer than 8192 characters' }
    expect(calculated(text, items)).toMatchObject([{ error }])
  })
})

/** A formula with what it must answer: undefined when that is absent, an exception when there is no such value. */
interface Model {
  readonly text: string
  readonly value: (of: Item, all: readonly Item[]) => number | undefined
}

function cost({ inline }: Item, name: string): number {
  const value = inline[name]
  const number = value === undefined || typeof value === 'object' ? undefined : numberOf(value)
  if (number === undefined) throw new TypeError('no number')
  return number
}

function checked(number: number): number {
  if (!Number.isFinite(number)) throw new RangeError('not finite')
  return number
}

const OPERATIONS: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
}

function arithmetic(left: Model, operator: string, right: Model): Model {
  return {
    text: `(${left.text} ${operator} ${right.text})`,
    value: (of, all) => {
      const a = left.value(of, all)
      const b = a === undefined ? undefined : right.value(of, all)
      return a === undefined || b === undefined ? undefined : checked(OPERATIONS[operator]!(a, b))
    },
  }
}

function choice(left: Model, right: Model, other: Model): Model {
  return {
    text: `IF(${left.text} < ${right.text}, ${left.text}, ${other.text})`,
    value: (of, all) => {
      const [a, b] = [left.value(of, all), right.value(of, all)]
      return a !== undefined && b !== undefined && a < b ? a : other.value(of, all)
    },
  }
}

function maximum(leaf: Leaf, direction: 'from' | 'to'): Model {
  return {
    text: `MAX(ABS(${leaf.text}) + 1, ${direction}@Refines)`,
    value: (of, all) => {
      const values = relatedItems(all, of, { direction }).map((other) => Math.abs(leaf.number(other)) + 1)
      return values.length === 0 ? undefined : Math.max(...values)
    },
  }
}

interface Leaf {
  readonly text: string
  readonly number: (of: Item) => number
}

const leaves: fc.Arbitrary<Leaf> = fc.oneof(
  fc.nat({ max: 20 }).map((number) => ({ text: String(number), number: () => number })),
  fc
    .constantFrom('Cost', 'Size')
    .map((name) => ({ text: `(@${name} + 0)`, number: (of: Item) => cost(of, name) })),
)

const { model: models } = fc.letrec<{ model: Model }>((tie) => ({
  model: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaves.map((leaf): Model => ({ text: leaf.text, value: leaf.number })),
    fc
      .tuple(tie('model'), fc.constantFrom(...Object.keys(OPERATIONS)), tie('model'))
      .map(([left, operator, right]) => arithmetic(left, operator, right)),
    fc.tuple(tie('model'), tie('model'), tie('model')).map((parts) => choice(...parts)),
    fc.tuple(leaves, fc.constantFrom('from' as const, 'to' as const)).map((parts) => maximum(...parts)),
  ),
}))

describe('against a reference', () => {
  const costs = fc.constantFrom<Scalar>('3', '10', 4, '-1.5', 'x')
  const worlds = fc.array(fc.tuple(costs, fc.array(fc.nat({ max: 5 }), { maxLength: 3 })), {
    minLength: 1,
    maxLength: 5,
  })

  test('calculations answer what plain code answers', () => {
    fc.assert(
      fc.property(models, worlds, (model, cells) => {
        const items = cells.map(([cost, refines], id) => item(id, { Cost: cost, Size: id }, {}, refines))
        const values = calculated(model.text, items).map((result) =>
          'error' in result ? 'error' : result.value,
        )
        const expected = items.map((of) => {
          try {
            const value = model.value(of, items)
            return value === undefined ? 'error' : value + 0
          } catch {
            return 'error'
          }
        })
        expect(values).toEqual(expected)
      }),
      { numRuns: 100 },
    )
  })

  test('any formula that reads evaluates without an exception', () => {
    const parts = fc.constantFrom(
      ..."1 0 'x' @Cost ext@Nope + / < ( ) ABS(1) COUNT(from) SUM(@Cost,from) IF(true,1,2)".split(' '),
    )
    fc.assert(
      fc.property(fc.array(parts, { minLength: 1, maxLength: 7 }), (texts) => {
        let formula
        try {
          formula = formulaOf(texts.join(' '), 'calculation')
        } catch {
          return
        }
        expect(evaluateCalculation(formula, ITEMS, SOURCE)).toHaveLength(ITEMS.length)
      }),
      { numRuns: 300 },
    )
  })
})
