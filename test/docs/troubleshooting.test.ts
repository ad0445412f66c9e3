// The page about troubleshooting: its commands start servers, its snippets run, and its messages are those of the programs.

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { setupServer } from 'msw/node'
import { afterEach, expect, it, vi } from 'vitest'
import { handlers } from '../../src/adapters/msw.ts'
import { serve } from '../../src/adapters/node.ts'
import { createSimulator } from '../../src/index.ts'
import { start } from '../cli/cli.ts'
import { blocksOf, pathOf, readPage } from './support/pages.ts'
import { expectValues } from './support/snippets.ts'

const PAGE = 'docs/troubleshooting.md'
const page = readPage(PAGE)

const servers: ReturnType<typeof setupServer>[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
  vi.unstubAllGlobals()
})

// Whole files are run by runners/troubleshooting.test.ts.
const snippets = blocksOf(PAGE, 'ts').filter((block) => pathOf(block) === undefined)

it.each(snippets.map(({ text }) => text))('%s', async (text) => {
  vi.stubGlobal('location', { href: 'http://localhost:3000/' })
  const names = {
    handlers,
    setupServer: (...handlerList: Parameters<typeof setupServer>) => {
      const server = setupServer(...handlerList)
      servers.push(server)
      return server
    },
  }
  expect(await expectValues(text, names)).toBe(0)
})

it.each(blocksOf(PAGE, 'sh').map(({ text }) => text))('%s', async (line) => {
  const [, ...words] = line.split(' ')
  const server = start([...words, ...(words.includes('--port') ? [] : ['--port', '0'])])
  await server.seen(/listening on http:\/\/127\.0\.0\.1:\d+/)
  expect((await server.stop()).code).toBe(0)
})

it('messages are as the page has them', async () => {
  const sim = await createSimulator({ scenario: 'demo' })
  const served = await serve(sim, { port: 0 })
  const { port } = new URL(served.url)
  const message = await serve(sim, { port: Number(port) }).catch((error: Error) => error.message)
  await served.close()
  expect(page).toContain(`\`${String(message).split(':')[0]?.replace(port, '4010')}\``)
  const program = readFileSync(resolve(import.meta.dirname, '../../bin/reqsim.js'), 'utf8')
  expect(program.replaceAll(/\s+/g, ' ')).toContain("'reqsim needs Node ' + needed.join('.') + ' or newer")
  expect(page).toContain('`reqsim needs Node 22.12 or newer`')
})
