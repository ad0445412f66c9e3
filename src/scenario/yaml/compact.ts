/** Writes a value as YAML: short maps and lists on one line, longer ones in a block. The same value makes the same text. */
import { scalarText } from './scalar.ts'

/** What a comment above an item of a list says; undefined for none. */
export type CommentOf = (item: object) => string | undefined

/** The width of a line that holds a whole map or list. */
const WIDTH = 110

/** Fields without a value are left out. */
export function writeYaml(value: object, commentOf: CommentOf): string {
  const lines: string[] = []
  writeFields(lines, value, '', '', commentOf)
  return `${lines.join('\n')}\n`
}

/** `first` is what the line of the first field begins with, such as a dash. */
function writeFields(
  lines: string[],
  value: object,
  first: string,
  indent: string,
  commentOf: CommentOf,
): void {
  let begin = first
  for (const [name, field] of fieldsOf(value)) {
    writeValue(lines, field, `${begin}${scalarText(name)}:`, indent, commentOf)
    begin = indent
  }
}

function writeValue(
  lines: string[],
  value: unknown,
  begin: string,
  indent: string,
  commentOf: CommentOf,
): void {
  const isList = Array.isArray(value)
  const hasComments = isList && value.some((item) => commentOf(item) !== undefined)
  const line = `${begin} ${isShort(value) && !hasComments ? flowText(value) : ''}`
  if (
    typeof value !== 'object' ||
    value === null ||
    (line.length > begin.length + 1 && line.length <= WIDTH)
  ) {
    lines.push(line)
    return
  }
  lines.push(begin)
  if (isList) for (const item of value) writeItem(lines, item, `${indent}  `, commentOf)
  else writeFields(lines, value, `${indent}  `, `${indent}  `, commentOf)
}

function writeItem(lines: string[], item: unknown, indent: string, commentOf: CommentOf): void {
  if (typeof item !== 'object' || item === null) {
    lines.push(`${indent}- ${flowText(item)}`)
    return
  }
  const comment = commentOf(item)
  if (comment !== undefined) lines.push(`${indent}# ${comment}`)
  const line = `${indent}- ${flowText(item)}`
  if (line.length <= WIDTH || Array.isArray(item)) lines.push(line)
  else writeFields(lines, item, `${indent}- `, `${indent}  `, commentOf)
}

/** Only lists of a few items are tried on one line: a list of thousands would be written twice. */
function isShort(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  const { length } = Array.isArray(value) ? value : Object.keys(value)
  return length <= WIDTH / 4 && !(Array.isArray(value) && value.some(isMap))
}

function isMap(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function flowText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flowText).join(', ')}]`
  if (typeof value !== 'object' || value === null) return scalarText(value)
  const fields = fieldsOf(value).map(([name, field]) => `${scalarText(name)}: ${flowText(field)}`)
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
}

function fieldsOf(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, field]) => field !== undefined)
}
