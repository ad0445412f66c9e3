/** The documented response that an added operation returns: its status, headers and media types, with their examples. */
import { fieldOf, type JsonObject, listOf, resolved } from './resolve.ts'
import { isObject } from '../world/objects.ts'

/** One media type of a response. */
export interface Content {
  /** As it is documented, with its parameters, such as `application/vnd.api+json; version=1`. */
  readonly type: string
  readonly schema: unknown
  /** Documented values, the first preferred. */
  readonly examples: readonly unknown[]
}

export interface PlannedHeader {
  readonly name: string
  readonly schema: unknown
  readonly examples: readonly unknown[]
  /** How a value becomes text: the styles of OpenAPI, or JSON if the header has `content` of that type. */
  readonly form: 'simple' | 'simple-exploded' | 'json'
}

export interface SuccessPlan {
  readonly status: number
  /** JSON first; empty for a response without a body. */
  readonly contents: readonly Content[]
  readonly headers: readonly PlannedHeader[]
}

/** Statuses whose responses have no body. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304])
const MAXIMUM_CONTENTS = 50
const MAXIMUM_HEADERS = 50
/** A media type, or a range of them, with parameters. */
const MEDIA_TYPE =
  /^[\w!#$&^.+*-]{1,100}\/[\w!#$&^.+*-]{1,100}(?:\s{0,3};\s{0,3}[\w!#$&^.+-]{1,100}=(?:"[^"\\\p{Cc}]{0,100}"|[\w!#$&^.:/+-]{1,100})){0,10}$/u
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]{1,100}$/
/** Headers of the transport, and those that the simulator sets. */
const OWN_HEADER =
  /^(?:content-(?:type|length|encoding)|transfer-encoding|connection|keep-alive|trailer|upgrade|x-sim-.*|x-request-id)$/i

/**
 * The first documented success. Without one, the first redirect, then `default` as 200, then the first status of any kind;
 * `2XX` counts as 200 and `3XX` as 302.
 */
export function successOf(root: unknown, operation: JsonObject): SuccessPlan {
  const responses = fieldOf(operation, 'responses')
  const { name, status } = chosenStatus(isObject(responses) ? Object.keys(responses) : [])
  const response = name === undefined ? undefined : resolved(root, fieldOf(responses, name))
  return {
    status,
    contents: BODILESS.has(status) ? [] : contentsOf(root, fieldOf(response, 'content')),
    headers: headersOf(root, fieldOf(response, 'headers')),
  }
}

function chosenStatus(names: readonly string[]): { name: string | undefined; status: number } {
  const sorted = names.toSorted()
  for (const [written, status] of [
    [/^2\d\d$/, undefined],
    [/^2xx$/i, 200],
    [/^3\d\d$/, undefined],
    [/^3xx$/i, 302],
    [/^default$/, 200],
    [/^[45]\d\d$/, undefined],
  ] as const) {
    const name = sorted.find((each) => written.test(each))
    if (name !== undefined) return { name, status: status ?? Number(name) }
  }
  return { name: undefined, status: 200 }
}

function contentsOf(root: unknown, content: unknown): Content[] {
  const entries = isObject(content) ? Object.entries(content).slice(0, MAXIMUM_CONTENTS) : []
  const all = entries.map(([written, media]): Content => {
    const type = written.trim()
    const object = isObject(media) ? media : {}
    return {
      type: MEDIA_TYPE.test(type) ? type : 'application/octet-stream',
      schema: fieldOf(object, 'schema'),
      examples: examplesOf(root, object),
    }
  })
  return [...all.filter(({ type }) => isJsonType(type)), ...all.filter(({ type }) => !isJsonType(type))]
}

function headersOf(root: unknown, headers: unknown): PlannedHeader[] {
  return (isObject(headers) ? Object.entries(headers) : [])
    .filter(([name]) => HEADER_NAME.test(name) && !OWN_HEADER.test(name))
    .slice(0, MAXIMUM_HEADERS)
    .flatMap(([name, written]) => {
      const header = resolved(root, written)
      if (header === undefined) return []
      const [[type, media] = [undefined, undefined]] = Object.entries(
        isObject(header['content']) ? header['content'] : {},
      )
      const simple = header['explode'] === true ? 'simple-exploded' : 'simple'
      const form = type !== undefined && isJsonType(type) ? 'json' : simple
      const schema = fieldOf(header, 'schema') ?? fieldOf(media, 'schema')
      const inMedia = isObject(media) ? examplesOf(root, media) : []
      return [{ name, schema, form, examples: [...examplesOf(root, header), ...inMedia] }]
    })
}

/** The values of `example` and `examples` beside a schema. */
function examplesOf(root: unknown, object: JsonObject): unknown[] {
  const examples = fieldOf(object, 'examples')
  const named = Object.values(isObject(examples) ? examples : {}).flatMap((written) => {
    const example = resolved(root, written)
    return example !== undefined && Object.hasOwn(example, 'value') ? [example['value']] : []
  })
  return Object.hasOwn(object, 'example') ? [object['example'], ...named] : named
}

/** The examples in a schema itself: `example`, and the list `examples` of OpenAPI 3.1. */
export function schemaExamples(schema: JsonObject): readonly unknown[] {
  const several = listOf(fieldOf(schema, 'examples'))
  return Object.hasOwn(schema, 'example') ? [schema['example'], ...several] : several
}

/** Whether bodies of a media type are JSON; ranges that contain JSON count too. */
export function isJsonType(type: string): boolean {
  return /^(?:[^;]*[/+]json|\*\/\*|application\/\*)\s*(?:;|$)/i.test(type)
}
