/** The world of the test that runs: the integration of its two products, and what waits between them. */
import type { TableDefinition } from '../../../../src/world/store/table.ts'
import { outboundMessages } from '../../../../src/model/records/tracker/outbound-messages.ts'
import { integrations } from '../../../../src/model/records/tracker/integrations.ts'
import { trackerTexts } from '../../../../src/model/records/tracker/tracker.ts'
import { trackerMessages } from '../../../../src/model/records/tracker/inbound-messages.ts'
import { linker, SERVICE } from './products.ts'

export const WIKI_APPLINK = '11111111-2222-4333-8444-555555555555'
/** The tracker's id of an application link that is no more. */
export const OLD = '77777777-8888-4777-8666-555555555555'

export const simulator = () => linker.author.client.simulator
export const region = () => simulator().world.region('eu')
export const tableOf = <R extends object, I extends string>(of: TableDefinition<R, I>) => region().table(of)
export const integration = () => region().table(integrations).get(SERVICE)!
export const writing = () => ({ world: simulator().world, store: region(), actor: undefined })
export const integrating = () => ({ ...writing(), integration: integration() })
export const setMode = (mode: 'AUTO' | 'DISABLED') => region().table(integrations).update(SERVICE, { mode })
/** The next message of this operation is answered FAILED, or as `more` says. */
export const fail = (queue: 'inbound' | 'outbound', messageOperation?: string, more: object = {}) =>
  simulator().faults.add({ queue, messageOperation, times: 1, ...more } as never)

/** Messages that wait in the wiki. */
export const outbound = () => [...region().table(outboundMessages).range('waiting', [SERVICE])]
/** Messages that wait in the tracker. */
export const inbound = () => [...region().table(trackerMessages).range('waiting', [SERVICE])]
/** Texts that the tracker keeps of a requirement. */
export const textsOf = (key: string) =>
  [...region().table(trackerTexts).scan()].filter((text) => text.key === key).map(({ html }) => html)
