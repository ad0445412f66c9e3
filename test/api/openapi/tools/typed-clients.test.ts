// The page about typed clients: its commands and files, as a reader would run them one after another.

import { readFile, rm, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readPage } from '../../../docs/support/pages.ts'
import { codeBlocks } from '../../../docs/support/code-blocks.ts'
import { createProject } from '../../../docs/support/project.ts'

const blocks = codeBlocks(readPage('docs/typed-clients.md')).filter(({ reason }) => reason === undefined)
const installed = resolve(import.meta.dirname, 'node_modules')

const project = await createProject(['vitest', 'msw'])
afterAll(() => rm(project.folder, { recursive: true, force: true }))
for (const name of ['openapi-fetch', 'openapi-typescript', 'openapi-typescript-helpers', 'typescript'])
  await symlink(join(installed, name), join(project.folder, 'node_modules', name))
for (const command of ['openapi-typescript', 'tsc'])
  await symlink(join(installed, '.bin', command), join(project.folder, 'node_modules/.bin', command))

test('every step of the page about typed clients does what it says', { timeout: 480_000 }, async () => {
  for (const { language, text } of blocks) {
    const [, file] = /^\/\/ (\S+)\n/.exec(text) ?? []
    if (language === 'ts') {
      await project.write(file ?? '', text)
    } else if (language === 'sh') {
      const { code, output } = await project.run(`set -e\n${text}`)
      expect(code, output).toBe(0)
    } else {
      const client = await readFile(join(project.folder, 'client.ts'), 'utf8')
      await project.write('misspelt.ts', client.replace('data.properties', 'data.propertys'))
      await project.write('misnamed.ts', client.replace('{ spaceKey, key }', "{ space: 'ENG', key }"))
      const compile = 'npx tsc --noEmit --strict --target es2023 --module nodenext'
      expect((await project.run(`${compile} misspelt.ts`)).output).toContain(text)
      expect((await project.run(`${compile} misnamed.ts`)).output).toContain("'space' does not exist in type")
    }
  }
  expect(blocks.map(({ language }) => language)).toEqual(['sh', 'ts', 'sh', 'ts', 'sh', 'text'])
})
