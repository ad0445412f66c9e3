/** Patterns of generated text: words between which `{name}` draws from a list or stands for what is being made. */
import type { Random } from '../world/random.ts'

/** Names that stand for themselves in every pattern. */
export const BUILT_IN_NAMES = ['key', 'number', 'page', 'prefix'] as const

/** What the built-in names stand for. */
export type PatternValues = Readonly<Record<(typeof BUILT_IN_NAMES)[number], string | number>>

/** Draws for one place of a pattern; places are told apart, so that changing one changes no other. */
export type Draw = (place: string) => Random

/** Makes the text of a pattern for one record. */
export type PatternText = (values: PatternValues, draw: Draw) => string

const NAME_IN_BRACES = /\{([^{}]+)\}/g

/** The names that a pattern uses. */
export function namesInPattern(pattern: string): string[] {
  return [...pattern.matchAll(NAME_IN_BRACES)].map((match) => match[1] as string)
}

/** Reads a pattern once, so that making many texts of it is cheap. Every name must be built in or have a list. */
export function compilePattern(pattern: string, lists: Readonly<Record<string, readonly string[]>>): PatternText {
  const pieces = pattern.split(NAME_IN_BRACES).map((part, position) => {
    // Splitting by a group puts what it caught at the odd positions.
    if (position % 2 === 0) return () => part
    return Object.hasOwn(lists, part) ? fromList(lists[part] as readonly string[], `${part}/${position}`) : builtIn(part)
  })
  return (values, draw) => {
    let text = ''
    for (const piece of pieces) text += piece(values, draw)
    return text
  }
}

function fromList(words: readonly string[], place: string): PatternText {
  return (_values, draw) => draw(place).pick(words)
}

function builtIn(name: string): PatternText {
  return (values) => String(values[name as keyof PatternValues])
}
