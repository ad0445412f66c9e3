/** The forms that the format allows at a place of a scenario: several where the format has a union. */
import * as z from 'zod'
import { scenarioSchema } from '../format/format.ts'
import type { Path } from '../format/problems.ts'

/** A map of fields as the format describes it. */
export type MapForm = z.ZodObject

/** The maps of fields that may be at a path. */
export function mapFormsAt(path: Path): readonly MapForm[] {
  return formsAt(path).filter((form) => form instanceof z.ZodObject)
}

/** The lists that may be at a path. */
export function listFormsAt(path: Path): readonly z.ZodArray[] {
  return formsAt(path).filter((form) => form instanceof z.ZodArray)
}

/** The names of the fields of these forms. */
export function fieldNames(forms: readonly MapForm[]): string[] {
  return [...new Set(forms.flatMap((form) => Object.keys(form.shape)))]
}

function formsAt(path: Path): readonly z.core.$ZodType[] {
  let here = unwrapped(scenarioSchema)
  for (const part of path) here = here.flatMap((form) => inside(form, part)).flatMap(unwrapped)
  return [...new Set(here)]
}

function inside(form: z.core.$ZodType, part: string | number): z.core.$ZodType[] {
  if (form instanceof z.ZodArray) return [form.element]
  if (form instanceof z.ZodRecord) return [form.valueType]
  if (!(form instanceof z.ZodObject) || !Object.hasOwn(form.shape, part)) return []
  return [form.shape[part] as z.core.$ZodType]
}

function unwrapped(schema: z.core.$ZodType): z.core.$ZodType[] {
  if (schema instanceof z.ZodOptional) return unwrapped(schema.unwrap())
  return schema instanceof z.ZodUnion ? schema.options.flatMap(unwrapped) : [schema]
}
