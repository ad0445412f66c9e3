/** Keys that end in a number: how they are written. */

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
