/** Steps that disturb the queues between wiki and tracker, send from them by hand, and repair. */
import { CONTROL, EXPORTED, TRACKER, WIKI } from '../walker.ts'
import {
  issueKeys,
  RELATIONSHIPS,
  rowsOf,
  serviceOf,
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
  {
    name: 'fault.message',
    weight: 7,
    draw(_walker, draw) {
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
      return { method: 'POST', url: `${CONTROL}/faults`, body }
    },
  },
  {
    name: 'fault.outage',
    weight: 2,
    draw(_walker, draw) {
      const limits = draw.chance(70) ? { for: draw.of('30s', '2m', '4m', '10m') } : {}
      const from = draw.chance(30) ? { from: draw.of('1s', '2m') } : {}
      return {
        method: 'POST',
        url: `${CONTROL}/faults`,
        body: { outage: draw.of('wiki', 'tracker'), ...from, ...limits },
      }
    },
  },
  {
    name: 'fault.freeze',
    weight: 1,
    draw: (_walker, draw) => ({
      method: 'POST',
      url: `${CONTROL}/faults`,
      body: { freeze: '*', at: draw.of(0, 50, 100), times: 1 },
    }),
  },
  { name: 'fault.clear', weight: 3, draw: () => ({ method: 'DELETE', url: `${CONTROL}/faults` }) },
  {
    name: 'site.switch',
    weight: 3,
    draw(walker, draw) {
      const site = draw.of(WIKI_SITE, TRACKER_SITE)
      const down = walker.state('application').find(({ id }) => id === site)?.status === 'DISABLED'
      return {
        method: 'PATCH',
        url: `${CONTROL}/sites/${site}`,
        body: { status: down ? 'ACTIVE' : 'DISABLED' },
      }
    },
  },
  {
    name: 'link.mode',
    weight: 2,
    draw: (_walker, draw) => ({
      method: 'PUT',
      url: `${TRACKER}/api/${TRACKER_APPLINK}/mode`,
      body: draw.of('AUTO', 'AUTO', 'MANUAL', 'DISABLED'),
    }),
  },
  {
    name: 'integration.status',
    weight: 1,
    draw(walker, draw) {
      const service = serviceOf(walker)
      if (service === undefined) return undefined
      const body = { status: draw.of('ACTIVE', 'DISABLED') }
      return { method: 'PUT', url: `${WIKI}/integration/${service}?fields=status`, body }
    },
  },
  {
    name: 'message.cost',
    weight: 1,
    draw: (_walker, draw) => ({
      method: 'PUT',
      url: `${WIKI}/settings/messageMilliseconds`,
      body: { value: draw.of(10, 14_000, 31_000, 130_000) },
    }),
  },
  {
    name: 'integration.delete',
    weight: 2,
    draw(walker) {
      const service = serviceOf(walker)
      return service === undefined ? undefined : { method: 'DELETE', url: `${WIKI}/integration/${service}` }
    },
  },
  {
    name: 'integration.create',
    weight: 3,
    draw(walker) {
      if (serviceOf(walker) !== undefined) return undefined
      return { method: 'POST', url: `${WIKI}/integration`, body: { applinkId: WIKI_APPLINK } }
    },
  },
  {
    name: 'message.send',
    weight: 4,
    draw(walker, draw) {
      const service = serviceOf(walker)
      const message = draw.pick(walker.state('outboundMessage').filter(({ status }) => status !== 'DONE'))
      if (service === undefined || message === undefined) return undefined
      return { method: 'PUT', url: `${WIKI}/integration/${service}/queue/outbound/${message.id}` }
    },
  },
  {
    name: 'message.sendFromTracker',
    weight: 4,
    draw(walker, draw) {
      const message = draw.pick(walker.state('trackerMessage').filter(({ status }) => status !== 'DONE'))
      return message && { method: 'POST', url: `${TRACKER}/queue/${TRACKER_APPLINK}/messages/${message.id}` }
    },
  },
  {
    name: 'queue.flush',
    weight: 3,
    draw(walker) {
      const service = serviceOf(walker)
      return service === undefined
        ? undefined
        : { method: 'GET', url: `${WIKI}/integration/${service}/queue/flush` }
    },
  },
  {
    name: 'repair.heal',
    weight: 2,
    draw: () => ({ method: 'PUT', url: `${WIKI}/repair/trackerlinks`, body: {} }),
  },
  { name: 'repair.drop', weight: 1, draw: () => ({ method: 'DELETE', url: `${WIKI}/repair/trackerlinks` }) },
  {
    name: 'repair.applicationLink',
    weight: 1,
    draw: () => ({ method: 'POST', url: `${TRACKER}/queue/${TRACKER_APPLINK}/repair-applink` }),
  },
  {
    name: 'queue.lose',
    weight: 3,
    lossy: true,
    draw(walker, draw) {
      const service = serviceOf(walker)
      const isLink = ({ status, operation }: { status: string; operation: string }) =>
        status !== 'DONE' && operation.includes('LINK')
      const outbound = draw.pick(walker.state('outboundMessage').filter(isLink))
      if (service !== undefined && outbound !== undefined && draw.chance(50))
        return { method: 'DELETE', url: `${WIKI}/integration/${service}/queue/outbound/${outbound.id}` }
      const inbound = draw.pick(walker.state('trackerMessage').filter(isLink))
      const url = `${TRACKER}/queue/${TRACKER_APPLINK}/messages`
      return inbound && { method: 'DELETE', url: `${url}/${inbound.id}` }
    },
  },
  {
    name: 'queue.post',
    weight: 4,
    lossy: true,
    draw(walker, draw) {
      const [row, issueKey] = [draw.pick(rowsOf(walker)), draw.pick(issueKeys(walker))]
      if (row === undefined || issueKey === undefined) return undefined
      const relationship = draw.of(...RELATIONSHIPS)
      const operation = draw.of('ADD_LINK', 'REMOVE_LINK', 'RESET_LINKS')
      const link = { issueKey, spaceKey: row.spaceKey, key: row.key, relationship }
      const message =
        operation === 'RESET_LINKS' ? { operation, issueKey, relationship } : { operation, ...link }
      const service = serviceOf(walker)
      if (service !== undefined && draw.chance(50))
        return { method: 'POST', url: `${WIKI}/integration/${service}/queue/inbound`, body: [message] }
      return { method: 'POST', url: `${TRACKER}/queue/${TRACKER_APPLINK}/messages`, body: [message] }
    },
  },
  {
    name: 'world.transfer',
    weight: 1,
    draw: () => ({ method: 'POST', url: `${CONTROL}/import`, body: EXPORTED }),
  },
  {
    name: 'clock.mode',
    weight: 1,
    draw: (_walker, draw) => ({
      method: 'PATCH',
      url: `${CONTROL}/clock`,
      body: { mode: draw.of('auto', 'manual') },
    }),
  },
  {
    name: 'clock.advance',
    weight: 22,
    draw: (_walker, draw) => ({
      method: 'POST',
      url: `${CONTROL}/clock/advance`,
      body: { by: draw.of('400ms', '1s', '2s', '1m', '3m', '3m', '3m', '7m') },
    }),
  },
]
