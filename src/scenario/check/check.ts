/** Checks a value against the format of scenario files and reports every error in plain words. */
import type * as z from 'zod'
import {
  JSON_VOCABULARY,
  noField,
  problemOfValue,
  type Vocabulary,
} from '../../model/input/schema-problems.ts'
import { nearestValue } from '../../model/input/nearest-value.ts'
import { quoted } from '../../model/input/refusal.ts'
import { nearestName } from '../../world/nearest.ts'
import { type ScenarioFile, scenarioSchema } from '../format/format.ts'
import { stepSchemas, type Verb } from '../format/timeline.ts'
import { fieldNames, listFormsAt, type MapForm, mapFormsAt } from './forms.ts'
import {
  MAXIMUM_PROBLEMS,
  type Path,
  problemAt,
  type ScenarioProblem,
  type ScenarioSource,
} from '../format/problems.ts'
import { type SoundParts, soundParts, without } from './sound-parts.ts'
import { countText } from '../../world/count-text.ts'
import { type Fields, hasMembers, isObject } from '../../world/objects.ts'

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
    : withoutRepeats(result.error.issues.flatMap((issue) => explain(issue)))
}

/** A map of a union is explained as a whole, for each of its issues. */
function withoutRepeats(explanations: readonly Explanation[]): Explanation[] {
  const byText = new Map(explanations.map((each) => [JSON.stringify([each.path, each.message]), each]))
  return [...byText.values()]
}

interface Explanation {
  readonly path: Path
  readonly message: string
  readonly nearest?: string | undefined
}

function explain(issue: Issue): Explanation[] {
  const path = issue.path as Path
  switch (issue.code) {
    case 'unrecognized_keys':
      if (isStep(path)) return explainStep(issue.input, path)
      return explainUnknown(issue, path)
    case 'invalid_key':
      return issue.issues.flatMap((inner) =>
        inner.code === 'invalid_value'
          ? [unknownField(String(path.at(-1)), path, allowedNames(inner))]
          : explain({ ...inner, path: issue.path } as Issue),
      )
    case 'invalid_union':
      if (isStep(path)) return explainStep(issue.input, path)
      return explainUnion(issue, path)
    default:
      return [broken(issue, path)]
  }
}

/** The rule that a value breaks, with the nearest of the values that are allowed. */
function broken(issue: Issue, path: Path): Explanation {
  const { input } = issue
  return { path, message: problemOfValue(issue, input, WORDS), nearest: nearestValue(issue, input) }
}

/** Fields that the format does not know at their place, or not beside the others. */
function explainUnknown({ keys, input }: z.core.$ZodIssueUnrecognizedKeys, path: Path): Explanation[] {
  const forms = mapFormsAt(path)
  if (forms.length > 1 && isObject(input)) return explainMap(input, forms, path)
  return keys.map((key) => unknownField(key, [...path, key], fieldNames(forms)))
}

/** What is wrong with a value, seen as the form that it is meant to have. */
function explainUnion(issue: Issue, path: Path): Explanation[] {
  const { input } = issue
  const maps = isObject(input) ? mapFormsAt(path) : []
  if (isObject(input) && maps.length > 0 && Object.keys(input).length > 0)
    return explainMap(input, maps, path)
  const [list, ...others] = Array.isArray(input) ? listFormsAt(path) : []
  if (list === undefined || others.length > 0) return [broken(issue, path)]
  return explainAs(list, input, path)
}

/** A map is meant to have the form of which it has the most fields. */
function explainMap(map: Fields, forms: readonly MapForm[], path: Path): Explanation[] {
  const given = Object.keys(map)
  const fieldsOf = (form: MapForm) => given.filter((key) => Object.hasOwn(form.shape, key))
  const [form] = forms.toSorted((a, b) => fieldsOf(b).length - fieldsOf(a).length)
  const fields = form === undefined ? [] : fieldsOf(form)
  const known = fieldNames(forms)
  const strange = given
    .filter((key) => !fields.includes(key))
    .map((key) =>
      known.includes(key)
        ? { path: [...path, key], message: `${quoted(key)} does not go with ${quoted(fields[0])}` }
        : unknownField(key, [...path, key], known),
    )
  // Without a known field, any of several forms may be meant.
  if (form === undefined || (fields.length === 0 && forms.length > 1)) return strange
  const rest = Object.fromEntries(fields.map((key) => [key, map[key]]))
  return [...strange, ...explainAs(form, rest, path)]
}

/** What is wrong with a value, seen as one of the forms that the format allows at its place. */
function explainAs(form: z.ZodType, value: unknown, path: Path): Explanation[] {
  const issues = form.safeParse(value, { reportInput: true }).error?.issues ?? []
  return issues.flatMap((issue) => explain({ ...issue, path: [...path, ...issue.path] }))
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
function explainStep(step: unknown, path: Path): Explanation[] {
  const verbs = Object.keys(stepSchemas) as Verb[]
  if (!isObject(step))
    return [{ path, message: `must be a map with one verb (${verbs.join(', ')}), not ${described(step)}` }]
  const usedVerbs = verbs.filter((verb) => Object.hasOwn(step, verb))
  const [verb] = usedVerbs
  if (verb === undefined) {
    const written = Object.keys(step).find((name) => nearestName(name, verbs) !== undefined)
    const nearest = written === undefined ? undefined : nearestName(written, verbs)
    const missing = { path, message: `needs a verb: ${verbs.join(', ')}`, nearest }
    return written === undefined || nearest === undefined
      ? [missing]
      : [missing, ...explainMisspelt(step, written, nearest as Verb, path)]
  }
  if (usedVerbs.length > 1)
    return [
      {
        path,
        message: `has ${countText(usedVerbs.length, 'verb')} (${usedVerbs.join(', ')}): make a step of each`,
      },
    ]
  if (verb === 'fork' && path.length > 2)
    return [{ path: [...path, verb], message: 'a fork cannot contain a fork' }]
  return explainAsStep(step, verb, path)
}

function explainAsStep(step: Fields, verb: Verb, path: Path): Explanation[] {
  const schema = stepSchemas[verb]
  const issues = schema.safeParse(step, { reportInput: true }).error?.issues ?? []
  return issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys' && issue.path.length === 0)
      return issue.keys.map((key) => unknownField(key, [...path, key], Object.keys(schema.shape)))
    return explain({ ...issue, path: [...path, ...issue.path] })
  })
}

/** What else is wrong with a step whose verb is misspelt. */
function explainMisspelt(step: Fields, written: string, verb: Verb, path: Path): Explanation[] {
  const { [written]: value, ...others } = step
  return explainAsStep({ ...others, [verb]: value }, verb, path).map((each) => {
    const [field, ...rest] = each.path.slice(path.length)
    return field === verb ? { ...each, path: [...path, written, ...rest] } : each
  })
}

function unknownField(name: string, path: Path, known: readonly string[]): Explanation {
  const nearest = nearestName(name, known)
  return { path, message: nearest === undefined ? noField(name, known) : `no field ${quoted(name)}`, nearest }
}

const WORDS: Vocabulary = {
  kinds: {
    ...JSON_VOCABULARY.kinds,
    object: 'a map of fields',
    record: 'a map of names and values',
  },
  units: { ...JSON_VOCABULARY.units, array: ['entry', 'entries'] },
  listed: String,
  sent: described,
}

function described(value: unknown): string {
  if (value === undefined || value === null) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'a map of fields' : quoted(value)
}

function allowedNames(issue: Issue): string[] {
  return issue.code === 'invalid_value' ? issue.values.map(String) : []
}

/** Every field named `__proto__`, or the place where nesting is too deep: zod sees neither. */
function findUnusable(root: unknown): Explanation[] | Explanation {
  const found: Explanation[] = []
  const seen = new Set<object>()
  // One path for all places: a large scenario has a million.
  const path: (string | number)[] = []
  return hasMembers(root) ? (visit(root) ?? found) : found

  /** The place that is too deep, which also bounds the recursion. */
  function visit(value: object): Explanation | undefined {
    if (seen.has(value)) return undefined
    if (path.length > MAXIMUM_DEPTH)
      return { path: path.slice(0, 8), message: `is nested more than ${MAXIMUM_DEPTH} deep` }
    seen.add(value)
    if (Array.isArray(value)) {
      for (const [position, member] of value.entries()) {
        const deep = visitMember(position, member)
        if (deep !== undefined) return deep
      }
      return undefined
    }
    for (const name of Object.keys(value)) {
      const deep = visitMember(name, (value as Fields)[name])
      if (deep !== undefined) return deep
    }
    return undefined
  }

  function visitMember(name: string | number, value: unknown): Explanation | undefined {
    if (name !== '__proto__' && !hasMembers(value)) return undefined
    path.push(name)
    const isUnusable = name === '__proto__'
    if (isUnusable) found.push({ path: [...path], message: "'__proto__' cannot be used as a name" })
    const deep = isUnusable || !hasMembers(value) ? undefined : visit(value)
    path.pop()
    return deep
  }
}
