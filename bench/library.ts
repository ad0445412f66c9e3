/** The library as it is shipped, or its source where it has not been built. */
import { existsSync } from 'node:fs'
import type * as explorer from '../src/adapters/explore.ts'
import type * as mswDoor from '../src/adapters/msw.ts'
import type * as mutation from '../src/mutate/index.ts'
import type * as library from '../src/index.ts'

const isBuilt = existsSync(new URL('../dist/index.js', import.meta.url))
const [folder, ending] = isBuilt ? ['../dist', 'js'] : ['../src', 'ts']

export async function loadLibrary(): Promise<typeof library> {
  return (await import(`${folder}/index.${ending}`)) as typeof library
}

export async function loadMswDoor(): Promise<typeof mswDoor> {
  return (await import(`${folder}/adapters/msw.${ending}`)) as typeof mswDoor
}

export async function loadExplorer(): Promise<typeof explorer> {
  return (await import(`${folder}/adapters/explore.${ending}`)) as typeof explorer
}

export async function loadMutants(): Promise<typeof mutation> {
  return (await import(`${folder}/mutate/index.${ending}`)) as typeof mutation
}
