/**
 * Checks a whole description before it is used: its version, its size, names that could reach a prototype, and references,
 * which must stay within it. One pass over every value, without recursion.
 */
import { quoted } from '../model/input/refusal.ts'
import { readPattern } from './pattern.ts'
import { type DescriptionProblem, MAXIMUM_PROBLEMS, OpenApiError, pointerOf } from './problems.ts'
import { MAXIMUM_DEPTH } from './read.ts'
import { fieldOf, type JsonObject, resolved } from './resolve.ts'
import { isObject } from '../world/objects.ts'

/** The maximum number of values in a description. A YAML alias counts each time. */
const MAXIMUM_VALUES = 2_000_000

/** Fields whose members have names chosen by the author. */
const NAMED: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'schemas',
  'responses',
  'parameters',
  'examples',
  'requestBodies',
  'headers',
  'securitySchemes',
  'links',
  'callbacks',
  'pathItems',
  'paths',
  'content',
  'variables',
  'webhooks',
  'encoding',
])
/** Fields that contain example data, not parts of the description. */
const DATA: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum', 'const', 'mapping'])

interface Place {
  readonly value: unknown
  readonly name: string
  readonly parent: Place | undefined
  readonly depth: number
  /** Its members have names chosen by the author. */
  readonly named: boolean
  /** It is example data. */
  readonly data: boolean
}

/** Returns the skipped parts. Throws OpenApiError with every problem. */
export function checkDescription(root: unknown, file: string): DescriptionProblem[] {
  const versionProblem = problemOfVersion(root)
  if (versionProblem !== undefined) throw new OpenApiError([{ file, ...versionProblem }])
  const problems: DescriptionProblem[] = []
  const passedOver: DescriptionProblem[] = []
  const open: Place[] = [{ value: root, name: '', parent: undefined, depth: 0, named: false, data: false }]
  let values = 0
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const report = (message: string, among: DescriptionProblem[]) => {
      if (among.length < MAXIMUM_PROBLEMS)
        among.push({ file, pointer: pointerOf(namesTo(place as Place)), message })
    }
    values++
    if (values > MAXIMUM_VALUES) {
      const message = `has more than ${MAXIMUM_VALUES} values: remove the operations that you do not call`
      throw new OpenApiError([{ file, pointer: '', message }])
    }
    if (place.depth > MAXIMUM_DEPTH) {
      report(
        `is nested more than ${MAXIMUM_DEPTH} deep: give the inner schema a name and refer to it`,
        problems,
      )
      break
    }
    if (place.name === '__proto__') report("the name '__proto__' is not allowed: rename it", problems)
    if (!place.data)
      judge(
        root,
        place,
        (message) => report(message, problems),
        (message) => report(message, passedOver),
      )
    // The stack is last in, first out, so it is filled in reverse to list problems in the order of the text.
    for (const [name, value] of entriesOf(place.value).toReversed()) open.push(within(place, name, value))
  }
  if (problems.length > 0) throw new OpenApiError(problems)
  return passedOver
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}

function within(parent: Place, name: string, value: unknown): Place {
  const keyword = !parent.named && isObject(parent.value)
  const data = parent.data || (keyword && (DATA.has(name) || name.startsWith('x-')))
  return { value, name, parent, depth: parent.depth + 1, named: keyword && NAMED.has(name), data }
}

function namesTo(place: Place): string[] {
  const names: string[] = []
  for (let at: Place | undefined = place; at?.parent !== undefined; at = at.parent) names.push(at.name)
  return names.toReversed()
}

type Tell = (message: string) => void

/** The problems of an object of the description. */
function judge(root: unknown, { value, named }: Place, refuse: Tell, passOver: Tell): void {
  if (named || !isObject(value)) return
  const reference = fieldOf(value, '$ref')
  if (typeof reference === 'string') {
    const problem = problemOfReference(root, value, reference)
    if (problem !== undefined) refuse(problem)
  }
  const pattern = fieldOf(value, 'pattern')
  if (typeof pattern === 'string' && readPattern(pattern) === undefined)
    passOver(
      `the pattern ${quoted(pattern)} is skipped: it has a lookahead, a reference or something else that is not supported`,
    )
}

function problemOfReference(root: unknown, value: JsonObject, reference: string): string | undefined {
  if (!reference.startsWith('#'))
    return `$ref ${quoted(reference)} points outside of the file, which is not supported: bundle the description into one file, such as with npx @redocly/cli bundle`
  if (reference !== '#' && !reference.startsWith('#/'))
    return `$ref ${quoted(reference)} is not a JSON pointer: write it as #/components/schemas/Name`
  if (resolved(root, value) !== undefined) return undefined
  return `$ref ${quoted(reference)} points to nothing, or is circular: use an existing part of this file`
}

function problemOfVersion(root: unknown): { pointer: string; message: string } | undefined {
  if (!isObject(root)) return { pointer: '', message: 'is not an OpenAPI description: it must be an object' }
  const old = fieldOf(root, 'swagger')
  if (old !== undefined) {
    const message = `is Swagger ${quoted(old)}: convert it to OpenAPI 3 first, such as with npx swagger2openapi --outfile openapi.json`
    return { pointer: '/swagger', message }
  }
  const version = fieldOf(root, 'openapi')
  if (version === undefined)
    return {
      pointer: '',
      message: "has no field 'openapi': pass an OpenAPI description of version 3.0 or 3.1",
    }
  if (typeof version !== 'string' || !/^3\.[01](?:\.\d{1,4})?$/.test(version))
    return {
      pointer: '/openapi',
      message: `version ${quoted(version)} is not supported: convert it to 3.0 or 3.1`,
    }
  if (!isObject(fieldOf(root, 'paths')))
    return { pointer: '/paths', message: 'there are no paths: a description must list its operations here' }
  return undefined
}
