/** State machines for the panel: the tables of their records, and how often each transition was made. */

import type { CountedMachine } from '../../../control/responses/catalogue.ts'
import type { MachineReport } from '../../../gateway/report/report.ts'
import { countText } from '../../words/text.ts'

/** A machine whose records may still be uncounted. */
export type ShownMachine = Omit<CountedMachine, 'records'> & {
  readonly records: CountedMachine['records'] | undefined
}

export const NONE = 'none'

/** Records of a table that are in a state: `GET /state/{table}` with these filters. */
export interface Source {
  readonly table: string
  readonly filters: Readonly<Record<string, string>>
}

const SOURCES: Readonly<Record<string, (state: string) => readonly Source[]>> = {
  requirement: (status) => [{ table: 'requirement', filters: { status } }],
  baseline: (status) => [{ table: 'baseline', filters: { status } }],
  'queue-message': (status) => [
    { table: 'outboundMessage', filters: { status } },
    { table: 'trackerMessage', filters: { status } },
  ],
  'application-link-mode': (mode) => [{ table: 'integration', filters: { mode } }],
  'bulk-job': (status) => [{ table: 'bulkJob', filters: { status } }],
  'import-job': (status) => [{ table: 'importJob', filters: { status } }],
  'excel-attachment': (integrationState) => [{ table: 'excelAttachment', filters: { integrationState } }],
  'link-request': (status) => [{ table: 'linkRequest', filters: { status } }],
  invitation: (status) => [{ table: 'invitation', filters: { status } }],
  'account-link': (state) => [
    {
      table: 'accountLink',
      filters: {
        linked: String(state === 'LINKED' || state === 'LINK_ONLY'),
        consented: String(state === 'LINKED' || state === 'CONSENT_ONLY'),
      },
    },
  ],
}

/** Where the records in a state are stored. Copies of a baseline are stored with it, so not all of them are listed. */
export function sourcesOf(machine: string, state: string): readonly Source[] {
  return Object.hasOwn(SOURCES, machine) ? (SOURCES[machine]?.(state) ?? []) : []
}

/** How often each transition was made, in the order of the machine; 0 if the report does not list it. */
export function timesOf(
  machine: Pick<CountedMachine, 'name' | 'transitions'>,
  report: readonly Pick<MachineReport, 'machine' | 'transitions'>[] | undefined,
): readonly number[] {
  const used = report?.find((one) => one.machine === machine.name)?.transitions ?? []
  return machine.transitions.map(
    ({ from, event, to }) =>
      used.find((one) => one.from === from && one.event === event && one.to === to)?.times ?? 0,
  )
}

/** How often a transition was made. A request or a job counts once, however many records it moves. */
export function madeText(times: number): string {
  return times === 0 ? 'not made yet' : `made by ${countText(times, 'request or job', 'requests or jobs')}`
}

/** Fields that identify a record, the most descriptive first. */
const NAMING = ['number', 'key', 'name', 'title', 'label', 'operation', 'kind', 'serviceId'] as const
const NUMBERS = ['id', 'userId', 'applicationId', 'projectContainerId'] as const

/** The name of a record in a list: its numbers and its identifying field. */
export function nameOfRecord(record: Readonly<Record<string, unknown>>): {
  readonly id: string
  readonly name: string
} {
  const shown = (fields: readonly string[]) =>
    fields.flatMap((field) => {
      const value = record[field]
      return typeof value === 'string' || typeof value === 'number' ? [String(value)] : []
    })
  const id = record['id']
  const numbers = id === undefined ? shown(NUMBERS) : [String(id)]
  const place = shown(['spaceKey', 'issueKey'])
  return { id: numbers.join('/'), name: [...place, ...shown(NAMING)].join(' · ') }
}
