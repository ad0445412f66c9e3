/** A scalar or the name of a field in YAML, with quotes where a reader of YAML may take it for something else. */

const PLAIN = /^[A-Za-z][\w/.?=&%@+-]*(?: [\w/.?=&%@+-]+)*$/
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/
/** Words that readers of some version of YAML take for another value. */
const RESERVED = /^(?:true|false|null|yes|no|on|off|y|n)$/i

/** The escapes of JSON are among those of YAML, which has a few characters fewer. */
export function scalarText(value: unknown): string {
  if (typeof value === 'string' && ((PLAIN.test(value) && !RESERVED.test(value)) || INSTANT.test(value)))
    return value
  return JSON.stringify(value).replaceAll(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
