// A page of another site, in a real browser with the console open elsewhere: whatever it sends, it changes and reads nothing.

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serve, type Served } from '../../src/adapters/node.ts'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { exportWorld } from '../../src/world/transfer.ts'
import { describeInChromium } from '../doors/in-chromium.ts'

const FLAGS = [
  '--host-resolver-rules=MAP rebound.example 127.0.0.1',
  // Not every browser keeps pages from the machine's own addresses, so this one shall not either.
  '--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests,PrivateNetworkAccessSendPreflights',
]

/** Runs in the page: tries everything that a page can send, and answers what it got to read. */
async function attack(target: string): Promise<readonly string[]> {
  const read: string[] = []
  const settle = (wait: number) => new Promise((resolve) => setTimeout(resolve, wait))
  const note = async (name: string, answer: Promise<Response>) => {
    const text = await answer.then((got) => got.text()).catch(() => '')
    if (text !== '') read.push(`${name}: ${text.slice(0, 100)}`)
  }
  const writes: [path: string, body: string][] = [
    ['/_sim/clock/advance', '{"by":"1h"}'],
    ['/_sim/reset', '{}'],
    ['/_sim/scenario', '{"name":"empty"}'],
    ['/_sim/worlds', '{"name":"evil"}'],
    ['/_sim/snapshots', '{"name":"evil"}'],
    ['/_sim/tokens', '{"user":"admin","value":"evil"}'],
  ]
  for (const [path, body] of writes) {
    const url = target + path
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=b'])
      await note(
        `plain ${path}`,
        fetch(url, {
          method: 'POST',
          mode: 'no-cors',
          credentials: 'include',
          headers: { 'content-type': type },
          body,
        }),
      )
    const headers = { 'content-type': 'application/json', 'x-sim-control': '1' }
    await note(`asked ${path}`, fetch(url, { method: 'POST', credentials: 'include', headers, body }))
    await note(`delete ${path}`, fetch(url, { method: 'DELETE', headers }))
    navigator.sendBeacon(url, body)
    try {
      navigator.sendBeacon(url, new Blob([body], { type: 'application/json' }))
    } catch {
      // Some browsers refuse such a beacon at once.
    }
    for (const enctype of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const frame = document.createElement('iframe')
      frame.name = `frame-${path}-${enctype}`
      const form = document.createElement('form')
      Object.assign(form, { method: 'POST', action: url, enctype, target: frame.name })
      const field = document.createElement('input')
      Object.assign(field, { name: body.slice(0, -1), value: '}' })
      form.append(field)
      document.body.append(frame, form)
      form.submit()
    }
  }
  for (const path of [
    '/_sim/export',
    '/_sim/journal',
    '/_sim/health',
    '/_sim/',
    '/_world/evil/_sim/clock',
    '/_world/evil/wiki/rest/reqs/1/baseline/ENG',
  ]) {
    await note(`open ${path}`, fetch(target + path, { mode: 'no-cors', credentials: 'include' }))
    await note(`shared ${path}`, fetch(target + path, { credentials: 'include' }))
    for (const tag of ['img', 'script', 'iframe'] as const) {
      const element = document.createElement(tag)
      element.src = target + path
      document.body.append(element)
      if (element instanceof HTMLIFrameElement) {
        await settle(100)
        try {
          const text = element.contentWindow?.document.body.textContent ?? ''
          if (text !== '') read.push(`frame ${path}: ${text.slice(0, 100)}`)
        } catch {
          // Another origin's, as it should be.
        }
      }
    }
  }
  const events = new EventSource(`${target}/_sim/events`, { withCredentials: true })
  events.addEventListener('open', () => read.push('a stream of events'))
  const socket = new WebSocket(`${target.replace('http', 'ws')}/_sim/events`)
  socket.addEventListener('open', () => read.push('a socket'))
  await settle(500)
  events.close()
  return read
}

describeInChromium(pagesOfOthers, ...FLAGS)

function pagesOfOthers(browser: () => Browser): void {
  const evil: Server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Evil</title><body>'),
  )
  let simulator: Simulator
  let served: Served

  beforeAll(() => new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve)))
  afterAll(() => {
    evil.closeAllConnections()
    evil.close()
  })

  const evilPort = () => (evil.address() as AddressInfo).port
  const state = async () => {
    const lists = ['/_sim/worlds', '/_sim/snapshots', '/_sim/scenario'].map(
      async (url) => (await simulator.exchange({ method: 'GET', url, headers: {} })).body,
    )
    return { world: exportWorld(simulator.world), lists: await Promise.all(lists) }
  }

  /** Opens the console as a person would, then the page, in the same browser. */
  async function opened(token: string | undefined, open: (page: Page) => Promise<unknown>): Promise<Page> {
    simulator = await createSimulator({ scenario: 'demo' })
    served = await serve(simulator, token === undefined ? {} : { controlToken: token })
    const context = await browser().newContext()
    await context.addCookies([
      { name: 'JSESSIONID', value: 'sess-admin', url: `http://localhost:${served.port}` },
    ])
    await (await context.newPage()).goto(served.console.replace('127.0.0.1', 'localhost'))
    const page = await context.newPage()
    await open(page)
    return page
  }

  test.each([
    ['another site', undefined, () => `http://127.0.0.1:${evilPort()}/`],
    [
      'another site, while the console has its cookie',
      'control-token-of-this-test',
      () => `http://127.0.0.1:${evilPort()}/`,
    ],
    ['another port of this machine', undefined, () => `http://localhost:${evilPort()}/`],
  ])('a page of %s changes nothing and reads nothing', { timeout: 90_000 }, async (where, token, address) => {
    const page = await opened(token, (each) => each.goto(address()))
    const before = await state()
    expect(await page.evaluate(attack, `http://localhost:${served.port}`)).toEqual([])
    const after = await state()
    const arrived = simulator.journal.entries().filter(({ request }) => request.url.includes('/_world/evil/'))
    expect(arrived.length).toBeGreaterThan(0)
    // A page of this machine may use the simulated interfaces, which count it, and so may make a world.
    if (where === 'another port of this machine') expect(after.world).toEqual(before.world)
    else expect(after).toEqual(before)
    await page.context().close()
    await served.close()
  })

  test('a page whose own name leads here (DNS rebinding) drives nothing', { timeout: 90_000 }, async () => {
    const page = await opened(undefined, async (each) => {
      const first = `http://rebound.example:${served.port}/page`
      await each.route(first, (route) =>
        route.fulfill({ contentType: 'text/html', body: '<!doctype html><body>' }),
      )
      await each.goto(first)
    })
    const before = await state()
    const results = await page.evaluate(
      async (paths: readonly string[]) => {
        const headers = { 'content-type': 'application/json', 'x-sim-control': '1' }
        const answers = paths.flatMap((path) => [
          fetch(path),
          fetch(path, { method: 'POST', headers, body: '{"by":"1h"}' }),
        ])
        return Promise.all(answers.map(async (answer) => (await answer).status))
      },
      ['/_sim/clock', '/_sim/clock/advance', '/_sim/reset', '/_sim/export', '/_world/evil/_sim/clock'],
    )
    expect(new Set(results)).toEqual(new Set([403]))
    expect(await state()).toEqual(before)
    await page.context().close()
    await served.close()
  })
}
