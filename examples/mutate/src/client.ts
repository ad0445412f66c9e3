/** A client of the service: requirements, baselines and issue links. It does not know about the simulator. */
import { type Connection, createSend, ServiceError } from './connection.ts'

export interface Property {
  readonly key: string
  readonly value: string
  readonly type: 'INLINE' | 'EXTERNAL'
}

export interface Requirement {
  readonly id: number
  readonly key: string
  readonly status: string
  readonly htmlExcerpt: string
  readonly page?: { readonly pageId: number; readonly version: number }
  readonly properties: readonly Property[]
  readonly issues: readonly { readonly issueKey: string; readonly relationship: string }[]
}

export interface RequirementPage {
  readonly results: readonly Requirement[]
  readonly count: number
  readonly offset: number
  readonly limit: number
}

export interface Baseline {
  readonly baseline: number
  readonly name: string
  readonly status: string
  readonly count: number
}

export interface Task {
  readonly taskId: string
  readonly status: 'PENDING' | 'RUNNING' | 'DONE' | 'ERROR' | 'ABORTED'
  readonly percentage: number
  readonly message: string
}

/** What an issue links: a requirement of the wiki behind an application link. */
export interface LinkTarget {
  readonly applinkId: string
  readonly spaceKey: string
  readonly key: string
  readonly relationship: string
}

export interface IssueLink extends LinkTarget {
  readonly id: number
  readonly html: string
}

export interface Message {
  readonly id: number
  readonly operation: string
  readonly status: string
  readonly attempts: number
}

interface Selection {
  /** A query, such as `@Priority = 'High'`. Default: all requirements. */
  readonly q?: string
  /** The number of a baseline whose frozen copies are read, in place of the current requirements. */
  readonly baseline?: number
  /** An order, such as `KEY DESC`. */
  readonly sort?: string
}

export type Client = ReturnType<typeof createClient>

const PAGE = 5
const POLL_PAUSE = 250
const MOST_POLLS = 200

export function createClient(connection: Connection) {
  const send = createSend(connection)
  const wiki = `${connection.wikiUrl}/rest/reqs/1`
  const issueLinks = `${connection.trackerUrl}/rest/reqs/1/issuelinks`
  const requirement = (spaceKey: string, key: string) =>
    `${wiki}/requirement2/${spaceKey}/${encodeURIComponent(key)}`
  const queue = (serviceId: string) => `${wiki}/integration/${serviceId}/queue`

  const readPage = (spaceKey: string, offset: number, { q, baseline, sort }: Selection = {}) => {
    const query = new URLSearchParams({ offset: String(offset), limit: String(PAGE) })
    if (q !== undefined) query.set('q', q)
    if (sort !== undefined) query.set('sort', sort)
    if (baseline !== undefined) query.set('baselineCondition', `${spaceKey}-${baseline}`)
    return send<RequirementPage>('GET', `${wiki}/requirement2/${spaceKey}?${query}`)
  }
  const readTask = (taskId: string) => send<Task>('GET', `${wiki}/tasks/status/${taskId}`)

  return {
    /** One page of the requirements of a space. */
    readPage,

    /** All requirements of a space, page by page. */
    async readAll(spaceKey: string, selection?: Selection): Promise<Requirement[]> {
      const found: Requirement[] = []
      for (let offset = 0, count = 1; offset < count; offset += PAGE) {
        const page = await readPage(spaceKey, offset, selection)
        found.push(...page.results)
        count = page.count
      }
      return found
    },

    /** One requirement; undefined if there is none with this key. */
    async read(spaceKey: string, key: string): Promise<Requirement | undefined> {
      try {
        return await send<Requirement>('GET', requirement(spaceKey, key))
      } catch (error) {
        if (error instanceof ServiceError && error.status === 404) return undefined
        throw error
      }
    },

    /** Several requirements at once, each current or as a baseline keeps it. */
    async readMany(references: readonly { spaceKey: string; key: string; v?: number }[]) {
      const json = references
      return send<{ results: Requirement[]; count: number }>('PUT', `${wiki}/requirement3/request`, { json })
    },

    write: (spaceKey: string, key: string, htmlExcerpt: string) =>
      send<Requirement>('PUT', requirement(spaceKey, key), { json: { spaceKey, key, htmlExcerpt } }),

    writeMany: (spaceKey: string, changes: readonly { key: string; htmlExcerpt: string }[]) =>
      send<Requirement[]>('PUT', `${wiki}/requirement2/${spaceKey}`, {
        json: changes.map((change) => ({ spaceKey, ...change })),
      }),

    /** Creates a requirement without a text on a page. */
    async reserve(spaceKey: string, key: string, pageId: number): Promise<Requirement | undefined> {
      const json = { spaceKey, page: { pageId } }
      const [created] = await send<Requirement[]>('POST', requirement(spaceKey, key), { json })
      return created
    },

    remove: (spaceKey: string, key: string) =>
      send<void>('DELETE', requirement(spaceKey, key), { status: 204 }),

    /** Sets an external property, which no page and no baseline contains. */
    setProperty: (spaceKey: string, key: string, name: string, value: string) =>
      send<{ spaceKey: string; key: string }>(
        'PUT',
        `${wiki}/external-properties/${spaceKey}/${encodeURIComponent(key)}`,
        { json: { key: name, value, type: 'EXTERNAL' } },
      ),

    baselines: (spaceKey: string) => send<Baseline[]>('GET', `${wiki}/baseline/${spaceKey}`),

    readBaseline: (spaceKey: string, version: number) =>
      send<Baseline>('GET', `${wiki}/baseline/${spaceKey}/${version}`),

    /** Creates a baseline that is not frozen. */
    createBaseline: (spaceKey: string, name: string, searchQuery: string) =>
      send<Baseline>('POST', `${wiki}/baseline/${spaceKey}`, { json: { baseline: { name, searchQuery } } }),

    renameBaseline: (spaceKey: string, version: number, name: string) =>
      send<Baseline>('PUT', `${wiki}/baseline/${spaceKey}/${version}/label`, { text: name }),

    removeBaseline: (spaceKey: string, version: number) =>
      send<void>('DELETE', `${wiki}/baseline/${spaceKey}/${version}`, { status: 204 }),

    /** Begins to freeze a baseline and returns the task to wait for. */
    startFreeze: (spaceKey: string, version: number) =>
      send<{ taskId: string }>('POST', `${wiki}/baseline-actions/${spaceKey}/freeze/${version}`),

    readTask,

    /** Polls a task until it is done. Rejects with ServiceError if it fails, is aborted or does not end. */
    async waitFor(taskId: string): Promise<Task> {
      const wait = connection.wait ?? ((pause) => new Promise<void>((resolve) => setTimeout(resolve, pause)))
      for (let poll = 0; poll < MOST_POLLS; poll++) {
        const task = await readTask(taskId)
        if (task.status === 'DONE') return task
        if (task.status === 'ERROR' || task.status === 'ABORTED') throw new ServiceError(200, task.message)
        await wait(POLL_PAUSE)
      }
      throw new ServiceError(200, `task ${taskId} has not ended`)
    },

    abortTask: (taskId: string) => send<void>('DELETE', `${wiki}/tasks/${taskId}`, { status: 204 }),

    links: (issueKey: string) => send<IssueLink[]>('GET', `${issueLinks}/${issueKey}`),

    addLinks: (issueKey: string, json: readonly LinkTarget[]) =>
      send<{ status: string }>('POST', `${issueLinks}/${issueKey}`, { json }),

    /** Replaces all links of an issue. */
    replaceLinks: (issueKey: string, json: readonly LinkTarget[]) =>
      send<{ status: string }>('PUT', `${issueLinks}/${issueKey}`, { json }),

    removeLinks: (issueKey: string, json: readonly LinkTarget[]) =>
      send<{ status: string }>('DELETE', `${issueLinks}/${issueKey}`, { json }),

    /** The messages for the tracker, sent ones included. */
    messages: (serviceId: string) =>
      send<Message[]>('GET', `${queue(serviceId)}/outbound?includeDone=true&includeLastResponse=true`),

    /** Sends one message at once instead of at the next synchronisation. Administrators only. */
    sendMessage: (serviceId: string, id: number) =>
      send<unknown>('PUT', `${queue(serviceId)}/outbound/${id}`),

    removeMessage: (serviceId: string, id: number) =>
      send<void>('DELETE', `${queue(serviceId)}/outbound/${id}`, { status: 204 }),

    /** Sends all messages at once. Administrators only. */
    flush: (serviceId: string) =>
      send<{ answers: { id: number; status: string }[]; waiting: number }>(
        'GET',
        `${queue(serviceId)}/flush`,
      ),

    /** The user to whom the token belongs. */
    whoAmI: () => send<{ id: number; name: string }>('GET', `${connection.apiUrl}/users/me`),
  }
}
