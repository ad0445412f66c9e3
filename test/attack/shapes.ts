/**
 * Generates texts from what the patterns of the simulator look for: repetitions of all small combinations of these tokens,
 * after each beginning that decides how a text is read, in lines, nested, and without an end.
 */

/** What patterns look for, and what ends or escapes that. */
export const TOKENS = [
  'a', ' ', '\n', '\r\n\r\n', '"', "'", '\\', '/', ':', ';', ',', '.', '-', '--x', '=', '&', '+', '@', '#', '?',
  '%', '%3D', '%zz', '%25', '%ff', '{', '}', '[', ']', '<', '>', '(', '~', '…', '1', 'é',
  'token', 'password', '"token":', 'name="a"', 'name="token"', '?token=', '%3Ftoken%3D', '&amp;sig=', '\\u0026', '\\x',
  '\\u0074oken', '<token', '<![CDATA[', 'token="', 'http://', 'x:', 'download-1-', '0123456789abcdef', ';jsessionid=',
] as const // prettier-ignore

/** What decides how a text is read: as anything, as a form of either kind, as JSON, or as markup. */
export const BEGINNINGS = [
  '',
  'token=',
  '--x\r\n',
  'preamble\r\n--x\r\nContent-Disposition: form-data; name="',
  '{"token":',
  '["',
  '<a ',
  '<token>',
] as const

export interface Shape {
  /** Its parts, from which it can be made again. */
  readonly name: string
  /** About so many characters of it. */
  make(length: number): string
}

/** Each repetition of up to so many tokens behind one beginning: all of them, or each `stride`th. */
export function* shapes(tokens: number, stride = 1): Generator<Shape> {
  let number = 0
  for (let count = 1; count <= tokens; count++)
    for (const combination of combinations(count))
      for (const beginning of BEGINNINGS)
        if (number++ % stride === 0) yield repetition(beginning, combination)
  for (const unit of combinations(1))
    for (const beginning of BEGINNINGS) if (number++ % stride === 0) yield lines(beginning, unit)
  for (const open of combinations(1))
    for (const close of combinations(1)) if (number++ % stride === 0) yield nesting(open, close)
}

function* combinations(count: number): Generator<string> {
  if (count === 0) yield ''
  else for (const rest of combinations(count - 1)) for (const token of TOKENS) yield rest + token
}

function repetition(beginning: string, unit: string): Shape {
  return {
    name: `${JSON.stringify(beginning)} and ${JSON.stringify(unit)} again and again`,
    make: (length) => beginning + unit.repeat(Math.ceil(length / unit.length)),
  }
}

/** Lines of about a thousand characters, each of them a repetition. */
function lines(beginning: string, unit: string): Shape {
  const line = `${unit.repeat(Math.ceil(1000 / unit.length))}\r\n`
  return {
    name: `${JSON.stringify(beginning)} and lines of ${JSON.stringify(unit)}`,
    make: (length) => beginning + line.repeat(Math.ceil(length / line.length)),
  }
}

function nesting(open: string, close: string): Shape {
  return {
    name: `token=${JSON.stringify(open)} around ${JSON.stringify(close)}`,
    make: (length) =>
      `token=${open.repeat(length / 2 / open.length)}${close.repeat(length / 2 / close.length)}`,
  }
}

/** A credential that nearly all of a shape's text repeats: what is looked for is as hostile as where it is looked for. */
export function secretLike(text: string, length: number): string {
  const unit = text.slice(-length)
  return `${unit.slice(0, length / 2)}b${unit.slice(length / 2)}`.replaceAll(/[^\x20-\x7e]/g, 'a')
}
