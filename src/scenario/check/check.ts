/** Checks a value against the format of scenario files and reports every error in plain words. */
import * as z from 'zod'
import { hasOwnWords } from '../../api/shared/issue-words.ts'
import { shown } from '../../model/refusal.ts'
import { nearestName } from '../../world/nearest.ts'
import { type ScenarioFile, scenarioSchema } from '../format/format.ts'
import { stepSchemas, type Verb } from '../format/timeline.ts'
import {
  MAXIMUM_PROBLEMS,
  type Path,
  problemAt,
  type ScenarioProblem,
  type ScenarioSource,
} from './problems.ts'
import { type SoundParts, soundParts, without } from './sound-parts.ts'
import { countText } from '../../world/count-text.ts'

type Issue = z.core.$ZodIssue

const MAXIMUM_DEPTH = 64

/** The checked value of a source, or its problems with its valid parts. */
export function checkScenario(
  source: ScenarioSource,
): { file: ScenarioFile } | { problems: ScenarioProblem[]; sound: SoundParts | undefined } {
  const unusable = findUnusable(source.value)
  if (!Array.isArray(unusable))
    return { problems: [problemAt(source, unusable.path, unusable.message)], sound: undefined }
  const usable = without(
    source.value,
    unusable.map(({ path }) => path),
  )
  const result = explanationsOf(usable.value)
  if ('file' in result && unusable.length === 0) return result
  const explained = 'file' in result ? [] : result
  const found = [...unusable, ...explained.map((each) => ({ ...each, path: usable.original(each.path) }))]
  const places = found.map(({ path }) => path)
  const sound = soundParts(source, places, (value) => {
    const rest = explanationsOf(value)
    return 'file' in rest ? rest : { places: rest.map(({ path }) => path) }
  })
  const problems = found
    .slice(0, MAXIMUM_PROBLEMS)
    .map(({ path, message, nearest }) => problemAt(source, path, message, nearest))
  return { problems, sound }
}

/** A value as a scenario, or its errors. */
function explanationsOf(value: unknown): { file: ScenarioFile } | Explanation[] {
  const result = scenarioSchema.safeParse(value, { reportInput: true })
  return result.success
    ? { file: result.data }
    : result.error.issues.flatMap((issue) => explain(issue, value))
}

interface Explanation {
  readonly path: Path
  readonly message: string
  readonly nearest?: string | undefined
}

function explain(issue: Issue, root: unknown): Explanation[] {
  const path = issue.path as Path
  switch (issue.code) {
    case 'unrecognized_keys':
      if (isStep(path)) return explainStep(issue.input, path, root)
      return issue.keys.map((key) => unknownField(key, [...path, key], namesAt(scenarioSchema, path)))
    case 'invalid_value':
      return [notOneOf(issue.input, path, issue.values.map(String))]
    case 'invalid_type':
      return [wrongType(issue, path, root)]
    case 'invalid_key':
      return issue.issues.map((inner) => unknownField(String(path.at(-1)), path, allowedNames(inner)))
    case 'invalid_union':
      if (isStep(path)) return explainStep(issue.input, path, root)
      return explainUnion(issue, path, root)
    case 'too_small':
      if (hasOwnWords(issue)) return [inOwnWords(issue, path)]
      return [
        {
          path,
          message: `must ${bound(issue.origin, 'at least', issue.minimum)}, not ${described(issue.input)}`,
        },
      ]
    case 'too_big':
      if (hasOwnWords(issue)) return [inOwnWords(issue, path)]
      return [
        {
          path,
          message: `must ${bound(issue.origin, 'at most', issue.maximum)}, not ${described(issue.input)}`,
        },
      ]
    default:
      return [{ path, message: `${issue.message}: ${described(issue.input)}` }]
  }
}

function inOwnWords({ message, input }: Issue, path: Path): Explanation {
  return { path, message: `${message}, not ${described(input)}` }
}

/** What is wrong within the only form that the value has; else all forms that it may have. */
function explainUnion(issue: z.core.$ZodIssueInvalidUnion, path: Path, root: unknown): Explanation[] {
  const ofForm = issue.errors.filter((issues) => issues.every((inner) => inner.path.length > 0))
  const [only] = ofForm
  if (only === undefined || ofForm.length > 1) return [inOwnWords(issue, path)]
  return only.flatMap((inner) => explain({ ...inner, path: [...path, ...inner.path] }, root))
}

/** True for the place of a step of a timeline. */
function isStep(path: Path): boolean {
  return (
    path[0] === 'timeline' &&
    typeof path.at(-1) === 'number' &&
    (path.length === 2 || path.at(-2) === 'steps')
  )
}

/** What is wrong with a step, seen as the one that its verb says it is. */
function explainStep(step: unknown, path: Path, root: unknown): Explanation[] {
  const verbs = Object.keys(stepSchemas) as Verb[]
  if (typeof step !== 'object' || step === null || Array.isArray(step))
    return [{ path, message: `must be a map with one verb (${verbs.join(', ')}), not ${described(step)}` }]
  const given = verbs.filter((verb) => Object.hasOwn(step, verb))
  const [verb] = given
  if (verb === undefined) {
    const nearest = Object.keys(step).flatMap((name) => nearestName(name, verbs) ?? [])[0]
    return [{ path, message: `needs a verb: ${verbs.join(', ')}`, nearest }]
  }
  if (given.length > 1)
    return [
      { path, message: `has ${countText(given.length, 'verb')} (${given.join(', ')}): make a step of each` },
    ]
  if (verb === 'fork' && path.length > 2)
    return [{ path: [...path, verb], message: 'a fork cannot contain a fork' }]
  const schema = stepSchemas[verb]
  const issues = schema.safeParse(step, { reportInput: true }).error?.issues ?? []
  return issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys' && issue.path.length === 0)
      return issue.keys.map((key) => unknownField(key, [...path, key], Object.keys(schema.shape)))
    return explain({ ...issue, path: [...path, ...issue.path] }, root)
  })
}

function unknownField(name: string, path: Path, known: readonly string[]): Explanation {
  const nearest = nearestName(name, known)
  const list = nearest === undefined && known.length > 0 ? `; known here: ${known.join(', ')}` : ''
  return { path, message: `unknown field ${shown(name)}${list}`, nearest }
}

function notOneOf(value: unknown, path: Path, allowed: readonly string[]): Explanation {
  const nearest = nearestName(String(value), allowed)
  return { path, message: `must be ${allowed.join(' or ')}, not ${described(value)}`, nearest }
}

function wrongType(issue: z.core.$ZodIssueInvalidType, path: Path, root: unknown): Explanation {
  const { expected, input: value } = issue
  if (value === undefined && !isGiven(root, path)) {
    return {
      path,
      message: `${shown(path.at(-1) ?? 'the scenario')} is missing: ${TYPE_WORDS[expected] ?? expected}`,
    }
  }
  if (hasOwnWords(issue)) return inOwnWords(issue, path)
  return { path, message: `must be ${TYPE_WORDS[expected] ?? expected}, not ${described(value)}` }
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a map of fields',
  record: 'a map of names and values',
}

function bound(origin: string, relation: string, limit: number | bigint): string {
  if (origin === 'string') return `have ${relation} ${countText(Number(limit), 'character')}`
  if (origin === 'array' || origin === 'set')
    return `have ${relation} ${countText(Number(limit), 'entry', 'entries')}`
  return `be ${relation} ${limit}`
}

function described(value: unknown): string {
  if (value === undefined || value === null) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'a map of fields' : shown(value)
}

function isGiven(root: unknown, path: Path): boolean {
  let value = root
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return false
    value = (value as Record<string | number, unknown>)[part]
  }
  return true
}

function allowedNames(issue: Issue): string[] {
  return issue.code === 'invalid_value' ? issue.values.map(String) : []
}

/** The names of the fields that the format knows at a path. */
function namesAt(schema: z.core.$ZodType, path: Path): string[] {
  let here: z.core.$ZodType[] = unwrapped(schema)
  for (const part of path) here = here.flatMap((option) => inside(option, part)).flatMap(unwrapped)
  return [
    ...new Set(here.flatMap((option) => (option instanceof z.ZodObject ? Object.keys(option.shape) : []))),
  ]
}

function inside(schema: z.core.$ZodType, part: string | number): z.core.$ZodType[] {
  if (schema instanceof z.ZodArray) return [schema.element]
  if (schema instanceof z.ZodRecord) return [schema.valueType]
  if (!(schema instanceof z.ZodObject) || !Object.hasOwn(schema.shape, part)) return []
  return [schema.shape[part] as z.core.$ZodType]
}

function unwrapped(schema: z.core.$ZodType): z.core.$ZodType[] {
  if (schema instanceof z.ZodOptional) return unwrapped(schema.unwrap())
  return schema instanceof z.ZodUnion ? schema.options.flatMap(unwrapped) : [schema]
}

/** Every field named `__proto__`, or the place where nesting is too deep: zod sees neither. */
function findUnusable(root: unknown): Explanation[] | Explanation {
  const found: Explanation[] = []
  const seen = new Set<object>()
  const open: { value: unknown; path: Path }[] = [{ value: root, path: [] }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, path } = next
    if (typeof value !== 'object' || value === null || seen.has(value)) continue
    if (path.length > MAXIMUM_DEPTH)
      return { path: path.slice(0, 8), message: `is nested more than ${MAXIMUM_DEPTH} deep` }
    seen.add(value)
    // The stack is last in, first out: reversed, so that places are reported in order.
    for (const name of Object.keys(value).toReversed()) {
      const inner = [...path, Array.isArray(value) ? Number(name) : name]
      if (name === '__proto__') found.push({ path: inner, message: "'__proto__' cannot be used as a name" })
      else open.push({ value: (value as Record<string, unknown>)[name], path: inner })
    }
  }
  return found
}
