/** Resolves a scenario with everything it extends, or reports every problem at once. */
import { checkAlternatives } from '../api/framework/assumptions.ts'
import { quoted } from '../model/input/refusal.ts'
import { nearestName } from '../world/nearest.ts'
import { checkBounds } from './check/bounds.ts'
import { createDirectory } from './check/directory.ts'
import { ConsequentProblems } from './check/consequent-problems.ts'
import type {
  RequirementGenerator,
  ResolvedScenario,
  ScenarioFile,
  SectionName,
  Sections,
} from './format/format.ts'
import { mergeFaults } from './faults/merge.ts'
import { type MergedEntry, MergedWorld, type RegionName } from './merge.ts'
import {
  MAXIMUM_PROBLEMS,
  type Path,
  pathInFile,
  problemAt,
  ScenarioError,
  type ScenarioProblem,
  type ScenarioSource,
} from './format/problems.ts'
import { instantMessage, isInstant } from './format/instants.ts'
import type { Report } from './check/reference-check.ts'
import { checkReferences } from './check/references.ts'
import { qualified } from './check/scopes.ts'
import { SECTION_NAMES, SECTIONS } from './format/sections.ts'
import { checkBaselineVariants, checkUniqueness } from './check/uniqueness.ts'

/**
 * Finds what an item of `extends` names, seen from the file that has it. Rejects with ScenarioError for text that
 * cannot be read, and with any other error, whose message is shown, for what is not there or not allowed.
 */
export type LoadSource = (reference: string, from: ScenarioSource) => Promise<ScenarioSource>

/** Where the clock of a scenario starts that does not say. */
export const DEFAULT_START = '2026-01-05T09:00:00Z'
const DEFAULT_SEED = 1
const MAXIMUM_FILES = 200
const MAXIMUM_CHAIN = 20

/**
 * Checks a scenario and merges all that it extends, in order, itself last; each file counts once.
 * Throws ScenarioError with every problem: of text, format and extending, and of what the sound parts refer to.
 */
export async function resolveScenario(source: ScenarioSource, load: LoadSource): Promise<ResolvedScenario> {
  const { files: written, extended, problems, consequentProblems } = await collectFiles(source, load)
  const files = qualified(written, extended)
  const root = files.at(-1)
  if (root?.source.file !== source.file || problems.length >= MAXIMUM_PROBLEMS) throw errorOf(problems)
  const world = new MergedWorld()
  for (const { source: from, file } of files) problems.push(...world.add(from, file, consequentProblems))
  problems.push(...takeOutIncomplete(world, consequentProblems))
  const resolved = assemble(files, world)
  problems.push(
    ...problemsOfMerged(files, world, resolved, consequentProblems),
    ...(await problemsOfFaults(files, resolved, consequentProblems)),
    ...(await problemsOfTimeline(root.source, resolved, consequentProblems)),
  )
  if (problems.length > 0) throw errorOf(problems)
  return resolved
}

function errorOf(problems: readonly ScenarioProblem[]): ScenarioError {
  return new ScenarioError(problems.slice(0, MAXIMUM_PROBLEMS))
}

interface CheckedFile {
  readonly source: ScenarioSource
  readonly file: ScenarioFile
}

/**
 * The sound parts of every file in the order in which they are merged: what is extended comes before what extends it.
 * With what is wrong with the others, and which references that leaves in doubt.
 */
async function collectFiles(
  root: ScenarioSource,
  load: LoadSource,
): Promise<{
  files: CheckedFile[]
  extended: ReadonlyMap<string, ReadonlySet<string>>
  problems: ScenarioProblem[]
  consequentProblems: ConsequentProblems
}> {
  const files: CheckedFile[] = []
  /** The names of the files that each file extends, by its own name. */
  const extended = new Map<string, Set<string>>()
  const problems: ScenarioProblem[] = []
  const consequentProblems = new ConsequentProblems()
  const known = new Set<string>()
  await visit(root, [root.file])
  return { files, extended, problems, consequentProblems }

  async function visit(source: ScenarioSource, chain: readonly string[]): Promise<void> {
    known.add(source.file)
    const checked = await check(source)
    for (const [position, reference] of (checked?.file.extends ?? []).entries()) {
      await extend(source, reference, pathInFile(checked?.source ?? source, ['extends', position]), chain)
    }
    if (checked !== undefined) files.push(checked)
    else consequentProblems.addFile()
  }

  async function extend(source: ScenarioSource, reference: string, path: Path, chain: readonly string[]) {
    const report = (message: string) => void problems.push(problemAt(source, path, message))
    const base = await loaded(source, reference, report)
    if (base === undefined) return
    extended.set(source.file, (extended.get(source.file) ?? new Set()).add(base.file))
    if (chain.includes(base.file)) return report(`extends itself: ${[...chain, base.file].join(' → ')}`)
    if (known.has(base.file)) return
    if (chain.length >= MAXIMUM_CHAIN) return report(`extends more than ${MAXIMUM_CHAIN} files deep`)
    if (known.size >= MAXIMUM_FILES) return report(`extends more than ${MAXIMUM_FILES} files`)
    await visit(base, [...chain, base.file])
  }

  async function loaded(source: ScenarioSource, reference: string, report: (message: string) => void) {
    try {
      return await load(reference, source)
    } catch (error) {
      if (error instanceof ScenarioError) problems.push(...error.problems)
      else report(error instanceof Error ? error.message : `cannot load ${quoted(reference)}`)
      consequentProblems.addFile()
      return undefined
    }
  }

  async function check(source: ScenarioSource): Promise<CheckedFile | undefined> {
    if (source.trusted === true) return { source, file: source.value as ScenarioFile }
    // Only validation needs zod; a ready scenario starts without it.
    const { checkScenario } = await import('./check/check.ts')
    const result = checkScenario(source)
    if ('file' in result) return { source, file: result.file }
    problems.push(...result.problems)
    if (result.sound !== undefined) consequentProblems.addLost(source.file, result.sound.lost)
    return result.sound
  }
}

function assemble(files: readonly CheckedFile[], world: MergedWorld): ResolvedScenario {
  const last = files.at(-1) as CheckedFile
  const config: Record<string, unknown> = {}
  const clock: Record<string, unknown> = { start: DEFAULT_START }
  let seed: number | string = DEFAULT_SEED
  for (const { file } of files) {
    seed = file.seed ?? seed
    Object.assign(clock, file.clock)
    const { auth, assumptions, ...rest } = file.config ?? {}
    Object.assign(config, rest)
    if (auth !== undefined) config.auth = { ...(config.auth as object | undefined), ...auth }
    if (assumptions !== undefined)
      config.assumptions = { ...(config.assumptions as object | undefined), ...assumptions }
  }
  const us = sectionsOf(world, 'us')
  const faults = mergeFaults(files)
  return {
    name: last.file.name ?? nameOfFile(last.source.file),
    ...(last.file.description === undefined ? {} : { description: last.file.description }),
    seed,
    clock: clock as ResolvedScenario['clock'],
    config,
    world: { ...sectionsOf(world, 'eu'), ...(Object.keys(us).length > 0 ? { us } : {}) },
    generate: files.flatMap(({ file }) => file.generate ?? []),
    ...(faults.length > 0 ? { faults } : {}),
    ...((last.file.timeline ?? []).length > 0 ? { timeline: last.file.timeline ?? [] } : {}),
  }
}

function sectionsOf(world: MergedWorld, region: RegionName): Sections {
  const sections: Record<string, readonly object[]> = {}
  for (const section of SECTION_NAMES) {
    const entries = world.entries(region, section)
    if (entries.length > 0) sections[section] = entries.map(({ fields }) => fields)
  }
  // Complete: takeOutIncomplete has left no others.
  return sections as Sections
}

function nameOfFile(file: string): string {
  const name = file
    .slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1)
    .replace(/\.(ya?ml|json)$/i, '')
  return name === '' ? 'scenario' : name
}

/** Tells of entries with fields missing, and takes them out: nothing that follows could read them. */
function takeOutIncomplete(world: MergedWorld, consequentProblems: ConsequentProblems): ScenarioProblem[] {
  const problems: ScenarioProblem[] = []
  for (const region of ['eu', 'us'] as const) {
    for (const section of SECTION_NAMES) {
      for (const entry of world.entries(region, section)) {
        const missing = SECTIONS[section].required.filter((name) => entry.fields[name] === undefined)
        if (missing.length === 0) continue
        world.takeOut(region, section, entry)
        // Entries set aside in other files may have its other fields.
        if (!consequentProblems.isPart(entry.origin.source.file, entry.fields))
          for (const name of missing)
            problems.push(problemAt(entry.origin.source, entry.origin.path, `${quoted(name)} is missing`))
        consequentProblems.addRecord(entry.fields)
      }
    }
  }
  return problems
}

/** What only shows once all files are merged: references, uniqueness, the head of the scenario. */
function problemsOfMerged(
  files: readonly CheckedFile[],
  world: MergedWorld,
  resolved: ResolvedScenario,
  consequentProblems: ConsequentProblems,
): ScenarioProblem[] {
  const problems: ScenarioProblem[] = []
  const add = (problem: ScenarioProblem) => void problems.push(problem)
  for (const region of ['eu', 'us'] as const) {
    const sections: Sections = (region === 'eu' ? resolved.world : resolved.world.us) ?? {}
    const entries = new Map(SECTION_NAMES.map((section) => [section, world.entries(region, section)]))
    const reportOf = (section: SectionName, position: number) =>
      reportOn(entries.get(section)?.[position], add)
    const reportReferenceOf = (section: SectionName, position: number) =>
      consequentProblems.ofRecord(entries.get(section)?.[position]?.fields, reportOf(section, position))
    checkReferences(sections, generatorsOf(files, region, consequentProblems, add), reportReferenceOf)
    const directory = createDirectory(sections)
    checkUniqueness(sections, directory, reportOf)
    checkBaselineVariants(sections, directory, reportOf)
    checkBounds(sections, directory, reportOf)
  }
  for (const { source, file } of files) checkHead(source, file, resolved, consequentProblems, add)
  return problems
}

/** The errors in faults of unchecked files. */
async function problemsOfFaults(
  files: readonly CheckedFile[],
  resolved: ResolvedScenario,
  consequentProblems: ConsequentProblems,
): Promise<ScenarioProblem[]> {
  const problems: ScenarioProblem[] = []
  if (files.every(({ source, file }) => source.trusted === true || file.faults === undefined)) return problems
  // Only faults and timelines need all operations to be checked.
  const { checkFaults } = await import('./seed/faults.ts')
  checkFaults(files, resolved, consequentProblems, (problem) => {
    if (problems.length < MAXIMUM_PROBLEMS) problems.push(problem)
  })
  return problems
}

/** What is wrong with the steps of the file itself; the ready scenarios were checked when they were compiled. */
async function problemsOfTimeline(
  source: ScenarioSource,
  resolved: ResolvedScenario,
  consequentProblems: ConsequentProblems,
): Promise<ScenarioProblem[]> {
  const problems: ScenarioProblem[] = []
  if (resolved.timeline === undefined || source.trusted === true) return problems
  // Only a timeline needs all operations to be checked.
  const { checkTimeline } = await import('./timeline/check.ts')
  const report: Report = (path, message, nearest) =>
    void problems.push(problemAt(source, ['timeline', ...path], message, nearest))
  checkTimeline(resolved, {
    report: consequentProblems.ofSteps(resolved.timeline, report),
    isEnough: () => problems.length >= MAXIMUM_PROBLEMS,
    mayHaveSaved: (name) => consequentProblems.isOfStep(name),
    numberOf: (position) => Number(pathInFile(source, ['timeline', position]).at(-1)) + 1,
  })
  return problems
}

/** Reports at the place that gave the field, which may be another file than gave the entry. */
function reportOn(entry: MergedEntry | undefined, add: (problem: ScenarioProblem) => void): Report {
  return (path, message, nearest) => {
    const origin = entry?.origins.get(String(path[0])) ?? entry?.origin
    if (origin !== undefined) add(problemAt(origin.source, [...origin.path, ...path], message, nearest))
  }
}

function generatorsOf(
  files: readonly CheckedFile[],
  region: RegionName,
  consequentProblems: ConsequentProblems,
  add: (problem: ScenarioProblem) => void,
) {
  return files.flatMap(({ source, file }) =>
    (file.generate ?? []).flatMap((generator: RequirementGenerator, position) => {
      if ((generator.region ?? 'eu') !== region) return []
      const report: Report = (path: Path, message, nearest) =>
        add(problemAt(source, ['generate', position, ...path], message, nearest))
      return [{ generator, report: consequentProblems.ofRecord(generator, report) }]
    }),
  )
}

function checkHead(
  source: ScenarioSource,
  file: ScenarioFile,
  resolved: ResolvedScenario,
  consequentProblems: ConsequentProblems,
  add: (problem: ScenarioProblem) => void,
): void {
  const start = file.clock?.start
  if (start !== undefined && !isInstant(start)) {
    add(problemAt(source, ['clock', 'start'], instantMessage(start)))
  }
  for (const [id, value] of Object.entries(file.config?.assumptions ?? {})) {
    for (const problem of checkAlternatives({ [id]: value })) {
      add(problemAt(source, ['config', 'assumptions', id], problem))
    }
  }
  const anonymousAs = file.config?.auth?.anonymousAs
  const users = resolved.world.users ?? []
  if (
    anonymousAs !== undefined &&
    !consequentProblems.isAbout(anonymousAs) &&
    !users.some(({ id, name }) => name === anonymousAs || id === anonymousAs)
  ) {
    const nearest = nearestName(
      String(anonymousAs),
      users.map(({ name }) => name),
    )
    add(problemAt(source, ['config', 'auth', 'anonymousAs'], `no user ${quoted(anonymousAs)}`, nearest))
  }
}
