/** What the declarations of operations use of zod; `late-zod.ts` hands it on once it is loaded. */
export {
  array,
  boolean,
  enum,
  int,
  iso,
  literal,
  looseObject,
  null,
  number,
  object,
  record,
  string,
  union,
  unknown,
} from 'zod'
