/** Clients of wiki and tracker that expect both to agree at once. */
import { attempts, type CorpusEntry, GaveUp, linksOf, mayGiveUp, read, send } from './entry.ts'

const APPLINK = '99999999-8888-4777-8666-555555555555'
const LINKS = '/tracker/rest/reqs/1/issuelinks/DRN-3'
const QUEUE = `/tracker/rest/reqs/1/queue/${APPLINK}/messages`
const link = { applinkId: APPLINK, spaceKey: 'ENG', key: 'REQ-003', relationship: 'implements' }

interface Message {
  readonly status: string
}

const expectsAgreement: CorpusEntry = {
  name: 'expecting both products to agree',
  what: 'The client links in the tracker, waits for one synchronisation, and reports the link although its message failed.',
  options: {
    vary: { assumptions: false, outages: false },
    mayFail: mayGiveUp,
    check: (sim, { error }) => {
      const isInWiki = linksOf(sim, 'DRN-3').some(({ wiki }) => wiki?.key === 'REQ-003')
      if (error === undefined && !isInWiki) throw new Error('the wiki does not show the link')
    },
  },
  buggy: async (sim, context) => {
    await attempts(context, () => send(sim, `POST ${LINKS}`, [link]))
    await context.sleep('3m')
  },
  correct: async (sim, context) => {
    await attempts(context, () => send(sim, `POST ${LINKS}`, [link]))
    for (let run = 1; run <= 10; run++) {
      await context.sleep('3m')
      if ((await read<Message[]>(sim, context, QUEUE, 'tok-admin')).length === 0) return
    }
    throw new GaveUp('the message still waits')
  },
  finds: { disturbances: ['clock', 'message'], kind: 'check', message: /the wiki does not show the link/ },
}

const expectsRepetition: CorpusEntry = {
  name: 'relying on a repeated call to do no harm',
  what: 'The client takes a 409 for a failure, which its own first attempt may have caused if the service refuses links that exist.',
  options: { vary: { assumptions: ['A158'], edits: false } },
  buggy: async (sim, context) => {
    for (const each of [link, link]) {
      const { status } = await attempts(context, () => send(sim, `POST ${LINKS}`, [each]))
      if (status !== 200) throw new Error(`linking was refused with ${status}`)
    }
  },
  correct: async (sim, context) => {
    for (const each of [link, link]) {
      const { status } = await attempts(context, () => send(sim, `POST ${LINKS}`, [each]))
      if (status !== 200 && status !== 409) throw new Error(`linking was refused with ${status}`)
    }
  },
  finds: { disturbances: ['assumption'], kind: 'error', message: /refused with 409/ },
}

export const products: readonly CorpusEntry[] = [expectsAgreement, expectsRepetition]
