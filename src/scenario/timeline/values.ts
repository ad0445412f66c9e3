/** Values that steps save and that `${name}` inserts into later steps. `$${name}` is the text `${name}` itself. */
import { quoted } from '../../model/input/refusal.ts'

/** Saved values by name. */
export type SavedValues = ReadonlyMap<string, unknown>

const NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/
const PLACEHOLDER = /\$?\$\{([^{}]{0,200})\}?/g

/** A placeholder that cannot be filled in; the message says why. */
export class PlaceholderError extends Error {}

/** Whether a value may be saved under this name. */
export function isValueName(text: string): boolean {
  return NAME.test(text)
}

/** What to say of a name under which nothing can be saved. */
export function valueNameMessage(text: string): string {
  return `a value's name is 1 to 64 letters, digits, '_' or '-' and begins with a letter, unlike ${quoted(text)}`
}

/** The names that a text refers to, in order; any other `${` is returned as a text. */
export function placeholdersOf(text: string): {
  readonly names: readonly string[]
  readonly broken?: string
} {
  const names: string[] = []
  for (const [whole, name = ''] of text.matchAll(PLACEHOLDER)) {
    if (whole.startsWith('$$')) continue
    if (!whole.endsWith('}') || !isValueName(name)) return { names, broken: whole }
    names.push(name)
  }
  return { names }
}

/** The text with its placeholders filled in, each through `encode`. Throws PlaceholderError. */
export function fillText(
  text: string,
  values: SavedValues,
  encode: (text: string) => string = (plain) => plain,
): string {
  if (!text.includes('${')) return text
  return text.replaceAll(PLACEHOLDER, (whole: string, name: string) => {
    if (whole.startsWith('$$')) return whole.slice(1)
    const value = savedValue(name, values)
    if (typeof value === 'object' && value !== null)
      throw new PlaceholderError(
        `\${${name}} holds ${Array.isArray(value) ? 'a list' : 'a map'}, which is no text`,
      )
    return encode(String(value))
  })
}

/**
 * A value with the placeholders of its texts filled in. A text that is one placeholder becomes the saved value itself,
 * a number a number. Names of fields are left as they are.
 */
export function fillValue(value: unknown, values: SavedValues): unknown {
  if (typeof value === 'string') {
    const only = /^\$\{([^{}]{0,200})\}$/.exec(value)?.[1]
    return only === undefined ? fillText(value, values) : savedValue(only, values)
  }
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => fillValue(item, values))
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, fillValue(inner, values)]))
}

/** Every text inside a value, with the way to it. */
export function* textsOf(
  value: unknown,
  path: readonly (string | number)[] = [],
): Generator<{ readonly text: string; readonly path: readonly (string | number)[] }> {
  if (typeof value === 'string') yield { text: value, path }
  else if (Array.isArray(value)) {
    for (const [position, item] of value.entries()) yield* textsOf(item, [...path, position])
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) yield* textsOf(inner, [...path, name])
  }
}

function savedValue(name: string, values: SavedValues): unknown {
  if (!values.has(name)) throw new PlaceholderError(`no step has saved a value as ${quoted(name)} yet`)
  return values.get(name)
}
