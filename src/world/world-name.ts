/** Valid names of worlds. */

export const LONGEST_WORLD_NAME = 64
export const WORLD_NAME_RULE = "a name is 1 to 64 letters, digits, '.', '_' or '-'"

export function isWorldName(name: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name)
}
