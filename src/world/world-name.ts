/** Names of worlds, and of past worlds: `default@12` is the world `default` as it was after step 12. */

export const MAXIMUM_WORLD_NAME_LENGTH = 64
export const WORLD_NAME_RULE = "a name is 1 to 64 letters, digits, '.', '_' or '-'"

export function isWorldName(name: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name)
}

export interface PastName {
  /** The name of the world. */
  readonly world: string
  /** The number of the step; 0 for the beginning. */
  readonly step: number
}

/** Undefined for a name of a current world. */
export function parsePastName(name: string): PastName | undefined {
  const at = name.lastIndexOf('@')
  if (at === -1) return undefined
  const step = name.slice(at + 1)
  return /^(?:0|[1-9][0-9]{0,8})$/.test(step) ? { world: name.slice(0, at), step: Number(step) } : undefined
}
