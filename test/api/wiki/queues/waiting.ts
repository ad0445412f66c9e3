/** Messages that wait between wiki and tracker, for tests: put there and read as short sentences. */
import { integrations } from '../../../../src/model/links/records.ts'
import { enqueueInbound } from '../../../../src/model/integration/queues/inbound.ts'
import { enqueueOutbound } from '../../../../src/model/integration/queues/outbound.ts'
import { outboundMessages } from '../../../../src/model/integration/queues/records.ts'
import { trackerMessages } from '../../../../src/model/tracker/records.ts'
import { APPLINK, integrationOf, type Linker, startLinker } from '../../tracker/linking.ts'
import { demoWith } from '../../../support/client.ts'

const SERVICE = 'svc-0001-demo'

export interface Waiting {
  readonly linker: Linker
  setMode(mode: 'AUTO' | 'DISABLED'): void
  readonly wiki: Linker['wiki']
  linkInWiki(key: string, issue: string): Promise<unknown>
  /** Puts a requirement on a page of ENG. */
  define(key: string): Promise<unknown>
  /** Changes key or project of an issue. */
  changeIssue(id: number, edit: object): Promise<unknown>
  /** Queues messages in the tracker: `ADD_LINK DRN-3 REQ-003 tests in 1`; `-` stands for what is absent. */
  queueInTracker(...texts: string[]): void
  /** As queueInTracker, in the wiki. */
  queueInWiki(...texts: string[]): void
  inTracker(): string[]
  inWiki(): string[]
  /** What is superseded, and why: `ADD_LINK DRN-3 REQ-003 implements: superseded by message 7`. */
  responses(): string[]
  /** Sends what waits in the tracker by hand, one after the other. */
  sendFromTracker(): Promise<void>
  /** As sendFromTracker, from the wiki; only messages of this operation where one is given. */
  sendFromWiki(operation?: string): Promise<void>
}

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
  const said = (name: string, value: string) => (value === '-' ? {} : { [name]: value })
  return {
    operation,
    ...said('issueKey', issue),
    ...(key === '-' ? {} : { spaceKey: 'ENG', key }),
    ...said('relationship', relationship),
    ...(baseline === undefined ? {} : { baseline: Number(baseline) }),
  }
}

/** The demo world after its first run, with more of a scenario; links that lost their keys are none of these tests. */
export async function startWaiting(more: object = {}): Promise<Waiting> {
  const world = { links: [{ id: 40001, remove: true }], ...more }
  const linker = await startLinker(demoWith({ world }))
  linker.synchronise()
  const { store, integration } = integrationOf(linker)
  const { world: simulated } = linker.author.client.simulator
  const region = () => simulated.region('eu')
  const waiting = {
    wiki: () => [...region().table(outboundMessages).range('waiting', [SERVICE])],
    tracker: () => [...region().table(trackerMessages).range('waiting', [SERVICE])],
  }
  const { wiki } = linker
  return {
    linker,
    setMode: (mode) => void region().table(integrations).update(SERVICE, { mode }),
    wiki,
    linkInWiki: (key, issue) =>
      wiki('PUT', `/requirement2/ENG/${key}/link/issue/${issue}?relationship=implements`),
    define: (key) => linker.author.control('PUT', '/pages/4001', { define: [{ key, html: key }] }),
    changeIssue: (id, edit) => linker.author.control('PUT', `/issues/${id}`, edit),
    queueInTracker(...texts) {
      for (const text of texts)
        enqueueInbound({ world: simulated, store, actor: undefined }, integration, read(text) as never)
    },
    queueInWiki(...texts) {
      const through = { serviceId: SERVICE, applinkId: integration.wikiApplinkId }
      for (const text of texts)
        enqueueOutbound({ world: simulated, store, actor: undefined }, { ...through, ...read(text) } as never)
    },
    inTracker: () => waiting.tracker().map(sentence),
    inWiki: () => waiting.wiki().map(sentence),
    responses: () =>
      [...region().table(trackerMessages).scan(), ...region().table(outboundMessages).scan()].flatMap(
        (message) =>
          message.lastResponse?.startsWith('superseded')
            ? [`${sentence(message)}: ${message.lastResponse}`]
            : [],
      ),
    async sendFromTracker() {
      for (const { id } of waiting.tracker()) await linker.done('POST', `/queue/${APPLINK}/messages/${id}`)
    },
    async sendFromWiki(operation) {
      for (const message of waiting.wiki())
        if (operation === undefined || message.operation === operation)
          await wiki('PUT', `/integration/${SERVICE}/queue/outbound/${message.id}`)
    },
  }
}
