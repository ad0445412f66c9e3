/** Messages that wait between wiki and tracker, for tests: put there and read as short sentences. */
import { expect } from 'vitest'
import { enqueueInbound, enqueueOutbound } from '../../../../src/model/integration/messages/messages.ts'
import { outboundMessages } from '../../../../src/model/records/tracker/outbound-messages.ts'
import { trackerMessages } from '../../../../src/model/records/tracker/inbound-messages.ts'
import { APPLINK } from '../../tracker/linking.ts'
import { demoWith } from '../../../support/client.ts'
import { SERVICE, REPAIR, OUTBOUND, startProducts, wiki, done, control, synchronise } from './products.ts'
import { WIKI_APPLINK, tableOf, integration, writing, setMode, outbound, inbound } from './world.ts'

interface Said {
  readonly operation: string
  readonly key?: string
  readonly issueKey?: string
  readonly relationship?: string
  readonly baseline?: number
}

/** `ADD_LINK DRN-3 REQ-003 tests in 1`, without what is absent. */
export const sentence = ({ operation, issueKey, key, relationship, baseline }: Said) =>
  [operation, issueKey, key, relationship, baseline === undefined ? undefined : `in ${baseline}`]
    .filter((part) => part !== undefined)
    .join(' ')

/** Reads `ADD_LINK DRN-3 REQ-003 tests in 1`; `-` stands for what is absent. */
function read(text: string) {
  const [operation = '', issue = '-', key = '-', relationship = '-', , baseline] = text.split(' ')
  const field = (name: string, value: string) => (value === '-' ? {} : { [name]: value })
  return {
    operation,
    ...field('issueKey', issue),
    ...(key === '-' ? {} : { spaceKey: 'ENG', key }),
    ...field('relationship', relationship),
    ...(baseline === undefined ? {} : { baseline: Number(baseline) }),
  }
}

/** Starts the demo world after its first run, with more of a scenario, and without links that lost their keys. */
export const startWaiting = async (more: object = {}) => {
  await startProducts(demoWith({ world: { links: [{ id: 40001, remove: true }], ...more } }))
  synchronise()
}
export const linkInWiki = (key: string, issue: string) =>
  wiki('PUT', `/requirement2/ENG/${key}/link/issue/${issue}?relationship=implements`)
/** Puts a requirement on a page of ENG. */
export const define = (key: string) => control('PUT', '/pages/4001', { define: [{ key, html: key }] })

/** Queues messages in the tracker: `ADD_LINK DRN-3 REQ-003 tests in 1`; `-` stands for what is absent. */
export const queueInTracker = (...texts: string[]) => {
  for (const text of texts) enqueueInbound(writing(), integration(), read(text) as never)
}
/** As queueInTracker, in the wiki. */
export const queueInWiki = (...texts: string[]) => {
  const through = { serviceId: SERVICE, applinkId: WIKI_APPLINK }
  for (const text of texts) enqueueOutbound(writing(), { ...through, ...read(text) } as never)
}
export const inTracker = () => inbound().map(sentence)
export const inWiki = () => outbound().map(sentence)
/** What is superseded, and why: `ADD_LINK DRN-3 REQ-003 implements: superseded by message 7`. */
export const responses = () =>
  [...tableOf(trackerMessages).scan(), ...tableOf(outboundMessages).scan()].flatMap((message) =>
    message.lastResponse?.startsWith('superseded') ? [`${sentence(message)}: ${message.lastResponse}`] : [],
  )

/** Sends what waits in the tracker by hand, one after the other. */
export const sendFromTracker = async () => {
  for (const { id } of inbound()) await done('POST', `/queue/${APPLINK}/messages/${id}`)
}
/** As sendFromTracker, from the wiki; only messages of this operation if one is given. */
export const sendFromWiki = async (operation?: string) => {
  for (const message of outbound())
    if (operation === undefined || message.operation === operation)
      await wiki('PUT', `${OUTBOUND}/${message.id}`)
}
/** Sends messages from the queue of the tracker; returns the response to each. */
export const send = async (...texts: string[]) => {
  const before = tableOf(trackerMessages).size
  setMode('AUTO')
  queueInTracker(...texts)
  await sendFromTracker()
  return [...tableOf(trackerMessages).scan()].slice(before).map(({ lastResponse }) => lastResponse)
}
/** Posts a message to the tracker in the name of the wiki, as admin. */
export const tell = async (message: object) => {
  const [answer] = await done('POST', '/api', [{ applinkId: APPLINK, ...message }])
  expect(answer.status, answer.message).toBe('DONE')
}
/** Nothing waits, and there is nothing to repair. */
export const expectAgreement = async () => {
  expect([inWiki(), inTracker()]).toEqual([[], []])
  expect((await wiki('GET', REPAIR)).discrepancies).toEqual([])
}
