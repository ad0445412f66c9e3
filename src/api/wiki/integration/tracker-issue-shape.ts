/** Issues of a tracker in responses of a wiki (service §4.5). */
import { z } from '../../framework/zod.ts'
import { applications } from '../../../model/records/service/applications.ts'
import { containers } from '../../../model/records/service/containers.ts'
import { type IssueRecord, issueTypes } from '../../../model/records/tracker/tracker.ts'
import type { Context } from '../../framework/operation.ts'
import { identifier } from '../common.ts'

export const trackerIssue = () =>
  z.object({
    id: identifier(),
    key: z.string(),
    summary: z.string(),
    status: z.string(),
    issueTypeId: identifier(),
    issueType: z.string().describe('Name of the issue type.'),
    projectId: identifier(),
    projectKey: z.string(),
    url: z.string(),
    fields: z.record(z.string(), z.unknown()).describe('Values of further fields.').optional(),
  })

export const trackerIssueExample = {
  id: 30001,
  key: 'DRN-1',
  summary: 'Take off and land by autopilot',
  status: 'In Progress',
  issueTypeId: 10001,
  issueType: 'Story',
  projectId: 20001,
  projectKey: 'DRN',
  url: 'https://tracker.northwind.test/browse/DRN-1',
}

export function showIssue({ store }: Context, issue: IssueRecord) {
  const { id, key, status, issueTypeId, applicationId, containerId, projectContainerId, fields } = issue
  const project = store.table(containers).get(projectContainerId)
  const site = store.table(applications).get(applicationId)?.baseUrl ?? ''
  return {
    id,
    key,
    summary: store.table(containers).get(containerId)?.name ?? '',
    status,
    issueTypeId,
    issueType: store.table(issueTypes).get(issueTypeId)?.name ?? '',
    projectId: project?.projectId ?? 0,
    projectKey: project?.key ?? '',
    url: `${site.replace(/\/$/, '')}/browse/${encodeURIComponent(key)}`,
    fields,
  }
}
