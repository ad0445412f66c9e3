/** The faults of scenario files: merged by their number, checked against what the scenario holds, and put into its world. */
import { addFault } from '../../model/faults/writing.ts'
import { MAXIMUM_FAULTS } from '../../model/records/world/faults.ts'
import { quoted } from '../../model/input/refusal.ts'
import { parseInstant } from '../../world/time/duration.ts'
import type { World } from '../../world/world.ts'
import { namesOfScenario, namesOfWorld } from '../faults/names.ts'
import type { ConsequentProblems } from '../check/consequent-problems.ts'
import type { FaultFields } from '../format/fault-shape.ts'
import type { ResolvedScenario, ScenarioFile } from '../format/format.ts'
import { type Path, problemAt, type ScenarioProblem, type ScenarioSource } from '../format/problems.ts'
import { readFault } from '../faults/read.ts'
import type { Report } from '../check/reference-check.ts'

/** Tells of every fault that could not be written into the world of a scenario, at the place that gave it. */
export function checkFaults(
  files: readonly { readonly source: ScenarioSource; readonly file: ScenarioFile }[],
  resolved: ResolvedScenario,
  consequentProblems: ConsequentProblems,
  add: (problem: ScenarioProblem) => void,
): void {
  const names = namesOfScenario(resolved)
  const start = parseInstant(resolved.clock.start) ?? 0
  let count = 0
  const known = new Map<number, FaultFields>()
  for (const { source, file } of files) {
    const inFile = new Set<number>()
    for (const [position, { remove, ...fields }] of (file.faults ?? []).entries()) {
      const at = (path: Path): Path => ['faults', position, ...path]
      const { id } = fields
      const earlier = id === undefined ? undefined : known.get(id)
      if (id !== undefined && inFile.has(id))
        add(problemAt(source, at(['id']), `the id ${quoted(id)} appears twice`))
      if (id !== undefined) inFile.add(id)
      if (remove === true) {
        if (earlier === undefined && !consequentProblems.isAbout(id))
          add(problemAt(source, at([]), 'no fault has this id: give the id of the fault to remove'))
        continue
      }
      const merged = { ...earlier, ...fields }
      if (id !== undefined) known.set(id, merged)
      const report: Report = (path, message, nearest) => add(problemAt(source, at(path), message, nearest))
      readFault(merged, names, start, consequentProblems.ofSteps(merged, report))
      if (++count === MAXIMUM_FAULTS + 1)
        add(problemAt(source, at([]), `a world holds at most ${MAXIMUM_FAULTS} faults`))
    }
  }
}

/** Puts the faults of a scenario into its world. */
export function seedFaults(world: World, scenario: ResolvedScenario): void {
  const names = namesOfWorld(world)
  const inputs = scenario.faults ?? []
  // Chosen ids are reserved before the others are numbered.
  const chosen = inputs.filter(({ id }) => id !== undefined)
  for (const input of [...chosen, ...inputs.filter(({ id }) => id === undefined)]) {
    const rule = readFault(input, names, world.now, (path, message) => {
      throw new Error(`fault ${path.join('.')} passed the checks of the scenario: ${message}`)
    })
    if (rule !== undefined) addFault(world, rule, input.id)
  }
}
