/** Links whose faces differ, for tests of repairing: put there, and read as short sentences. */
import { applications } from '../../../../src/model/records/service/applications.ts'
import { historyEntries } from '../../../../src/model/records/wiki/history.ts'
import { wikiRequirement } from '../../../../src/model/integration/issues/tracker-texts.ts'
import { issueLinks } from '../../../../src/model/records/tracker/issue-links.ts'
import { issues, trackerTextId, trackerTexts } from '../../../../src/model/records/tracker/tracker.ts'
import { trackerMessages } from '../../../../src/model/records/tracker/inbound-messages.ts'
import { enqueueInbound, enqueueOutbound } from '../../../../src/model/integration/messages/messages.ts'
import { outboundMessages } from '../../../../src/model/records/tracker/outbound-messages.ts'
import { APPLINK, integrationOf } from '../../tracker/linking.ts'
import { SERVICE, REPAIR, linker, startProducts, wiki } from '../queues/products.ts'
import { WIKI_APPLINK, tableOf, setMode } from '../queues/world.ts'

/** The demo world without links and messages; nothing is sent by itself. */
export const start = async (assumptions: object = {}) => {
  await startProducts({ scenario: 'demo', config: { assumptions } } as never)
  for (const table of [issueLinks, outboundMessages])
    for (const { id } of tableOf(table as typeof issueLinks).scan())
      tableOf(table as typeof issueLinks).remove(id)
  setMode('DISABLED')
}
export const setWiki = (status: 'ACTIVE' | 'DISABLED') => tableOf(applications).update(101, { status })
export const heal = (body?: object) => wiki('PUT', REPAIR, body)

/** Reads `DRN-3 tests REQ-003 in 1`; `?` is a key that was lost. */
const factsOf = (text: string) => {
  const [issueKey = '', relationship = '', key = '', , baseline] = text.split(' ')
  return { issueKey, relationship, key, baseline: baseline === undefined ? undefined : Number(baseline) }
}
export const wikiFace = (text: string) => {
  const { baseline, ...facts } = factsOf(text)
  const frozen = baseline === undefined ? {} : { baseline }
  return { applinkId: WIKI_APPLINK, applicationId: 101, spaceKey: 'ENG', ...facts, ...frozen }
}
export const trackerFace = (text: string, applinkId = APPLINK) => {
  const { issueKey, relationship, key, baseline = null } = factsOf(text)
  const issueId = tableOf(issues).find('key', [102, issueKey])?.id ?? 99_999
  const facts = { issueId, spaceKey: 'ENG', key: key === '?' ? null : key, baseline, relationship }
  return { applinkId, applicationId: 102, ...facts }
}
/** Puts a link whose faces say this; the id is the one that repairs name. */
export const put = (
  id: number,
  faces: { wiki?: string; tracker?: string },
  changes: { serviceId?: string } = {},
) => {
  const { wiki: inWiki, tracker: inTracker } = faces
  tableOf(issueLinks).put({
    id,
    serviceId: SERVICE,
    ...(inWiki === undefined ? {} : { wiki: wikiFace(inWiki) }),
    ...(inTracker === undefined ? {} : { tracker: trackerFace(inTracker) }),
    ...changes,
  })
}
/** All links as they are: `50001 wiki DRN-3 tests REQ-003, tracker DRN-3 tests REQ-003`. */
export const links = () =>
  [...tableOf(issueLinks).scan()].map(({ id, wiki: inWiki, tracker: inTracker }) => {
    const faceText = (
      issue: string,
      { relationship, key, baseline }: { relationship: string; key: string | null; baseline?: number | null },
    ) => `${issue} ${relationship} ${key ?? '?'}${typeof baseline === 'number' ? ` in ${baseline}` : ''}`
    const faces = [
      ...(inWiki === undefined ? [] : [`wiki ${faceText(inWiki.issueKey, inWiki)}`]),
      ...(inTracker === undefined
        ? []
        : [`tracker ${faceText(tableOf(issues).get(inTracker.issueId)?.key ?? '-', inTracker)}`]),
    ]
    return `${id} ${faces.join(', ')}`
  })
export const both = (id: number, text: string) => `${id} wiki ${text}, tracker ${text}`
export const textsOf = (key: string) =>
  [...tableOf(trackerTexts).scan()].filter((text) => text.key === key).map(({ html }) => html)
export const putText = (key: string, html: string, applinkId = APPLINK) => {
  const id = trackerTextId(applinkId, 'ENG', key, null)
  tableOf(trackerTexts).put({ id, applinkId, spaceKey: 'ENG', key, baseline: null, html, refreshedAt: 0 })
}

interface Said {
  readonly operation: string
  readonly key?: string
  readonly issueKey?: string
  readonly relationship?: string
  readonly baseline?: number
}
const sentence = ({ operation, issueKey, relationship, key, baseline }: Said) =>
  [operation, issueKey, relationship, key, baseline === undefined ? undefined : `in ${baseline}`]
    .filter((part) => part !== undefined)
    .join(' ')
export const inTracker = () => [...tableOf(trackerMessages).range('waiting', [SERVICE])].map(sentence)
export const inWiki = () => [...tableOf(outboundMessages).range('waiting', [SERVICE])].map(sentence)
/** Queues `ADD_LINK DRN-3 tests REQ-003`, in the product that tells such things. */
export const queue = (...texts: string[]) => {
  const { store, integration } = integrationOf(linker)
  const { world } = linker.author.client.simulator
  for (const text of texts) {
    const [operation = '', ...rest] = text.split(' ')
    const { issueKey, relationship, key, baseline } = factsOf(rest.join(' '))
    const message = {
      operation,
      issueKey,
      ...(relationship === '' ? {} : { relationship }),
      ...(key === '' ? {} : { spaceKey: 'ENG', key }),
      ...(baseline === undefined ? {} : { baseline }),
    }
    if (operation.startsWith('LINK_'))
      enqueueOutbound({ world, store, actor: undefined }, {
        serviceId: SERVICE,
        applinkId: WIKI_APPLINK,
        ...message,
      } as never)
    else enqueueInbound({ world, store, actor: undefined }, integration, message as never)
  }
}
/** What the wiki noted of links, of requirements and of copies in baselines: `REQ-003 in 1: LINKED >tests DRN-3`. */
export const wikiHistory = () => {
  const { store, integration } = integrationOf(linker)
  const names = new Map<number | undefined, string>()
  for (const key of ['REQ-003', 'REQ-004'])
    for (const baseline of [null, 1])
      names.set(
        wikiRequirement({ store, integration }, 'ENG', key, baseline)?.id,
        `${key}${baseline === null ? '' : ' in 1'}`,
      )
  return [...store.table(historyEntries).scan()].flatMap(({ requirementId, event, changes }) =>
    event === 'LINKED' || event === 'UNLINKED'
      ? changes.map(
          ({ before = '', after = '' }) => `${names.get(requirementId)}: ${event} ${before}>${after}`,
        )
      : [],
  )
}

export const LINK = 'DRN-3 implements REQ-003'
export const NEARLY = [
  'DRN-3 tests REQ-003',
  'DRN-3 implements REQ-003 in 1',
  'DRN-3 implements REQ-004',
  'DRN-4 implements REQ-003',
]
