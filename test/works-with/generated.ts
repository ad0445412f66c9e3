/** Clients that generators make of a description: generated, compiled, and called once against the demo. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { runTool, type Tool } from '../api/openapi/tools/tool.ts'
import { SITES } from '../support/hosted.ts'
import { withDemo } from './demo.ts'
import { runProgram } from './program.ts'

export type Description =
  | 'standalone'
  | 'wiki'
  | 'tracker'
  | 'hosted-standalone'
  | 'hosted-wiki'
  | 'hosted-tracker'
export type Generator = 'openapi-typescript' | 'hey-api' | 'orval' | 'kubb'

/** The first call of a client, and a part of what it returns. */
const CALLS = {
  standalone: {
    name: 'standaloneApplicationRead',
    path: '/applications/{applicationId}',
    parameters: { applicationId: 101 },
    /** As arguments one by one. */
    inOrder: '101',
    part: '"name":"Northwind Wiki"',
  },
  wiki: {
    name: 'wikiRequirementRead',
    path: '/rest/reqs/1/requirement2/{spaceKey}/{key}',
    parameters: { spaceKey: 'ENG', key: 'REQ-001' },
    inOrder: "'ENG', 'REQ-001', undefined",
    part: '"key":"REQ-001"',
  },
  tracker: {
    name: 'trackerIssuelinksList',
    path: '/rest/reqs/1/issuelinks/{issueKey}',
    parameters: { issueKey: 'DRN-1' },
    inOrder: "'DRN-1', undefined",
    part: '"relationship":"implements"',
  },
} as const

const BEARER = { Authorization: 'Bearer tok-alice' }
const hosted = (site: string) => ({ 'X-Api-Key': 'tok-alice', 'X-Base-Url': site })
const PLACES = {
  standalone: { call: CALLS.standalone, base: '/api', headers: BEARER },
  wiki: { call: CALLS.wiki, base: '/wiki', headers: BEARER },
  tracker: { call: CALLS.tracker, base: '/tracker', headers: BEARER },
  'hosted-standalone': { call: CALLS.standalone, base: '/eu/api', headers: BEARER },
  'hosted-wiki': { call: CALLS.wiki, base: '/eu/wiki', headers: hosted(SITES.wiki) },
  'hosted-tracker': { call: CALLS.tracker, base: '/eu/tracker', headers: hosted(SITES.tracker) },
} as const
export const DESCRIPTIONS = Object.keys(PLACES) as Description[]

interface Use {
  readonly call: (typeof CALLS)[keyof typeof CALLS]
  readonly baseUrl: string
  readonly headers: object
}

/** How each generator is configured, and a program that calls what it makes. */
interface Recipe {
  readonly tool: Tool
  readonly parameters: readonly string[]
  readonly config?: (baseUrl: string, folder: string) => readonly [name: string, text: string]
  readonly program: (use: Use) => string
}

const RECIPES: Readonly<Record<Generator, Recipe>> = {
  'openapi-typescript': {
    tool: 'openapi-typescript',
    parameters: ['api.json', '-o', 'api.ts'],
    program: ({ call, baseUrl, headers }) => `
import createClient from 'openapi-fetch'
import type { paths } from './api.js'
const client = createClient<paths>({ baseUrl: '${baseUrl}', headers: ${JSON.stringify(headers)} })
const { data } = await client.GET('${call.path}', { params: { path: ${JSON.stringify(call.parameters)} } })
console.log(JSON.stringify(data))`,
  },
  'hey-api': {
    tool: 'hey-api',
    parameters: ['-f', 'hey-api.config.mjs', '--no-log-file'],
    config: (_baseUrl, folder) => [
      'hey-api.config.mjs',
      `export default { input: './api.json', output: { path: 'sdk', tsConfigPath: '${join(folder, 'tsconfig.json')}' } }`,
    ],
    program: ({ call, baseUrl, headers }) => `
import { client } from './sdk/client.gen.js'
import { ${call.name} } from './sdk/index.js'
client.setConfig({ baseUrl: '${baseUrl}', headers: ${JSON.stringify(headers)} })
const { data } = await ${call.name}({ path: ${JSON.stringify(call.parameters)} })
console.log(JSON.stringify(data))`,
  },
  orval: {
    tool: 'orval',
    parameters: ['--config', 'orval.config.mjs'],
    config: (baseUrl) => [
      'orval.config.mjs',
      `export default { api: { input: './api.json', output: { target: './api.ts', client: 'fetch', baseUrl: '${baseUrl}',
  urlEncodeParameters: true, override: { contentType: { include: ['application/json'] } } } } }`,
    ],
    program: ({ call, headers }) => `
import { ${call.name} } from './api.js'
const { data } = await ${call.name}(${call.inOrder}, { headers: ${JSON.stringify(headers)} })
console.log(JSON.stringify(data))`,
  },
  kubb: {
    tool: 'kubb',
    parameters: ['generate', '--config', 'kubb.config.mjs'],
    config: () => [
      'kubb.config.mjs',
      `import { pluginClient } from '@kubb/plugin-client'
import { pluginOas } from '@kubb/plugin-oas'
import { pluginTs } from '@kubb/plugin-ts'
const barrelType = false
export default {
  root: '.', input: { path: './api.json' },
  output: { path: './kubb', format: false, lint: false, extension: { '.ts': '.js' } },
  plugins: [
    pluginOas({ generators: [], validate: false }),
    pluginTs({ output: { path: 'types.ts', barrelType } }),
    pluginClient({ output: { path: 'client.ts', barrelType }, client: 'fetch', paramsType: 'object' }),
  ],
}`,
    ],
    program: ({ call, baseUrl, headers }) => `
import { ${call.name} } from './kubb/client.js'
const config = { baseURL: '${baseUrl}', headers: ${JSON.stringify(headers)} }
console.log(JSON.stringify(await ${call.name}(${JSON.stringify(call.parameters)}, config)))`,
  },
}

const COMPILER = {
  compilerOptions: {
    strict: true,
    skipLibCheck: true,
    target: 'es2023',
    module: 'nodenext',
    moduleResolution: 'nodenext',
    types: [],
    lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
  },
  files: ['program.ts'],
}

/** Generates a client, compiles it strictly with a program that uses it, and runs that. Rejects where one of these fails. */
export async function tryGenerator(generator: Generator, description: Description): Promise<void> {
  const recipe = RECIPES[generator]
  const { call, base, headers } = PLACES[description]
  const folder = await mkdtemp(join(tmpdir(), 'reqsim-generated-'))
  try {
    await withDemo(async ({ url, environment }) => {
      const use = { call, baseUrl: url + base, headers }
      await symlink(
        resolve(import.meta.dirname, '../api/openapi/tools/node_modules'),
        join(folder, 'node_modules'),
      )
      const [name, text] = recipe.config?.(use.baseUrl, folder) ?? ['unused.mjs', '']
      const document = await runProgram('../../src/cli/main.ts', ['openapi', description], environment)
      const files = {
        'package.json': '{"type": "module"}',
        'tsconfig.json': JSON.stringify(COMPILER),
        'api.json': JSON.stringify(document),
        'program.ts': recipe.program(use),
        [name]: text,
      }
      for (const [file, content] of Object.entries(files)) await writeFile(join(folder, file), content)
      await succeed(recipe.tool, recipe.parameters, folder)
      await succeed('tsc', ['-p', '.'], folder)
      const printed = JSON.stringify(await runProgram(join(folder, 'program.js'), [], {}))
      assert.ok(printed.includes(call.part), `${printed} has no ${call.part}`)
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function succeed(tool: Tool, parameters: readonly string[], folder: string): Promise<void> {
  const { code, stdout, stderr } = await runTool(tool, parameters, folder)
  assert.equal(code, 0, `${tool} ended with code ${code}: ${(stdout + stderr).slice(0, 2000)}`)
}
