/** Fields that may be absent. */

/** Drops fields without a value. */
export function present<T extends object>(fields: T): { [F in keyof T]?: NonNullable<T[F]> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries(entries) as { [F in keyof T]?: NonNullable<T[F]> }
}
