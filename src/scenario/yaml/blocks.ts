/** JSON data as YAML in blocks, for people to paste. Whoever reads it needs YAML 1.2. */
import { isObject } from '../../world/objects.ts'
import { scalarText } from './scalar.ts'

/** Lines without an end of line at the end. `data` is not nested deeper than the stack allows. */
export function yamlText(data: unknown): string {
  return linesOf(data).join('\n')
}

function linesOf(data: unknown): readonly string[] {
  if (Array.isArray(data) && data.length > 0)
    return data.flatMap((item: unknown) => {
      const [first = '', ...others] = linesOf(item)
      return [`- ${first}`, ...others.map((line) => `  ${line}`)]
    })
  if (!isObject(data) || Object.keys(data).length === 0) return [scalarText(data)]
  return Object.entries(data).flatMap(([name, value]) => {
    const lines = linesOf(value)
    return isNested(value)
      ? [`${scalarText(name)}:`, ...lines.map((line) => `  ${line}`)]
      : [`${scalarText(name)}: ${lines[0] ?? ''}`]
  })
}

function isNested(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : isObject(value) && Object.keys(value).length > 0
}
