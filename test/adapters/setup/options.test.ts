/** The file of options, and what is said about one that cannot be used. */
import { writeFileSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { setupOptions } from '../../../src/adapters/setup/options.ts'
import { temporaryFolder } from '../../support/folder.ts'

const { path: folder } = temporaryFolder()
const FILE = `${folder}/options.json`

function optionsOf(text: string) {
  writeFileSync(FILE, text)
  vi.stubEnv('REQSIM_CONFIG', FILE)
  return setupOptions()
}

afterEach(() => vi.unstubAllEnvs())

test('REQSIM_CONFIG names the file', async () => {
  expect(await optionsOf('{ "scenario": "migration", "as": "bob" }')).toEqual({
    scenario: 'migration',
    as: 'bob',
  })
})

test.each<[string, string]>([
  ['{ "scenario": "demo", }', 'is not JSON: Expected double-quoted property name'],
  ['', 'is not JSON: Unexpected end of JSON input'],
  ['null', 'must be an object with scenario, config, base, as, credentials'],
  ['{ "scenaro": "demo" }', "must not have 'scenaro'"],
  ['{ "__proto__": { "as": "bob" } }', "must not have '__proto__'"],
  ['{ "scenario": 5 }', 'scenario must be a text'],
  ['{ "credentials": "any" }', "credentials must be 'accept' or 'check', not 'any'"],
  ['{ "config": null }', "config must be an object, not 'null'"],
  ['{ "base": null }', "base must be an address or an object of them, not 'null'"],
])('%s: %s', async (text, problem) => {
  const rejected = await optionsOf(text).catch((error: unknown) => error)
  expect(rejected).toBeInstanceOf(TypeError)
  expect((rejected as Error).message).toContain(problem)
  expect((rejected as Error).message).toContain('options.json')
})
