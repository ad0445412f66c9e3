// The scenario file while the server runs: it is loaded again when it or a file that it extends changes, and what is wrong
// with it is shown in the terminal and in the page, while the last valid world goes on.

import { rmSync } from 'node:fs'
import type { HotPayload } from 'vite'
import { describe, expect, test, vi } from 'vitest'
import { temporaryFolder } from '../../support/folder.ts'
import { ALICE, type Development, openPage, startDevelopment } from './development.ts'

const folder = temporaryFolder()
let number = 0

const scenarioOf = (title: string): string => `
name: own
extends: [./base.yaml]
world:
  spaces: [{ site: wiki, key: OWN, name: ${title} }]
`

/** A project of its own, with a scenario that extends another one. */
function project(title = 'First'): { root: string; write: (name: string, text: string) => string } {
  const name = `project-${number++}`
  const write = (file: string, text: string) => folder.write(`${name}/${file}`, text)
  write('index.html', '<!doctype html><html><head></head><body></body></html>')
  write('reqsim/base.yaml', 'extends: [demo]\nclock: { mode: manual }\n')
  write('reqsim/own.scenario.yaml', scenarioOf(title))
  return { root: `${folder.path}/${name}`, write }
}

const scenario = './reqsim/own.scenario.yaml'
const LIMIT = { timeout: 20_000, interval: 50 }

async function titleOf(at: Development): Promise<string | undefined> {
  const { items } = await at.json<{ items: { key: string; name: string }[] }>('/sim/_sim/state/container')
  return items.find(({ key }) => key === 'OWN')?.name
}

const reloads = (payloads: readonly HotPayload[]) =>
  payloads.filter(({ type }) => type === 'full-reload').length
const errorsOf = (payloads: readonly HotPayload[]) =>
  payloads.flatMap((payload) => (payload.type === 'error' ? [payload.err] : []))

describe('a scenario file', () => {
  test('is loaded again when it changes, in every world, and the page reloads', async () => {
    const { root, write } = project()
    const at = await startDevelopment(root, { scenario })
    const page = await openPage(at)
    expect(await titleOf(at)).toBe('First')
    write('reqsim/own.scenario.yaml', scenarioOf('Second'))
    await expect.poll(() => titleOf(at), LIMIT).toBe('Second')
    await expect.poll(() => reloads(page), LIMIT).toBeGreaterThan(0)
    expect(at.terminal.join('\n')).toContain('own.scenario.yaml: the page reloads')
  })

  test('is loaded again when a file that it extends changes, another mode of the clock included', async () => {
    const { root, write } = project()
    const at = await startDevelopment(root, { scenario })
    const mode = async () => (await at.json<{ mode: string }>('/sim/_sim/clock')).mode
    expect(await mode()).toBe('manual')
    write('reqsim/base.yaml', 'extends: [demo]\n')
    await expect.poll(mode, LIMIT).toBe('live')
    write('reqsim/base.yaml', 'extends: [demo]\nclock: { mode: auto }\n')
    await expect.poll(mode, LIMIT).toBe('auto')
  })

  test('with errors is shown with file, line and nearest name, and the last valid world goes on', async () => {
    const { root, write } = project()
    const at = await startDevelopment(root, { scenario })
    const page = await openPage(at)
    await at.json('/sim/wiki/rest/reqs/1/baseline/ENG', ALICE)
    write('reqsim/own.scenario.yaml', scenarioOf('Second').replace('spaces', 'spacs'))
    await expect.poll(() => errorsOf(page), LIMIT).toHaveLength(1)
    const [error] = errorsOf(page)
    const file = `${root}/reqsim/own.scenario.yaml`
    expect(error).toMatchObject({ plugin: 'reqsim', id: file, loc: { file, line: 5, column: 3 } })
    expect(error?.message).toMatch(/own\.scenario\.yaml:5:3 .*did you mean 'spaces'\?/)
    expect(at.terminal.join('\n')).toMatch(/own\.scenario\.yaml:5:3 .*did you mean 'spaces'\?/)
    expect(await titleOf(at)).toBe('First')
    // A page that is opened meanwhile is shown it too.
    const another = await openPage(at)
    await expect.poll(() => errorsOf(another), LIMIT).toHaveLength(1)
    // What was there before is valid again: the overlay goes, and the world stays.
    write('reqsim/own.scenario.yaml', scenarioOf('First'))
    await expect.poll(() => reloads(page), LIMIT).toBeGreaterThan(0)
    expect(errorsOf(await openPage(at))).toEqual([])
    expect(await titleOf(at)).toBe('First')
  })

  test('that is deleted and comes back is loaded again', async () => {
    const { root, write } = project()
    const at = await startDevelopment(root, { scenario })
    const page = await openPage(at)
    expect(await titleOf(at)).toBe('First')
    rmSync(`${root}/reqsim/own.scenario.yaml`)
    await expect.poll(() => errorsOf(page)[0]?.message, LIMIT).toContain('there is no file')
    expect(await titleOf(at)).toBe('First')
    write('reqsim/own.scenario.yaml', scenarioOf('Back'))
    await expect.poll(() => titleOf(at), LIMIT).toBe('Back')
  })

  test('with errors at the start answers with 503, until it is right', async () => {
    const { root, write } = project('First')
    write('reqsim/base.yaml', 'extends: [dmo]\n')
    const at = await startDevelopment(root, { scenario })
    const refused = await at.get('/sim/_sim/health')
    expect([refused.status, refused.headers.get('content-type')]).toEqual([503, 'application/json'])
    const message = 'reqsim serves nothing: the terminal of Vite lists the errors of its scenario or options.'
    expect(await refused.json()).toEqual({ message, statusCode: 'SERVICE_UNAVAILABLE', errors: [message] })
    expect((await at.get('/', { accept: 'text/html' })).status).toBe(200)
    const page = await openPage(at)
    await expect
      .poll(() => errorsOf(page)[0]?.message, LIMIT)
      .toMatch(/base\.yaml:1:\d+ .*did you mean 'demo'\?/)
    write('reqsim/base.yaml', 'extends: [demo]\n')
    await expect.poll(async () => (await at.get('/sim/_sim/health')).status, LIMIT).toBe(200)
  })

  test('that does not exist is named once', async () => {
    const { root } = project()
    const at = await startDevelopment(root, { scenario: './reqsim/absent.yaml' })
    const page = await openPage(at)
    await expect
      .poll(() => errorsOf(page)[0]?.message, LIMIT)
      .toMatch(/^The scenario cannot be loaded, nothing is served yet:\nthere is no file '\S*absent\.yaml'$/)
  })

  test('without the user of `as` is not blamed: the option is, with the nearest user', async () => {
    const { root } = project()
    const at = await startDevelopment(root, { scenario, as: 'alcie' })
    const page = await openPage(at)
    await expect
      .poll(() => errorsOf(page)[0]?.message, LIMIT)
      .toBe(
        "An option of reqsim() is not valid, nothing is served yet:\nas: no user 'alcie': did you mean 'alice'?",
      )
  })

  test('of which nothing changes but a comment leaves the worlds as they are', async () => {
    const { root, write } = project()
    const at = await startDevelopment(root, { scenario })
    const page = await openPage(at)
    const url = `${at.url}/sim/wiki/rest/reqs/1/requirement2/ENG/REQ-001`
    const body = JSON.stringify({ htmlExcerpt: 'Kept.' })
    const headers = { ...ALICE, 'Content-Type': 'application/json' }
    expect((await fetch(url, { method: 'PUT', headers, body })).status).toBe(200)
    write('reqsim/own.scenario.yaml', `# A comment.\n${scenarioOf('First')}`)
    await new Promise((resolve) => setTimeout(resolve, 1000))
    expect(await (await fetch(url, { headers: ALICE })).text()).toContain('Kept.')
    expect(reloads(page)).toBe(0)
  })

  test('may name a user who is not there: the simulator that was there goes on', async () => {
    const { root, write } = project()
    write(
      'reqsim/base.yaml',
      'extends: [demo]\nworld: { users: [{ name: zoe, displayName: Zoe, password: zoe }] }\n',
    )
    const at = await startDevelopment(root, { scenario, as: 'zoe' as 'alice' })
    const page = await openPage(at)
    expect((await at.get('/sim/_sim/health')).status).toBe(200)
    write('reqsim/base.yaml', 'extends: [demo]\n')
    await expect.poll(() => errorsOf(page)[0]?.message, LIMIT).toContain("'zoe'")
    const { items } = await at.json<{ items: { name: string }[] }>('/sim/_sim/state/user')
    expect(items.map(({ name }) => name)).toContain('zoe')
  })
})

test('a ready scenario that is not there is named with the nearest, and Vite goes on', async () => {
  const { root } = project()
  const at = await startDevelopment(root, { scenario: 'dmo' as 'demo' })
  expect((await at.get('/sim/_sim/health')).status).toBe(503)
  await vi.waitFor(() => expect(at.terminal.join('\n')).toContain("did you mean 'demo'?"))
})

test('nothing of a scenario acts on the terminal', async () => {
  const { root, write } = project()
  write('reqsim/own.scenario.yaml', 'extends: ["\\e[2Jdemo"]\n')
  const at = await startDevelopment(root, { scenario })
  expect((await at.get('/sim/_sim/health')).status).toBe(503)
  expect(at.terminal.join('\n')).toContain('\\u001b')
  expect(at.terminal.join('\n')).not.toContain('\u001b[2J')
})
