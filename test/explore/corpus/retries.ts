/** Clients that repeat a call although it may have worked, or do not repeat it although it may not. */
import { doneOnce, type RunContext } from '../../../src/adapters/explore.ts'
import type { Simulator } from '../../../src/index.ts'
import { attempts, type CorpusEntry, isFinal, read, readItems, send } from './entry.ts'

const DASHBOARDS = '/api/dashboards?applicationId=101'
const dashboard = {
  containerId: 1001,
  name: 'Costs',
  widgets: [{ type: 'AGGREGATION', title: 'Cost of it all', formula: 'SUM(ext@Cost)' }],
}

interface Named {
  readonly name: string
}

const retryWithoutIdempotence: CorpusEntry = {
  name: 'retry without idempotence',
  what: 'A retry creates the record a second time.',
  options: { check: (sim) => doneOnce(sim, { operation: 'standalone.dashboard.create' }) },
  buggy: (sim, context) => attempts(context, () => send(sim, `POST ${DASHBOARDS}`, dashboard)),
  correct: (sim, context) =>
    attempts(context, async () => {
      const items = await readItems<Named>(sim, context, `${DASHBOARDS}&containerId=1001`)
      if (items.some(({ name }) => name === dashboard.name)) return existing
      return send(sim, `POST ${DASHBOARDS}`, dashboard)
    }),
  finds: { disturbances: ['lost-response'], kind: 'check', message: /standalone\.dashboard\.create/ },
}

const existing = { status: 200, body: undefined, isReadable: true, retryAfter: 0 }

const REQUIREMENTS = '/api/requirements?applicationId=101'
const requirement = {
  containerId: 1001,
  key: 'REQ-013',
  originContainerId: 1102,
  text: 'The drone shall land when its battery is nearly empty.',
}

const conflictWithItself: CorpusEntry = {
  name: 'conflict with its own first attempt',
  what: 'A retry gets 409 because of the first attempt, and the client takes the key for taken by others.',
  options: {
    vary: { edits: false },
    check: (sim) => doneOnce(sim, { operation: 'standalone.requirements.create' }),
  },
  buggy: async (sim, context) => {
    const { status } = await attempts(context, () => send(sim, `POST ${REQUIREMENTS}`, requirement))
    if (status !== 201) throw new Error('the key is taken')
  },
  correct: async (sim, context) => {
    const { status } = await attempts(context, () => send(sim, `POST ${REQUIREMENTS}`, requirement))
    if (status !== 201 && !(await isOurs())) throw new Error('the key is taken')

    async function isOurs() {
      const path = `${REQUIREMENTS}&projectContainerId=1001&query=${encodeURIComponent("key = 'REQ-013'")}`
      const items = await readItems<{ text: string }>(sim, context, path)
      return items.some(({ text }) => text === requirement.text)
    }
  },
  finds: { disturbances: ['lost-response'], kind: 'error', message: /the key is taken/ },
}

const MATRICES = '/eu/wiki/rest/saved-matrices'
const column = {
  label: 'Requirement',
  columnIndex: 0,
  parentColumnIndex: 0,
  hidden: false,
  step: { type: 'FIRST_COLUMN', value: '' },
}
const matrix = {
  name: 'Safety',
  spaceKey: 'ENG',
  type: 'TRACEABILITY',
  json: JSON.stringify({ columns: [column] }),
}

const trustsServerErrors: CorpusEntry = {
  name: 'trusting a 500',
  what: 'The client looks first after a lost response, but takes a 500 for nothing done.',
  options: { check: (sim) => doneOnce(sim, { operation: 'hosted-wiki.savedMatrix.create' }) },
  buggy: (sim, context) => createMatrix(sim, context, (status) => status === undefined || status === 200),
  correct: (sim, context) => createMatrix(sim, context, (status) => status !== 429 && status !== 503),
  finds: { disturbances: ['late-server-error'], kind: 'check', message: /hosted-wiki\.savedMatrix\.create/ },
}

async function createMatrix(
  sim: Simulator,
  context: RunContext,
  mayHaveWorked: (status: number | undefined) => boolean,
): Promise<void> {
  let looks = false
  await attempts(context, async () => {
    if (looks) {
      for (let offset = 0, hasNext = true; hasNext;) {
        const path = `${MATRICES}/search?offset=${offset}`
        const search = () =>
          send<{ results: Named[]; hasNext: boolean }>(sim, `POST ${path}`, { owned: false, spaceKey: 'ENG' })
        const { body } = await attempts(context, search)
        if (body.results.some(({ name }) => name === matrix.name)) return existing
        offset += body.results.length
        hasNext = body.hasNext && body.results.length > 0
      }
    }
    const reply = await send(sim, `POST ${MATRICES}`, matrix)
    looks = mayHaveWorked(reply?.status)
    return reply
  })
}

const QUEUE = '/tracker/rest/reqs/1/queue/99999999-8888-4777-8666-555555555555/messages'
const message = {
  operation: 'ADD_LINK',
  spaceKey: 'ENG',
  key: 'REQ-003',
  issueKey: 'DRN-3',
  relationship: 'implements',
}

const repeatsUnreadable: CorpusEntry = {
  name: 'repeating what it could not read',
  what: 'The client takes a 200 whose body is cut off for a failure, and sends again.',
  options: { check: (sim) => doneOnce(sim, { operation: 'tracker.queue.add' }) },
  buggy: (sim, context) => addMessage(sim, context, (reply) => reply.isReadable),
  correct: (sim, context) => addMessage(sim, context, () => true),
  finds: { disturbances: ['truncated'], kind: 'check', message: /tracker\.queue\.add/ },
}

async function addMessage(
  sim: Simulator,
  context: RunContext,
  accepts: (reply: { readonly isReadable: boolean }) => boolean,
): Promise<void> {
  for (let count = 1; count <= 3; count++) {
    const reply = await send(sim, `POST ${QUEUE}`, [message], 'tok-admin')
    if (reply?.status === 200 && accepts(reply)) return
    // Without a response, and after a 500, it may be there.
    const isUnknown = reply === undefined || reply.status >= 500
    const path = `${QUEUE}?includeDone=true`
    if (isUnknown && (await read<unknown[]>(sim, context, path, 'tok-admin')).length > 0) return
    await context.sleep('2s')
  }
  throw new Error('the message could not be added')
}

const REMOVED = '/api/requirements/6012?applicationId=101'

const repeatsRefused: CorpusEntry = {
  name: 'repeating what is refused',
  what: 'The client repeats a deletion until it gets 204, although the requirement is gone.',
  options: { limits: { exchanges: 30 } },
  buggy: async (sim, { sleep }) => {
    for (;;) {
      const reply = await send(sim, `DELETE ${REMOVED}`)
      if (reply?.status === 204) return
      await sleep('2s')
    }
  },
  correct: async (sim, { sleep }) => {
    for (;;) {
      const reply = await send(sim, `DELETE ${REMOVED}`)
      if (reply?.status === 204 || reply?.status === 409) return
      await sleep('2s')
    }
  },
  finds: { disturbances: ['lost-response'], kind: 'endless', message: /more than 30 requests/ },
}

const KEYS = ['REQ-001', 'REQ-002', 'REQ-003']

const oneBudget: CorpusEntry = {
  name: 'one retry for all calls',
  what: 'The client counts retries for the whole run, and gives up at the second call that fails once.',
  options: {},
  buggy: async (sim, { sleep }) => {
    let retries = 1
    for (const key of KEYS) {
      while (!isFinal(await send(sim, `GET /wiki/rest/reqs/1/requirement2/ENG/${key}`))) {
        if (retries-- === 0) throw new Error('no retries are left')
        await sleep('2s')
      }
    }
  },
  correct: async (sim, { sleep }) => {
    for (const key of KEYS) {
      let retries = 1
      while (!isFinal(await send(sim, `GET /wiki/rest/reqs/1/requirement2/ENG/${key}`))) {
        if (retries-- === 0) throw new Error('no retries are left')
        await sleep('2s')
      }
    }
  },
  finds: { disturbances: ['rate-limited', 'rate-limited'], kind: 'error', message: /no retries are left/ },
}

export const retries: readonly CorpusEntry[] = [
  retryWithoutIdempotence,
  conflictWithItself,
  trustsServerErrors,
  repeatsUnreadable,
  repeatsRefused,
  oneBudget,
]
