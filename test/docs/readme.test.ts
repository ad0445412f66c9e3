// The README and the first steps: the tests run their commands and code, and compare the responses that they show.

import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { operations } from '../../src/api/operations.ts'
import { createSimulator } from '../../src/index.ts'
import { serveForSuite } from '../support/serve.ts'
import { codeBlocks, packageNames } from './support/code-blocks.ts'
import { sendCurl } from './support/curl.ts'

const project = resolve(import.meta.dirname, '../..')
const readme = readFileSync(resolve(project, 'README.md'), 'utf8')
const firstSteps = readFileSync(resolve(project, 'docs/first-steps.md'), 'utf8')
const blocks = [...codeBlocks(readme), ...codeBlocks(firstSteps)]
const examples = resolve(import.meta.dirname, 'examples')

/** Each command that asks the server, with the answer that the page shows below it. */
const exchanges = blocks.flatMap(({ language, text }, index) => {
  const answer = blocks[index + 1]
  return language === 'sh' && text.startsWith('curl ') && answer !== undefined
    ? [{ command: text, answer: answer.text }]
    : []
})

describe('commands', async () => {
  const served = await serveForSuite(await createSimulator({ scenario: 'demo' }))

  it('come first: installing and starting, installing and testing', () => {
    const commands = blocks.filter(({ language }) => language === 'sh').map(({ text }) => text)
    expect(commands.slice(0, 2)).toEqual(['npm ci && npm start', 'npm ci && npm test'])
  })

  it.each(exchanges)('$command', async ({ command, answer }) => {
    const sent = await sendCurl(command.replaceAll('http://127.0.0.1:4010', served.url))
    const shown = JSON.stringify(JSON.parse(answer)).replaceAll('http://127.0.0.1:4010', served.url)
    expect(JSON.stringify(await sent.json())).toBe(shown)
  })

  it('have credentials beside their addresses that open them', async () => {
    const rows = firstSteps.split('\n').filter((line) => line.startsWith('| '))
    const row = (address: string) => rows.find((line) => line.includes(`\`${address}\``)) ?? ''
    const token = (address: string) => /tok-\w+/.exec(row(address))?.[0] ?? ''
    for (const [path, headers] of [
      ['/api/users/me', { Authorization: `Bearer ${token('/api')}` }],
      ['/us/api/users/me', { Authorization: `Bearer ${token('/us/api')}` }],
      ['/eu/wiki/rest/search', { 'X-Api-Key': token('/eu/wiki'), 'X-Base-Url': siteOf('northwind') }],
      ['/us/wiki/rest/search', { 'X-Api-Key': token('/us/wiki'), 'X-Base-Url': siteOf('fabrikam') }],
    ] as const)
      expect([path, (await fetch(served.url + path, { headers })).status]).toEqual([path, 200])

    function siteOf(name: string): string {
      return (
        new RegExp(`https://wiki\\.${name}[^\`]+`).exec(
          firstSteps.slice(firstSteps.indexOf('`X-Base-Url` names')),
        )?.[0] ?? ''
      )
    }
  })

  it('are several', () => expect(exchanges.length).toBeGreaterThanOrEqual(3))
})

describe('code', () => {
  const written = blocks.filter(({ language }) => language === 'ts').map(({ text }) => text)

  it('is that of the examples, which run as tests', () => {
    const tested = readdirSync(examples)
      .map((name) => readFileSync(resolve(examples, name), 'utf8'))
      .map((text) => packageNames(text).trim())
    expect([...written].sort()).toEqual([...tested].sort())
  })

  it('imports only what the package exports', () => {
    const { exports } = JSON.parse(readFileSync(resolve(project, 'package.json'), 'utf8')) as {
      exports: object
    }
    const imported = written.flatMap((text) =>
      [...text.matchAll(/'(reqsim[^']*)'/g)].map((match) => match[1] ?? ''),
    )
    expect(imported.length).toBeGreaterThan(0)
    for (const name of imported) expect(Object.keys(exports)).toContain(name.replace('reqsim', '.'))
  })
})

describe('the scenarios', () => {
  const written = blocks.filter(({ language }) => language === 'yaml').map(({ text }) => parse(text))

  it('the first holds what it says', async () => {
    const sim = await createSimulator({ scenario: written[0] })
    expect(sim.scenario.name).toBe('manuals')
    expect(sim.state('requirement', { key: 'DOC-1' })).toHaveLength(1)
    expect(sim.state('requirement', { key: 'REQ-001' })).not.toHaveLength(0)
  })

  it('the second tells a story that comes out', async () => {
    const sim = await createSimulator({ scenario: written[1] })
    const { steps } = await sim.run({ until: 'synchronised' })
    expect(steps.at(-1)?.name).toBe('synchronised')
    expect(await sim.run()).toMatchObject({ ok: true, left: 0 })
  })
})

it('fits in 180 lines, with at most twelve links to read on', () => {
  expect(readme.split('\n').length).toBeLessThanOrEqual(181)
  const readOn = readme.slice(readme.indexOf('## Read on'))
  expect(readOn.match(/\]\(/g)?.length).toBeLessThanOrEqual(12)
})

it('counts the operations that there are', () => {
  expect(readme).toContain(`All ${operations.length} operations`)
})
