/** The names of fields that a schema takes at a place. */
import type * as z from 'zod'

type Schema = z.core.$ZodType

/** How deep unions and wrappers of a schema are followed. */
const MAXIMUM_DEPTH = 50

/** The fields of the object at this path that have an effect; none where the schema takes no object with named fields. */
export function acceptedFields(schema: Schema, path: readonly string[]): ReadonlySet<string> {
  const names = new Set<string>()
  collect(schema, path, names, MAXIMUM_DEPTH)
  return names
}

function collect(schema: Schema, path: readonly string[], names: Set<string>, left: number): void {
  if (left === 0) return
  const { def } = (schema as z.core.$ZodTypes)._zod
  const [step, ...rest] = path
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'catch':
    case 'readonly':
      return collect(def.innerType, path, names, left - 1)
    case 'lazy':
      return collect(def.getter(), path, names, left - 1)
    case 'pipe':
      return collect(def.in, path, names, left - 1)
    case 'union':
      return def.options.forEach((option) => collect(option, path, names, left - 1))
    case 'intersection':
      return [def.left, def.right].forEach((part) => collect(part, path, names, left - 1))
    case 'array':
      if (step !== undefined && /^\d+$/.test(step)) collect(def.element, rest, names, left - 1)
      return
    case 'object': {
      if (step === undefined) {
        for (const [name, field] of Object.entries(def.shape)) if (!isIgnored(field)) names.add(name)
        return
      }
      const field = Object.hasOwn(def.shape, step) ? def.shape[step] : undefined
      if (field !== undefined) collect(field, rest, names, left - 1)
      return
    }
    default:
  }
}

/** Whether the schema was declared with `ignored`. */
function isIgnored(schema: Schema): boolean {
  return (schema as z.ZodType).meta()?.['ignored'] === true
}
