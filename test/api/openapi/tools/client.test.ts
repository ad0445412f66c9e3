// Clients that generators make of the description of the control API compile in strict mode and drive a server.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { serveDemo } from './served.ts'
import { runTool } from './tool.ts'

const demo = await serveDemo()
afterAll(() => demo.close())
beforeEach(() => demo.reset())

const STRICT = {
  strict: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  target: 'es2023',
  module: 'nodenext',
  moduleResolution: 'nodenext',
  types: [],
  lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
}

// Where the program of a test finds the packages that its client needs.
await symlink(join(import.meta.dirname, 'node_modules'), join(demo.folder, 'node_modules'))
await writeFile(join(demo.folder, 'package.json'), '{"type": "module"}')

async function generate(
  tool: 'hey-api' | 'openapi-typescript',
  parameters: readonly string[],
): Promise<void> {
  const { code, stderr, stdout } = await runTool(tool, parameters, demo.folder)
  expect(code, stdout + stderr).toBe(0)
}

/** Generators read this file too: it decides about the extensions of imports. */
function configure(files: readonly string[]): Promise<void> {
  return writeFile(join(demo.folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: STRICT, files }))
}

/** Compiles a program and runs it with the address of the control API; returns what it printed, as JSON. */
async function run(name: string, text: string): Promise<unknown> {
  await writeFile(join(demo.folder, `${name}.ts`), text)
  await configure([`${name}.ts`])
  const compiled = await runTool('tsc', ['-p', '.'], demo.folder)
  expect(compiled.code, compiled.stdout).toBe(0)
  const env = { CONTROL_URL: `${demo.url}/_sim` }
  const child = spawn(process.execPath, [`${name}.js`], { cwd: demo.folder, env })
  let output = ''
  let complaints = ''
  child.stdout.on('data', (data: Buffer) => (output += String(data)))
  child.stderr.on('data', (data: Buffer) => (complaints += String(data)))
  const [code] = (await once(child, 'close')) as [number | null]
  expect(code, complaints).toBe(0)
  return JSON.parse(output)
}

const RESULT = {
  now: '2026-01-05T09:03:00.000Z',
  fault: 1,
  left: 0,
  refused: [404, "no world 'never-made': GET /worlds lists those in use"],
  worlds: ['default', 'second'],
  remaining: ['default'],
}

const FETCH_CLIENT = `
import createClient from 'openapi-fetch'
import type { paths } from './control-paths.js'

declare const process: { readonly env: Readonly<Record<string, string | undefined>> }

const client = createClient<paths>({
  baseUrl: process.env['CONTROL_URL'] ?? '',
  headers: { 'X-Sim-Control': '1', 'X-Sim-World': 'second' },
})
await client.PATCH('/clock', { body: { mode: 'manual' } })
const advanced = await client.POST('/clock/advance', { body: { by: '3m' } })
const added = await client.POST('/faults', { body: { operation: 'wiki.requirement.search', status: 503 } })
await client.DELETE('/faults/{id}', { params: { path: { id: added.data?.id ?? 0 } } })
const left = await client.GET('/faults')
const refused = await client.GET('/clock', {
  params: { header: { 'X-Sim-World': 'never-made', 'X-Sim-World-Must-Exist': '1' } },
})
const worlds = await client.GET('/worlds', { params: { query: { limit: 10 } } })
await client.DELETE('/worlds/{name}', { params: { path: { name: 'second' } } })
const remaining = await client.GET('/worlds')
console.log(
  JSON.stringify({
    now: advanced.data?.now,
    fault: added.data?.id,
    left: left.data?.total,
    refused: [refused.response.status, refused.error?.message],
    worlds: worlds.data?.items.map(({ name }) => name),
    remaining: remaining.data?.items.map(({ name }) => name),
  }),
)
`

test('openapi-typescript and openapi-fetch', async () => {
  const { file } = demo.descriptions.control
  await generate('openapi-typescript', [file, '-o', 'control-paths.ts'])
  expect(await run('fetch-client', FETCH_CLIENT)).toEqual(RESULT)
})

const SDK_CLIENT = `
import { client } from './sdk/client.gen.js'
import {
  addFault,
  advanceClock,
  deleteFault,
  deleteWorld,
  getClock,
  listFaults,
  listWorlds,
  updateClock,
} from './sdk/index.js'

declare const process: { readonly env: Readonly<Record<string, string | undefined>> }
client.setConfig({ baseUrl: process.env['CONTROL_URL'] ?? '', auth: () => '1' })
const headers = { 'X-Sim-World': 'second' }
await updateClock({ headers, body: { mode: 'manual' } })
const advanced = await advanceClock({ headers, body: { by: '3m' } })
const added = await addFault({ headers, body: { operation: 'wiki.requirement.search', status: 503 } })
await deleteFault({ headers, path: { id: added.data?.id ?? 0 } })
const left = await listFaults({ headers })
const refused = await getClock({ headers: { 'X-Sim-World': 'never-made', 'X-Sim-World-Must-Exist': '1' } })
const worlds = await listWorlds({ query: { limit: 10 } })
await deleteWorld({ path: { name: 'second' } })
const remaining = await listWorlds()
console.log(
  JSON.stringify({
    now: advanced.data?.now,
    fault: added.data?.id,
    left: left.data?.total,
    refused: [refused.response?.status, refused.error?.message],
    worlds: worlds.data?.items.map(({ name }) => name),
    remaining: remaining.data?.items.map(({ name }) => name),
  }),
)
`

test('Hey API names the methods after the operations', async () => {
  const { file } = demo.descriptions.control
  await configure([])
  const output = { path: 'sdk', tsConfigPath: join(demo.folder, 'tsconfig.json') }
  const config = JSON.stringify({ input: file, output })
  await writeFile(join(demo.folder, 'sdk.config.mjs'), `export default ${config}`)
  await generate('hey-api', ['-f', 'sdk.config.mjs', '--no-log-file'])
  expect(await run('sdk-client', SDK_CLIENT)).toEqual(RESULT)
})
