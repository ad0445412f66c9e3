/** JSON data as YAML in blocks, for people to paste. Whoever reads it needs YAML 1.2. */
import { isObject } from '../../world/objects.ts'

/** A text that YAML reads as this text without quotes. */
const PLAIN = /^[A-Za-z][\w/.?=&%@-]*(?: [\w/.?=&%@-]+)*$/
/** Words that a reader of YAML may take for another value. */
const RESERVED = /^(?:true|false|null|yes|no|on|off|y|n)$/i

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
  if (!isObject(data) || Object.keys(data).length === 0) return [scalar(data)]
  return Object.entries(data).flatMap(([name, value]) => {
    const lines = linesOf(value)
    return isNested(value)
      ? [`${scalar(name)}:`, ...lines.map((line) => `  ${line}`)]
      : [`${scalar(name)}: ${lines[0] ?? ''}`]
  })
}

function isNested(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : isObject(value) && Object.keys(value).length > 0
}

/** The escapes of JSON are among those of YAML, which has a few characters fewer. */
function scalar(value: unknown): string {
  if (typeof value === 'string' && PLAIN.test(value) && !RESERVED.test(value)) return value
  return JSON.stringify(value).replaceAll(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
