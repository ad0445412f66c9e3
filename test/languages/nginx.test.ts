// The example of many machines: three instances behind nginx hold 1,000 worlds, and one of them is replaced.

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { compileCache } from '../support/compile-cache.ts'
import { describeWithPrograms } from './toolchain.ts'

const EXAMPLE = resolve(import.meta.dirname, '../../examples/many-machines')
const MAIN = resolve(import.meta.dirname, '../../src/cli/main.ts')
const SLOTS = ['one', 'two', 'three'] as const
const WORLDS = Array.from({ length: 1000 }, (_, index) => `suite-${index}`)
const TOKEN = 'many-machines'
const BASELINES = '/wiki/rest/reqs/1/baseline/ENG'

const children: ChildProcess[] = []
let folder = ''
let front = ''

/** Started in a folder of its own, on free ports. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reqsim-many-machines-'))
  // The workers of an nginx that root starts are another user's.
  await chmod(folder, 0o755)
  await cp(EXAMPLE, folder, { recursive: true })
})

afterAll(async () => {
  // nginx ends its workers at SIGTERM, and would leave them behind at SIGKILL.
  for (const child of children) child.kill(child.spawnfile === 'nginx' ? 'SIGTERM' : 'SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  return port
}

function run(command: string, args: readonly string[]): ChildProcess {
  const env = { ...compileCache, PATH: process.env['PATH'], REQSIM_CONTROL_TOKEN: TOKEN }
  const child = spawn(command, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  return child
}

interface Instance {
  readonly url: string
  readonly port: number
  readonly process: ChildProcess
}

async function startInstance(): Promise<Instance> {
  const args = ['serve', 'demo', '--port', '0', '--clock', 'manual', '--drain', '5m']
  const child = run(process.execPath, [MAIN, ...args])
  let out = ''
  for await (const data of child.stdout ?? []) {
    out += String(data)
    const url = /listening on (\S+)\n/.exec(out)?.[1]
    if (url === undefined) continue
    return { url, port: Number(new URL(url).port), process: child }
  }
  throw new Error(`the instance did not start: ${out}`)
}

interface Reply {
  readonly status: number
  readonly retryAfter: string | undefined
  readonly body: ReturnType<typeof JSON.parse>
}

/** One request on a connection of its own, which no reload of nginx can close before the request. */
function send(
  url: string,
  method = 'GET',
  headers: Record<string, string> = {},
  body?: unknown,
): Promise<Reply> {
  const { promise, resolve: settle, reject } = Promise.withResolvers<Reply>()
  const all = { 'Content-Type': 'application/json', Authorization: 'Bearer tok-admin', ...headers }
  const sent = request(url, { method, headers: all, agent: false }, (response) => {
    let text = ''
    response.setEncoding('utf8').on('data', (data: string) => (text += data))
    response.on('end', () => {
      const json = response.headers['content-type']?.startsWith('application/json') === true
      settle({
        status: response.statusCode ?? 0,
        retryAfter: response.headers['retry-after'],
        body: json ? JSON.parse(text) : undefined,
      })
    })
  })
  sent.on('error', reject)
  sent.end(body === undefined ? undefined : JSON.stringify(body))
  return promise
}

/** Every second world is named by the path, the others by the header. */
function sendTo(world: string, method?: string, body?: unknown): Promise<Reply> {
  const byPath = Number(world.split('-').at(-1)) % 2 === 0
  return byPath
    ? send(`${front}/_world/${world}${BASELINES}`, method, {}, body)
    : send(front + BASELINES, method, { 'X-Sim-World': world }, body)
}

const baseline = (name: string) => ({ baseline: { name, searchQuery: "key ~ 'REQ-%'", pageId: 4001 } })

/** The baselines of a world that are not of the demo. */
async function ownBaselines(world: string): Promise<string[]> {
  const { body } = await sendTo(world)
  const names = (body as { readonly name: string }[]).map(({ name }) => name)
  return names.filter((name) => !DEMO_BASELINES.has(name)).toSorted()
}
const DEMO_BASELINES = new Set(['Release 1.0', 'Release 1.1', 'Broken'])

const control = (instance: Instance, path: string) =>
  send(`${instance.url}/_sim${path}`, 'GET', { Authorization: `Bearer ${TOKEN}` })

async function worldsOf(instance: Instance): Promise<string[]> {
  const { body } = await control(instance, '/worlds?limit=10000')
  return body.items.map(({ name }: { name: string }) => name)
}

/** Calls for every item, some at a time. */
async function each<T>(items: readonly T[], action: (item: T) => Promise<unknown>): Promise<void> {
  const waiting = [...items]
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await action(item)
  }
  await Promise.all(Array.from({ length: 24 }, worker))
}

describeWithPrograms('many machines', ['nginx'], () => {
  let instances: Instance[] = []

  async function rewrite(file: string, change: (text: string) => string): Promise<void> {
    const path = join(folder, file)
    const text = await readFile(path, 'utf8')
    const changed = change(text)
    expect(changed).not.toBe(text)
    await writeFile(path, changed)
  }
  /** Sets the instance of a slot; `down` holds its requests. */
  const setSlot = (slot: string, port: number, state = '') =>
    rewrite(`slots/${slot}.conf`, (text) =>
      text.replace(/server 127\.0\.0\.1:\d+[^;]*;/, `server 127.0.0.1:${port}${state};`),
    )
  const nginx = (...args: readonly string[]) => ['-p', folder, '-c', 'nginx.conf', '-e', 'error.log', ...args]
  const reload = () => promisify(execFile)('nginx', nginx('-s', 'reload'))

  beforeAll(async () => {
    instances = await Promise.all(SLOTS.map(startInstance))
    for (const [index, slot] of SLOTS.entries()) await setSlot(slot, instances[index]?.port ?? 0)
    const free = await freePort()
    await rewrite('listen.conf', (text) => text.replace('127.0.0.1:4000', `127.0.0.1:${free}`))
    front = `http://127.0.0.1:${free}`
    for (const port of [4101, 4102, 4103]) {
      const slot = await freePort()
      await rewrite('nginx.conf', (text) => text.replaceAll(`127.0.0.1:${port}`, `127.0.0.1:${slot}`))
    }
    run('nginx', nginx('-g', 'daemon off;'))
    await vi.waitFor(() => send(`${front}/_sim/health`), 10_000)
  }, 60_000)

  test('each of 1,000 worlds is on one instance, sees its own writes alone, and survives a planned restart', async () => {
    await each(WORLDS, async (world) => {
      expect((await sendTo(world, 'POST', baseline(`of ${world}`))).status).toBe(200)
    })
    await each(WORLDS, async (world) => expect(await ownBaselines(world)).toEqual([`of ${world}`]))
    const held = await Promise.all(instances.map(worldsOf))
    const placed = held.flat().filter((name) => name !== 'default')
    expect(placed.toSorted()).toEqual(WORLDS.toSorted())
    for (const names of held) expect(names.length).toBeGreaterThan(WORLDS.length / 6)

    // A world that is named by path and by header is the same.
    const { body: both } = await send(front + BASELINES, 'GET', { 'X-Sim-World': 'suite-0' })
    expect(both.map(({ name }: { name: string }) => name)).toContain('of suite-0')

    const [old] = instances as [Instance]
    const moving = (held[0] ?? []).filter((name) => name !== 'default')
    const clock = { world: moving[0] ?? '', now: '' }
    const writeHeaders = {
      Authorization: `Bearer ${TOKEN}`,
      'X-Sim-Control': '1',
      'X-Sim-World': clock.world,
    }
    clock.now = (await send(`${front}/_sim/clock/advance`, 'POST', writeHeaders, { by: '3m' })).body.now
    expect(
      (
        await send(`${front}/_sim/faults`, 'POST', writeHeaders, {
          operation: 'wiki.queue.list',
          status: 503,
        })
      ).status,
    ).toBe(201)

    // Clients go on writing while the instance is replaced; they try again as Retry-After says.
    const refused: Reply[] = []
    const successorServes = { yet: false }
    const writing = each(moving.slice(0, 24), async (world) => {
      for (let count = 0; !successorServes.yet || count === 0; count++) {
        const name = `during ${count} of ${world}`
        for (let reply = await sendTo(world, 'POST', baseline(name)); reply.status !== 200;) {
          refused.push(reply)
          await wait(50)
          reply = await sendTo(world, 'POST', baseline(name))
        }
        written.push([world, name])
        await wait(50)
      }
    })
    const written: [world: string, name: string][] = []

    const successor = await startInstance()
    old.process.kill('SIGTERM')
    await expect.poll(async () => (await control(old, '/health')).status).toBe(503)
    expect((await sendTo(moving.at(-1) ?? '')).status).toBe(200)
    await setSlot('one', old.port, ' down')
    await reload()
    await expect.poll(async () => (await sendTo(moving.at(-1) ?? '')).status).toBe(503)
    const others = (held[1] ?? []).filter((name) => name !== 'default')
    expect((await sendTo(others[0] ?? '')).status).toBe(200)
    const env = { PATH: process.env['PATH'], REQSIM_CONTROL_TOKEN: TOKEN }
    const script = [join(folder, 'move-worlds.mjs'), old.url, successor.url]
    const { stdout } = await promisify(execFile)(process.execPath, script, { env })
    expect(stdout).toBe(`moved ${moving.length + 1} worlds from ${old.url} to ${successor.url}\n`)
    await setSlot('one', successor.port)
    await reload()
    await expect.poll(async () => (await sendTo(moving.at(-1) ?? '')).status).toBe(200)
    const ended = once(old.process, 'exit')
    old.process.kill('SIGINT')
    expect(await ended).toEqual([0, null])
    successorServes.yet = true
    await writing

    for (const { status, retryAfter } of refused) expect([status, retryAfter]).toEqual([503, '1'])
    expect(refused.length).toBeGreaterThan(0)
    const expected = new Map(WORLDS.map((world) => [world, [`of ${world}`]]))
    for (const [world, name] of written) expected.get(world)?.push(name)
    await each(WORLDS, async (world) =>
      expect(await ownBaselines(world)).toEqual(expected.get(world)?.toSorted()),
    )
    expect((await worldsOf(successor)).toSorted()).toEqual((held[0] ?? []).toSorted())
    const { body } = await send(`${front}/_sim/clock`, 'GET', writeHeaders)
    expect(body.now).toBe(clock.now)
    expect((await send(`${front}/_sim/faults`, 'GET', writeHeaders)).body.total).toBe(1)
  }, 120_000)
})
