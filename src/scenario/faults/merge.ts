/** The faults of all files of a scenario: an entry with the number of an earlier one changes the fields that it gives. */
import type { FaultFields } from '../format/fault-shape.ts'
import type { ScenarioFile } from '../format/format.ts'

/** In order of first appearance. */
export function mergeFaults(files: readonly { readonly file: ScenarioFile }[]): readonly FaultFields[] {
  const merged = new Map<number | symbol, FaultFields>()
  for (const { file } of files) {
    for (const { remove, ...fields } of file.faults ?? []) {
      const key = fields.id ?? Symbol('unnumbered')
      if (remove === true) merged.delete(key)
      else merged.set(key, { ...merged.get(key), ...fields })
    }
  }
  return [...merged.values()]
}
