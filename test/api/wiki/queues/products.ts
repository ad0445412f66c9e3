/** The wiki and the tracker of the test that runs, and calls of both. */
import type { SimulatorOptions } from '../../../../src/index.ts'
import { type Linker, startLinker } from '../../tracker/linking.ts'

export const SERVICE = 'svc-0001-demo'
export const REPAIR = '/repair/trackerlinks'
export const INBOUND = `/integration/${SERVICE}/queue/inbound`
export const OUTBOUND = `/integration/${SERVICE}/queue/outbound`

export let linker: Linker

export const startProducts = async (options?: SimulatorOptions) => {
  linker = await startLinker(options)
}
export const wiki: Linker['wiki'] = (...call) => linker.wiki(...call)
export const done: Linker['done'] = (...call) => linker.done(...call)
export const control = (method: string, path: string, body?: object) =>
  linker.author.control(method, path, body)
export const synchronise = (runs = 1) => {
  for (let run = 0; run < runs; run++) linker.synchronise()
}
export const setSite = (id: number, status: string) => control('PATCH', `/sites/${id}`, { status })
export const rename = (key: string, newKey: string) => wiki('PUT', `/requirement2/ENG/${key}`, { newKey })
/** Changes key or project of an issue. */
export const changeIssue = (id: number, edit: object) => control('PUT', `/issues/${id}`, edit)
/** Links that the wiki shows on a requirement, such as `ENG/REQ-003?v=1`: `implements DRN-1`. */
export const issuesOf = async (requirement: string): Promise<string[]> =>
  (await wiki('GET', `/requirement2/${requirement}`)).issues.map(
    ({ issueKey, relationship }: Record<string, string>) => `${relationship} ${issueKey}`,
  )
