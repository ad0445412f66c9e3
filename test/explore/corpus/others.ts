/** Clients that do not expect other users to work at the same time. */
import { attempts, type CorpusEntry, read, send } from './entry.ts'

const REQUIREMENT = '/api/requirements/6002?applicationId=101'
const THEIR_TEXT = 'The drone shall hold its altitude within 0.3 m.'

interface Requirement {
  readonly text: string
  readonly properties: readonly {
    readonly label: string
    readonly value: string
    readonly external: boolean
  }[]
}

const lostUpdate: CorpusEntry = {
  name: 'lost update',
  what: 'The client changes a property by writing back everything that it has read, and undoes what others wrote meanwhile.',
  options: {
    vary: {
      edits: [{ as: 'admin', call: `PUT ${REQUIREMENT}`, body: { text: THEIR_TEXT } }],
      assumptions: false,
    },
    check: (sim) => {
      const isEdited = sim.journal
        .entries()
        .some(({ user, stateful }) => user === 'admin' && stateful === true)
      const [row] = sim.state('requirement', { id: 6002 })
      if (isEdited && row?.text !== THEIR_TEXT) throw new Error('the text of the other user is lost')
    },
  },
  buggy: async (sim, context) => {
    const { text, properties } = await read<Requirement>(sim, context, REQUIREMENT)
    await attempts(context, () => send(sim, `PUT ${REQUIREMENT}`, { text, properties: raised(properties) }))
  },
  correct: async (sim, context) => {
    const { properties } = await read<Requirement>(sim, context, REQUIREMENT)
    await attempts(context, () => send(sim, `PUT ${REQUIREMENT}`, { properties: raised(properties) }))
  },
  finds: { disturbances: ['edit'], kind: 'check', message: /the text of the other user is lost/ },
}

function raised(properties: Requirement['properties']) {
  return properties
    .filter(({ external }) => !external)
    .map(({ label, value }) => ({ label, value: label === 'Priority' ? 'High' : value }))
}

const BASELINES = '/wiki/rest/reqs/1/baseline/ENG'
const ours = { baseline: { name: 'Ours', searchQuery: "key ~ 'REQ-%'" } }
const theirs = { baseline: { name: 'Theirs', searchQuery: "key = 'REQ-001'" } }

interface Baseline {
  readonly baseline: number
  readonly name: string
}

const newestIsOurs: CorpusEntry = {
  name: 'taking the newest for its own',
  what: 'The client freezes the baseline with the highest number, which another user may have created.',
  options: {
    vary: {
      edits: [{ as: 'admin', call: `POST ${BASELINES}`, body: theirs }],
      assumptions: false,
      jobs: false,
    },
    check: (sim) => {
      const [row] = sim.state('baseline', { spaceKey: 'ENG', name: 'Ours' })
      if (row?.status === 'PREVIEW') throw new Error('the baseline of the client is not frozen')
    },
  },
  buggy: async (sim, context) => {
    await attempts(context, () => send(sim, `POST ${BASELINES}`, ours))
    const [newest] = await read<Baseline[]>(sim, context, BASELINES)
    await attempts(context, () => send(sim, `POST ${freezing(newest)}`))
  },
  correct: async (sim, context) => {
    await attempts(context, () => send(sim, `POST ${BASELINES}`, ours))
    const baselines = await read<Baseline[]>(sim, context, BASELINES)
    const own = baselines.find(({ name }) => name === 'Ours')
    await attempts(context, () => send(sim, `POST ${freezing(own)}`))
  },
  finds: { disturbances: ['edit'], kind: 'check', message: /the baseline of the client is not frozen/ },
}

function freezing(baseline: Baseline | undefined): string {
  return `/wiki/rest/reqs/1/baseline-actions/ENG/freeze/${baseline?.baseline}`
}

export const others: readonly CorpusEntry[] = [lostUpdate, newestIsOurs]
