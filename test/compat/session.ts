/** A fixed session with the demo world, kept with each release: what was asked, and a digest of each answer. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Simulator } from '../../src/index.ts'

/** An exchange, or a move of the clock by a duration. */
export type Step =
  | { readonly as: string; readonly ask: string; readonly body?: unknown }
  | { readonly advance: string }

/** What is kept of a session, besides the world in its middle. */
export interface KeptSession {
  /** What happens before the world is exported, and after. */
  readonly before: readonly Step[]
  readonly after: readonly Step[]
  /** A line for each exchange: status and digest, then what was asked. */
  readonly answersBefore: readonly string[]
  readonly answersAfter: readonly string[]
}

const WIKI = '/wiki/rest/reqs/1'
const TRACKER = '/tracker/rest/reqs/1'
const SERVICE = 'svc-0001-demo'
const WIKI_LINK = '99999999-8888-4777-8666-555555555555'

export const before: readonly Step[] = [
  { as: 'alice', ask: 'GET /api/applications?organizationId=1' },
  {
    as: 'alice',
    ask: `GET /api/applications/101/projects/1001/variants/current/requirements?query=${encodeURIComponent("@Priority = 'High'")}&includeToDependencies=true&includeJiraIssueLinks=true`,
  },
  { as: 'bob', ask: `GET ${WIKI}/requirement2/ENG?limit=3&q=${encodeURIComponent("text ~ '%battery%'")}` },
  { as: 'alice', ask: `PUT ${WIKI}/requirement2/ENG/REQ-003`, body: { htmlExcerpt: 'The drone shall hover.' } },
  { as: 'bob', ask: `PUT ${WIKI}/requirement2/ENG/REQ-003`, body: { htmlExcerpt: 'Refused.' } },
  { as: 'alice', ask: `POST ${WIKI}/baseline-actions/ENG/freeze/2` },
  {
    as: 'alice',
    ask: `POST ${TRACKER}/issuelinks/DRN-3`,
    body: [{ applinkId: WIKI_LINK, spaceKey: 'ENG', key: 'REQ-005', relationship: 'implements' }],
  },
  { as: 'admin', ask: 'POST /_sim/faults', body: { operation: 'wiki.requirement.read', after: 1, times: 1, status: 503 } },
  { as: 'alice', ask: `GET ${WIKI}/requirement2/ENG/REQ-001` },
  { advance: '100ms' },
]

export const after: readonly Step[] = [
  { as: 'alice', ask: `GET ${WIKI}/baseline/ENG/2` },
  { as: 'alice', ask: `GET ${WIKI}/requirement2/ENG/REQ-001` },
  { as: 'alice', ask: `GET ${WIKI}/requirement2/ENG/REQ-001` },
  { as: 'admin', ask: `GET ${WIKI}/integration/${SERVICE}/queue/outbound?includeDone=true` },
  { advance: '4m' },
  { as: 'admin', ask: `GET ${WIKI}/integration/${SERVICE}/queue/outbound?includeDone=true` },
  { as: 'alice', ask: `GET ${WIKI}/baseline/ENG/2?expand=details` },
  { as: 'alice', ask: `GET ${WIKI}/requirement2/ENG?q=${encodeURIComponent("baseline = 'Release 1.1'")}` },
  { as: 'alice', ask: `GET ${WIKI}/misc/ENG/history?reqs=REQ-003` },
  { as: 'alice', ask: `GET ${TRACKER}/issuelinks/DRN-3` },
  { as: 'alice', ask: `POST ${WIKI}/baseline/ENG`, body: { baseline: { name: 'Release 1.2' }, queryString: "key ~ 'REQ-%'" } },
  { as: 'eve', ask: `GET ${WIKI}/requirement2/ENG/REQ-001` },
  { as: 'alice', ask: 'GET /api/applications/101/projects/1001/variants/current/requirements/REQ-003' },
  { advance: '400d' },
  { as: 'alice', ask: 'GET /api/applications/101' },
]

/** Plays steps and answers a line for each exchange. */
export async function play(simulator: Simulator, steps: readonly Step[]): Promise<string[]> {
  const lines: string[] = []
  for (const step of steps) {
    if ('advance' in step) simulator.clock.advance(step.advance)
    else lines.push(await exchangeLine(simulator, step))
  }
  return lines
}

async function exchangeLine(simulator: Simulator, step: Exclude<Step, { advance: string }>): Promise<string> {
  const [method = '', url = ''] = step.ask.split(' ')
  const { status, body } = await simulator.exchange({
    method,
    url,
    headers: {
      authorization: `Bearer tok-${step.as}`,
      'content-type': 'application/json',
      'x-sim-control': '1',
    },
    body: step.body === undefined ? undefined : JSON.stringify(step.body),
  })
  const digest = bytesToHex(sha256(typeof body === 'string' ? utf8ToBytes(body) : body)).slice(0, 16)
  return `${status} ${digest} ${step.ask}`
}
