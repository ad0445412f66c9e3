// Every place where the format allows several forms: each form is broken in one place and in two, and each mistake is named.
import * as z from 'zod'
import { describe, expect, test } from 'vitest'
import { checkScenario } from '../../src/scenario/check/check.ts'
import { pathText, type ScenarioProblem } from '../../src/scenario/format/problems.ts'
import { scenarioSchema } from '../../src/scenario/format/format.ts'
import { stepSchemas } from '../../src/scenario/format/timeline.ts'

type Path = readonly (string | number)[]
type Wrap = (value: unknown) => unknown

/** A map of fields that is one of several forms at its place. */
interface Member {
  readonly path: Path
  readonly form: z.ZodObject
  /** A scenario with a value at this place. */
  readonly wrap: Wrap
}

/** Wrong for every field but those that take anything. */
const WRONG = [[]]
const VERBS = Object.keys(stepSchemas)

const members = [...membersOf(scenarioSchema, [], (value) => value)]

test('the walk finds the unions of all parts', () => {
  const places = new Set(members.map(({ path }) => pathText(path)))
  for (const place of [
    'timeline[0]',
    'timeline[0].advance',
    'timeline[0].fault',
    'timeline[0].expect.headers.name',
    'timeline[0].fork.steps[0].fault',
    'generate[0].properties.name',
    'world.requirements[0].properties.name',
    'world.pages[0].links[0]',
    'world.us.requirements[0].dependencies[0].to',
  ])
    expect(places).toContain(place)
})

describe.each(members.map((member) => [pathText(member.path), member] as const))('%s', (_place, member) => {
  const { path, form } = member
  const fields = Object.keys(form.shape)

  test.each(fields)('names a misspelt %s', (field) => {
    const value = { ...without(sampleOf(form), field), [typo(field)]: sampleOf(fieldOf(form, field)) }
    expect(problemsOf(member, value)).toContainEqual(misspelt(path, field))
  })

  test.each(fields.filter((field) => !takesAnything(form, field)))('names a wrong %s', (field) => {
    const problems = problemsOf(member, { ...sampleOf(form), [field]: WRONG })
    expect(messagesAt(problems, [...path, field])).toContainEqual(expect.stringMatching(/^must /))
    expect(problems.map((problem) => problem.path)).not.toContain(pathText(path))
  })

  const pairs = fields
    .filter((field) => !takesAnything(form, field))
    .map((field, at, all) => [field, all[(at + 1) % all.length] as string] as const)

  test.each(pairs.filter(([wrong, other]) => wrong !== other))(
    'names a wrong %s and a misspelt %s',
    (wrong, other) => {
      const value = {
        ...without(sampleOf(form), other),
        [wrong]: WRONG,
        [typo(other)]: sampleOf(fieldOf(form, other)),
      }
      const problems = problemsOf(member, value)
      expect(problems).toContainEqual(misspelt(path, other))
      expect(messagesAt(problems, [...path, wrong])).toContainEqual(expect.stringMatching(/^must /))
    },
  )

  test.each(pairs)('names a wrong %s beside a field that nothing has', (wrong) => {
    const problems = problemsOf(member, { ...sampleOf(form), [wrong]: WRONG, qqqqqqqqqqqq: 1 })
    expect(messagesAt(problems, [...path, wrong])).toContainEqual(expect.stringMatching(/^must /))
    expect(problems).toContainEqual(
      expect.objectContaining({
        path: pathText([...path, 'qqqqqqqqqqqq']),
        message: expect.stringMatching(/^no field 'qqqqqqqqqqqq'/),
      }),
    )
  })
})

test.each([
  [{ fault: { remove: 'begin', clear: true } }, "fault.clear: 'clear' does not go with 'remove'"],
  [
    { fault: { operation: 'wiki.baseline.list', times: 1, remove: 'x' } },
    "fault.remove: 'remove' does not go with 'operation'",
  ],
  [{ fault: {} }, undefined],
  [{ fault: 'wiki' }, "fault: must be a fault, {remove: step or number}, or {clear: true}, not 'wiki'"],
  [{ advance: {} }, 'advance: must be {to: instant}, {jobs: number}, or'],
  [{ advance: { to: '2027-01-01', jobs: 1 } }, "advance.jobs: 'jobs' does not go with 'to'"],
  [{ call: 'GET /x', expect: { status: [] } }, 'expect.status: must have at least 1 entry'],
])('%j has one problem', (step, problem) => {
  const problems = problemsOf(
    { path: ['timeline', 0], form: z.object(), wrap: (value) => ({ timeline: [value] }) },
    step,
  )
  expect(problems.map((each) => `${each.path}: ${each.message}`)).toEqual(
    problem === undefined ? [] : [expect.stringContaining(`timeline[0].${problem}`)],
  )
})

function problemsOf({ wrap }: Member, value: unknown): readonly ScenarioProblem[] {
  const result = checkScenario({ file: 'test', value: wrap(value) })
  return 'problems' in result ? result.problems : []
}

/** The problem of a misspelt field; a step without its verb has it at the step. */
function misspelt(path: Path, field: string): unknown {
  const isVerb = typeof path.at(-1) === 'number' && VERBS.includes(field)
  return expect.objectContaining({
    path: pathText(isVerb ? path : [...path, typo(field)]),
    message: expect.stringContaining(`did you mean '${field}'?`),
  })
}

/** The messages at a place, or at an entry of the list there. */
function messagesAt(problems: readonly ScenarioProblem[], path: Path): readonly string[] {
  const place = pathText(path)
  return problems
    .filter((problem) => problem.path === place || problem.path.startsWith(`${place}[`))
    .map(({ message }) => message)
}

function* membersOf(schema: z.core.$ZodType, path: Path, wrap: Wrap): Generator<Member> {
  if (schema instanceof z.ZodOptional) yield* membersOf(schema.unwrap(), path, wrap)
  else if (schema instanceof z.ZodUnion)
    for (const form of schema.options) {
      if (form instanceof z.ZodObject) yield { path, form, wrap }
      yield* membersOf(form, path, wrap)
    }
  else if (schema instanceof z.ZodArray)
    yield* membersOf(schema.element, [...path, 0], (value) => wrap([value]))
  else if (schema instanceof z.ZodRecord)
    yield* membersOf(schema.valueType, [...path, 'name'], (value) => wrap({ name: value }))
  else if (schema instanceof z.ZodObject)
    for (const field of Object.keys(schema.shape))
      yield* membersOf(fieldOf(schema, field), [...path, field], (value) =>
        wrap({ ...sampleOf(schema), [field]: value }),
      )
}

/** The least valid value of a schema, without optional fields. */
function sampleOf(schema: z.ZodObject): Readonly<Record<string, unknown>>
function sampleOf(schema: z.core.$ZodType): unknown
function sampleOf(schema: z.core.$ZodType): unknown {
  if (schema instanceof z.ZodOptional) return sampleOf(schema.unwrap())
  if (schema instanceof z.ZodUnion) return sampleOf(schema.options[0] as z.core.$ZodType)
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(
      Object.entries(schema.shape)
        .filter(([, field]) => !(field instanceof z.ZodOptional))
        .map(([name, field]) => [name, sampleOf(field as z.core.$ZodType)]),
    )
  if (schema instanceof z.ZodArray) return [sampleOf(schema.element)]
  if (schema instanceof z.ZodRecord) return {}
  if (schema instanceof z.ZodEnum) return schema.options[0]
  if (schema instanceof z.ZodLiteral) return schema.value
  if (schema instanceof z.ZodBoolean) return true
  return schema instanceof z.ZodNumber ? 1 : 'text'
}

function fieldOf(form: z.ZodObject, field: string): z.core.$ZodType {
  return form.shape[field] as z.core.$ZodType
}

function takesAnything(form: z.ZodObject, field: string): boolean {
  const schema = fieldOf(form, field)
  return schema instanceof z.ZodOptional && schema.unwrap() instanceof z.ZodUnknown
}

function without(value: Readonly<Record<string, unknown>>, field: string): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== field))
}

/** Misspelt by one letter. */
function typo(field: string): string {
  return `${field}${field.at(-1)}`
}
