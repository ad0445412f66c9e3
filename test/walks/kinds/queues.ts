/** Steps that disturb the queues between wiki and tracker, send from them by hand, and repair. */
import { CONTROL, EXPORTED, get, patch, post, put, remove, TRACKER, WIKI } from '../walker.ts'
import {
  issueKeys,
  lossyStep,
  RELATIONSHIPS,
  rowsOf,
  serviceOf,
  step,
  type StepKind,
  TRACKER_APPLINK,
  TRACKER_SITE,
  WIKI_APPLINK,
  WIKI_SITE,
} from './kind.ts'

const OUTBOUND = [
  'REQUIREMENT_UPDATED',
  'REQUIREMENT_RENAMED',
  'REQUIREMENT_DELETED',
  'LINK_ADDED',
  'LINK_REMOVED',
  'BASELINE_UPDATED',
] as const
const INBOUND = ['ADD_LINK', 'REMOVE_LINK', 'RESET_LINKS', 'ISSUE_RENAMED', 'ISSUE_MOVED'] as const

export const queueKinds: readonly StepKind[] = [
  step('fault.message', 7, (_walker, draw) => {
    const queue = draw.of('outbound', 'inbound', '*')
    const operation =
      queue === 'outbound' ? draw.of(...OUTBOUND) : queue === 'inbound' ? draw.of(...INBOUND) : undefined
    const body = {
      queue,
      answer: draw.of('FAILED', 'FAILED', 'NOT_EXECUTED', 'NONE'),
      ...(operation !== undefined && draw.chance(50) ? { messageOperation: operation } : {}),
      ...(draw.chance(60) ? { times: draw.below(3) + 1 } : {}),
      ...(draw.chance(30) ? { after: draw.below(3) } : {}),
      ...(draw.chance(30) ? { every: 2 } : {}),
      ...(draw.chance(30) ? { probability: 0.5 } : {}),
    }
    return post(`${CONTROL}/faults`, body)
  }),
  step('fault.outage', 2, (_walker, draw) => {
    const limits = draw.chance(70) ? { for: draw.of('30s', '2m', '4m', '10m') } : {}
    const from = draw.chance(30) ? { from: draw.of('1s', '2m') } : {}
    return post(`${CONTROL}/faults`, { outage: draw.of('wiki', 'tracker'), ...from, ...limits })
  }),
  step('fault.freeze', 1, (_walker, draw) =>
    post(`${CONTROL}/faults`, { freeze: '*', at: draw.of(0, 50, 100), times: 1 }),
  ),
  step('fault.clear', 3, () => remove(`${CONTROL}/faults`)),
  step('site.switch', 3, (walker, draw) => {
    const site = draw.of(WIKI_SITE, TRACKER_SITE)
    const down = walker.state('application').find(({ id }) => id === site)?.status === 'DISABLED'
    return patch(`${CONTROL}/sites/${site}`, { status: down ? 'ACTIVE' : 'DISABLED' })
  }),
  step('link.mode', 2, (_walker, draw) =>
    put(`${TRACKER}/api/${TRACKER_APPLINK}/mode`, draw.of('AUTO', 'AUTO', 'MANUAL', 'DISABLED')),
  ),
  step('integration.status', 1, (walker, draw) => {
    const service = serviceOf(walker)
    if (service === undefined) return undefined
    const body = { status: draw.of('ACTIVE', 'DISABLED') }
    return put(`${WIKI}/integration/${service}?fields=status`, body)
  }),
  step('message.cost', 1, (_walker, draw) =>
    put(`${WIKI}/settings/messageMilliseconds`, { value: draw.of(10, 14_000, 31_000, 130_000) }),
  ),
  step('integration.delete', 2, (walker) => {
    const service = serviceOf(walker)
    return service === undefined ? undefined : remove(`${WIKI}/integration/${service}`)
  }),
  step('integration.create', 3, (walker) => {
    if (serviceOf(walker) !== undefined) return undefined
    return post(`${WIKI}/integration`, { applinkId: WIKI_APPLINK })
  }),
  step('message.send', 4, (walker, draw) => {
    const service = serviceOf(walker)
    const message = draw.pick(walker.state('outboundMessage').filter(({ status }) => status !== 'DONE'))
    if (service === undefined || message === undefined) return undefined
    return put(`${WIKI}/integration/${service}/queue/outbound/${message.id}`)
  }),
  step('message.sendFromTracker', 4, (walker, draw) => {
    const message = draw.pick(walker.state('trackerMessage').filter(({ status }) => status !== 'DONE'))
    return message && post(`${TRACKER}/queue/${TRACKER_APPLINK}/messages/${message.id}`)
  }),
  step('queue.flush', 3, (walker) => {
    const service = serviceOf(walker)
    return service === undefined ? undefined : get(`${WIKI}/integration/${service}/queue/flush`)
  }),
  step('repair.heal', 2, () => put(`${WIKI}/repair/trackerlinks`, {})),
  step('repair.drop', 1, () => remove(`${WIKI}/repair/trackerlinks`)),
  step('repair.applicationLink', 1, () => post(`${TRACKER}/queue/${TRACKER_APPLINK}/repair-applink`)),
  lossyStep('queue.lose', 3, (walker, draw) => {
    const service = serviceOf(walker)
    const isLink = ({ status, operation }: { status: string; operation: string }) =>
      status !== 'DONE' && operation.includes('LINK')
    const outbound = draw.pick(walker.state('outboundMessage').filter(isLink))
    if (service !== undefined && outbound !== undefined && draw.chance(50))
      return remove(`${WIKI}/integration/${service}/queue/outbound/${outbound.id}`)
    const inbound = draw.pick(walker.state('trackerMessage').filter(isLink))
    const url = `${TRACKER}/queue/${TRACKER_APPLINK}/messages`
    return inbound && remove(`${url}/${inbound.id}`)
  }),
  lossyStep('queue.post', 4, (walker, draw) => {
    const [row, issueKey] = [draw.pick(rowsOf(walker)), draw.pick(issueKeys(walker))]
    if (row === undefined || issueKey === undefined) return undefined
    const relationship = draw.of(...RELATIONSHIPS)
    const operation = draw.of('ADD_LINK', 'REMOVE_LINK', 'RESET_LINKS')
    const link = { issueKey, spaceKey: row.spaceKey, key: row.key, relationship }
    const message =
      operation === 'RESET_LINKS' ? { operation, issueKey, relationship } : { operation, ...link }
    const service = serviceOf(walker)
    if (service !== undefined && draw.chance(50))
      return post(`${WIKI}/integration/${service}/queue/inbound`, [message])
    return post(`${TRACKER}/queue/${TRACKER_APPLINK}/messages`, [message])
  }),
  step('world.transfer', 1, () => post(`${CONTROL}/import`, EXPORTED)),
  step('clock.mode', 1, (_walker, draw) => patch(`${CONTROL}/clock`, { mode: draw.of('auto', 'manual') })),
  step('clock.advance', 22, (_walker, draw) =>
    post(`${CONTROL}/clock/advance`, { by: draw.of('400ms', '1s', '2s', '1m', '3m', '3m', '3m', '7m') }),
  ),
]
