/** What tests of the tracker's links do and look at: calls of the tracker, and both faces of the links. */
import { expect } from 'vitest'
import type { SimulatorOptions } from '../../../src/index.ts'
import { type WikiView, issueLinks } from '../../../src/model/records/tracker/issue-links.ts'
import { integrations } from '../../../src/model/records/tracker/integrations.ts'
import { issues } from '../../../src/model/records/tracker/tracker.ts'
import { type CallOptions, type Client } from '../../support/client.ts'
import { startAuthor, type WikiAuthor } from '../../support/wiki-author.ts'

export const TRACKER = '/tracker/rest/reqs/1'
export const APPLINK = '99999999-8888-4777-8666-555555555555'

export interface Linker {
  readonly author: WikiAuthor
  /** Calls the tracker, as alice unless told otherwise. */
  call(method: string, path: string, body?: unknown, options?: CallOptions): ReturnType<Client['call']>
  /** Calls the tracker and returns the refusal, which must not have changed the world. */
  refused(method: string, path: string, body?: unknown, token?: string): ReturnType<Client['call']>
  /** Calls the tracker as admin and answers the body of a success. */
  done(method: string, path: string, body?: unknown): Promise<ReturnType<typeof JSON.parse>>
  /** Calls the wiki as admin and answers the body of a success. */
  wiki(method: string, path: string, body?: unknown): Promise<ReturnType<typeof JSON.parse>>
  /** Links that the tracker shows on an issue: `implements ENG/REQ-001`. */
  shown(issue: string): Promise<string[]>
  /** Links that the wiki shows on a requirement: `implements DRN-1`. */
  inWiki(key: string): Promise<string[]>
  /** What waits in the tracker for the wiki: `ADD_LINK DRN-3 ENG/REQ-003 implements`. */
  waiting(): Promise<string[]>
  /** Events of an issue: `LINKED implements ENG/REQ-003`. */
  history(issueId: number): Promise<string[]>
  /** Lets queues run dry: three minutes of virtual time. */
  synchronise(): void
  /** The links that each product shows, as sorted sentences; equal when they agree. */
  faces(): { wiki: string[]; tracker: string[] }
}

export const item = (key: string, more: object = {}) => ({
  applinkId: APPLINK,
  spaceKey: 'ENG',
  key,
  relationship: 'implements',
  ...more,
})

export async function startLinker(options: SimulatorOptions = { scenario: 'demo' }): Promise<Linker> {
  const author = await startAuthor(options)
  const call: Linker['call'] = (method, path, body, more = {}) =>
    author.client.call(method, `${TRACKER}${path}`, { body, ...more })
  const done: Linker['done'] = async (method, path, body) => {
    const reply = await call(method, path, body, { token: 'tok-admin' })
    expect(reply.status, reply.text).toBe(200)
    return reply.body
  }
  return {
    author,
    call,
    async refused(method, path, body, token = 'tok-alice') {
      const before = author.everything()
      const reply = await call(method, path, body, { token })
      expect(reply.status, reply.text).toBeGreaterThanOrEqual(400)
      expect(author.everything()).toBe(before)
      return reply
    },
    done,
    async wiki(method, path, body) {
      const reply = await author.call(method, path, body, { token: 'tok-admin' })
      expect(reply.status, reply.text).toBeLessThan(300)
      return reply.body
    },
    shown: async (issue) =>
      (await done('GET', `/issuelinks/${issue}`)).map(
        (link: Record<string, string | null>) =>
          `${link['relationship']} ${link['spaceKey']}/${link['key']}${link['baseline'] === null ? '' : ` in ${link['baseline']}`}`,
      ),
    inWiki: async (key) =>
      (await author.done('GET', `/requirement2/ENG/${key}`)).issues.map(
        ({ relationship, issueKey }: Record<string, string>) => `${relationship} ${issueKey}`,
      ),
    waiting: async () =>
      (await author.state('trackerMessage'))
        .filter(({ status }) => status !== 'DONE')
        .map(({ operation, issueKey, spaceKey, key, baseline, relationship }) =>
          [operation, issueKey, key === undefined ? undefined : `${spaceKey}/${key}`, baseline, relationship]
            .filter((part) => part !== undefined)
            .join(' '),
        ),
    history: async (issueId) =>
      (await author.state('issueHistory', `issueId=${issueId}`)).map(
        ({ event, detail }) => `${event} ${detail}`,
      ),
    synchronise: () => void author.client.simulator.clock.advance('3m'),
    faces: () => facesOf(author.client),
  }
}

function facesOf(client: Client): { wiki: string[]; tracker: string[] } {
  const store = client.simulator.world.region('eu')
  const say = (
    serviceId: string,
    issue: string,
    view: Omit<WikiView, 'key' | 'baseline'> & { key: string | null; baseline?: number | null },
  ) => [serviceId, issue, view.relationship, view.spaceKey, view.key, view.baseline ?? '-'].join(' ')
  const links = [...store.table(issueLinks).scan()].filter(({ tracker }) => tracker?.key !== null)
  return {
    wiki: links
      .flatMap(({ serviceId, wiki }) => (wiki === undefined ? [] : [say(serviceId, wiki.issueKey, wiki)]))
      .sort(),
    tracker: links
      .flatMap(({ serviceId, tracker }) => {
        const key = tracker === undefined ? '' : (store.table(issues).get(tracker.issueId)?.key ?? '?')
        return tracker === undefined ? [] : [say(serviceId, key, { ...tracker, issueKey: key })]
      })
      .sort(),
  }
}

/** The integration of the demo world. */
export function integrationOf({ author }: Linker) {
  const store = author.client.simulator.world.region('eu')
  return { store, integration: store.table(integrations).get('svc-0001-demo')! }
}
