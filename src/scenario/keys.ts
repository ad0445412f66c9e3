/** Keys that end in a number: how they are written, and where their number begins. */

/** The key of a number: `REQ-` and 7 in three digits make REQ-007. */
export function keyOfNumber(prefix: string, number: number, width: number): string {
  return prefix + String(number).padStart(width, '0')
}

/** The digits of every key of a generator: those it asks for, else those of its last number. */
export function keyWidth(generator: {
  requirements: number
  start?: number | undefined
  padding?: number | undefined
}): number {
  return generator.padding ?? String((generator.start ?? 1) + Math.max(0, generator.requirements - 1)).length
}

/** The prefix and number of a key that ends in digits; undefined for other keys and for numbers beyond reach. */
export function splitKey(key: string): { prefix: string; number: number } | undefined {
  let begin = key.length
  while (begin > 0 && isDigit(key.charCodeAt(begin - 1))) begin--
  const number = Number(key.slice(begin))
  if (begin === key.length || !Number.isSafeInteger(number)) return undefined
  return { prefix: key.slice(0, begin), number }
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}
