// The page of state machines: a diagram and a table for each, drawn from the tables that the engine goes by.

import type { ListedMachine } from '../../src/model/machines.ts'
import { anchor, code, GENERATED, page, table } from './markdown.ts'
import { effectsTable, stateDiagram } from './state-diagram.ts'

/** What each machine moves, and where its state is read. */
const ABOUT: Readonly<Record<string, string>> = {
  requirement:
    'A requirement, read in `status` of the wiki and the standalone interface. A row that a baseline froze is ARCHIVED from its beginning.',
  baseline: 'A baseline of a space, read in `status` of `GET /baseline/{spaceKey}/{version}`.',
  'queue-message':
    'A message from the wiki to the tracker or back, read in the queues. [Integration](concepts/integration.md) tells how messages travel.',
  'application-link-mode':
    'The mode of an application link, set with `PUT /api/{applinkId}/mode` of the tracker.',
  'bulk-job':
    'A job of the tracker over many issues, read under `/operations/{applinkId}/issues-bulk-operation/jobs`.',
  'excel-attachment':
    'A workbook that requirements were imported from, read in `GET /excel/{spaceKey}/{attachmentId}/config`.',
  'import-job':
    'The import of values of external properties, started with `POST /external-properties/import` and read under `/jobs`; it works as the clock goes on.',
  'link-request':
    'The request of an application to join an organization, read under `/applications/{applicationId}/link-requests`.',
  invitation:
    'The invitation of an address to join an organization, read under `/organizations/{organizationId}/invitations`; one that nobody answers expires on the clock.',
  'account-link':
    'The link of a user’s account to a site, which hosted calls need. It is made and ended through the control API, `/_sim/account-links`; the first step of ending it is also `DELETE /users/me/linked-accounts/atlassian`.',
}

/** The text of the page. Throws for a machine that nothing is said about. */
export function stateMachinesPage(machines: readonly ListedMachine[]): string {
  return page(
    GENERATED,
    '# State machines',
    `Records of ${machines.length} kinds have a life: they come into a state, and events move them on. An event that the table of a machine lacks is refused with 409, and the message says what can be done instead.`,
    'Events are names of this simulator; on the wire only the states are seen. `none` and the dot of a diagram are a record that does not exist, yet or any more. A section in the last column is the one of the service’s description that documents the transition; the others rest on [assumptions](assumptions/README.md). `GET /_sim/machines/{name}` tells how many records are in each state, and the [console](console.md) lights them up.',
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
