/** Saves what a wiki has besides pages and requirements, and dashboards, templates and rules of any site. */
import { dashboards } from '../../model/records/service/dashboards.ts'
import { type ImportJobRecord, importJobs } from '../../model/records/service/import-jobs.ts'
import { settings } from '../../model/records/service/settings.ts'
import { containers } from '../../model/records/service/containers.ts'
import { valueToText } from '../../model/records/text/excerpt.ts'
import { integrations } from '../../model/records/tracker/integrations.ts'
import { outboundMessages } from '../../model/records/tracker/outbound-messages.ts'
import { issueTemplates } from '../../model/records/tracker/tracker.ts'
import { type BaselineRecord, baselines } from '../../model/records/wiki/baselines.ts'
import { excelAttachments } from '../../model/records/wiki/excel.ts'
import { matrices } from '../../model/records/wiki/matrices.ts'
import { propertyNames } from '../../model/records/wiki/property-names.ts'
import { rules } from '../../model/records/wiki/rules.ts'
import { templates } from '../../model/records/wiki/templates.ts'
import { requirementTypes } from '../../model/records/wiki/types.ts'
import { findFrozenSet } from '../../model/finding/requirements/frozen.ts'
import { DEFAULT_ISSUE_RELATIONSHIP } from '../../model/links/views.ts'
import type { Entry, Sections } from '../format/format.ts'
import { keysToFreeze } from './requirements.ts'
import { instantText, type Saving, sinceStart, some, unless } from './saving.ts'

export function saveWiki(saving: Saving): Sections {
  const { store, names } = saving
  const space = ({ projectContainerId }: { readonly projectContainerId: number }) =>
    names.placeOf(projectContainerId)
  return {
    settings: [...store.table(settings).scan()]
      .filter(({ projectContainerId }) => projectContainerId === undefined)
      .map(({ applicationId, name, value }) => ({
        site: names.site(applicationId),
        name,
        value: copied(value),
      })),
    propertyNames: [...store.table(propertyNames).scan()].map((each) => ({
      id: each.id,
      space: space(each),
      name: each.name,
      dataType: unless(each.dataType as 'TEXT', 'TEXT'),
      description: each.description,
    })),
    types: [...store.table(requirementTypes).scan()].map((type) => ({
      id: type.id,
      space: space(type),
      name: type.name,
      pattern: type.pattern,
      description: type.description,
    })),
    excelAttachments: [...store.table(excelAttachments).scan()].map((attachment) => ({
      id: attachment.id,
      space: space(attachment),
      page: names.page(attachment.pageId),
      fileName: attachment.fileName,
      sheet: unless(attachment.sheet, 'Sheet1'),
      headerRow: unless(attachment.headerRow, 1),
      columns: some(attachment.columns),
      state: unless(attachment.integrationState, 'INTEGRATED'),
    })),
    baselines: [...store.table(baselines).scan()].map((baseline) => savedBaseline(saving, baseline)),
    matrices: [...store.table(matrices).scan()].map((matrix) => ({
      id: matrix.id,
      space: space(matrix),
      name: matrix.name,
      description: matrix.description,
      type: unless(matrix.type, 'TRACEABILITY'),
      query: unless(matrix.query, ''),
      columns: matrix.columns.map(({ label, step, parentColumnIndex, hidden }) => ({
        label,
        type: step.type,
        value: step.value,
        parent: unless(parentColumnIndex, 0),
        hidden,
      })),
      variables:
        matrix.variables === undefined
          ? undefined
          : Object.fromEntries(
              Object.entries(matrix.variables).map(([name, value]) => [name, copied(value)]),
            ),
      shared: unless(matrix.sharedLevel, 'SHARED_EDIT'),
      status: unless(matrix.status, 'ACTIVE'),
      owner: names.user(matrix.ownerId),
      createdAt: sinceStart(saving, matrix.createdAt),
    })),
    issueTemplates: savedIssueTemplates(saving),
    outboundMessages: [...store.table(outboundMessages).scan()].map((message) => {
      const { spaceKey, key, newSpaceKey, newKey } = message
      const wikiId = store.table(integrations).get(message.serviceId)?.wikiApplicationId ?? 0
      return {
        id: message.id,
        integration: message.serviceId,
        operation: message.operation,
        title: message.title,
        template: message.templateId,
        requirement:
          spaceKey === undefined || key === undefined ? undefined : names.requirement(wikiId, spaceKey, key),
        movedTo:
          newSpaceKey === undefined || newKey === undefined
            ? undefined
            : { space: names.spaceOfKey(wikiId, newSpaceKey), key: newKey },
        space: spaceKey === undefined || key !== undefined ? undefined : names.spaceOfKey(wikiId, spaceKey),
        baseline: message.baseline,
        issue: message.issueKey,
        relationship: message.relationship,
        createdBy: names.user(message.createdBy),
        createdAt: sinceStart(saving, message.createdAt),
        status: unless(message.status, 'PENDING'),
        lastResponse: message.lastResponse,
        attempts: unless(message.attempts, 0),
      }
    }),
    ...saveOverviews(saving),
  }
}

function copied<T>(value: T | readonly string[]): T | string[] {
  return Array.isArray(value) ? [...(value as readonly string[])] : (value as T)
}

function savedBaseline(saving: Saving, baseline: BaselineRecord): Entry<'baselines'> {
  const { store, names } = saving
  const { id, projectContainerId, number, name, status, createdAt, frozenAt } = baseline
  const set = status === 'DONE' ? findFrozenSet(store, projectContainerId, number) : undefined
  const keys = set === undefined ? undefined : keysToFreeze(saving, set)
  return {
    id,
    space: names.placeOf(projectContainerId),
    number,
    name,
    status: unless(status, 'PREVIEW'),
    query: baseline.searchQuery,
    page: names.page(baseline.pageId),
    parent: baseline.parentBaseline,
    message: status === 'ERROR' ? baseline.message : undefined,
    requirements: keys === undefined ? undefined : [...keys],
    firstCopy: keys === undefined || set === undefined ? undefined : Math.min(...set.ids),
    createdBy: names.user(baseline.createdBy),
    createdAt: sinceStart(saving, createdAt),
    frozenAt:
      status === 'DONE' && frozenAt !== undefined && frozenAt !== createdAt
        ? instantText(frozenAt)
        : undefined,
  }
}

function savedIssueTemplates({ store, names }: Saving): Entry<'issueTemplates'>[] {
  return [...store.table(issueTemplates).scan()].flatMap((template) => {
    const integration = store
      .table(integrations)
      .find('applicationLink', [template.applicationId, template.applinkId])
    const project = [...store.table(containers).scan()].find(
      ({ type, projectId, applicationId }) =>
        type === 'PROJECT' &&
        projectId === template.projectId &&
        applicationId === integration?.trackerApplicationId,
    )
    if (integration === undefined || project === undefined) return []
    return [
      {
        id: template.id,
        space: names.placeOf(template.projectContainerId),
        title: template.title,
        integration: integration.serviceId,
        project: names.place(project),
        type: template.issueTypeId,
        relationship: unless(template.relationship, DEFAULT_ISSUE_RELATIONSHIP),
        fields: unless(template.fields, '{}'),
        groupAll: unless(template.groupAll, false),
        projectMetadata: template.projectMetadata,
      },
    ]
  })
}

function saveOverviews(saving: Saving): Sections {
  const { store, names } = saving
  const place = ({ projectContainerId }: { readonly projectContainerId: number }) => {
    const name = names.placeOf(projectContainerId)
    const isWorkspace = store.table(containers).get(projectContainerId)?.type === 'WORKSPACE'
    return isWorkspace ? { workspace: name } : { space: name }
  }
  return {
    templates: [...store.table(templates).scan()].map((template) => ({
      id: template.id,
      ...place(template),
      name: template.name,
      description: template.description,
      type: unless(template.type, 'CALCULATION'),
      content: template.content,
      shared: unless(template.sharedLevel, 'SHARED_EDIT'),
      owner: names.user(template.ownedBy),
      createdAt: sinceStart(saving, template.createdAt),
    })),
    dashboards: [...store.table(dashboards).scan()].map((dashboard) => ({
      id: dashboard.id,
      ...place(dashboard),
      name: dashboard.name,
      description: dashboard.description,
      default: unless(dashboard.isDefault, false),
      widgets: some(dashboard.widgets),
      createdAt: sinceStart(saving, dashboard.createdAt),
    })),
    rules: [...store.table(rules).scan()].map((rule) => ({
      id: rule.id,
      ...place(rule),
      type: rule.typeId === undefined ? undefined : store.table(requirementTypes).get(rule.typeId)?.name,
      name: rule.name,
      kind: rule.kind,
      severity: rule.severity,
      property: rule.property,
      external: rule.external,
      pattern: rule.pattern,
      values: rule.values === undefined ? undefined : [...rule.values],
      createdAt: sinceStart(saving, rule.createdAt),
    })),
    importJobs: [...store.table(importJobs).scan()].flatMap((job) => savedImportJob(saving, job)),
  }
}

/** A job that is RUNNING, or of one container, has no place in a scenario. */
function savedImportJob(saving: Saving, job: ImportJobRecord): Entry<'importJobs'>[] {
  const { id, applicationId, status, rows, position, failedRows } = job
  if (status === 'RUNNING' || job.projectContainerId !== undefined) return []
  const messages = new Map(job.errors.map(({ row, message }) => [row, message]))
  const unimported = status === 'ERROR' ? failedRows : [...failedRows, ...rows.slice(position)]
  return [
    {
      id,
      site: saving.names.site(applicationId),
      batchId: job.batchId,
      fileName: job.fileName,
      sheet: job.sheet,
      status: unless(status, 'DONE'),
      done: unless(job.done, 0),
      rows: some(
        unimported.map(({ row, key = '', spaceKey, values }) => ({
          key,
          space: spaceKey,
          values: Object.fromEntries(
            values.flatMap(({ name, value }) =>
              value === null ? [] : [[name, typeof value === 'string' ? valueToText(value) : value]],
            ),
          ),
          error: messages.get(row),
        })),
      ),
      createdBy: saving.names.user(job.startedBy) ?? job.startedBy,
      createdAt: sinceStart(saving, job.createdAt),
    },
  ]
}
