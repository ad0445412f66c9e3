// examples/agents with the packed package: sessions through its server, graded when the program closes the connection.

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { blocksOf } from '../docs/support/pages.ts'
import { toolsOf } from '../mcp/connect.ts'
import { solutions, type Solution, wrongAttempts } from '../mcp/solutions.ts'
import { openExample } from './example.ts'
import { run } from './packed.ts'

const packed = inject('packed')
const README = 'examples/agents/README.md'
const [config = '', shown = ''] = blocksOf(README, 'json').map(({ text }) => text)

let folder: string
beforeAll(async () => {
  folder = await openExample(packed, 'agents')
})

/** Lets a client work through the server of a task, as the README configures it. Returns the grade. */
async function graded(task: string, solve: Solution): Promise<unknown> {
  const { args } = (JSON.parse(config) as { mcpServers: { reqsim: { args: string[] } } }).mcpServers.reqsim
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: args.map((word) => (word === 'freeze-a-baseline' ? task : word)),
    cwd: folder,
    stderr: 'ignore',
  })
  await writeFile(join(folder, 'grade.json'), 'null')
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(transport)
  await solve(toolsOf(client))
  await client.close()
  return JSON.parse(await readFile(join(folder, 'grade.json'), 'utf8'))
}

describe('a session', () => {
  it.each(['freeze-a-baseline', 'freeze-after-a-failure', 'end-an-outage'])(
    'that solves its task passes: %s',
    async (task) => {
      const solution = solutions[task]
      if (solution === undefined) throw new Error(`no solution of ${task}`)
      expect(await graded(task, solution)).toEqual({ task, passed: true, problems: [] })
    },
  )

  it('that does not wait fails, as the README shows', async () => {
    const attempt = wrongAttempts.find(({ task }) => task === 'freeze-a-baseline')
    expect(await graded('freeze-a-baseline', attempt!.run)).toEqual(JSON.parse(shown))
  })

  it('that does nothing fails', async () => {
    expect(await graded('freeze-a-baseline', async () => {})).toMatchObject({ passed: false })
  })
})

it('the commands of the README print the words of a task', async () => {
  const [, words = ''] = blocksOf(README, 'sh')[0]?.text.split('\n') ?? []
  const { exitCode, stdout } = await run('sh', ['-c', words], folder)
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining('Freeze it as alice')])
  const unknown = await run(process.execPath, ['grade.ts', 'nothing'], folder)
  expect([unknown.exitCode, unknown.stderr]).toEqual([2, expect.stringContaining('freeze-a-baseline\n')])
})

it('without the packages of OpenTelemetry, reqsim serve --otlp says which to install', async () => {
  const args = ['reqsim', 'serve', '--port', '0', '--otlp', 'http://127.0.0.1:9']
  const { exitCode, stdout, stderr } = await run('npx', args, packed.consumer)
  expect([exitCode, stdout]).toEqual([2, ''])
  expect(stderr).toBe(
    'reqsim: --otlp needs packages of OpenTelemetry: npm install --save-dev @opentelemetry/api @opentelemetry/exporter-trace-otlp-http @opentelemetry/resources @opentelemetry/sdk-trace\n',
  )
})

it('without the SDK, reqsim mcp says which package to install', async () => {
  const { exitCode, stdout, stderr } = await run('npx', ['reqsim', 'mcp'], packed.consumer)
  const name = '@modelcontextprotocol/server'
  expect([exitCode, stdout]).toEqual([2, ''])
  expect(stderr).toBe(`reqsim: reqsim mcp needs the package ${name}: npm install --save-dev ${name}\n`)
})
