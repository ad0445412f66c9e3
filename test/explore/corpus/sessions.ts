/** Clients whose token expires while they work. */
import type { RunContext } from '../../../src/adapters/explore.ts'
import type { Simulator } from '../../../src/index.ts'
import { attempts, type CorpusEntry, send } from './entry.ts'

const ISSUES = ['DRN-1', 'DRN-2', 'DRN-3']

const newToken = (sim: Simulator) => sim.tokens.create({ user: 'alice', expiresIn: '30m' })

async function readWith(sim: Simulator, context: RunContext, issue: string, token: string): Promise<number> {
  const call = `GET /tracker/rest/reqs/1/issuelinks/${issue}`
  return (await attempts(context, () => send(sim, call, undefined, token))).status
}

const cachesExpiredToken: CorpusEntry = {
  name: 'caching an expired token',
  what: 'The client takes one token for all calls, and does not take another when the service answers 401.',
  options: { vary: { assumptions: false } },
  buggy: async (sim, context) => {
    const token = await newToken(sim)
    for (const issue of ISSUES)
      if ((await readWith(sim, context, issue, token.value)) === 401) throw new Error('not signed in')
  },
  correct: async (sim, context) => {
    let token = await newToken(sim)
    for (const issue of ISSUES) {
      let status = await readWith(sim, context, issue, token.value)
      if (status === 401) {
        token = await newToken(sim)
        status = await readWith(sim, context, issue, token.value)
      }
      if (status === 401) throw new Error('not signed in')
    }
  },
  finds: { disturbances: ['expired-token'], kind: 'error', message: /not signed in/ },
}

export const sessions: readonly CorpusEntry[] = [cachesExpiredToken]
