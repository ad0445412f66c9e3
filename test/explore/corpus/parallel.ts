/** Clients that do two things at the same time, or do not wait for one. */
import { attempts, type CorpusEntry, read, send } from './entry.ts'

const DASHBOARD = '/api/dashboards/1?applicationId=101'

const savesInParallel: CorpusEntry = {
  name: 'saving twice at the same time',
  what: 'The client sends a later version before the response to the earlier one, which may arrive last.',
  options: {
    vary: { faults: false, outages: false, assumptions: false },
    check: (sim) => {
      const [row] = sim.state('dashboard', { id: 1 })
      if (row?.name !== 'Second') throw new Error(`the name is ${row?.name}`)
    },
  },
  buggy: async (sim, context) => {
    const save = (name: string) => attempts(context, () => send(sim, `PUT ${DASHBOARD}`, { name }))
    await Promise.all([save('First'), save('Second')])
  },
  correct: async (sim, context) => {
    const save = (name: string) => attempts(context, () => send(sim, `PUT ${DASHBOARD}`, { name }))
    await save('First')
    await save('Second')
  },
  finds: { disturbances: ['order'], kind: 'check', message: /the name is First/ },
}

const nobodyWaits: CorpusEntry = {
  name: 'a call that nobody waits for',
  what: 'The client reports its use without waiting, and an error of that call is handled nowhere.',
  options: { vary: { assumptions: false } },
  buggy: async (sim, context) => {
    void report()
    await read(sim, context, '/wiki/rest/reqs/1/requirement2/ENG/REQ-001')

    function report() {
      return sim.fetch('/wiki/rest/reqs/1/baseline/ENG', { headers })
    }
  },
  correct: async (sim, context) => {
    void report().catch(() => {})
    await read(sim, context, '/wiki/rest/reqs/1/requirement2/ENG/REQ-001')

    function report() {
      return sim.fetch('/wiki/rest/reqs/1/baseline/ENG', { headers })
    }
  },
  finds: { disturbances: ['lost-request'], kind: 'unhandled rejection', message: /fetch failed/ },
}

const headers = { Authorization: 'Bearer tok-alice' }

export const parallel: readonly CorpusEntry[] = [savesInParallel, nobodyWaits]
