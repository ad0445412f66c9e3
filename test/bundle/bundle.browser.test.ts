// A bundle as people open it: the file alone, from disk, in a browser without a network.

import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test, vi } from 'vitest'
import { loadScenarioFile } from '../../src/adapters/node.ts'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { blocksOf } from '../docs/support/pages.ts'
import { type PlainAnswer, type Send, sendWith } from '../doors/door.ts'
import { callEverything, everyCall, outcomeOf } from '../executable/session.ts'
import { describeBundles } from './page.ts'

const FRAME = '<!doctype html><title>Frame</title><p>A page around it</p>'
/** Texts that would end the page's scripts, or stand for parts of it. */
const HOSTILE = '</script><script>fetch("https://evil.test")</script><!-- <script> $& $` \u2028'
const STORY = `name: story
description: ${JSON.stringify(HOSTILE)}
extends: [demo]
world:
  requirements:
    - { space: ENG, key: REQ-077, page: 4001, html: ${JSON.stringify(`<p>${HOSTILE}</p>`)} }
timeline:
  - { note: freezes, as: alice, call: POST /wiki/rest/reqs/1/baseline-actions/ENG/freeze/2, expect: { status: 200 } }
  - { step: frozen, advance: 3m }
  - { advance: 2m }
`

/** The headers of a call that changes something. */
const CONTROL = { 'Content-Type': 'application/json', 'X-Sim-Control': '1' }

const inNode = (simulator: Simulator): Send => sendWith((url, init) => simulator.fetch(url, init), '')
const textOf = async (send: Send, path: string) => Buffer.from((await send({ path })).body, 'hex').toString()

describeBundles(({ folder, write, open }) => {
  test('has at most 1 MB compressed, and the same bytes each time', async () => {
    const [first, second] = [await write('demo'), await write('demo')]
    const html = readFileSync(first)
    expect(readFileSync(second).equals(html)).toBe(true)
    expect(gzipSync(html).length).toBeLessThanOrEqual(1_000_000)
    // Not a page that lacks the simulator.
    expect(gzipSync(html).length).toBeGreaterThan(400_000)
  })

  test(
    'returns the bytes of Node for every operation, and the same world and report',
    { timeout: 240_000 },
    async () => {
      const { sendAll } = await open(await write('demo'))
      const expected = await callEverything(inNode(await createSimulator({ scenario: 'demo' })))
      const actual = outcomeOf(await sendAll(everyCall()))
      expect(expected.responses.length).toBeGreaterThan(1000)
      expect(actual.responses).toEqual(expected.responses)
      expect(actual.world === expected.world).toBe(true)
      expect(actual.report).toBe(expected.report)
    },
  )

  test.each(['release-freeze', 'outage', 'migration', 'permissions'] as const)(
    'runs the timeline of %s to the world, journal and report of Node',
    async (scenario) => {
      const { sendAll } = await open(await write(scenario))
      const reads = ['/_sim/export', '/_sim/journal?limit=1000', '/_sim/report'].map((path) => ({
        method: 'GET',
        path,
        headers: {},
      }))
      const calls = [{ method: 'POST', path: '/_sim/timeline/run', headers: CONTROL, body: '{}' }, ...reads]
      const send = inNode(await createSimulator({ scenario }))
      const expected: PlainAnswer[] = []
      for (const call of calls) expected.push(await send(call))
      const [result] = expected
      expect(JSON.parse(Buffer.from(result?.body ?? '', 'hex').toString())).toMatchObject({ ok: true })
      expect(await sendAll(calls)).toEqual(expected)
    },
  )

  test('opens on the stage, unless its address names a panel', async () => {
    const file = await write('release-freeze', '--stage')
    const { page } = await open(file, 'Start: 23 steps')
    await page.keyboard.press('Space')
    await page.getByText('Step 1 of 23').waitFor()
    expect(new URL(page.url()).hash).toMatch(/^#\/stage/)
    // A speaker needs a second window, which would have a simulator of its own.
    await page.keyboard.press('s')
    expect(await page.evaluate(() => location.hash)).not.toContain('speaker')
    await page.goto(`${page.url().split('#')[0]}#/queues`)
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Queues' }).waitFor()
  })

  test('embeds a file with what it extends, whatever texts it has, and opens at a step', async () => {
    const path = folder.write('story.yaml', STORY)
    const flags = ['--until', 'frozen', '--seed', '7']
    const file = await write(path, ...flags)
    const elsewhere = await write(folder.write('elsewhere/story.yaml', STORY), ...flags)
    expect(readFileSync(elsewhere).equals(readFileSync(file))).toBe(true)
    const { page, read, show } = await open(file)
    const simulator = await createSimulator({ scenario: await loadScenarioFile(path), seed: '7' })
    await simulator.run({ until: 'frozen' })
    expect(simulator.clock.now()).toBe('2026-01-05T09:03:00.000Z')
    for (const path of ['/_sim/health', '/_sim/export', '/_sim/journal', '/_sim/report'])
      expect(await read(path)).toBe(await textOf(inNode(simulator), path))
    expect(await page.title()).toBe('Overview · story · reqsim')
    await page.getByText(HOSTILE.slice(0, 40)).first().waitFor()
    await show('scenario')
    await page.getByText('POST /wiki/rest/reqs/1/baseline-actions/ENG/freeze/2').first().waitFor()
    expect(await page.locator('script').count()).toBe(4)
  })

  test('shows every panel, follows what happens, and begins anew after a reload', async () => {
    const { page, read, show, started } = await open(await write('demo'))
    const links = page.getByRole('navigation', { name: 'Panels' }).getByRole('link')
    expect(await links.count()).toBeGreaterThan(10)
    for (const link of await links.all()) {
      const name = (await link.innerText()).trim()
      await link.click()
      await page.getByRole('heading', { level: 1, name }).waitFor()
      // What a panel reads when it opens.
      await page.waitForTimeout(300)
      expect(await page.getByText('the server does not respond').count()).toBe(0)
    }
    await show('overview')
    await page.getByRole('button', { name: 'Freeze it', exact: true }).click()
    await page.getByRole('button', { name: '+3m' }).click()
    await page.getByText('09:03:00').first().waitFor()
    await show('journal')
    await page.getByText('wiki.baseline.freeze').first().waitFor()
    await page.reload()
    await started()
    expect(await read('/_sim/journal')).toContain('"total":0')
    await page.getByText('09:00:00').first().waitFor()
  })

  test('forks a world, loads another scenario and saves a file', async () => {
    const { page, sendAll, show } = await open(await write('demo'))
    await sendAll([
      { method: 'POST', path: '/_sim/worlds', headers: CONTROL, body: '{"name":"second","from":"default"}' },
    ])
    await show('worlds')
    await page.getByText('A reload starts again from the scenario').waitFor()
    await page.getByRole('listitem', { name: 'World second' }).getByRole('button', { name: 'Show' }).click()
    await page.getByText('demo / second').waitFor()
    expect(page.url()).toContain('?world=second')
    await show('journal')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as HAR' }).click(),
    ])
    expect(JSON.parse(readFileSync(await download.path(), 'utf8'))).toHaveProperty('log')
    await sendAll([
      { method: 'POST', path: '/_sim/scenario', headers: CONTROL, body: '{"name":"release-freeze"}' },
    ])
    await page.getByText('release-freeze / default').waitFor()
  })

  test('connects to nothing, even if a script in it tries', async () => {
    const { page, problems } = await open(await write('demo'))
    await page.context().setOffline(false)
    const received: string[] = []
    const server = createServer((request, response) => {
      received.push(request.url ?? '')
      response.end()
    })
    onTestFinished(() => void server.close())
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
    })
    const outcome = await page.evaluate(async (host) => {
      const load = (tag: string, attributes: object) =>
        document.body.append(Object.assign(document.createElement(tag), attributes))
      load('img', { src: `http://${host}/img` })
      load('script', { src: `http://${host}/script` })
      load('script', { textContent: 'globalThis.ran = true' })
      load('iframe', { src: `http://${host}/frame` })
      load('link', { rel: 'stylesheet', href: `http://${host}/style` })
      navigator.sendBeacon(`http://${host}/beacon`)
      new WebSocket(`ws://${host}/socket`).addEventListener('error', () => {})
      const fetched = await fetch(`http://${host}/fetch`).then(
        () => 'connected',
        () => 'refused',
      )
      await new Promise((resolve) => setTimeout(resolve, 300))
      return { fetched, ran: 'ran' in globalThis }
    }, `127.0.0.1:${port}`)
    expect(outcome).toEqual({ fetched: 'refused', ran: false })
    expect(received).toEqual([])
    expect(problems.splice(0).length).toBeGreaterThan(5)
  })

  test('runs in a sandboxed frame, where the browser stores nothing', async () => {
    const html = readFileSync(await write('demo'), 'utf8')
    const { page, problems } = await open(folder.write('frame.html', FRAME), 'A page around it')
    await page.evaluate((text) => {
      const frame = Object.assign(document.createElement('iframe'), { srcdoc: text })
      frame.setAttribute('sandbox', 'allow-scripts')
      document.body.append(frame)
    }, html)
    const frame = page.frameLocator('iframe')
    await frame.getByText('in this page', { exact: true }).waitFor()
    await frame.getByRole('button', { name: /^Theme/ }).click()
    await frame.getByRole('button', { name: 'Theme: light' }).waitFor()
    expect(problems).toEqual([])
  })

  test('says why its simulator cannot start', async () => {
    const html = readFileSync(await write('demo'), 'utf8').replace('"scenario":"demo"', '"scenario":"dema"')
    const { page } = await open(folder.write('broken.html', html), 'no ready scenario')
    expect(await page.locator('body').innerText()).toBe(
      "The simulator of this page cannot start: scenario: no ready scenario 'dema'; did you mean 'demo'?",
    )
  })

  test('is written by the command of the documentation', async () => {
    const blocks = blocksOf('docs/bundle.md', 'sh').map(({ text }) => text.trim())
    expect(blocks).toEqual(['reqsim bundle release-freeze --until frozen --out demo.html'])
    const [, , ...args] = (blocks[0] ?? '').replace(' --out demo.html', '').split(' ')
    const { page, show } = await open(await write(...args))
    expect(await page.title()).toBe('Overview · release-freeze · reqsim')
    await show('scenario')
    await page.getByText('frozen').first().waitFor()
  })

  test('moves a live clock by itself', async () => {
    const { page } = await open(await write('demo', '--clock', 'live:600x'))
    // The first synchronisation, three virtual minutes later.
    await vi.waitFor(async () => expect(await page.locator('main').innerText()).toContain('2 done'), 20_000)
  })
})
