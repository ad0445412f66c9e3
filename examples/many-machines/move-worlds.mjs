#!/usr/bin/env node
// Moves all worlds of an instance to its successor, or to a folder and back. Each argument is an address or a folder:
//
//   node move-worlds.mjs http://127.0.0.1:4011 http://127.0.0.1:4014
//   node move-worlds.mjs http://127.0.0.1:4011 worlds
//   node move-worlds.mjs worlds http://127.0.0.1:4014
//
// REQSIM_CONTROL_TOKEN is the control token of the instances, if they have one.

import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** Wall-clock milliseconds: worlds are exported after `QUIET` without a request; `PATIENCE` is the maximum wait for that. */
const QUIET = 500
const PATIENCE = 30_000
/** How many worlds move at a time. */
const AT_A_TIME = 8
const PAGE = 10_000

const [from, to] = process.argv.slice(2)
if (from === undefined || to === undefined) {
  process.stderr.write('Usage: node move-worlds.mjs FROM TO, each the address of an instance or a folder\n')
  process.exit(2)
}

const isAddress = (place) => /^https?:\/\//.test(place)
const token = process.env.REQSIM_CONTROL_TOKEN

/** Calls the control API, in a world if one is named; returns the text of the response. */
async function call(address, method, path, world, body) {
  const url = `${address.replace(/\/$/, '')}/_sim${path}`
  const init = {
    method,
    body,
    headers: {
      'Content-Type': 'application/json',
      'X-Sim-Control': '1',
      ...(world === undefined ? {} : { 'X-Sim-World': world }),
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
  }
  const response = await fetch(url, init)
  const text = await response.text()
  if (response.ok) return text
  throw new Error(
    `${method} ${address}/_sim${path}${world === undefined ? '' : ` in world '${world}'`}: ${text}`,
  )
}

/** Waits until an instance listens, which it also does while it drains. */
async function untilServed(address) {
  const begin = Date.now()
  for (;;) {
    try {
      await fetch(`${address.replace(/\/$/, '')}/_sim/health`)
      return
    } catch (error) {
      if (Date.now() - begin > PATIENCE) throw error
      await wait(QUIET / 5)
    }
  }
}

async function worldsOf(place) {
  if (!isAddress(place)) {
    const files = await readdir(place)
    return files.filter((file) => file.endsWith('.json')).map((file) => file.slice(0, -'.json'.length))
  }
  const { items, total } = JSON.parse(await call(place, 'GET', `/worlds?limit=${PAGE}`))
  if (total > items.length) throw new Error(`${place} has ${total} worlds: this script moves up to ${PAGE}`)
  return items.map(({ name }) => name)
}

async function read(place, world) {
  if (!isAddress(place)) return readFile(join(place, `${world}.json`), 'utf8')
  return call(place, 'GET', '/export', world)
}

async function write(place, world, document) {
  if (isAddress(place)) await call(place, 'POST', '/import', world, document)
  else await writeFile(join(place, `${world}.json`), document)
}

/** Waits until no request has arrived for `QUIET`, because a write after the export would be lost. */
async function untilQuiet(address) {
  const exchanges = async () => {
    const { items } = JSON.parse(await call(address, 'GET', '/journal?limit=1&order=newest&brief=true'))
    return items[0]?.number ?? 0
  }
  const begin = Date.now()
  let latest = await exchanges()
  let since = Date.now()
  while (Date.now() - since < QUIET) {
    await wait(QUIET / 5)
    const now = await exchanges()
    if (now === latest) continue
    if (Date.now() - begin > PATIENCE)
      throw new Error(`requests still arrive at ${address}: add "down" to its slot and reload nginx first`)
    latest = now
    since = Date.now()
  }
}

for (const place of [from, to]) if (isAddress(place)) await untilServed(place)
if (isAddress(from)) await untilQuiet(from)
if (!isAddress(to)) await mkdir(to, { recursive: true })
const worlds = await worldsOf(from)
const waiting = [...worlds]
const mover = async () => {
  for (let world = waiting.shift(); world !== undefined; world = waiting.shift())
    await write(to, world, await read(from, world))
}
await Promise.all(Array.from({ length: AT_A_TIME }, mover))
const arrived = new Set(await worldsOf(to))
const lost = worlds.filter((world) => !arrived.has(world))
if (lost.length > 0) throw new Error(`${to} lacks ${lost.join(', ')}`)
process.stdout.write(`moved ${worlds.length} worlds from ${from} to ${to}\n`)
