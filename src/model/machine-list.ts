/** All state machines of the service in one list, and how many records are in each of their states. */
import type { Store } from '../world/store/store.ts'
import { linkRequestMachine } from './records/machines/link-request-machine.ts'
import { linkRequests } from './records/service/applications.ts'
import { baselineMachine } from './records/machines/baseline-machine.ts'
import { baselines } from './records/wiki/baselines.ts'
import { excelIntegrationMachine } from './records/machines/excel-machine.ts'
import { excelAttachments } from './records/wiki/excel.ts'
import { messageMachine, modeMachine } from './records/machines/message-machine.ts'
import { importJobMachine } from './records/service/import-job-machine.ts'
import { importJobs } from './records/service/import-jobs.ts'
import { integrations } from './records/tracker/integrations.ts'
import type { Machine } from './records/state-machine.ts'
import { outboundMessages } from './records/tracker/outbound-messages.ts'
import { invitationMachine } from './records/machines/invitation-machine.ts'
import { invitations } from './records/service/organizations.ts'
import { frozenSets } from './finding/requirements/frozen.ts'
import { requirementMachine } from './records/machines/requirement-machine.ts'
import { requirements } from './records/wiki/requirements.ts'
import { jobMachine } from './records/machines/bulk-job-machine.ts'
import { bulkJobs } from './records/tracker/tracker.ts'
import { trackerMessages } from './records/tracker/inbound-messages.ts'
import { accountLinkMachine, stateOf } from './records/machines/account-link-machine.ts'
import { accountLinks } from './records/service/users.ts'
import { variants } from './records/wiki/variants.ts'

/** The state of each record of a region, or states with counts. */
type Census = Iterable<string | readonly [state: string, count: number]>

export interface ListedMachine {
  /** The id in paths and commands. */
  readonly id: string
  readonly machine: Machine<string, string>
  /** The first states of records: of machines without a transition from `none`, the states they are made in. */
  readonly initial: readonly string[]
  readonly census: (store: Store) => Census
}

export const machines: readonly ListedMachine[] = [
  list('requirement', requirementMachine, undefined, censusOfRequirements),
  list('baseline', baselineMachine, undefined, (store) => statuses(store.table(baselines).scan())),
  list('queue-message', messageMachine, ['PENDING'], (store) => [
    ...statuses(store.table(outboundMessages).scan()),
    ...statuses(store.table(trackerMessages).scan()),
  ]),
  list('application-link-mode', modeMachine, modeMachine.states, (store) =>
    Array.from(store.table(integrations).scan(), ({ mode }) => mode),
  ),
  list('bulk-job', jobMachine, undefined, (store) => statuses(store.table(bulkJobs).scan())),
  list('import-job', importJobMachine, undefined, (store) => statuses(store.table(importJobs).scan())),
  list('excel-attachment', excelIntegrationMachine, excelIntegrationMachine.states, (store) =>
    Array.from(store.table(excelAttachments).scan(), ({ integrationState }) => integrationState),
  ),
  list('link-request', linkRequestMachine, undefined, (store) => statuses(store.table(linkRequests).scan())),
  list('invitation', invitationMachine, undefined, (store) => statuses(store.table(invitations).scan())),
  list('account-link', accountLinkMachine, undefined, (store) =>
    Array.from(store.table(accountLinks).scan(), stateOf),
  ),
]

export function countStates({ machine, census }: ListedMachine, store: Store): Record<string, number> {
  const counts = new Map(machine.states.map((state) => [state, 0]))
  for (const entry of census(store)) {
    const [state, count] = typeof entry === 'string' ? ([entry, 1] as const) : entry
    counts.set(state, (counts.get(state) ?? 0) + count)
  }
  return Object.fromEntries(counts)
}

function list<S extends string, E extends string>(
  id: string,
  machine: Machine<S, E>,
  initial: readonly S[] | undefined,
  census: ListedMachine['census'],
): ListedMachine {
  const born = machine.transitions.flatMap(({ from, to }) => (from === 'none' && to !== 'none' ? [to] : []))
  return { id, machine, initial: initial ?? [...new Set(born)], census }
}

function statuses(records: Iterable<{ readonly status: string }>): string[] {
  return Array.from(records, ({ status }) => status)
}

/** Copies of baselines have status ARCHIVED, but are stored apart. */
function* censusOfRequirements(store: Store): Generator<readonly [state: string, count: number]> {
  const table = store.table(requirements)
  for (const { id } of store.table(variants).scan())
    for (const state of requirementMachine.states) yield [state, table.count('status', [id, state])]
  for (const { copied } of store.table(frozenSets).scan()) yield ['ARCHIVED', copied]
}
