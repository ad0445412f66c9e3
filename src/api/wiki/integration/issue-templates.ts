/** Templates for the issues of a wiki space (service §2.4, §4.5). */
import { optionalGivenName } from '../../shared/given-name.ts'
import { z } from '../../framework/zod.ts'
import {
  changeTemplate,
  createTemplate,
  deleteTemplate,
  findTemplate,
  templatesOf,
} from '../../../model/integration/issues/issue-templates.ts'
import { issuesOfTemplate } from '../../../model/integration/issues/tracker-reading.ts'
import { always, operation, type Operation } from '../../framework/operation.ts'
import { int32 } from '../../framework/parameter.ts'
import { editsSpace, listOf, offsetOf, readsSpace, spaceKey, wikiCaller, wikiOperation } from '../common.ts'
import { showTemplate, templateExample, templateInput, templateShape } from './issue-template-shape.ts'
import { showIssue, trackerIssue, trackerIssueExample } from './tracker-issue-shape.ts'

const ISSUES_PER_PAGE = 20

const id = int32({ description: 'Id of the template.', example: '1' })

const templates = {
  ...wikiOperation,
  group: 'Issue templates',
  section: '4.5',
  stability: 'internal',
} as const

const list = operation({
  ...templates,
  ...readsSpace,
  id: 'wiki.issueTemplate.list',
  summary: 'Lists the issue templates of a space.',
  method: 'GET',
  path: '/templates/{spaceKey}/',
  success: { description: 'The templates, by id.', shape: listOf(templateShape, 'IssueTemplates') },
  assumptions: ['A51', ...always('A179')],
  handle({ path }, context, space) {
    const stored = templatesOf(context.store, space)
    return stored.map((template) => showTemplate(path.spaceKey, template))
  },
})

const refusals = {
  404: 'No such space, template, application link, project or issue type.',
  409: 'The tracker does not respond, or rejects the wiki.',
} as const

const create = operation({
  ...templates,
  ...editsSpace,
  id: 'wiki.issueTemplate.create',
  summary: 'Creates an issue template.',
  method: 'POST',
  path: '/templates/{spaceKey}/',
  body: {
    name: 'IssueTemplateInput',
    schema: () => templateInput().extend({ title: optionalGivenName() }),
    example: templateExample,
  },
  success: { description: 'The new template.', shape: templateShape },
  refusals,
  assumptions: ['A51', ...always('A179', 'A181')],
  handle: ({ path, body }, context, space) =>
    showTemplate(path.spaceKey, createTemplate(context.store, wikiCaller(context), space, body)),
})

const update = operation({
  ...templates,
  ...editsSpace,
  id: 'wiki.issueTemplate.update',
  summary: 'Changes the fields of an issue template that the body has.',
  method: 'PUT',
  path: '/templates/{spaceKey}/{id}',
  pathParameters: { spaceKey, id },
  body: {
    name: 'IssueTemplateChange',
    schema: templateInput,
    example: { title: 'Bug per requirement', issueTypeId: 10002 },
  },
  success: { description: 'The changed template.', shape: templateShape },
  refusals,
  assumptions: ['A51', ...always('A179', 'A181')],
  handle({ path, body }, context, space) {
    const { store } = context
    const stored = findTemplate(store, space, path.id)
    return showTemplate(path.spaceKey, changeTemplate(store, wikiCaller(context), space, stored, body))
  },
})

const remove = operation({
  ...templates,
  ...editsSpace,
  id: 'wiki.issueTemplate.delete',
  summary: 'Deletes an issue template, but not the issues created from it.',
  method: 'DELETE',
  path: '/templates/{spaceKey}/{id}',
  pathParameters: { spaceKey, id },
  success: { status: 204, description: 'The template is deleted.' },
  refusals: { 404: 'No such space or template.' },
  assumptions: ['A51', ...always('A179')],
  handle({ path }, context, space) {
    deleteTemplate(context.store, findTemplate(context.store, space, path.id))
  },
})

const listIssues = operation({
  ...templates,
  ...readsSpace,
  id: 'wiki.issueTemplate.issues',
  summary: 'Lists the issues that were created from a template.',
  method: 'GET',
  path: '/templates/{spaceKey}/{id}/issues',
  pathParameters: { spaceKey, id },
  query: { offset: offsetOf('issues') },
  success: {
    description: 'One page of the issues that the caller may read in the tracker.',
    shape: {
      name: 'IssuesOfTemplate',
      schema: () =>
        z.object({
          results: z.array(trackerIssue()),
          count: z.int().min(0),
          offset: z.int().min(0),
          limit: z.int().min(1),
        }),
      example: { results: [trackerIssueExample], count: 1, offset: 0, limit: ISSUES_PER_PAGE },
    },
  },
  refusals: { 404: 'No such space or template.' },
  assumptions: ['A51', ...always('A178', 'A180')],
  handle({ path, query }, context, space) {
    const { store } = context
    const template = findTemplate(store, space, path.id)
    const all = issuesOfTemplate(store, wikiCaller(context), template.id)
    const { offset } = query
    const results = all.slice(offset, offset + ISSUES_PER_PAGE).map((issue) => showIssue(context, issue))
    return { results, count: all.length, offset, limit: ISSUES_PER_PAGE }
  },
})

export const wikiIssueTemplateOperations: readonly Operation[] = [list, create, update, remove, listIssues]
