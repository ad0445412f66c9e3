/** What trackers hold, and what joins them to wikis. */
import * as z from 'zod'
import {
  container,
  createdAt,
  grants,
  instant,
  name,
  nameOrId,
  number,
  project,
  requirementReference,
  site,
  variants,
} from './format-parts.ts'

export const projects = z.strictObject({
  id: number('The id that the tracker gives the project').optional(),
  container,
  site,
  key: name('The key of the project'),
  name: name('The name'),
  grants: grants.optional(),
  variants: variants.optional(),
  createdAt,
})

export const issueTypes = z.strictObject({
  id: number('The id').optional(),
  site,
  name: name('The name'),
})

export const issues = z.strictObject({
  id: number('The id that the tracker gives the issue').optional(),
  container,
  project,
  key: name('The key'),
  type: nameOrId('The type of the issue', 'its name or id'),
  summary: name('The summary'),
  status: name('The status; Open where absent').optional(),
  createdAt,
})

export const integrations = z.strictObject({
  serviceId: name('The id of the integration'),
  wiki: site.describe('The wiki, by name or application id'),
  tracker: site.describe('The tracker, by name or application id'),
  wikiApplinkId: name("The wiki's id of the link to the tracker; drawn where absent").optional(),
  trackerApplinkId: name("The tracker's id of the link to the wiki; drawn where absent").optional(),
  label: name('The label; the title of the tracker where absent').optional(),
  mode: z.enum(['AUTO', 'MANUAL', 'DISABLED']).describe('AUTO where absent').optional(),
  version: z.int().min(1).max(9).describe('The accepted API version; 9 where absent').optional(),
  status: z.enum(['ACTIVE', 'DISABLED']).describe('ACTIVE where absent').optional(),
  username: name('The sign-in name by which the other product calls').optional(),
})

export const links = z.strictObject({
  id: number('The id').optional(),
  issue: name('The key of the issue, or SITE/KEY where several sites have such a key'),
  requirement: requirementReference.describe('The requirement, as SPACE/KEY or {space, key}'),
  relationship: name('The relationship; implements where absent').optional(),
  baseline: number('The baseline that the link names').optional(),
  integration: name('The serviceId, where wiki and tracker share several integrations').optional(),
  faces: z
    .enum(['both', 'wiki', 'tracker'])
    .describe('Which product knows of the link; both where absent')
    .optional(),
  lostKey: z.boolean().describe('The tracker has lost the key of the requirement').optional(),
})

export const testCaseLinks = z.strictObject({
  id: number('The id').optional(),
  requirement: requirementReference.describe('The requirement, as SPACE/KEY or {space, key}'),
  testCase: name('The key of the test case'),
  version: number('The version of the test case; 1 where absent').optional(),
  relationship: name('The relationship; tests where absent').optional(),
  status: name('The result of the last execution, such as PASS'),
  executedAt: instant('When it was executed; the start of the clock where absent').optional(),
})
