/** An example project as its users have it: a copy, with the packed package and the others that it names installed. */
import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { installBeside, type Packed, project } from './packed.ts'

/** Copies an example beside the packed package, without what its own users have installed there. Returns the copy. */
export async function openExample(packed: Packed, name: string, copy = name): Promise<string> {
  const source = join(project, 'examples', name)
  const { devDependencies } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>
  }
  const { reqsim, ...others } = devDependencies
  expect(reqsim).toBe(`file:../../reqsim-${packed.packageJson.version}.tgz`)
  // What the package itself depends on is there already.
  const missing = Object.keys(others).filter((each) => !Object.hasOwn(packed.packageJson.dependencies, each))
  const folder = await installBeside(packed, copy, missing)
  const mine = /\/(?:node_modules|test-results|playwright-report|report\.md)(?:\/|$)/
  await cp(source, folder, { recursive: true, filter: (path) => !mine.test(path.slice(source.length)) })
  return folder
}
