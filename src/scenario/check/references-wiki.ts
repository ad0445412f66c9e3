/** Checks the sections of a wiki beside its pages and requirements. */
import { readFields, readJsonObject } from '../../model/integration/issues/issue-fields.ts'
import { checkRequirementKey } from '../../model/finding/requirement-keys.ts'
import { quoted } from '../../model/input/refusal.ts'
import { readQuery } from '../../model/searching/listing.ts'
import { problemOfValue, findSetting, SETTING_NAMES } from '../../model/settings/definitions.ts'
import { isOnboardingSetting } from '../../model/settings/onboarding.ts'
import { checkMatrix } from '../../model/traceability/matrices.ts'
import { readPattern } from '../../model/finding/types.ts'
import { nearestName } from '../../world/nearest.ts'
import { readRequirementReference } from './directory.ts'
import type { Entry } from '../format/format.ts'
import type { Path } from '../format/problems.ts'
import { matrixColumn } from './matrix-columns.ts'
import type { Check, EntryChecks } from './reference-check.ts'
import { checkMessageFields, checkWiki, type MessageFields } from './references-tracker.ts'

export const WIKI_CHECKS: Pick<
  EntryChecks,
  | 'baselines'
  | 'propertyNames'
  | 'types'
  | 'excelAttachments'
  | 'matrices'
  | 'settings'
  | 'issueTemplates'
  | 'outboundMessages'
> = {
  baselines(entry, check) {
    const space = check.space(['space'], entry.space)
    if (entry.createdBy !== undefined) check.user(['createdBy'], entry.createdBy)
    checkBaselineStatus(entry, check)
    if (entry.query !== undefined) check.refusalAt(['query'], () => readQuery(entry.query))
    if (space === undefined) return
    if (entry.page !== undefined) check.page(['page'], entry.page, space)
    if (entry.parent === entry.number) check.report(['parent'], 'a baseline cannot follow itself')
    else if (entry.parent !== undefined) checkParent(entry, entry.parent, space, check)
    entry.requirements?.forEach((key, at) => check.activeRequirement(['requirements', at], key, space))
  },
  propertyNames: (entry, check) => void check.space(['space'], entry.space),
  types(entry, check) {
    check.space(['space'], entry.space)
    check.refusalAt(['pattern'], () => readPattern(entry.pattern, 'pattern'))
  },
  excelAttachments(entry, check) {
    const space = check.space(['space'], entry.space)
    if (space !== undefined && entry.page !== undefined) check.page(['page'], entry.page, space)
  },
  matrices(entry, check) {
    check.space(['space'], entry.space)
    if (entry.owner !== undefined) check.user(['owner'], entry.owner)
    checkColumns(entry, check)
  },
  settings(entry, check) {
    // The processing time of a message is a setting of its receiver.
    check.site(['site'], entry.site, entry.name === 'messageMilliseconds' ? undefined : 'CONFLUENCE')
    checkSetting(entry, check)
  },
  issueTemplates(entry, check) {
    check.space(['space'], entry.space)
    const integration = check.integration(['integration'], entry.integration)
    const project = check.project(['project'], entry.project)
    const { fields, projectMetadata } = entry
    if (fields !== undefined) check.refusalAt(['fields'], () => readFields(fields, 'fields'))
    if (projectMetadata !== undefined)
      check.refusalAt(['projectMetadata'], () => readJsonObject(projectMetadata, 'projectMetadata'))
    const site = project === undefined ? undefined : check.directory.site(project.site)[0]
    if (site === undefined) return
    check.one('issue type of the site', ['type'], entry.type, check.directory.issueTypesOf(site))
    if (integration !== undefined && check.directory.site(integration.tracker)[0] !== site)
      check.report(['project'], `is not of the tracker of integration ${quoted(entry.integration)}`)
  },
  outboundMessages(entry, check) {
    const integration = check.integration(['integration'], entry.integration)
    if (entry.createdBy !== undefined) check.user(['createdBy'], entry.createdBy)
    const space = checkMessagePlace(entry, check)
    if (space !== undefined && entry.baseline !== undefined)
      check.baseline(['baseline'], entry.baseline, space)
    checkMessageFields(entry, OUTBOUND_FIELDS, check)
    if (entry.movedTo !== undefined) checkMove(entry, entry.movedTo, check)
    checkWiki(entry.integration, integration, space, check)
  },
}

type OutboundField = 'requirement' | 'movedTo' | 'baseline' | 'issue' | 'relationship' | 'template'

/** The fields that each operation needs; others are allowed unless they are exclusive. */
const OUTBOUND_FIELDS: MessageFields<Entry<'outboundMessages'>['operation'], OutboundField> = {
  needed: {
    REQUIREMENT_UPDATED: ['requirement'],
    REQUIREMENT_RENAMED: ['requirement', 'movedTo'],
    REQUIREMENT_DELETED: ['requirement'],
    LINK_ADDED: ['requirement', 'issue', 'relationship'],
    LINK_REMOVED: ['requirement', 'issue', 'relationship'],
    BASELINE_UPDATED: ['baseline'],
    CREATE_ISSUE: ['template'],
  },
  // Only links have a relationship, only renamings a new place, and only CREATE_ISSUE a template.
  exclusive: ['movedTo', 'relationship', 'template'],
}

/** Reports a renaming whose new place is the old one. */
function checkMove(
  { requirement }: Entry<'outboundMessages'>,
  movedTo: NonNullable<Entry<'outboundMessages'>['movedTo']>,
  check: Check,
): void {
  check.space(['movedTo', 'space'], movedTo.space)
  if (requirement === undefined) return
  const { space = '', key } = readRequirementReference(requirement)
  if (key === movedTo.key && check.directory.space(space)[0] === check.directory.space(movedTo.space)[0])
    check.report(['movedTo'], `must be another place than ${quoted(`${space}/${key}`)}`)
}

/** The space that a message is about, by its requirement or by itself. */
function checkMessagePlace(entry: Entry<'outboundMessages'>, check: Check): Entry<'spaces'> | undefined {
  const { requirement, space, baseline } = entry
  if (requirement === undefined) {
    if (space !== undefined) return check.space(['space'], space)
    if (baseline !== undefined)
      check.report(['baseline'], "needs 'requirement' or 'space', since baselines belong to spaces")
    return undefined
  }
  if (space !== undefined)
    check.report(['space'], "'requirement' already names the space: leave out one of them")
  check.requirement(['requirement'], requirement)
  return check.directory.space(readRequirementReference(requirement).space ?? '')[0]
}

/** Reports a parent that does not exist, or that follows the baseline itself, directly or through others. */
function checkParent(
  { number }: Entry<'baselines'>,
  parent: number,
  space: Entry<'spaces'>,
  check: Check,
): void {
  check.baseline(['parent'], parent, space)
  const passed = new Set<number>()
  for (
    let at: number | undefined = parent;
    at !== undefined && !passed.has(at);
    at = check.directory.baselinesOf(space)(at)[0]?.parent
  ) {
    if (at === number) check.report(['parent'], `baseline ${parent} follows baseline ${number} itself`)
    passed.add(at)
  }
}

function checkBaselineStatus(entry: Entry<'baselines'>, check: Check): void {
  const status = entry.status ?? 'PREVIEW'
  const only = (field: 'requirements' | 'firstCopy' | 'frozenAt' | 'message', wanted: typeof status) => {
    if (entry[field] === undefined || status === wanted) return
    check.report([field], `is for baselines in status ${wanted}, not ${status}`)
  }
  only('requirements', 'DONE')
  only('firstCopy', 'DONE')
  only('frozenAt', 'DONE')
  only('message', 'ERROR')
  if (status === 'IN_CREATION' && entry.createdBy === undefined)
    check.report(['createdBy'], 'is required: the user who starts freezing the baseline')
}

function checkSetting({ name, value }: Entry<'settings'>, { report }: Check): void {
  if (isOnboardingSetting(name)) {
    if (typeof value !== 'string') report(['value'], `setting ${quoted(name)} takes a text`)
    return
  }
  const setting = findSetting(name)
  if (setting === undefined)
    return report(['name'], `there is no setting ${quoted(name)}`, nearestName(name, SETTING_NAMES))
  if (setting.kind.type === 'spaces')
    return report(['name'], `is set for each space: give 'extendedMode: true' there`)
  const problem = problemOfValue(setting, value)
  if (problem !== undefined) report(['value'], `setting ${quoted(name)} ${problem}, not ${quoted(value)}`)
}

/** What the columns of a matrix are: their positions in the list are their numbers. */
function checkColumns(entry: Entry<'matrices'>, check: Check): void {
  const { query = '', variables = {} } = entry
  check.refusalAt(['columns'], () =>
    checkMatrix({ query: '', columns: entry.columns.map(matrixColumn), variables }),
  )
  check.refusalAt(['query'], () => checkMatrix({ query, columns: FIRST_COLUMN, variables }))
}

const FIRST_COLUMN = [matrixColumn({ label: 'Requirement', type: 'FIRST_COLUMN' }, 0)]

/** What only requirements of a space have. */
export function checkWikiFields(entry: Entry<'requirements'>, space: Entry<'spaces'>, check: Check): void {
  if (entry.baseline !== undefined) checkFrozen(entry.baseline, space, check)
  if (entry.excel === undefined) return
  const attachments = check.directory.excelAttachmentsOf(space)
  check.one(`Excel attachment of space ${quoted(space.key)}`, ['excel'], entry.excel, attachments)
}

/** Only a DONE baseline has copies of its own. One that is being frozen gets them from its task. */
function checkFrozen(number: number, space: Entry<'spaces'>, check: Check): void {
  check.baseline(['baseline'], number, space)
  const [baseline] = check.directory.baselinesOf(space)(number)
  const status = baseline?.status ?? 'PREVIEW'
  if (baseline === undefined || status === 'DONE') return
  check.report(['baseline'], `baseline ${number} is ${status}: only a DONE baseline has copies`)
}

/** Keys follow the rules of the service: special characters only if the space allows them. */
export function checkKey(
  path: Path,
  key: string,
  owner: Entry<'spaces'> | Entry<'workspaces'> | undefined,
  check: Check,
  space?: string,
): void {
  const extended = owner !== undefined && 'extendedMode' in owner && owner.extendedMode === true
  check.refusalAt(path, () => checkRequirementKey(key, String(path.at(-1)), extended, space))
}
