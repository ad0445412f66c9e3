/** Clients that wait too briefly, too long, or for the wrong thing. */
import { doneOnce, type RunContext, waitsForRetryAfter } from '../../../src/adapters/explore.ts'
import type { Simulator } from '../../../src/index.ts'
import { attempts, type CorpusEntry, GaveUp, isFinal, linksOf, mayGiveUp, read, send } from './entry.ts'

const WIKI = '/wiki/rest/reqs/1'
const LIST = 'GET /api/requirements?applicationId=101&projectContainerId=1001'

const ignoresRetryAfter: CorpusEntry = {
  name: 'ignoring Retry-After',
  what: 'The client repeats a refused call after a second, whatever Retry-After says.',
  options: { check: (_sim, { exchanges }) => waitsForRetryAfter(exchanges) },
  buggy: (sim, context) =>
    attempts(
      context,
      () => send(sim, LIST),
      () => context.sleep('1s'),
    ),
  correct: (sim, context) =>
    attempts(
      context,
      () => send(sim, LIST),
      (reply) => context.sleep(1000 * (reply?.retryAfter ?? 1)),
    ),
  finds: {
    disturbances: ['rate-limited'],
    kind: 'check',
    message: / 1000 milliseconds after a response with Retry-After: 2/,
  },
}

const readsMilliseconds: CorpusEntry = {
  name: 'reading Retry-After as milliseconds',
  what: 'The client waits two milliseconds instead of two seconds.',
  options: { check: (_sim, { exchanges }) => waitsForRetryAfter(exchanges) },
  buggy: (sim, context) =>
    attempts(
      context,
      () => send(sim, `GET ${WIKI}/requirement2/ENG`),
      (reply) => context.sleep(reply?.retryAfter ?? 1000),
    ),
  correct: (sim, context) =>
    attempts(
      context,
      () => send(sim, `GET ${WIKI}/requirement2/ENG`),
      (reply) => context.sleep(1000 * (reply?.retryAfter ?? 1)),
    ),
  finds: {
    disturbances: ['rate-limited'],
    kind: 'check',
    message: / 2 milliseconds after a response with Retry-After: 2/,
  },
}

async function freeze(sim: Simulator, context: RunContext): Promise<{ readonly taskId: string }> {
  // 409: an attempt before it has worked.
  const { body } = await attempts(context, () =>
    send<{ taskId: string }>(sim, `POST ${WIKI}/baseline-actions/ENG/freeze/2`),
  )
  return body
}

async function statusOf(sim: Simulator, context: RunContext): Promise<string> {
  return (await read<{ status: string }>(sim, context, `${WIKI}/baseline/ENG/2`)).status
}

function isFrozen(sim: Simulator): boolean {
  return sim.state('baseline', { spaceKey: 'ENG', number: 2 }).some(({ status }) => status === 'DONE')
}

const oneStatusWord: CorpusEntry = {
  name: 'polling for one status word',
  what: 'The client waits for DONE, also when the freezing has failed.',
  options: { vary: { assumptions: false }, mayFail: mayGiveUp, limits: { exchanges: 50 } },
  buggy: async (sim, context) => {
    await freeze(sim, context)
    while ((await statusOf(sim, context)) !== 'DONE') await context.sleep('10s')
  },
  correct: async (sim, context) => {
    await freeze(sim, context)
    for (;;) {
      const status = await statusOf(sim, context)
      if (status === 'DONE') return
      if (status === 'ERROR') throw new GaveUp('the freezing failed')
      await context.sleep('10s')
    }
  },
  finds: { disturbances: ['freeze'], kind: 'endless', message: /more than 50 requests/ },
}

const otherStatusWord: CorpusEntry = {
  name: 'relying on a status word that is assumed',
  what: 'The client takes every status but IN_CREATION for the end of the freezing.',
  options: {
    vary: { faults: false, jobs: false, outages: false, assumptions: ['A122'] },
    check: (sim) => {
      if (!isFrozen(sim)) throw new Error('the baseline is not frozen')
    },
  },
  buggy: async (sim, context) => {
    await freeze(sim, context)
    while ((await statusOf(sim, context)) === 'IN_CREATION') await context.sleep('10s')
  },
  correct: async (sim, context) => {
    const { taskId } = await freeze(sim, context)
    const path = `${WIKI}/tasks/status/${taskId}`
    while ((await read<{ status: string }>(sim, context, path)).status !== 'DONE') await context.sleep('10s')
  },
  finds: { disturbances: ['assumption'], kind: 'check', message: /the baseline is not frozen/ },
}

const waitsBlindly: CorpusEntry = {
  name: 'waiting instead of looking',
  what: 'The client waits as long as a freezing usually takes, and reports success.',
  options: {
    mayFail: mayGiveUp,
    check: (sim, { result }) => {
      if (result === 'frozen' && !isFrozen(sim))
        throw new Error('the client reports a baseline that is not frozen')
    },
    vary: { assumptions: false },
  },
  buggy: async (sim, context) => {
    await freeze(sim, context)
    await context.sleep('10m')
    return 'frozen'
  },
  correct: async (sim, context) => {
    await freeze(sim, context)
    await context.sleep('10m')
    if ((await statusOf(sim, context)) !== 'DONE') throw new GaveUp('not frozen within ten minutes')
    return 'frozen'
  },
  finds: { disturbances: ['freeze'], kind: 'check', message: /reports a baseline that is not frozen/ },
}

const JOBS = '/tracker/rest/reqs/1/operations/99999999-8888-4777-8666-555555555555/issues-bulk-operation'
const update = {
  operation: 'UPDATE',
  fields: '{"labels":["reviewed"]}',
  relationship: 'implements',
  issues: [{ key: 'DRN-3', links: [{ spaceKey: 'ENG', key: 'REQ-003' }] }],
}

const submitsTwice: CorpusEntry = {
  name: 'double submission on timeout',
  what: 'The client stops waiting for a response after ten seconds, and starts the job again.',
  options: { check: (sim) => doneOnce(sim, { operation: 'tracker.bulkJob.start' }) },
  buggy: async (sim, context) => {
    for (let attempt = 1; attempt <= 3; attempt++) {
      const began = context.now()
      const reply = await send(sim, `POST ${JOBS}/projects/20001`, update)
      const isLate = context.now() - began > 10_000
      if (isFinal(reply) && !isLate) return
      if (!isLate && (await hasJob(sim, context))) return
      await context.sleep('2s')
    }
  },
  correct: async (sim, context) => {
    for (let attempt = 1; attempt <= 3; attempt++) {
      const began = context.now()
      const reply = await send(sim, `POST ${JOBS}/projects/20001`, update)
      const isLate = context.now() - began > 10_000
      if (isFinal(reply) && !isLate) return
      if (await hasJob(sim, context)) return
      await context.sleep('2s')
    }
  },
  finds: { disturbances: ['late'], kind: 'check', message: /tracker\.bulkJob\.start/ },
}

async function hasJob(sim: Simulator, context: RunContext): Promise<boolean> {
  return (await read<unknown[]>(sim, context, `${JOBS}/jobs`)).length > 0
}

const missingIsDone: CorpusEntry = {
  name: 'treating 404 as done',
  what: 'A job that is gone counts as done, although somebody has aborted and removed it.',
  options: {
    vary: {
      edits: [
        [
          { as: 'admin', call: `POST ${JOBS}/jobs/1/abort` },
          { as: 'admin', call: `DELETE ${JOBS}/jobs/1` },
        ],
      ],
      faults: { unavailable: true, 'lost-request': true },
      messages: false,
      outages: false,
    },
    mayFail: mayGiveUp,
    check: (sim, { error }) => {
      const isLinked = linksOf(sim, 'DRN-3').some(({ tracker }) => tracker?.key === 'REQ-003')
      if (error === undefined && !isLinked) throw new Error('the client reports a link that is missing')
    },
  },
  buggy: async (sim, context) => {
    await attempts(context, () => send(sim, `POST ${JOBS}/projects/20001`, update))
    for (;;) {
      const { status, body } = await attempts(context, () =>
        send<{ status: string }>(sim, `GET ${JOBS}/jobs/1`),
      )
      if (status === 404 || body.status === 'DONE') return
      if (body.status !== 'PENDING' && body.status !== 'RUNNING') throw new GaveUp(body.status)
      await context.sleep('1s')
    }
  },
  correct: async (sim, context) => {
    await attempts(context, () => send(sim, `POST ${JOBS}/projects/20001`, update))
    for (;;) {
      const { status, body } = await attempts(context, () =>
        send<{ status: string }>(sim, `GET ${JOBS}/jobs/1`),
      )
      if (status === 404) throw new GaveUp('the job is gone')
      if (body.status === 'DONE') return
      if (body.status !== 'PENDING' && body.status !== 'RUNNING') throw new GaveUp(body.status)
      await context.sleep('1s')
    }
  },
  finds: { disturbances: ['edit'], kind: 'check', message: /reports a link that is missing/ },
}

export const waiting: readonly CorpusEntry[] = [
  ignoresRetryAfter,
  readsMilliseconds,
  oneStatusWord,
  otherStatusWord,
  waitsBlindly,
  submitsTwice,
  missingIsDone,
]
