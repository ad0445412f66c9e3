/** The planted clients: one for each kind of bug that an exploration found in clients nobody here wrote. */
import { GaveUp, type PlantedClient, readJson, type Send, untilKnown } from './client.ts'

const REQUIREMENTS = '/api/applications/101/projects/1001/variants/5001/requirements'

interface Page {
  readonly items: readonly { readonly key: string }[]
  readonly total: number
}

async function pageFrom(send: Send, offset: number): Promise<Page> {
  return readJson(send, `${REQUIREMENTS}?limit=5&offset=${offset}`)
}

async function allKeys(page: (offset: number) => Promise<Page>): Promise<readonly string[]> {
  const keys: string[] = []
  for (let total = 1; keys.length < total;) {
    const { items, total: all } = await page(keys.length)
    if (items.length === 0) break
    keys.push(...items.map(({ key }) => key))
    total = all
  }
  return keys
}

async function haveAllKeys(result: unknown, send: Send): Promise<void> {
  const wanted = await allKeys((offset) => pageFrom(send, offset))
  const missing = wanted.filter((key) => !(result as readonly string[]).includes(key))
  if (missing.length > 0) throw new Error(`${missing.length} of ${wanted.length} requirements are missing`)
}

const swallowedError: PlantedClient = {
  name: 'swallowed error of a list',
  what: 'An error of the second page counts as the end of the list.',
  buggy: (send) =>
    allKeys(async (offset) => {
      if (offset === 0) return pageFrom(send, 0)
      const response = await send(`GET ${REQUIREMENTS}?limit=5&offset=${offset}`)
      return response.ok ? ((await response.json()) as Page) : { items: [], total: offset }
    }).catch((error: unknown) => {
      throw new GaveUp(String(error))
    }),
  correct: (send) => allKeys((offset) => pageFrom(send, offset)),
  check: haveAllKeys,
  finds: {
    consequence: 'wrong data',
    message: /requirements are missing/,
    operation: 'standalone.requirement.list',
  },
}

/** Reads a body piece by piece; `isWhole` is false if the connection ended first. */
async function piecesOf(response: Response): Promise<{ readonly text: string; readonly isWhole: boolean }> {
  const decoder = new TextDecoder()
  let text = ''
  try {
    for await (const piece of response.body ?? [])
      text += decoder.decode(piece as Uint8Array, { stream: true })
    return { text, isWhole: true }
  } catch {
    return { text, isWhole: false }
  }
}

/** The requirements in a body, in the order in which they come. */
function itemsIn(text: string): readonly { readonly key: string }[] {
  return Array.from(text.matchAll(/"key":"(REQ-\d+)"/g), ([, key]) => ({ key: key ?? '' }))
}

/** Reads all pages piece by piece; `takes` says which bodies it takes. */
function streamedKeys(send: Send, takes: (isWhole: boolean) => boolean): Promise<readonly string[]> {
  return allKeys((offset) =>
    untilKnown(async () => {
      const response = await send(`GET ${REQUIREMENTS}?limit=20&offset=${offset}`)
      if (!response.ok) return undefined
      const { text, isWhole } = await piecesOf(response)
      if (!takes(isWhole)) return undefined
      const items = itemsIn(text)
      // A body that is no JSON has no number of items either.
      const total = /"total":(\d+)\}$/.exec(text)?.[1]
      if (isWhole && total === undefined) return undefined
      return { items, total: total === undefined ? offset + items.length : Number(total) }
    }),
  )
}

const cutBody: PlantedClient = {
  name: 'cut body',
  what: 'The client takes what it has read of a body when the connection ends.',
  buggy: (send) => streamedKeys(send, () => true),
  correct: (send) => streamedKeys(send, (isWhole) => isWhole),
  check: haveAllKeys,
  finds: {
    consequence: 'wrong data',
    message: /requirements are missing/,
    operation: 'standalone.requirement.list',
  },
}

const BASELINES = '/wiki/rest/reqs/1/baseline/ENG'
const PLANTED = { baseline: { name: 'Planted', searchQuery: "key ~ 'REQ-%'" } }

interface Baseline {
  readonly name: string
}

async function planted(send: Send): Promise<number> {
  const baselines = await readJson<readonly Baseline[]>(send, BASELINES)
  return baselines.filter(({ name }) => name === 'Planted').length
}

/** Creates a baseline, and looks for it before it tries again. */
async function createOnce(send: Send): Promise<{ readonly created: boolean }> {
  return untilKnown(async () => {
    const response = await send(`POST ${BASELINES}`, PLANTED).catch(() => undefined)
    if (response?.ok === true) return { created: true }
    return (await planted(send)) > 0 ? { created: true } : undefined
  })
}

async function createdOnce(result: unknown, send: Send): Promise<void> {
  const count = await planted(send)
  const wanted = (result as { readonly created: boolean }).created ? 1 : 0
  if (count !== wanted) throw new Error(`${count} baselines instead of ${wanted}`)
}

const lostResponse: PlantedClient = {
  name: 'lost response of a write',
  what: 'The client reports a write as not done when its response is lost.',
  buggy: async (send) => {
    const response = await send(`POST ${BASELINES}`, PLANTED).catch(() => undefined)
    if (response === undefined) throw new Error('the baseline was not created')
    if (!response.ok) throw new GaveUp(`refused with ${response.status}`)
    return { created: true }
  },
  correct: createOnce,
  check: createdOnce,
  finds: {
    consequence: 'work not reported',
    message: /the baseline was not created/,
    operation: 'wiki.baseline.create',
  },
}

const DASHBOARDS = '/api/dashboards?applicationId=101'
const DASHBOARD = {
  containerId: 1001,
  name: 'Planted',
  widgets: [{ type: 'AGGREGATION', title: 'Cost of it all', formula: 'SUM(ext@Cost)' }],
}

async function dashboards(send: Send): Promise<number> {
  let count = 0
  for (let offset = 0, total = 1; offset < total;) {
    const path = `${DASHBOARDS}&containerId=1001&offset=${offset}`
    const page = await readJson<{ items: { name: string }[]; total: number }>(send, path)
    if (page.items.length === 0) break
    count += page.items.filter(({ name }) => name === 'Planted').length
    offset += page.items.length
    total = page.total
  }
  return count
}

/** Creates a dashboard; `done` says whether a response without a readable body means that it was created. */
async function createDashboard(send: Send, done: () => Promise<boolean>): Promise<unknown> {
  return untilKnown(async () => {
    const response = await send(`POST ${DASHBOARDS}`, DASHBOARD).catch(() => undefined)
    if (response === undefined || response.status >= 500 || response.status === 429)
      return (await dashboards(send)) > 0 ? 'created' : undefined
    if (!response.ok) throw new GaveUp(`refused with ${response.status}`)
    const isReadable = await response.json().then(
      () => true,
      () => false,
    )
    return isReadable || (await done()) ? 'created' : undefined
  })
}

const unreadableWrite: PlantedClient = {
  name: 'body that is no JSON after a write',
  what: 'The client takes a body that is no JSON for a failure, and writes again.',
  buggy: (send) => createDashboard(send, () => Promise.resolve(false)),
  correct: (send) => createDashboard(send, async () => (await dashboards(send)) > 0),
  check: async (_result, send) => {
    const count = await dashboards(send)
    if (count !== 1) throw new Error(`${count} dashboards instead of 1`)
  },
  finds: {
    consequence: 'wrong data',
    message: /dashboards instead of/,
    operation: 'standalone.dashboard.create',
  },
}

const REQUIREMENT = '/wiki/rest/reqs/1/requirement2/ENG/REQ-001'

const garbledText: PlantedClient = {
  name: 'garbled text returned as data',
  what: 'The client stores the text of a response without looking at it.',
  buggy: (send) =>
    untilKnown(async () => {
      const response = await send(`GET ${REQUIREMENT}`)
      return response.ok ? response.text() : undefined
    }),
  correct: (send) =>
    untilKnown(async () => {
      const response = await send(`GET ${REQUIREMENT}`)
      const text = response.ok ? await response.text() : ''
      return isRequirement(text) ? text : undefined
    }),
  check: async (result) => {
    if (!isRequirement(String(result))) throw new Error('the stored text is no requirement')
    return Promise.resolve()
  },
  finds: {
    consequence: 'wrong data',
    message: /the stored text is no requirement/,
    operation: 'wiki.requirement.read',
  },
}

function isRequirement(text: string): boolean {
  try {
    return (JSON.parse(text) as { readonly key?: string }).key === 'REQ-001'
  } catch {
    return false
  }
}

export const plantedClients: readonly PlantedClient[] = [
  swallowedError,
  cutBody,
  lostResponse,
  unreadableWrite,
  garbledText,
]
