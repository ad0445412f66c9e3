/** Fields that may be absent. */

/** The same fields, of which those that may lack a value are optional. */
export type Present<T> = {
  [F in keyof T as T[F] extends NonNullable<T[F]> ? F : never]: T[F]
} & { [F in keyof T as T[F] extends NonNullable<T[F]> ? never : F]?: NonNullable<T[F]> }

/** The other way round: optional fields may also be given as undefined. */
export type Given<T> = { [F in keyof T]: undefined extends T[F] ? T[F] | undefined : T[F] }

/** Drops fields without a value. */
export function present<T extends object>(fields: T): Present<T> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries(entries) as Present<T>
}
