/**
 * Checks the fields of a fault that the library or a flag gives, by rules that are generated from the schema of files and of
 * the control API: the schema itself needs zod, which a page does not load for it.
 */
import { suggestedValue } from '../../model/input/nearest-value.ts'
import { quoted } from '../../model/input/refusal.ts'
import { problemsOf, type Wording } from '../../model/input/schema-problems.ts'
import { issuesOfValue, type ValueRule } from '../../model/input/value-rule.ts'
import { isObject } from '../../world/objects.ts'
import { pathText } from '../format/problems.ts'
import { faultFields } from './fields.generated.ts'

type Path = readonly string[]

const RULES: Readonly<Record<string, ValueRule>> = faultFields
const WORDING: Wording = {
  placeOf: (path) => (path.length === 0 ? 'a fault' : pathText(path as Path)),
  known: Object.keys(RULES),
}

/** What is wrong with the fields of a fault, one sentence each; empty if they are valid. */
export function problemsOfFields(input: unknown): string[] {
  if (!isObject(input))
    return [`the fault: must be an object such as {operation, status}, not ${quoted(input)}`]
  return Object.entries(input).flatMap(([name, value]) => {
    const rule = Object.hasOwn(RULES, name) ? RULES[name] : undefined
    if (rule === undefined)
      return problemsOf({ code: 'unrecognized_keys', keys: [name], path: [], message: '' }, input, WORDING)
    if (value === undefined) return []
    return issuesOfValue(rule, value, [name]).flatMap((issue) =>
      problemsOf(issue, input, WORDING).map((problem) => problem + suggestedValue(issue, value)),
    )
  })
}
