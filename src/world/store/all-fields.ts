/** All fields of a declaration, for those who look for some kind of them. */
import type { Field, Fields } from './fields.ts'

/** Every field with its name: first those of the record, then those of the objects inside. */
export function* allFields(fields: Fields): Generator<readonly [name: string, field: Field]> {
  const inside: (readonly [name: string, field: Field])[] = Object.entries(fields)
  for (const [name, field] of inside) {
    yield [name, field]
    if (field.form === 'object') inside.push(...Object.entries(field.fields))
    else if (field.form === 'list' || field.form === 'map') inside.push([name, field.of])
    else if (field.form === 'either' || field.form === 'pair')
      inside.push(...field.of.map((option): readonly [string, Field] => [name, option]))
  }
}
