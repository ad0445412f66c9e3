// The page of state machines: a diagram and a table for each, drawn from the tables that the engine goes by.

import type { ListedMachine } from '../../src/model/machine-list.ts'
import { anchor, code, page, table } from '../../src/docs/markdown.ts'
import { GENERATED } from './page-group.ts'
import { effectsTable, stateDiagram } from './state-diagram.ts'

/** What each machine moves, and where its state is read. */
const ABOUT: Readonly<Record<string, string>> = {
  requirement:
    'A requirement, read in `status` of the wiki and the standalone interface. A row that a baseline froze is ARCHIVED from its beginning.',
  baseline: 'A baseline of a space, read in `status` of `GET /baseline/{spaceKey}/{version}`.',
  'queue-message':
    'A message from the wiki to the tracker or back, read in the queues. [Integration](concepts/integration.md) explains how messages are sent.',
  'application-link-mode':
    'The mode of an application link, set with `PUT /api/{applinkId}/mode` of the tracker.',
  'bulk-job':
    'A job of the tracker over many issues, read under `/operations/{applinkId}/issues-bulk-operation/jobs`.',
  'excel-attachment':
    'A workbook that requirements were imported from, read in `GET /excel/{spaceKey}/{attachmentId}/config`.',
  'import-job':
    'The import of values of external properties, started with `POST /external-properties/import` and read under `/jobs`; it progresses with the clock.',
  'link-request':
    'The request of an application to join an organization, read under `/applications/{applicationId}/link-requests`.',
  invitation:
    'The invitation of an address to join an organization, read under `/organizations/{organizationId}/invitations`; an invitation without a response expires.',
  'account-link':
    'The link of a user’s account to a site, which hosted calls need. The control API creates and removes it, at `/_sim/account-links`; the first step of removing it is also `DELETE /users/me/linked-accounts/atlassian`.',
}

/** The text of the page. Throws for a machine that nothing is said about. */
export function stateMachinesPage(machines: readonly ListedMachine[]): string {
  return page(
    GENERATED,
    '# State machines',
    `Records of ${machines.length} kinds have states and transitions. An event that the table of a machine does not contain returns 409, and the message lists the possible events.`,
    'Events are names of this simulator; the service only shows states. `none`, and the dot in a diagram, stand for a record that does not exist yet or no longer exists. The last column links to the section of the [service’s description](service/README.md) that documents the transition; all other transitions are [assumptions](reference.md). `GET /_sim/machines/{name}` counts the records in each state, and the [console](console.md) shows them.',
    table(
      ['Machine', 'States', 'Transitions'],
      machines.map(({ id, machine }) => [
        `[${code(id)}](#${anchor(id)})`,
        machine.states.map(code).join(', '),
        String(machine.transitions.length),
      ]),
    ),
    ...machines.flatMap(section),
  )
}

function section({ id, machine, initial }: ListedMachine): string[] {
  const about = ABOUT[id]
  if (about === undefined) throw new Error(`nothing is said about the machine ${id}`)
  const made = machine.transitions.some(({ from }) => from === 'none')
  return [
    `## ${id}`,
    about,
    stateDiagram(machine, made ? [] : initial),
    effectsTable(machine, { sections: true }),
  ]
}
