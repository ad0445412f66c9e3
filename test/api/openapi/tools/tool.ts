/** Runs the tools that are installed in this folder, each in a process of its own and for a limited time. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'

/** Where each tool begins. */
const TOOLS = {
  'hey-api': '@hey-api/openapi-ts/bin/run.js',
  kubb: '@kubb/cli/bin/kubb.cjs',
  'openapi-typescript': 'openapi-typescript/bin/cli.js',
  orval: 'orval/dist/bin/orval.mjs',
  prism: '@stoplight/prism-cli/dist/index.js',
  redocly: '@redocly/cli/bin/cli.js',
  spectral: '@stoplight/spectral-cli/dist/index.js',
  tsc: 'typescript/bin/tsc',
} as const
export type Tool = keyof typeof TOOLS

/** They report nothing to anybody, and look for no newer version. */
const ENVIRONMENT = {
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  CI: 'true',
  NO_COLOR: '1',
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
}

export interface Run {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs a tool to its end; a run of more than two minutes is ended, and its code is then `null`. */
export async function runTool(tool: Tool, parameters: readonly string[], folder: string): Promise<Run> {
  const child = startTool(tool, parameters, folder)
  const timer = setTimeout(() => child.kill('SIGKILL'), 120_000)
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', (data: Buffer) => (stdout += String(data)))
  child.stderr?.on('data', (data: Buffer) => (stderr += String(data)))
  const [code] = (await once(child, 'close')) as [number | null]
  clearTimeout(timer)
  return { code, stdout, stderr }
}

/** Starts a tool in a folder. */
export function startTool(tool: Tool, parameters: readonly string[], folder: string): ChildProcess {
  const script = resolve(import.meta.dirname, 'node_modules', TOOLS[tool])
  return spawn(process.execPath, [script, ...parameters], {
    cwd: folder,
    env: ENVIRONMENT,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}
