// Files for Docker Compose and GitHub: the page shows them, and what they say to the server is what it understands.

import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { serve } from '../../src/adapters/node.ts'
import { createSimulator } from '../../src/index.ts'
import { run } from '../cli/cli.ts'
import { blocksOf, pathOf, readPage } from './support/pages.ts'

const PAGE = 'docs/containers.md'
const project = resolve(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(resolve(project, path), 'utf8')
const { version } = JSON.parse(read('package.json')) as { version: string }
const dockerfile = read('Dockerfile')

interface Service {
  readonly image?: string
  readonly environment?: Readonly<Record<string, string>>
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
}
const { services } = parse(read('examples/compose.yaml')) as { services: Readonly<Record<string, Service>> }

interface Job {
  readonly services?: Readonly<
    Record<string, { readonly image: string; readonly ports: string[]; readonly env: object }>
  >
  readonly env?: Readonly<Record<string, string>>
  readonly steps: readonly { readonly uses?: string; readonly run?: string; readonly env?: object }[]
}
const { jobs } = parse(read('examples/github-workflow.yaml')) as { jobs: Readonly<Record<string, Job>> }

const { out: help } = await run(['serve', '--help'])
const isFlag = (variable: string): boolean =>
  help.includes(
    `--${variable
      .replace(/^REQSIM_/, '')
      .toLowerCase()
      .replaceAll('_', '-')}`,
  )
/** What the helpers of tests read. */
const OF_HELPERS = ['REQSIM_URL', 'REQSIM_CONTROL_TOKEN']

describe('docs/containers.md', () => {
  const shown = blocksOf(PAGE, 'yaml')

  it.each(shown)('shows the file $text', (block) => {
    const path = pathOf(block) ?? 'unnamed'
    const [, ...lines] = read(path).trimEnd().split('\n')
    expect(block.text.split('\n').slice(1)).toEqual(lines)
    expect(shown).toHaveLength(1)
  })

  it('names the image of this version, its port and its variables everywhere', () => {
    const page = readPage(PAGE)
    const images = page.match(/\breqsim:\d+\.[\w.]*/g) ?? []
    expect(images.length).toBeGreaterThan(4)
    expect(new Set(images)).toEqual(new Set([`reqsim:${version}`]))
    const [, port = ''] = /^EXPOSE (\d+)$/m.exec(dockerfile) ?? []
    expect(new Set(page.match(/\b4\d{3}\b/g))).toEqual(new Set([port]))
    const variables = new Set(page.match(/\bREQSIM_[A-Z0-9_]+/g))
    const others = [...variables].filter((name) => !isFlag(name) && !OF_HELPERS.includes(name))
    expect(others).toEqual([])
    expect(isFlag('REQSIM_CLOCKS')).toBe(false)
  })
})

describe('examples/compose.yaml', () => {
  const server = services['reqsim']?.environment ?? {}
  const tests = services['tests']

  it('gives the server variables of its flags', () => {
    expect(Object.keys(server)).not.toEqual([])
    expect(Object.keys(server).filter((name) => !isFlag(name))).toEqual([])
  })

  it('waits for the health check of the image', () => {
    expect(tests?.depends_on).toEqual({ reqsim: { condition: 'service_healthy' } })
    expect(dockerfile).toMatch(/^HEALTHCHECK /m)
  })

  it('lets the tests control the server by the name and token that they have', async () => {
    const { REQSIM_URL: url = '', REQSIM_CONTROL_TOKEN: token = '' } = tests?.environment ?? {}
    expect(Object.keys(tests?.environment ?? {}).sort()).toEqual([...OF_HELPERS].sort())
    const served = await serve(await createSimulator({ scenario: 'demo' }), {
      host: '0.0.0.0',
      controlToken: server['REQSIM_CONTROL_TOKEN'] ?? '',
      allowHost: [server['REQSIM_ALLOW_HOST'] ?? ''],
    })
    const statusOf = (host: string, value: string): Promise<number> => {
      const headers = { host, authorization: `Bearer ${value}` }
      return new Promise((done, fail) => {
        request({ port: served.port, path: '/_sim/clock', headers }, (response) => {
          response.resume()
          done(response.statusCode ?? 0)
        })
          .once('error', fail)
          .end()
      })
    }
    const { host } = new URL(url)
    expect(await statusOf(host, token)).toBe(200)
    expect(await statusOf(host, 'another-token')).toBe(401)
    expect(await statusOf('elsewhere:4010', token)).toBe(403)
    await served.close()
  })
})

describe('examples/github-workflow.yaml', () => {
  it('pins a version of each action', () => {
    const used = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []))
    expect(used.length).toBeGreaterThan(3)
    expect(used.filter((name) => !/^actions\/[\w-]+@v\d+$/.test(name))).toEqual([])
  })

  it('uses only variables that a step or a job defines', () => {
    for (const { steps } of Object.values(jobs)) {
      for (const { run: script = '', env = {} } of steps) {
        const named = [...script.matchAll(/\$([A-Z]\w*)/g)].map(([, name]) => name)
        expect(Object.keys(env)).toEqual(expect.arrayContaining(named))
        expect(script).not.toContain('${{')
      }
    }
  })

  it('gives the container variables of its flags, and the tests its address and token', () => {
    const { services: beside = {}, env = {} } = jobs['container'] ?? { steps: [] }
    const { image, ports, env: server = {} } = beside['reqsim'] ?? {}
    expect(image).toMatch(new RegExp(`/reqsim:${version}$`))
    expect(Object.keys(server).filter((name) => !isFlag(name))).toEqual([])
    expect(ports).toEqual([`${new URL(env['REQSIM_URL'] ?? '').port}:4010`])
    expect(server).toMatchObject({ REQSIM_CONTROL_TOKEN: env['REQSIM_CONTROL_TOKEN'] })
  })
})
