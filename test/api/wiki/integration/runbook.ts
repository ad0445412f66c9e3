/** The space OPS of the demo world with three requirements on a page, and what tests of baselines do there. */
import { type Client, type Reply, startClient } from '../../../support/client.ts'
import { writePage } from '../pages/authoring.ts'

const wiki = '/wiki/rest/reqs/1'

export interface Runbook {
  readonly client: Client
  /** The id of the page, version 1, which defines OPS-1 to OPS-3. */
  readonly page: number
  create(baseline: object, token?: string): Promise<Reply>
  /** Starts to freeze; answers the id of the task. */
  freeze(number: number): Promise<string>
  /** Creates a baseline and freezes it to the end. */
  frozen(baseline: object): Promise<void>
  /** Changes these fields of a baseline. */
  change(number: number, fields: string, body: object): Promise<Reply>
  /** Sends a baseline back to PREVIEW. */
  reset(number: number): Promise<Reply>
  /** The task as it is read. */
  taskOf(id: string): Promise<Reply['body']>
  /** The baseline as it is read. */
  baseline(number: number): Promise<Reply['body']>
  /** The keys that a baseline has frozen. */
  copies(number: number): Promise<string[]>
}

export async function startRunbook(): Promise<Runbook> {
  const client = await startClient()
  const page = await writePage(client, {
    title: 'Runbook 7',
    spaceKey: 'OPS',
    content: [
      { key: 'OPS-1', html: 'Charge <b>twice</b>', properties: { Owner: 'Ann' } },
      { key: 'OPS-2', html: 'Log it', dependencies: [{ relationship: 'needs', key: 'OPS-1' }] },
      { key: 'OPS-3', html: 'Tell it', dependencies: [{ relationship: 'after', key: 'OPS-2' }] },
    ],
  })
  const create: Runbook['create'] = (baseline, token = 'tok-alice') =>
    client.post(`${wiki}/baseline/OPS`, { baseline }, { token })
  const freeze: Runbook['freeze'] = async (number) =>
    (await client.post(`${wiki}/baseline-actions/OPS/freeze/${number}`)).body.taskId
  const change: Runbook['change'] = (number, fields, body) =>
    client.put(`${wiki}/baseline/OPS/${number}?fields=${fields}`, {
      spaceKey: 'OPS',
      baseline: number,
      ...body,
    })
  return {
    client,
    page,
    create,
    freeze,
    async frozen(baseline) {
      await freeze((await create(baseline)).body.baseline)
      client.simulator.clock.advance('1s')
    },
    change,
    reset: (number) => change(number, 'STATUS', { status: 'PREVIEW' }),
    taskOf: async (id) => (await client.get(`${wiki}/tasks/status/${id}`)).body,
    baseline: async (number) => (await client.get(`${wiki}/baseline/OPS/${number}`)).body,
    async copies(number) {
      const { body } = await client.get(`${wiki}/requirement2/OPS?baselineCondition=OPS-${number}`)
      return body.results.map(({ key }: { key: string }) => key)
    },
  }
}
