/** Reads an OpenAPI description: JSON or YAML 1.2 as text, or an object. */
import { Composer, type CST, Parser } from 'yaml'
import { quoted } from '../model/input/refusal.ts'
import { OpenApiError } from './problems.ts'
import { type JsonObject } from './resolve.ts'
import { isObject } from '../world/objects.ts'

/** Longer texts and deeper nesting are refused; no description of a service needs them. */
export const MAXIMUM_CHARACTERS = 16 * 1024 * 1024
/** Parsing YAML takes ten times as long as JSON. */
export const MAXIMUM_YAML_CHARACTERS = 6 * 1024 * 1024
export const MAXIMUM_DEPTH = 100
/** The YAML library searches for each alias among all earlier anchors and aliases: 10,000 would take almost a second. */
const MAXIMUM_ALIASES = 2500
/** The maximum number of fields that merge keys copy, since a chain of them multiplies. */
const MAXIMUM_MERGED = 200_000

/** The plain data of a description. Throws OpenApiError for text that is neither JSON nor YAML. */
export function readDescription(source: unknown, file: string): unknown {
  if (typeof source !== 'string') return plainCopy(source, file)
  if (source.length > MAXIMUM_CHARACTERS)
    return fail(
      file,
      `is longer than ${MAXIMUM_CHARACTERS} characters: remove the operations that you do not call`,
    )
  const text = source.charCodeAt(0) === 0xfeff ? source.slice(1) : source
  return text.trimStart().startsWith('{') ? parseJson(text, file) : parseYaml(text, file)
}

function fail(file: string, message: string): never {
  throw new OpenApiError([{ file, pointer: '', message }])
}

/** An object from the caller may have cycles and accessors. */
function plainCopy(document: unknown, file: string): unknown {
  let text: string | undefined
  try {
    text = JSON.stringify(document)
  } catch (error) {
    return fail(file, `is not JSON data: ${reasonOf(error)}`)
  }
  if (text === undefined) return fail(file, `is not JSON data: pass the object of an OpenAPI description`)
  return readDescription(text.startsWith('{') ? text : `{"openapi":${text}}`, file)
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    return fail(file, `is not JSON: ${reasonOf(error)}`)
  }
}

function parseYaml(text: string, file: string): unknown {
  if (text.length > MAXIMUM_YAML_CHARACTERS)
    return fail(file, `is YAML of more than ${MAXIMUM_YAML_CHARACTERS} characters: convert it to JSON`)
  const tokens = [...new Parser().parse(text)]
  const problem = structureProblem(tokens)
  if (problem !== undefined) return fail(file, `line ${lineOf(text, problem.offset)}: ${problem.message}`)
  // Duplicate keys are found above, because the composer would compare them pair by pair.
  const composer = new Composer({
    version: '1.2',
    schema: 'core',
    merge: false,
    uniqueKeys: false,
    strict: true,
    prettyErrors: false,
  })
  const [document, ...others] = composer.compose(tokens, true, text.length)
  if (document === undefined || others.length > 0)
    return fail(file, 'contains more than one document: pass one')
  const [error] = document.errors
  if (error !== undefined) return fail(file, `line ${lineOf(text, error.pos[0])}: ${reasonOf(error)}`)
  try {
    // The expansion of aliases is bounded when the values are counted, before they are used.
    return spreadMerges(document.toJS({ maxAliasCount: -1 }))
  } catch (thrown) {
    return fail(file, `cannot be read: ${reasonOf(thrown)}; write it without anchors and aliases`)
  }
}

interface StructureProblem {
  readonly message: string
  readonly offset: number
}

/** The first tag, key that is not plain text, duplicate key, or nesting that is too deep. */
function structureProblem(tokens: readonly CST.Token[]): StructureProblem | undefined {
  const open = tokens.map((token) => ({ token, depth: 0 }))
  let aliases = 0
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { token, depth } = next
    if (depth > MAXIMUM_DEPTH)
      return { message: `is nested more than ${MAXIMUM_DEPTH} deep`, offset: token.offset }
    if (token.type === 'document' && token.value !== undefined)
      open.push({ token: token.value, depth: depth + 1 })
    if (token.type === 'alias') aliases++
    if (aliases > MAXIMUM_ALIASES)
      return {
        message: `has more than ${MAXIMUM_ALIASES} anchors and aliases: refer to components by $ref, or convert it to JSON`,
        offset: token.offset,
      }
    if (!('items' in token)) continue
    const names = new Set<string>()
    for (const { start, key, sep, value } of token.items) {
      const tag = [...start, ...(sep ?? [])].find(({ type }) => type === 'tag')
      aliases += start.concat(sep ?? []).filter(({ type }) => type === 'anchor').length
      if (tag !== undefined)
        return { message: `the tag ${quoted(tag.source)} is not allowed`, offset: tag.offset }
      if (key) {
        if (!PLAIN_KEYS.has(key.type) || !('source' in key))
          return { message: 'a key must be plain text', offset: key.offset }
        if (names.has(key.source))
          return { message: `the key ${quoted(key.source)} occurs twice`, offset: key.offset }
        names.add(key.source)
      }
      if (value) open.push({ token: value, depth: depth + 1 })
    }
  }
  return undefined
}

const PLAIN_KEYS: ReadonlySet<string> = new Set(['scalar', 'single-quoted-scalar', 'double-quoted-scalar'])

/**
 * Applies the merge keys (`<<`) of a value; its own fields override them. Changes the value in place, since nothing else refers
 * to it.
 */
function spreadMerges(root: unknown): unknown {
  const finished = new Set<object>()
  let left = MAXIMUM_MERGED
  const spread = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || finished.has(value)) return
    if (depth > MAXIMUM_DEPTH) throw new Error(`it is nested more than ${MAXIMUM_DEPTH} deep`)
    for (const inner of Object.values(value)) spread(inner, depth + 1)
    finished.add(value)
    const sources = Object.hasOwn(value, '<<') ? [(value as JsonObject)['<<']].flat() : []
    if (sources.length === 0 || !sources.every(isObject)) return
    const own = value as Record<string, unknown>
    delete own['<<']
    for (const [name, inner] of sources.flatMap((source) => Object.entries(source))) {
      left--
      if (left < 0) throw new Error(`its merge keys copy more than ${MAXIMUM_MERGED} fields`)
      if (!Object.hasOwn(own, name)) defineField(own, name, inner)
    }
  }
  spread(root, 0)
  return root
}

function defineField(target: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true })
}

function lineOf(text: string, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line++
  return line
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return (message.split('\n')[0] ?? '').slice(0, 200)
}
