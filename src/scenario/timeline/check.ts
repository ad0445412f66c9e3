/** Checks what a timeline refers to before anything runs: operations, users, pages, names of steps and saved values. */
import { operationIndex } from '../../api/operation-index.ts'
import { ADDRESSES } from '../../api/framework/interfaces.ts'
import { createInterfaceRoutes, type FindRoutes } from '../../gateway/addresses/interface-routes.ts'
import { locate, type ServiceTarget } from '../../gateway/addresses/locate.ts'
import { nearestOperations } from '../../gateway/addresses/near-miss.ts'
import { type Region, regionTables } from '../../model/schema.ts'
import { quoted } from '../../model/input/refusal.ts'
import { A_DURATION, parseDuration, parseInstant } from '../../world/time/duration.ts'
import { nearestName } from '../../world/nearest.ts'
import { createDirectory, type Directory } from '../check/directory.ts'
import { type FaultNames, namesOfScenario } from '../faults/names.ts'
import { readFault } from '../faults/read.ts'
import type { Entry, ResolvedScenario } from '../format/format.ts'
import type {
  AdvanceStep,
  CallStep,
  EditStep,
  FaultStep,
  TimelineStep,
  ViewStep,
} from '../format/timeline.ts'
import { parseJsonPath } from './json-path.ts'
import type { Path } from '../format/problems.ts'
import { instantMessage, isInstant } from '../format/instants.ts'
import type { Report } from '../check/reference-check.ts'
import { hasToken, sectionsOf, userNames } from './credentials.ts'
import { isValueName, placeholdersOf, textsOf, valueNameMessage } from './values.ts'
import { readCall, refusedControlPath } from './call.ts'
import { countText } from '../../world/count-text.ts'

/** Names under which a timeline saves values. */
const MAXIMUM_SAVED = 1000

/** What is known while the steps are gone through in their order. */
interface Progress extends Omit<TimelineCheck, 'report'> {
  readonly scenario: ResolvedScenario
  /** The place of each named step. */
  readonly steps: Map<string, string>
  /** Names of values that earlier steps save. */
  readonly saved: Set<string>
  /** Titles that earlier steps give to pages. */
  readonly titles: Set<string>
  /** Names of earlier steps that give faults. */
  readonly faults: Set<string>
  /** What faults may name. */
  readonly faultNames: FaultNames
  readonly findRoutes: FindRoutes
  /** The pages and spaces, computed on first use. */
  readonly directories: Map<Region, Directory>
}

/** The input and the reporter of a timeline check. */
export interface TimelineCheck {
  /** Called with each problem; paths begin at the timeline. */
  readonly report: Report
  /** True once no more problems are wanted. */
  readonly isEnough: () => boolean
  /** Whether a step that is not among those of the scenario may have saved a value or have had this name. */
  readonly mayHaveSaved: (name: string) => boolean
  /** The number of a step in the file, from 1. */
  readonly numberOf: (position: number) => number
}

/** Reports the problems of a resolved scenario's timeline. */
export function checkTimeline(scenario: ResolvedScenario, check: TimelineCheck): void {
  const progress = {
    ...check,
    scenario,
    steps: new Map<string, string>(),
    saved: new Set<string>(),
    titles: new Set<string>(),
    faults: new Set<string>(),
    faultNames: namesOfScenario(scenario),
    findRoutes: createInterfaceRoutes(operationIndex),
    directories: new Map<Region, Directory>(),
  }
  checkSteps(scenario.timeline ?? [], progress, [], check.report)
}

function checkSteps(steps: readonly TimelineStep[], progress: Progress, path: Path, report: Report): void {
  for (const [position, step] of steps.entries()) {
    if (progress.isEnough()) return
    const within: Report = (inner, message, nearest) =>
      report([...path, position, ...inner], message, nearest)
    checkName(step, position, progress, within)
    checkShow(step, within)
    if ('fork' in step) {
      // What is saved in a fork is thrown away with it.
      const inside = {
        ...progress,
        saved: new Set(progress.saved),
        titles: new Set(progress.titles),
        faults: new Set(progress.faults),
      }
      checkSteps(step.fork.steps, inside, [...path, position, 'fork', 'steps'], report)
      continue
    }
    checkPlaceholders(step, progress, within)
    if ('call' in step) checkCall(step, progress, within)
    else if ('advance' in step) checkAdvance(step, within)
    else if ('edit' in step) checkEdit(step, progress, within)
    else if ('view' in step) checkPage('view', step, progress, within)
    else checkFault(step, progress, within)
  }
}

function checkName(
  { step }: TimelineStep,
  position: number,
  { steps, numberOf }: Progress,
  report: Report,
): void {
  if (step === undefined) return
  const taken = steps.get(step)
  if (taken === undefined) steps.set(step, `step ${numberOf(position)}`)
  else report(['step'], `the name ${quoted(step)} is taken by an earlier step (${taken})`)
}

function checkShow({ show }: TimelineStep, report: Report): void {
  if (show === undefined) return
  for (const [position, path] of (show.response ?? []).entries())
    checkJsonPath(['show', 'response', position], path, report)
  const tables = Object.keys(regionTables)
  for (const [position, table] of (show.changes ?? []).entries()) {
    if (!tables.includes(table))
      report(['show', 'changes', position], `no table ${quoted(table)}`, nearestName(table, tables))
  }
  if (show.record !== undefined && show.machine === undefined)
    report(['show', 'record'], "selects a record of a state machine: give 'machine' too")
}

function checkPlaceholders(step: TimelineStep, { saved, mayHaveSaved }: Progress, report: Report): void {
  const { heading: _, note: __, step: ___, show: ____, ...rest } = step
  for (const { text, path } of textsOf(rest)) {
    // A call may use what it saves only in later steps, and the paths of its response hold no placeholder.
    const { names, broken } = placeholdersOf(text)
    for (const name of names) {
      if (!saved.has(name) && !mayHaveSaved(name))
        report(path, `no earlier step saves a value as ${quoted(name)}`, nearestName(name, saved))
    }
    if (broken !== undefined)
      report(path, `${quoted(broken)} is not a placeholder: write \${name}, or $\${ for the text itself`)
  }
}

function checkCall(step: CallStep, progress: Progress, report: Report): void {
  const { as, token, save = {}, until, expect } = step
  if (as !== undefined && token !== undefined) report(['token'], "give 'as' or 'token', not both")
  const region = checkAddress(step, progress, report)
  if (as !== undefined) checkUser(as, region ?? 'eu', progress, report)
  for (const [name, path] of Object.entries(save)) {
    if (!isValueName(name)) report(['save', name], valueNameMessage(name))
    checkJsonPath(['save', name], path, report)
    progress.saved.add(name)
    if (progress.saved.size === MAXIMUM_SAVED + 1)
      report(['save', name], `exceeds the limit: a timeline saves at most ${MAXIMUM_SAVED} values`)
  }
  for (const path of Object.keys(expect?.path ?? {})) checkJsonPath(['expect', 'path', path], path, report)
  for (const [position, path] of (expect?.absent ?? []).entries())
    checkJsonPath(['expect', 'absent', position], path, report)
  for (const field of ['every', 'atMost'] as const) checkDuration(['until', field], until?.[field], report)
}

/** Reports a call that matches no operation; returns the region of the call. */
function checkAddress(step: CallStep, progress: Progress, report: Report): Region | undefined {
  const call = readCall(step.call)
  if (typeof call === 'string') {
    report(['call'], call)
    return undefined
  }
  if (placeholdersOf(step.call).broken !== undefined) return undefined
  const { target } = locate(call.path)
  if (target?.kind === 'control') {
    const refusal = refusedControlPath(locate(call.path).path)
    if (refusal !== undefined) report(['call'], refusal)
    return undefined
  }
  if (target === undefined) {
    const addresses = [...ADDRESSES.map(({ path }) => path), '/_sim']
    const nearest = nearestName(`/${call.path.split('/')[1] ?? ''}`, addresses)
    report(['call'], `nothing is served at ${quoted(call.path)}; there are ${addresses.join(', ')}`, nearest)
    return undefined
  }
  checkOperation(call, target, step, progress, report)
  const region = target.region as Region
  if (
    step.as !== undefined &&
    target.interface.startsWith('hosted-') &&
    isKnownUser(step.as, region, progress)
  ) {
    if (!hasToken(progress.scenario, step.as, region))
      report(['as'], `${quoted(step.as)} has no token in the scenario, and hosted interfaces need one`)
  }
  return region
}

/** What a placeholder may stand for: something that parameters of each type accept. */
const SAMPLES = ['1', 'x', '00000000-0000-4000-8000-000000000000']

function checkOperation(
  call: { readonly method: string; readonly path: string },
  target: ServiceTarget,
  step: CallStep,
  { findRoutes }: Progress,
  report: Report,
): void {
  const routes = findRoutes(target.interface, true)
  const paths = SAMPLES.map((sample) => locate(call.path.replaceAll(/\$\{[^{}]{0,200}\}/g, sample)).path)
  const matches = paths.map((path) => routes.match(call.method, path))
  if (matches.some(({ kind }) => kind === 'found')) return
  const allowed = matches.find((match) => match.kind === 'method')
  if (allowed?.kind === 'method') {
    // A step may call what is refused if it expects exactly that.
    if (step.expect?.status === 405) return
    report(
      ['call'],
      `${quoted(call.path)} does not take ${call.method}: it takes ${allowed.allow.join(', ')}`,
    )
    return
  }
  const [nearest] = nearestOperations(routes.placed, call.method, paths[0] as string)
  const base = call.path.slice(0, call.path.length - locate(call.path).path.length - queryLength(call.path))
  const offer = nearest === undefined ? undefined : nearest.replace(' ', ` ${base}`)
  report(['call'], `no operation at ${quoted(`${call.method} ${call.path}`)}`, offer)
}

function queryLength(path: string): number {
  const question = path.indexOf('?')
  return question === -1 ? 0 : path.length - question
}

function checkAdvance({ advance }: AdvanceStep, report: Report): void {
  if (typeof advance === 'string') return checkDuration(['advance'], advance, report)
  if ('to' in advance && !advance.to.includes('${') && !isInstant(advance.to))
    report(['advance', 'to'], instantMessage(advance.to))
}

function checkDuration(path: Path, text: string | undefined, report: Report): void {
  if (text === undefined || text.includes('${') || parseDuration(text) !== undefined) return
  report(path, `must be ${A_DURATION}, not ${quoted(text)}`)
}

function checkEdit(step: EditStep, progress: Progress, report: Report): void {
  checkPage('edit', step, progress, report)
  const { title, define, undefine, content, links } = step.edit
  if ([title, define, undefine, content, links].every((change) => change === undefined))
    report(['edit'], 'changes nothing: give title, define, undefine, content or links')
  if (content !== undefined && (define ?? undefine) !== undefined)
    report(
      ['edit', 'content'],
      "replaces everything that the page defines: give either 'content', or 'define' and 'undefine'",
    )
  if (title !== undefined) progress.titles.add(title)
}

function checkPage(
  verb: 'edit' | 'view',
  step: EditStep | ViewStep,
  progress: Progress,
  report: Report,
): void {
  const { page, space, region = 'eu' } = 'edit' in step ? step.edit : step.view
  if (step.as !== undefined) checkUser(step.as, region, progress, report)
  const sections = sectionsOf(progress.scenario, region)
  const directory = progress.directories.get(region) ?? createDirectory(sections)
  progress.directories.set(region, directory)
  const found = space === undefined || space.includes('${') ? undefined : directory.space(space)
  if (found?.length === 0) {
    report([verb, 'space'], `no space ${quoted(space)}`, nearestName(space ?? '', directory.space.names()))
    return
  }
  const { titles, mayHaveSaved } = progress
  if (typeof page === 'string' && (page.includes('${') || titles.has(page) || mayHaveSaved(page))) return
  const pages = (sections.pages ?? []).filter(
    (entry) => found === undefined || directory.space(entry.space)[0] === found[0],
  )
  const matches = pages.filter(({ id, title }) => id === page || title === page)
  if (matches.length === 1) return
  if (matches.length > 1) {
    report(
      [verb, 'page'],
      `${quoted(page)} may be any of ${countText(matches.length, 'page')}: give the space, or the page id`,
    )
  } else if (typeof page === 'string' || pages.every(({ id }) => id !== undefined)) {
    report([verb, 'page'], `no page ${quoted(page)}`, nearestPage(page, pages))
  }
}

function nearestPage(page: string | number, pages: readonly Entry<'pages'>[]): string | undefined {
  return nearestName(
    String(page),
    pages.map(({ id, title }) => (typeof page === 'number' ? String(id) : title)),
  )
}

function checkFault(step: FaultStep, progress: Progress, report: Report): void {
  const { fault } = step
  if ('clear' in fault) return
  // A map with `remove` alone takes a fault out; faults themselves have no such field.
  if ('remove' in fault) {
    const reference = fault.remove
    const isKnown = (name: string) => progress.faults.has(name) || progress.mayHaveSaved(name)
    if (typeof reference === 'string' && !reference.includes('${') && !isKnown(reference)) {
      report(
        ['fault', 'remove'],
        `no earlier step ${quoted(reference)} adds a fault`,
        nearestName(reference, progress.faults),
      )
    }
    return
  }
  if (step.step !== undefined) progress.faults.add(step.step)
  if ([...textsOf(fault)].some(({ text }) => text.includes('${'))) return
  const start = parseInstant(progress.scenario.clock.start) ?? 0
  readFault(fault, progress.faultNames, start, (path, message, nearest) =>
    report(['fault', ...path], message, nearest),
  )
}

function checkUser(name: string, region: Region, progress: Progress, report: Report): void {
  if (name.includes('${') || isKnownUser(name, region, progress)) return
  const names = userNames(progress.scenario, region)
  report(
    ['as'],
    `no user ${quoted(name)}${region === 'eu' ? '' : ` in region ${region}`}`,
    nearestName(name, names),
  )
}

function isKnownUser(name: string, region: Region, { scenario }: Progress): boolean {
  return userNames(scenario, region).includes(name)
}

function checkJsonPath(path: Path, text: string, report: Report): void {
  const parsed = parseJsonPath(text)
  if (typeof parsed === 'string') report(path, parsed)
}
