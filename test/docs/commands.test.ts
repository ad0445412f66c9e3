// Commands on pages that show them beside other things: each is run where its files are.

import { existsSync } from 'node:fs'
import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { controlRoutes } from '../../src/control/routes.ts'
import { createSimulator } from '../../src/index.ts'
import { start } from '../cli/cli.ts'
import { serveForSuite } from '../support/serve.ts'
import { sendCurl } from './support/curl.ts'
import { blocksOf, PAGES } from './support/pages.ts'
import { makeProject } from './support/project.ts'

const project = await makeProject([])

/** The command lines of a page, without what it says beside them. */
function commandsOf(page: string): string[] {
  const blocks = blocksOf(page, 'sh').filter(({ reason }) => reason === undefined)
  return blocks.flatMap(({ text }) => text.split('\n')).map((line) => line.replace(/ +# .*$/, ''))
}

describe('docs/concepts/timeline.md', () => {
  const commands = commandsOf('docs/concepts/timeline.md')

  beforeAll(async () => {
    const [story] = blocksOf('docs/concepts/timeline.md', 'yaml').filter(({ text }) =>
      text.startsWith('name:'),
    )
    await project.write('freeze-a-release.yaml', story?.text ?? '')
  })

  it.each(commands.filter((line) => line.startsWith('reqsim run')))('%s', async (line) => {
    const { code, output } = await project.run(line)
    expect(code, output).toBe(0)
  })

  it.each(commands.filter((line) => line.startsWith('reqsim serve')))('%s', async (line) => {
    const [, , file = '', ...flags] = line.split(' ')
    const server = start(['serve', join(project.folder, file), ...flags, '--port', '0'])
    expect((await server.seen(/clock live from (\S+)Z/))[1]).not.toBe('2026-01-05T09:00:00')
    expect((await server.stop()).code).toBe(0)
  })

  it('shows nothing else', () => {
    expect(commands.filter((line) => !/^reqsim (?:run|serve) /.test(line))).toEqual([])
  })
})

describe('docs/concepts/report.md', () => {
  beforeAll(async () => {
    const calls = `extends: [demo]\ntimeline: [{ as: alice, call: GET /api/applications/101 }]`
    await project.write('contract.yaml', calls)
    await project.run('reqsim run contract.yaml --report worker-1.json')
    await copyFile(join(project.folder, 'worker-1.json'), join(project.folder, 'worker-2.json'))
  })

  it.each(commandsOf('docs/concepts/report.md'))('%s', async (line) => {
    await rm(join(project.folder, 'report.md'), { force: true })
    const { code, output } = await project.run(line)
    expect(code, output).toBe(0)
    expect(existsSync(join(project.folder, 'report.md'))).toBe(true)
  })
})

describe('with a server', async () => {
  const served = await serveForSuite(await createSimulator({ scenario: 'demo', clock: { mode: 'manual' } }))
  beforeAll(async () => {
    const sim = await createSimulator({ scenario: 'demo' })
    await sim.fetch('http://api.sim/api/applications/101', { headers: { Authorization: 'Bearer tok-alice' } })
    await project.write('session.har', JSON.stringify(sim.journal.har()))
  })

  it.each(commandsOf('docs/concepts/verification.md'))('docs/concepts/verification.md: %s', async (line) => {
    const real = line.replace(/https:\/\/\S+/, served.url).replace('Bearer …', 'Bearer tok-alice')
    const { code, output } = await project.run(real)
    expect(code, output).toBe(0)
  })

  it.each(blocksOf('docs/control-api/README.md', 'sh').map(({ text }) => text))('%s', async (command) => {
    const reply = await sendCurl(command.replaceAll('http://127.0.0.1:4010', served.url))
    expect(await reply.json()).toMatchObject({ now: '2026-01-05T09:03:00.000Z' })
  })
})

describe('docs/control-api', () => {
  const shown = PAGES.filter((page) => page.startsWith('docs/control-api/'))
    .flatMap((page) => blocksOf(page, 'json'))
    .map(({ text }) => JSON.stringify(JSON.parse(text)))
  const routes = controlRoutes.flatMap(({ method, path, body, status }) =>
    body === undefined || JSON.stringify(body.example) === '{}'
      ? []
      : [{ method, path, body: body.example, status }],
  )

  it('shows the examples of the routes', () => {
    expect(shown).toEqual(expect.arrayContaining(routes.map(({ body }) => JSON.stringify(body))))
    expect(shown).toHaveLength(routes.length)
  })

  it.each(routes)('$method $path takes its example', async ({ method, path, body, status }) => {
    const sim = await createSimulator({ scenario: path.startsWith('/timeline') ? 'release-freeze' : 'demo' })
    sim.faults.add({ interface: 'wiki', latency: '1s' })
    const ids: Readonly<Record<string, string>> = {
      '/pages': '4001',
      '/sites': '102',
      '/issues': '30001',
      '/state': 'customField',
    }
    const id = Object.entries(ids).find(([begin]) => path.startsWith(begin))?.[1] ?? '1'
    const reply = await sim.exchange({
      method,
      url: `http://sim.sim/_sim${path.replace(/\{\w+\}/, id)}`,
      headers: { 'content-type': 'application/json', 'x-sim-control': '1' },
      body: JSON.stringify(body),
    })
    // The account of the example is linked in the demo already.
    const expected = path === '/account-links' ? 409 : status
    expect(reply.status, JSON.stringify(reply.body)).toBe(expected)
  })
})
