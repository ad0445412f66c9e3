/** The space OPS of the demo world with three requirements on a page, and what tests of baselines do there. */
import type { Reply } from '../../../support/client.ts'
import { client, startDemo } from '../../../support/demo.ts'
import { writePage } from '../pages/authoring.ts'

export const wiki = '/wiki/rest/reqs/1'

/** The id of the page, version 1, which defines OPS-1 to OPS-3. */
export let page: number

export const startRunbook = async () => {
  await startDemo()
  page = await writePage(client, {
    title: 'Runbook 7',
    spaceKey: 'OPS',
    content: [
      { key: 'OPS-1', html: 'Charge <b>twice</b>', properties: { Owner: 'Ann' } },
      { key: 'OPS-2', html: 'Log it', dependencies: [{ relationship: 'needs', key: 'OPS-1' }] },
      { key: 'OPS-3', html: 'Tell it', dependencies: [{ relationship: 'after', key: 'OPS-2' }] },
    ],
  })
}
export const advance = (by = '1s') => client.simulator.clock.advance(by)
export const create = (baseline: object, token = 'tok-alice') =>
  client.post(`${wiki}/baseline/OPS`, { baseline }, { token })
/** Starts to freeze; returns the id of the task. */
export const freeze = async (number: number): Promise<string> =>
  (await client.post(`${wiki}/baseline-actions/OPS/freeze/${number}`)).body.taskId
/** Creates a baseline and freezes it to the end. */
export const frozen = async (baseline: object) => {
  await freeze((await create(baseline)).body.baseline)
  advance()
}
export const refreeze = (body: object) => client.put(`${wiki}/baseline/OPS/0/refreeze`, body)
export const deleteBaseline = (number: number) => client.delete(`${wiki}/baseline/OPS/${number}`)
export const label = (number: number, name: string) =>
  client.put(`${wiki}/baseline/OPS/${number}/label`, name, { headers: { 'content-type': 'text/plain' } })
/** Changes these fields of a baseline. */
export const change = (number: number, fields: string, body: object) =>
  client.put(`${wiki}/baseline/OPS/${number}?fields=${fields}`, {
    spaceKey: 'OPS',
    baseline: number,
    ...body,
  })
/** Sends a baseline back to PREVIEW. */
export const reset = (number: number) => change(number, 'STATUS', { status: 'PREVIEW' })
export const taskOf = async (id: string): Promise<Reply['body']> =>
  (await client.get(`${wiki}/tasks/status/${id}`)).body
export const baseline = async (number: number): Promise<Reply['body']> =>
  (await client.get(`${wiki}/baseline/OPS/${number}`)).body
/** A requirement, frozen by a baseline unless `v` is empty. */
export const requirement = async (key: string, v: number | string = ''): Promise<Reply['body']> =>
  (await client.get(`${wiki}/requirement2/OPS/${key}?v=${encodeURIComponent(v)}`)).body
/** The keys that a baseline has frozen. */
export const copies = async (number: number): Promise<string[]> => {
  const { body } = await client.get(`${wiki}/requirement2/OPS?baselineCondition=OPS-${number}`)
  return body.results.map(({ key }: { key: string }) => key)
}
