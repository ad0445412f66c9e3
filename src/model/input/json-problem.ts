/** Says where a text stops being JSON, in words that do not depend on the platform. */

/** Longer texts are not looked at: they are no mistakes of a person. */
const MAXIMUM_LENGTH = 1_000_000

interface Problem {
  readonly at: number
  readonly expected: string
}

/** `line 1, column 2: expected …, not 'h'`; undefined for JSON, and if the text is longer than a million characters. */
export function jsonProblem(text: string): string | undefined {
  if (text.length > MAXIMUM_LENGTH) return undefined
  const problem = findProblem(text)
  return problem === undefined
    ? undefined
    : `${place(text, problem.at)}: expected ${problem.expected}, not ${found(text, problem.at)}`
}

/** Columns count UTF-16 code units, as editors do. */
function place(text: string, at: number): string {
  const before = text.slice(0, at)
  const line = before.split('\n').length
  return `line ${line}, column ${at - before.lastIndexOf('\n')}`
}

// The only words that are shown whole: other texts may hold a secret.
const FOREIGN_WORD = /(?:None|True|False|undefined|NaN|-?Infinity|nil|NULL)\b/y

function found(text: string, at: number): string {
  const point = text.codePointAt(at)
  if (point === undefined) return 'the end of the text'
  const word = matchAt(FOREIGN_WORD, text, at)
  if (word !== undefined) return `'${word}'`
  if (point > 0x20 && point < 0x7f) return `'${text.charAt(at)}'`
  return `U+${point.toString(16).toUpperCase().padStart(4, '0')}`
}

const BLANKS = /[ \t\n\r]*/y
const LITERAL = /(?:true|false|null)(?![A-Za-z0-9_])|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const PLAIN = /[^"\\]*/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})/y

const VALUE = 'a value'
const NAME = 'a name in double quotes'

/** One pass over the text, without recursion. */
function findProblem(text: string): Problem | undefined {
  // What closes each array and object that is open.
  const open: ('}' | ']')[] = []
  let at = skip(text, 0)
  let expected: 'value' | 'first' | 'name' | 'comma' = 'value'
  for (;;) {
    const character = text.charAt(at)
    const closing = open.at(-1)
    if (expected === 'comma') {
      if (closing === undefined)
        return at === text.length ? undefined : { at, expected: 'the end of the text' }
      if (character !== ',' && character !== closing) return { at, expected: `',' or '${closing}'` }
      at = skip(text, at + 1)
      if (character === closing) open.pop()
      else expected = closing === '}' ? 'name' : 'value'
      continue
    }
    if (expected === 'first' && character === closing) {
      open.pop()
      at = skip(text, at + 1)
      expected = 'comma'
      continue
    }
    if (closing === '}' && (expected === 'first' || expected === 'name')) {
      if (character !== '"') return { at, expected: expected === 'first' ? `${NAME} or '}'` : NAME }
      const end = endOfString(text, at)
      if (typeof end !== 'number') return end
      at = skip(text, end)
      if (text.charAt(at) !== ':') return { at, expected: "':'" }
      at = skip(text, at + 1)
      expected = 'value'
      continue
    }
    if (character === '{' || character === '[') {
      open.push(character === '{' ? '}' : ']')
      at = skip(text, at + 1)
      expected = 'first'
      continue
    }
    const end = endOfScalar(text, at)
    if (end === undefined) return { at, expected: expected === 'first' ? `${VALUE} or ']'` : VALUE }
    if (typeof end !== 'number') return end
    at = skip(text, end)
    expected = 'comma'
  }
}

/** Where the text, number or word ends that begins here; undefined if none begins here. */
function endOfScalar(text: string, at: number): number | Problem | undefined {
  if (text.charAt(at) === '"') return endOfString(text, at)
  const literal = matchAt(LITERAL, text, at)
  return literal === undefined ? undefined : at + literal.length
}

function endOfString(text: string, start: number): number | Problem {
  let at = start + 1
  for (;;) {
    const end = at + (matchAt(PLAIN, text, at) as string).length
    for (; at < end; at++) if (text.charCodeAt(at) < 0x20) return { at, expected: 'an escape such as \\n' }
    const character = text.charAt(at)
    if (character === '"') return at + 1
    if (character === '') return { at, expected: "'\"', which ends a text" }
    const escape = matchAt(ESCAPE, text, at)
    if (escape === undefined) return { at: at + 1, expected: 'an escape of JSON, such as \\n or \\u00e9' }
    at += escape.length
  }
}

function skip(text: string, at: number): number {
  return at + (matchAt(BLANKS, text, at) as string).length
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}
