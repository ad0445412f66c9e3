/** JSON as indented lines, each with the field that it shows. */
import { isObject } from '../../world/objects.ts'

export interface JsonLine {
  readonly text: string
  /** A path without positions, such as `results[].key`; absent for lines that show no field. */
  readonly field?: string
}

/** The same text as `JSON.stringify(value, undefined, 2)`. */
export function jsonLines(value: unknown): readonly JsonLine[] {
  return linesOf(value, '', '')
}

function linesOf(value: unknown, indent: string, field: string): readonly JsonLine[] {
  const named = field === '' ? {} : { field }
  const inner = `${indent}  `
  const isList = Array.isArray(value)
  if (!isList && !isObject(value)) return [{ text: JSON.stringify(value), ...named }]
  const parts = isList
    ? value.map((item) => linesOf(item, inner, `${field}[]`))
    : Object.entries(value).map(([name, each]) => {
        const [first, ...rest] = linesOf(each, inner, field === '' ? name : `${field}.${name}`)
        return [{ ...first, text: `${JSON.stringify(name)}: ${first?.text}` }, ...rest]
      })
  const [open, close] = isList ? '[]' : '{}'
  if (parts.length === 0) return [{ text: `${open}${close}`, ...named }]
  return [
    { text: `${open}`, ...named },
    ...parts.flatMap((lines, index) => {
      const comma = index < parts.length - 1 ? ',' : ''
      return lines.map((line, at) => ({
        ...line,
        text: `${at === 0 ? inner : ''}${line.text}${at === lines.length - 1 ? comma : ''}`,
      }))
    }),
    { text: `${indent}${close}` },
  ]
}
