/** What trackers hold, and what joins them to wikis. */
import * as z from 'zod'
import { MESSAGE_STATUSES } from '../../model/records/tracker/outbound-messages.ts'
import { INBOUND_OPERATIONS } from '../../model/records/tracker/inbound-messages.ts'
import {
  container,
  createdAt,
  grants,
  instant,
  list,
  name,
  nameOrId,
  number,
  project,
  requirementReference,
  site,
  text,
  user,
  variants,
  givenName,
} from './parts.ts'

export const projects = z.strictObject({
  id: number('The id that the tracker gives the project').optional(),
  container,
  site,
  key: name('The key of the project'),
  name: givenName('The name'),
  grants: grants.optional(),
  variants: variants.optional(),
  createdAt,
})

export const issueTypes = z.strictObject({
  id: number('The id').optional(),
  site,
  name: givenName('The name'),
})

export const issues = z.strictObject({
  id: number('The id that the tracker gives the issue').optional(),
  container,
  project,
  key: name('The key'),
  type: nameOrId('The type of the issue', 'its name or id'),
  summary: name('The summary'),
  formerKeys: list(name('A key'), 'Keys that it had, the oldest first; they lead to it').optional(),
  status: name('The status; Open where absent').optional(),
  createdAt,
})

export const integrations = z.strictObject({
  serviceId: name('The id of the integration'),
  wiki: site.describe('The wiki, by name or application id'),
  tracker: site.describe('The tracker, by name or application id'),
  wikiApplinkId: name("The wiki's id of the link to the tracker; drawn where absent").optional(),
  trackerApplinkId: name("The tracker's id of the link to the wiki; drawn where absent").optional(),
  label: givenName('The label; the title of the tracker where absent').optional(),
  mode: z.enum(['AUTO', 'MANUAL', 'DISABLED']).describe('AUTO where absent').optional(),
  version: z.int().min(1).max(9).describe('The accepted API version; 9 where absent').optional(),
  status: z.enum(['ACTIVE', 'DISABLED']).describe('ACTIVE where absent').optional(),
  username: name('The sign-in name by which the other product calls').optional(),
  url: name("The address at which the wiki looks for the tracker; the tracker's own where absent").optional(),
})

export const links = z.strictObject({
  id: number('The id').optional(),
  issue: name('The key of the issue, or SITE/KEY where several sites have such a key'),
  requirement: requirementReference.describe('The requirement, as SPACE/KEY or {space, key}'),
  relationship: givenName('The relationship; implements where absent').optional(),
  baseline: number('The baseline that the link names').optional(),
  integration: name('The serviceId, where wiki and tracker share several integrations').optional(),
  faces: z
    .enum(['both', 'wiki', 'tracker'])
    .describe('Which product knows of the link; both where absent')
    .optional(),
  lostKey: z.boolean().describe('The tracker has lost the key of the requirement').optional(),
  inWiki: z
    .strictObject({
      issue: name('The key by which the wiki knows the issue; the tracker need not have it').optional(),
    })
    .describe('What the wiki shows otherwise than the tracker')
    .optional(),
  inTracker: z
    .strictObject({
      requirement: requirementReference
        .describe('The requirement that the tracker shows, as SPACE/KEY or {space, key}; it need not exist')
        .optional(),
      relationship: givenName('The relationship that the tracker shows').optional(),
      baseline: number('The baseline that the tracker shows; it need not exist').optional(),
      applinkId: name('The application link that the tracker shows, such as one of before').optional(),
    })
    .describe('What the tracker shows differently from the wiki')
    .optional(),
})

export const customFields = z.strictObject({
  id: z
    .string()
    .regex(/^customfield_[1-9]\d{0,9}$/, 'must be customfield_ and a number, such as customfield_10100')
    .describe('The id: customfield_ and a number'),
  site: site.describe('The tracker, by name or application id'),
  name: givenName('The name'),
  type: name('What it holds, such as string, number, date, array or user; string where absent').optional(),
})

export const trackerMessages = z.strictObject({
  id: number('The id').optional(),
  integration: name('The serviceId of the integration that it goes through'),
  operation: z.enum(INBOUND_OPERATIONS).describe('The message to the wiki'),
  title: name('The title that people see').optional(),
  template: number('The id of the issue template that the issue was made from').optional(),
  issue: name('The key of the issue, as it was when the message was made'),
  newIssue: name('The key that the issue has from then on, for ISSUE_RENAMED and ISSUE_MOVED').optional(),
  requirement: requirementReference
    .describe('The requirement, as SPACE/KEY or {space, key}, for ADD_LINK and REMOVE_LINK')
    .optional(),
  baseline: number('The number of the baseline that the link names').optional(),
  relationship: givenName(
    'The relationship of the link; for RESET_LINKS the only one that is meant',
  ).optional(),
  createdBy: user.describe('The user whose action made it').optional(),
  createdAt,
  status: z.enum(MESSAGE_STATUSES).describe('PENDING where absent').optional(),
  lastResponse: text('What the wiki answered last').optional(),
  attempts: z.int().min(0).describe('How often it was sent; 0 where absent').optional(),
})

export const trackerTexts = z.strictObject({
  integration: name('The serviceId of the integration that its links go through'),
  requirement: requirementReference.describe(
    'The requirement as the links of the tracker name it, as SPACE/KEY or {space, key}; it need not exist',
  ),
  baseline: number('The baseline that the links name').optional(),
  text: text('What the tracker takes it to say, as plain text').optional(),
  html: text('What the tracker takes it to say, as HTML; wins over text').optional(),
})

export const testCaseLinks = z.strictObject({
  id: number('The id').optional(),
  requirement: requirementReference.describe('The requirement, as SPACE/KEY or {space, key}'),
  testCase: name('The key of the test case'),
  version: number('The version of the test case; 1 where absent').optional(),
  relationship: givenName('The relationship; tests where absent').optional(),
  status: name('The result of the last execution, such as PASS'),
  executedAt: instant('When it was executed; the start of the clock where absent').optional(),
})
