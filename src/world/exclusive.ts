/** Unions whose members exclude each other. */

type KeysOf<Union> = Union extends unknown ? keyof Union : never

/** Each member of a union without these fields. */
export type OmitEach<Union, Keys extends PropertyKey> = Union extends unknown ? Omit<Union, Keys> : never

/** The same union, of whose members none takes a field that only another one has. */
export type Exclusive<Union, All = Union> = Union extends unknown
  ? Union & { readonly [Key in Exclude<KeysOf<All>, keyof Union>]?: undefined }
  : never
