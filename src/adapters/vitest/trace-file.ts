/** The trace of a failed test, as a file. In browsers there are no files, and so no trace. */
import { sha256 } from '../../world/sha256.ts'
import type { Simulator } from '../../simulator/simulator.ts'
import { failedTest, rootOf, type TestErrorLike } from '../shared/runner-failure.ts'
import type { TestMeta } from './meta.ts'

/** The part of Vitest's task that names the file, and says why the test failed. */
export interface NamedTask {
  readonly name: string
  readonly suite?: NamedSuite | undefined
  /** Made anew for each run. */
  readonly file: {
    readonly name: string
    readonly filepath?: string
    readonly meta?: { reqsim?: TestMeta }
  }
  readonly result?:
    | { readonly state?: string; readonly errors?: readonly TestErrorLike[] | undefined }
    | undefined
}

/** A task with what the reporter reads. */
interface ReportedTask {
  readonly meta: { reqsim?: TestMeta }
}

interface NamedSuite {
  readonly name: string
  readonly suite?: NamedSuite | undefined
}

const MAXIMUM_NAME_LENGTH = 150

/** The trace of a failed test, with its failure. */
export function traceOf(sim: Simulator, task: NamedTask): Promise<Uint8Array> {
  const [error] = task.result?.errors ?? []
  return sim.trace('default', { failure: failureOf(task, error) })
}

/** Passes on to the reporter why the test failed. */
export async function passFailureOn(trace: Uint8Array, task: ReportedTask): Promise<void> {
  // Other tests need not load it.
  const { readTraceFailure } = await import('../shared/trace-failure.ts')
  const failure = await readTraceFailure(trace)
  if (failure !== undefined) task.meta.reqsim = { ...task.meta.reqsim, failure }
}

export function canWriteFiles(): boolean {
  return fileSystem() !== undefined
}

/** Writes a trace into a folder, and returns its path, or undefined where files cannot be written. */
export function writeTraceBytes(bytes: Uint8Array, task: NamedTask, folder: string): string | undefined {
  const files = fileSystem()
  if (files === undefined) return undefined
  const path = pathOf(task, folder)
  files.mkdirSync(folder, { recursive: true })
  files.writeFileSync(path, bytes)
  const { meta } = task.file
  if (meta !== undefined)
    meta.reqsim = { ...meta.reqsim, traces: [...new Set([...(meta.reqsim?.traces ?? []), path])] }
  return path
}

/** Deletes the trace that an earlier run of the test left. One of this run stays: of an attempt that failed before a retry. */
export function deleteStaleTrace(task: NamedTask, folder: string): void {
  const path = pathOf(task, folder)
  const { traces = [] } = task.file.meta?.reqsim ?? {}
  if (folder !== '' && !traces.includes(path)) fileSystem()?.rmSync(path, { force: true })
}

/** Why the test failed, for its trace. */
export function failureOf(task: NamedTask, error: TestErrorLike | undefined) {
  const { name, filepath = '' } = task.file
  return failedTest({
    runner: 'vitest',
    titles: titlesOf(task),
    file: name,
    root: rootOf(filepath, name),
    error,
  })
}

/** A static import would not load in a browser. */
function fileSystem() {
  const { process } = globalThis as { readonly process?: Partial<NodeJS.Process> }
  return process?.getBuiltinModule?.('node:fs')
}

/** Letters and digits of the file, the suites and the test, so that the same test overwrites its trace. */
function pathOf(task: NamedTask, folder: string): string {
  const text = [task.file.name, ...titlesOf(task)].join(' ').replaceAll(/[^\p{L}\p{N}._]+/gu, '-')
  const name = text.replaceAll(/^[-.]+|-+$/g, '')
  // A part of a name may be that of two tests.
  const short =
    name.length <= MAXIMUM_NAME_LENGTH ? name : `${name.slice(0, MAXIMUM_NAME_LENGTH)}-${digestOf(name)}`
  return `${folder}/${short}.trace`
}

function digestOf(name: string): string {
  return sha256(name).slice(0, 8)
}

function titlesOf({ name, suite }: NamedTask): readonly string[] {
  const names = [name]
  for (let outer = suite; outer !== undefined; outer = outer.suite)
    if (outer.name !== '') names.unshift(outer.name)
  return names
}
