// What a client does when its connection breaks, over a server or through MSW. Run as `node connections.mjs DOOR CLIENT`;
// prints one JSON object with a cell for each fault. The simulator is in this process.

import http from 'node:http'
import { registerHooks } from 'node:module'
import { createServer } from 'node:net'

const [, , door, name] = process.argv
if (door === 'MSW 2')
  registerHooks({
    resolve: (specifier, context, next) => next(specifier === 'msw' ? 'msw2' : specifier, context),
  })

const { createSimulator } = await import('../../../src/index.ts')
const simulator = await createSimulator({ scenario: 'demo' })
await simulator.preload()

const printed = []
for (const method of ['error', 'warn']) console[method] = (...words) => void printed.push(words.join(' '))
// Node warns of listeners that MSW 2 adds for a body in more than ten pieces.
process.removeAllListeners('warning')

const base = await open()
const reading = `${base}/wiki/rest/reqs/1/requirement2/ENG/REQ-001`
// Twice the same makes two of them.
const writing = `${base}/api/organizations`
const headers = { Authorization: 'Bearer tok-alice', 'Content-Type': 'application/json' }
const body = JSON.stringify({ name: 'Northwind' })

/** The address of the simulator behind this door. */
async function open() {
  if (door === 'server') {
    const { serve } = await import('../../../src/adapters/node.ts')
    return (await serve(simulator)).url
  }
  const { handlers } = await import('../../../src/adapters/msw.ts')
  const { setupServer } = await import(door === 'MSW 2' ? 'msw2/node' : 'msw/node')
  const address = `http://127.0.0.1:${await freePort()}`
  setupServer(...handlers(simulator, { base: address })).listen({
    onUnhandledRequest: 'error',
    onUnhandledFrame: 'error',
  })
  return address
}

/** A port where nobody listens: a client that is not caught is refused there. */
function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}

/** Milliseconds that a client waits at most, if it is set to. */
const PATIENCE = 300
const LIMIT = 2

/** Each sends one request and reads the response; `note` gets the errors after which it tries again by itself. */
const clients = {
  'node:http': ({ method, url, signal }) =>
    new Promise((resolve, reject) => {
      const request = http.request(url, { method, headers, signal }, (response) => {
        response.on('data', () => {}).on('error', reject)
        response.on('end', () => resolve(response.statusCode))
      })
      request.on('error', reject).end(method === 'POST' ? body : undefined)
    }),

  async got({ method, url, patience, note }) {
    const { default: got } = await import('got')
    const response = await got(url, {
      method,
      headers,
      ...(method === 'POST' && { body }),
      ...(patience !== undefined && { timeout: { response: patience } }),
      retry: { limit: LIMIT, backoffLimit: 10, methods: ['GET', 'POST'] },
      hooks: { beforeRetry: [note] },
    })
    return response.statusCode
  },

  async axios({ method, url, patience }) {
    const { default: axios } = await import('axios')
    const response = await axios.request({
      url,
      method,
      headers,
      timeout: patience,
      ...(method === 'POST' && { data: body }),
    })
    return response.status
  },

  async superagent({ method, url, patience, note }) {
    const { default: superagent } = await import('superagent')
    const request = superagent(method, url).set(headers)
    if (patience !== undefined) request.timeout({ response: patience })
    request.retry(LIMIT, (error) => void (error && note(error)))
    return (await (method === 'POST' ? request.send(body) : request)).status
  },

  async 'node-fetch'({ method, url, signal }) {
    const { default: fetchOfNode } = await import('node-fetch')
    const response = await fetchOfNode(url, { method, headers, signal, ...(method === 'POST' && { body }) })
    await response.text()
    return response.status
  },

  async ky({ method, url, patience, note }) {
    const { default: ky } = await import('ky')
    const response = await ky(url, {
      method,
      headers,
      ...(method === 'POST' && { body }),
      ...(patience !== undefined && { timeout: patience }),
      retry: { limit: LIMIT, backoffLimit: 10, methods: ['GET', 'POST'] },
      hooks: { beforeRetry: [({ error }) => note(error)] },
    })
    await response.text()
    return response.status
  },

  async undici({ method, url, signal }) {
    const { Agent, request } = await import('undici')
    // Else it may send through the undici of Node.
    const dispatcher = new Agent()
    const response = await request(url, {
      method,
      headers,
      signal,
      dispatcher,
      ...(method === 'POST' && { body }),
    })
    await response.body.text()
    return response.statusCode
  },

  async fetch({ method, url, signal }) {
    const response = await fetch(url, { method, headers, signal, ...(method === 'POST' && { body }) })
    await response.text()
    return response.status
  },
}

const faults = {
  drop: { fault: { drop: true } },
  'drop after the work': { fault: { drop: true, performed: true }, method: 'POST' },
  truncate: { fault: { truncate: '50%' } },
  slow: { fault: { slow: '300ms' } },
  timeout: { fault: { latency: '3s' }, patience: PATIENCE },
}

/** The code of an error, or its name where it and its causes have none. */
function codeOf(error) {
  for (let each = error; each !== undefined && each !== null; each = each.cause)
    if (typeof each.code === 'string' && !each.code.startsWith('ERR_GOT')) return each.code
  return error.name
}

async function measure({ fault, method = 'GET', patience }) {
  simulator.reset()
  simulator.journal.clear()
  simulator.clock.set({ mode: 'live' })
  simulator.faults.add({ ...fault, times: 1 })
  const seen = []
  const note = (error) => void seen.push(codeOf(error))
  const url = method === 'GET' ? reading : writing
  const signal = patience === undefined ? undefined : AbortSignal.timeout(patience)
  const status = await clients[name]({ method, url, patience, signal, note }).catch((error) => {
    if (seen.length === 0) note(error)
    return null
  })
  const entries = simulator.journal.entries()
  return {
    requests: entries.length,
    work: entries.filter(({ stateful }) => stateful === true).length,
    code: seen[0] ?? null,
    status,
  }
}

const cells = {}
for (const [fault, what] of Object.entries(faults)) cells[fault] = await measure(what)
console.log(JSON.stringify({ cells, printed }))
process.exit(0)
