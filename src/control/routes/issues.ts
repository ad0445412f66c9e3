/** Editing issues of a tracker: what people do on its own pages, which is no API of the service (service §6.2). */
import * as z from 'zod'
import { containers } from '../../model/records/service/containers.ts'
import type { IssueRecord } from '../../model/records/tracker/tracker.ts'
import { editIssue } from '../../model/integration/tracker/issue-editing.ts'
import { findUser } from '../../model/users/credentials.ts'
import type { Store } from '../../world/store/store.ts'
import { once } from '../../world/once.ts'
import { controlRoute, routesOf, recordId } from '../route.ts'
import { regionField } from '../body-fields.ts'
import { issueResponse } from '../responses/editing.ts'

const editShape = once(() =>
  z.strictObject({
    summary: z.string().exactOptional(),
    status: z.string().exactOptional(),
    key: z
      .string()
      .exactOptional()
      .describe('A new key in its project: the project key, a dash and a number.'),
    project: z
      .string()
      .exactOptional()
      .describe('The key of the project to move the issue to, where it gets the next number.'),
    as: z
      .string()
      .exactOptional()
      .describe('The name of the user who makes the change; no user when absent.'),
    region: regionField(),
  }),
)

export const issueRoutes = routesOf('Issues', [
  controlRoute({
    id: 'updateIssue',
    method: 'PUT',
    path: '/issues/{id}',
    summary: 'Update an issue',
    details:
      'The tracker changes at once. A wiki with requirements linked to the issue gets a new key at the next synchronisation.',
    pathParameters: {
      id: recordId('The id of the issue.', '30001'),
    },
    regional: true,
    body: { shape: editShape, example: { key: 'DRN-77', as: 'alice' } },
    returns: issueResponse,
    refusals: { 409: 'Another issue has the key.' },
    handle: ({ path, body }, context) => {
      const { summary, status, key, project, as } = body
      const store = context.store()
      const actor = as === undefined ? undefined : findUser(store, as)
      const edit = { summary, status, key, project }
      return describe(store, editIssue({ world: context.world(), store, actor }, Number(path.id), edit))
    },
  }),
])

function describe(store: Store, { id, key, status, containerId, projectContainerId }: IssueRecord) {
  const table = store.table(containers)
  return {
    id,
    key,
    summary: table.get(containerId)?.name ?? '',
    status,
    project: table.get(projectContainerId)?.key,
  }
}
