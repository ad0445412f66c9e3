/** Requests for many issues, as a wiki makes them of a template and requirements (service §2.4, §4.5). */
import type { IntegrationRecord } from '../../records/tracker/integrations.ts'
import { invalid, invalidRequest } from '../../input/errors.ts'
import { quoted } from '../../input/refusal.ts'
import type { IssueItem, IssueWork } from './bulk-issues.ts'
import { readFields } from '../issues/issue-fields.ts'
import type { RequirementReference } from '../issues/issue-requirements.ts'
import type { TemplateDetails } from '../issues/issue-templates.ts'

export const MAXIMUM_REQUIREMENTS = 10_000

/** One issue for each requirement, or one for all, as the template says. */
export function workOfTemplate(
  integration: IntegrationRecord,
  template: TemplateDetails,
  templateId: number | undefined,
  requirements: readonly Omit<RequirementReference, 'relationship'>[],
): IssueWork {
  if (template.applinkId !== integration.wikiApplinkId) {
    throw invalid(
      'applinkId of the template',
      template.applinkId,
      `service ${quoted(integration.serviceId)} has ${integration.wikiApplinkId}`,
    )
  }
  const { relationship, title, groupAll, issueTypeId } = template
  const references = distinct(requirements.map((requirement) => ({ ...requirement, relationship })))
  const items: IssueItem[] = groupAll
    ? [{ name: title, requirements: references }]
    : references.map((reference) => ({ name: reference.key, requirements: [reference] }))
  return {
    askedBy: 'wiki',
    issueTypeId,
    ...(templateId === undefined ? {} : { templateId }),
    title,
    fields: readFields(template.fields, 'fields'),
    items,
  }
}

/** Removes repeated references. Throws a Refusal (INVALID) if there are too many. */
export function distinct(references: readonly RequirementReference[]): RequirementReference[] {
  const found = new Map<string, RequirementReference>()
  for (const { spaceKey, key, baseline, relationship } of references) {
    const identity = JSON.stringify([spaceKey, key, baseline ?? null, relationship])
    const frozen = baseline === undefined ? {} : { baseline }
    found.set(identity, { spaceKey, key, relationship, ...frozen })
  }
  if (found.size <= MAXIMUM_REQUIREMENTS) return [...found.values()]
  throw invalidRequest('requirements', `one request takes at most ${MAXIMUM_REQUIREMENTS}, not ${found.size}`)
}
