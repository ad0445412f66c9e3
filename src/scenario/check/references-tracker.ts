/** Checks what joins a tracker to a wiki: links with their two views, messages, texts, and the tracker's own fields. */
import { quoted } from '../../model/input/refusal.ts'
import { readRequirementReference } from './directory.ts'
import type { Entry, RequirementReference } from '../format/format.ts'
import type { Path } from '../format/problems.ts'
import type { Check, EntryChecks } from './reference-check.ts'

export const TRACKER_CHECKS: Pick<
  EntryChecks,
  'links' | 'trackerTexts' | 'customFields' | 'trackerMessages'
> = {
  links(entry, check) {
    const issue = check.one('issue', ['issue'], entry.issue, check.directory.issue)
    check.requirement(['requirement'], entry.requirement)
    checkIntegration(entry, issue, check)
    if (entry.integration !== undefined) check.integration(['integration'], entry.integration)
    const space = spaceOf(entry.requirement, check)
    if (entry.baseline !== undefined && space !== undefined)
      check.baseline(['baseline'], entry.baseline, space)
    checkViews(entry, space, check)
  },
  trackerTexts(entry, check) {
    const integration = check.integration(['integration'], entry.integration)
    const space = namedSpace(['requirement'], entry.requirement, check)
    checkWiki(entry.integration, integration, space, check)
    if (entry.text === undefined && entry.html === undefined)
      check.report(['text'], "is missing: give 'text' or 'html'")
  },
  customFields: (entry, check) => void check.site(['site'], entry.site, 'JIRA'),
  trackerMessages(entry, check) {
    const integration = check.integration(['integration'], entry.integration)
    if (entry.createdBy !== undefined) check.user(['createdBy'], entry.createdBy)
    checkFields(entry, check)
    if (integration !== undefined) checkIssues(entry, integration, check)
    if (entry.requirement === undefined) return
    check.requirement(['requirement'], entry.requirement)
    const space = spaceOf(entry.requirement, check)
    if (space !== undefined && entry.baseline !== undefined)
      check.baseline(['baseline'], entry.baseline, space)
    checkWiki(entry.integration, integration, space, check)
  },
}

/** A message uses an integration of the wiki of its space. */
export function checkWiki(
  reference: string,
  integration: Entry<'integrations'> | undefined,
  space: Entry<'spaces'> | undefined,
  { directory, report }: Check,
): void {
  if (integration === undefined || space === undefined) return
  if (directory.site(integration.wiki)[0] === directory.site(space.site)[0]) return
  const message = `integration ${quoted(reference)} is of another wiki than space ${quoted(space.key)}`
  report(['integration'], message)
}

/** A link needs an integration between the wiki of its requirement and the tracker of its issue. */
function checkIntegration(entry: Entry<'links'>, issue: Entry<'issues'> | undefined, check: Check): void {
  const { directory } = check
  const space = spaceOf(entry.requirement, check)
  const project = issue === undefined ? undefined : directory.project(issue.project)[0]
  if (space === undefined || project === undefined) return
  if (directory.integrationsBetween(space.site, project.site).length === 0) {
    check.report(
      ['issue'],
      `no integration connects site ${quoted(space.site)} and site ${quoted(project.site)}`,
    )
  }
}

/** Fields of a view are only for a view that the link has. */
function checkViews(entry: Entry<'links'>, space: Entry<'spaces'> | undefined, check: Check): void {
  const { faces = 'both', lostKey, inWiki, inTracker } = entry
  if (lostKey === true && faces === 'wiki')
    check.report(['lostKey'], "'lostKey' is for the tracker side: set 'faces' to both or tracker")
  if (inWiki !== undefined && faces === 'tracker')
    check.report(['inWiki'], "'inWiki' is for the wiki side: set 'faces' to both or wiki")
  if (inTracker === undefined) return
  if (faces === 'wiki')
    check.report(['inTracker'], "'inTracker' is for the tracker side: set 'faces' to both or tracker")
  if (inTracker.requirement === undefined) return
  if (lostKey === true)
    check.report(['inTracker', 'requirement'], "conflicts with 'lostKey': leave out one of them")
  const other = namedSpace(['inTracker', 'requirement'], inTracker.requirement, check)
  if (space === undefined || other === undefined) return
  if (check.directory.site(space.site)[0] !== check.directory.site(other.site)[0])
    check.report(['inTracker', 'requirement'], `space ${quoted(other.key)} is of another wiki than the link`)
}

/** The fields of messages of one queue. */
export interface MessageFields<Operation extends string, Field extends string> {
  /** The fields that each operation needs. */
  readonly needed: Readonly<Record<Operation, readonly Field[]>>
  /** The fields that only operations that need them may have. */
  readonly exclusive: readonly Field[]
}

/** A message has the fields that its operation needs, and none that mean nothing to it. */
export function checkMessageFields<Operation extends string, Field extends string>(
  entry: { readonly operation: Operation } & { readonly [F in Field]?: unknown },
  { needed, exclusive }: MessageFields<Operation, Field>,
  { report }: Check,
): void {
  const { operation } = entry
  const own = needed[operation]
  for (const field of own)
    if (entry[field] === undefined) report([field], `is missing: ${operation} needs it`)
  for (const field of exclusive)
    if (entry[field] !== undefined && !own.includes(field)) report([field], `is not used by ${operation}`)
}

const TRACKER_FIELDS: MessageFields<Entry<'trackerMessages'>['operation'], 'requirement' | 'newIssue'> = {
  needed: {
    ADD_LINK: ['requirement'],
    REMOVE_LINK: ['requirement'],
    RESET_LINKS: [],
    ISSUE_RENAMED: ['newIssue'],
    ISSUE_MOVED: ['newIssue'],
  },
  exclusive: ['requirement', 'newIssue'],
}

function checkFields(entry: Entry<'trackerMessages'>, check: Check): void {
  const { report } = check
  checkMessageFields(entry, TRACKER_FIELDS, check)
  if (entry.baseline !== undefined && entry.requirement === undefined)
    report(['baseline'], "needs 'requirement', since baselines belong to spaces")
  if (entry.newIssue !== undefined && entry.newIssue === entry.issue)
    report(['newIssue'], `must be another key than ${quoted(entry.issue)}`)
}

/** Keys are those of issues of the tracker, or such as another message says are of the past. */
function checkIssues(
  { issue, newIssue }: Entry<'trackerMessages'>,
  integration: Entry<'integrations'>,
  check: Check,
): void {
  const { directory } = check
  const issues = directory.issuesOn(directory.site(integration.tracker)[0])
  const formerIssues = directory.formerIssuesOn(directory.site(integration.tracker)[0])
  const checkKey = (path: Path, key: string) => {
    if (directory.renaming(key).some((message) => message.integration === integration.serviceId)) return
    if (formerIssues(key).length > 0) return
    check.one('issue of the tracker', path, key, issues)
  }
  checkKey(['issue'], issue)
  if (newIssue !== undefined) checkKey(['newIssue'], newIssue)
}

function spaceOf(reference: RequirementReference, { directory }: Check): Entry<'spaces'> | undefined {
  return directory.space(readRequirementReference(reference).space ?? '')[0]
}

/** The space of a requirement that need not exist. */
function namedSpace(path: Path, reference: RequirementReference, check: Check): Entry<'spaces'> | undefined {
  const { space, key } = readRequirementReference(reference)
  if (space !== undefined) return check.space(path, space)
  check.report(path, `needs the space: SPACE/${quoted(key).slice(1, -1)}`)
  return undefined
}
