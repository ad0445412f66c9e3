/** Drops the parts of a scenario file that cannot be in one, until the rest can be loaded. */
import type { ResolvedScenario, ScenarioFile } from '../format/format.ts'
import { type Path, ScenarioError } from '../format/problems.ts'
import { resolveScenario } from '../resolve.ts'

export interface Draft {
  readonly file: ScenarioFile
  /** The entries whose credential has a new value. */
  readonly renewed: ReadonlySet<object>
}

/** A part that was dropped, and why. */
export interface DroppedPart {
  readonly path: Path
  readonly message: string
}

export interface SoundDraft {
  readonly draft: Draft
  readonly resolved: ResolvedScenario
  readonly dropped: readonly DroppedPart[]
}

/** Each round drops what the problems of the one before name. */
const MAXIMUM_ROUNDS = 50

/** Checks a draft and drops what cannot be in a scenario, until the rest is sound. */
export async function soundDraft(
  draft: Draft,
  dropped: readonly DroppedPart[] = [],
  round = 0,
): Promise<SoundDraft> {
  const paths: Path[] = []
  // A place without a text has no position: the number of its path stands for it.
  const locate = (path: Path) => ({ line: paths.push(path), column: 1 })
  const { file } = draft
  try {
    const resolved = await resolveScenario(
      { file: file.name ?? 'scenario', value: file, locate },
      loadsNothing,
    )
    return { draft, resolved, dropped }
  } catch (error) {
    if (!(error instanceof ScenarioError) || paths.length === 0 || round === MAXIMUM_ROUNDS) throw error
    const parts = error.problems.flatMap(({ line, message }) => {
      const path = line === undefined ? undefined : paths[line - 1]
      return path === undefined ? [] : [{ path: droppable(path), message }]
    })
    return soundDraft(without(draft, paths), [...dropped, ...parts], round + 1)
  }
}

function loadsNothing(): Promise<never> {
  return Promise.reject(new Error('a saved scenario extends nothing'))
}

/** Takes out items of lists and maps that problems name, and otherwise the whole entry of a section. */
function without({ file, renewed }: Draft, paths: readonly Path[]): Draft {
  const dropped = new Set<string>()
  const changed = new Set<string>()
  for (const path of paths.map(droppable)) {
    dropped.add(JSON.stringify(path))
    for (let length = 0; length < path.length; length++) changed.add(JSON.stringify(path.slice(0, length)))
  }
  const marks = new Set(renewed)
  return { file: pruned(file, []) as ScenarioFile, renewed: marks }

  function pruned(value: unknown, path: Path): unknown {
    if (typeof value !== 'object' || value === null || !changed.has(JSON.stringify(path))) return value
    const isKept = (part: string | number) => !dropped.has(JSON.stringify([...path, part]))
    if (Array.isArray(value))
      return value.flatMap((item: unknown, at) => (isKept(at) ? [pruned(item, [...path, at])] : []))
    const fields = Object.entries(value).filter(([field]) => isKept(field))
    const copy = Object.fromEntries(fields.map(([field, inner]) => [field, pruned(inner, [...path, field])]))
    if (marks.has(value)) marks.add(copy)
    return copy
  }
}

/** Parts of an entry that can be missing while the rest keeps its meaning. */
const LISTS: ReadonlySet<string | number> = new Set([
  'administrators',
  'dependencies',
  'external',
  'formerKeys',
  'grants',
  'links',
  'organizations',
  'properties',
])

function droppable(path: Path): Path {
  if (path[0] !== 'world') return path.slice(0, path[1] === 'auth' ? 2 : Math.min(path.length, 3))
  const entry = path[1] === 'us' ? 4 : 3
  const field = path[entry]
  if (field === undefined || !LISTS.has(field) || path.length < entry + 2) return path.slice(0, entry)
  return path.slice(0, field === 'grants' ? entry + 3 : entry + 2)
}
