/** Unions whose members exclude each other. */

/** The fields of any member of a union. */
export type KeysOf<Union> = Union extends unknown ? keyof Union : never

/** The fields that a member must have, which name it in messages. */
type RequiredKeysOf<Member> = {
  [Key in keyof Member]-?: undefined extends Member[Key] ? never : Key & string
}[keyof Member]

/** Each member of a union without these fields. */
export type OmitEach<Union, Keys extends PropertyKey> = Union extends unknown ? Omit<Union, Keys> : never

type Owners<All, Key> = All extends unknown
  ? Key extends keyof All
    ? Exclude<RequiredKeysOf<All>, Key>
    : never
  : never

/** What the compiler shows for a field that the member does not take: the words of the error at run time. */
type Remedy<Member, All, Key extends string> = [RequiredKeysOf<Member>] extends [never]
  ? `'${Key}' goes with '${Owners<All, Key>}': give that, or leave it out`
  : `'${Key}' does not go with '${RequiredKeysOf<Member>}': leave one of them out`

/**
 * The same union, of whose members none takes a field that only another one has. Such a field has a sentence for its
 * type, so that the compiler's error names the remedy; a literal, since the compiler tells members apart by those.
 */
export type Exclusive<Union, All = Union> = Union extends unknown
  ? Union & {
      readonly [Key in Exclude<KeysOf<All>, keyof Union>]?: Remedy<Union, All, Key & string> | undefined
    }
  : never
