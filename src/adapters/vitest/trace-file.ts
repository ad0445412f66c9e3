/** The trace of a failed test, as a file. In browsers there are no files, and so no trace. */
import type { Simulator } from '../../simulator/simulator.ts'

/** The part of Vitest's task that names the file. */
export interface NamedTask {
  readonly name: string
  readonly suite?: NamedSuite | undefined
  readonly file: { readonly name: string }
}

interface NamedSuite {
  readonly name: string
  readonly suite?: NamedSuite | undefined
}

const LONGEST_NAME = 150

/** Writes the trace into a folder, and returns its path, or undefined where files cannot be written. */
export async function writeTraceFile(
  sim: Simulator,
  task: NamedTask,
  folder: string,
): Promise<string | undefined> {
  return fileSystem() === undefined ? undefined : writeTraceBytes(await sim.trace(), task, folder)
}

/** The same for a trace that is already there. */
export function writeTraceBytes(bytes: Uint8Array, task: NamedTask, folder: string): string | undefined {
  const files = fileSystem()
  if (files === undefined) return undefined
  const path = `${folder}/${fileName(task)}.trace`
  files.mkdirSync(folder, { recursive: true })
  files.writeFileSync(path, bytes)
  return path
}

/** A static import would not load in a browser. */
function fileSystem() {
  const { process } = globalThis as { readonly process?: Partial<NodeJS.Process> }
  return process?.getBuiltinModule?.('node:fs')
}

/** Letters and digits of the file, the suites and the test, so that the same test overwrites its trace. */
function fileName({ name, suite, file }: NamedTask): string {
  const names = [name]
  for (let outer = suite; outer !== undefined; outer = outer.suite)
    if (outer.name !== '') names.unshift(outer.name)
  const text = [file.name, ...names].join(' ').replaceAll(/[^\p{L}\p{N}._]+/gu, '-')
  return text.replaceAll(/^[-.]+|-+$/g, '').slice(0, LONGEST_NAME)
}
