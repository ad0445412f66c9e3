/** Names of past worlds: `default@12` is the world `default` as it was after step 12. */

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
