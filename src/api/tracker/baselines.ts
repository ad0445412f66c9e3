/** Wiki baselines that the tracker refers to, and its baseline condition (service §4.7). */
import { z } from '../framework/zod.ts'
import type { BaselineStatus } from '../../model/records/wiki/baselines.ts'
import { type ContainerRecord } from '../../model/records/service/containers.ts'
import { findTrackerProject } from '../../model/integration/issues/create-issue.ts'
import {
  baselinesOfProject,
  forgetBaselines,
  storeCondition,
} from '../../model/integration/tracker/baselines.ts'
import { BASELINE_STATUS_WORDS, baselineStatus } from '../wiki/baselines/baseline-shape.ts'
import { always, type Context, operation, type Operation } from '../framework/operation.ts'
import { string } from '../framework/parameter.ts'
import {
  integrationsOf,
  LINK_OR_ADMINISTRATOR,
  requireLinkOrAdministrator,
  requireProject,
  SIGNED_IN,
  trackerCaller,
  trackerOperation,
  trackerSite,
  writingOf,
} from './common.ts'

const group = { ...trackerOperation, group: 'Tracker data' } as const

const knownBaseline = () =>
  z.object({
    applinkId: z.string(),
    spaceKey: z.string(),
    number: z.int().min(0),
    name: z.string().optional(),
    status: z
      .string()
      .optional()
      .describe(
        `The status in the wiki, if the wiki responds and the caller may read the space: ${BASELINE_STATUS_WORDS}`,
      ),
    links: z.int().min(0).describe('Number of links of the project to its frozen copies.'),
    inCondition: z.boolean().describe('Whether the baseline condition of the tracker names it.'),
  })

const baselines = operation({
  ...group,
  permission: SIGNED_IN,
  id: 'tracker.baselines.list',
  summary: 'Lists the baselines that a project refers to.',
  description: 'Returns the baselines that links of its issues name, and those of the baseline condition.',
  method: 'GET',
  path: '/baselines/{projectKey}',
  pathParameters: {
    projectKey: string({ maximumLength: 255, description: 'Key of the project.', example: 'DRN' }),
  },
  success: {
    description: 'The baselines, by application link, space and number.',
    shape: {
      name: 'KnownBaselines',
      schema: () => z.array(knownBaseline()),
      example: [
        {
          applinkId: '99999999-8888-4777-8666-555555555555',
          spaceKey: 'ENG',
          number: 2,
          name: 'Release 1.1',
          status: 'PREVIEW',
          links: 2,
          inCondition: true,
        },
      ],
    },
  },
  refusals: { 403: 'The caller may not read the project.', 404: 'No such project.' },
  assumptions: ['A122', 'A134', ...always('A169')],
  authorise: ({ path }, context) => requireProject(context, path.projectKey, 'read'),
  handle(_input, context, project) {
    const known = baselinesOfProject(context.store, trackerCaller(context), project, integrationsOf(context))
    return known.map(({ status, ...rest }) => ({ ...rest, status: statusSent(context, status) }))
  },
})

const remove = operation({
  ...group,
  permission: { words: 'project edit', assumed: true },
  id: 'tracker.baselines.forget',
  summary: 'Removes the baselines from the links of a project.',
  description: 'The links then name the current requirements. Queue messages report the change to the wiki.',
  method: 'DELETE',
  path: '/baselines/{project}',
  pathParameters: {
    project: string({
      maximumLength: 255,
      description: "Key of the project, or the tracker's id of it.",
      example: 'DRN',
    }),
  },
  success: { status: 204, description: 'The baselines were removed.' },
  refusals: { 404: 'No such project.' },
  assumptions: ['A134', ...always('A169')],
  authorise: ({ path }, context) => projectToEdit(context, path.project),
  handle: (_input, context, project) => forgetBaselines(writingOf(context), project),
})

const prefer = operation({
  ...group,
  permission: LINK_OR_ADMINISTRATOR,
  id: 'tracker.baselines.prefer',
  summary: 'Stores the baseline condition of the tracker.',
  description: 'Searches in the wiki apply it, and projects list its baselines. An empty text removes it.',
  method: 'PUT',
  path: '/preferences/baselineCondition',
  body: {
    name: 'BaselineCondition',
    plainText: true,
    schema: () => z.string().max(10_000).describe('Pairs <space>-<baseline>, joined by commas.'),
    example: 'ENG-1',
  },
  success: {
    description: 'The new condition.',
    shape: {
      name: 'BaselineConditionInForce',
      schema: () => z.object({ baselineCondition: z.string() }),
      example: { baselineCondition: 'ENG-1' },
    },
  },
  refusals: { 404: 'No connected wiki has such a space or baseline.', 409: 'A wiki does not respond.' },
  assumptions: ['A55', 'A134', ...always('A169')],
  authorise: (_input, context) => requireLinkOrAdministrator(context),
  handle({ body }, context) {
    const user = trackerCaller(context)
    const through = integrationsOf(context)
    return { baselineCondition: storeCondition(context.store, user, trackerSite(context), through, body) }
  },
})

function statusSent(
  context: Context,
  status: BaselineStatus | 'NON_EXISTING' | undefined,
): string | undefined {
  return status === undefined || status === 'NON_EXISTING' ? status : baselineStatus(context, status)
}

export const trackerBaselineOperations: readonly Operation[] = [baselines, remove, prefer]

/** The project of a key or of the tracker's own id. */
function projectToEdit(context: Context, reference: string): ContainerRecord {
  const numbered = /^\d{1,15}$/.test(reference)
    ? findTrackerProject(context.store, trackerSite(context), Number(reference))
    : undefined
  return requireProject(context, numbered?.key ?? reference, 'edit')
}
