/**
 * What can be had at most: a `node:http` server that looks the same records up in a Map and serialises them, without
 * credentials, validation, permissions or a journal. Serves as many as the first argument says; prints its address as JSON.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { takeSamples } from './samples.ts'
import { keyOf, PAGE_SIZE } from './target.ts'

type Body = Readonly<Record<string, unknown>>

const count = Number(process.argv[2])
const { record, page, listName, found, foundName, written } = await takeSamples()
const records = new Map<string, Body>()
let first: Body[] = []
reset()

function reset(): void {
  records.clear()
  // Each has texts and lists of its own, as records have that were not copied from one.
  const text = JSON.stringify(record)
  for (let number = 1; number <= count; number++)
    records.set(keyOf(number), { ...(JSON.parse(text) as Body), key: keyOf(number) })
  first = [...records.values()]
}

const server = createServer((request, response) => {
  const target = request.url ?? ''
  const query = target.indexOf('?')
  if (request.method === 'GET') {
    if (query === -1) send(response, records.get(target.slice(target.lastIndexOf('/') + 1)))
    else send(response, answerTo(new URLSearchParams(target.slice(query))))
    return
  }
  readBody(request, (text) => write(request.method ?? '', target, text, response))
})

/** A page, or what a query for one key finds. */
function answerTo(parameters: URLSearchParams): Body {
  const query = parameters.get('q')
  if (query === null) {
    const offset = Number(parameters.get('offset'))
    return { ...page, [listName]: first.slice(offset, offset + PAGE_SIZE) }
  }
  const match = records.get(query.slice(query.indexOf("'") + 1, -1))
  return { ...found, [foundName]: match === undefined ? [] : [match] }
}

function write(method: string, target: string, text: string, response: ServerResponse): void {
  const key = target.slice(target.lastIndexOf('/') + 1)
  if (method === 'DELETE') {
    const gone = records.delete(key)
    response.writeHead(gone ? 204 : 404).end()
    return
  }
  if (target === '/reset') {
    reset()
    send(response, {})
    return
  }
  const changed = { ...(records.get(key) ?? written), ...(JSON.parse(text) as Body), key }
  records.set(key, changed)
  send(response, changed)
}

function readBody(request: IncomingMessage, then: (text: string) => void): void {
  const parts: Buffer[] = []
  request
    .on('data', (part: Buffer) => parts.push(part))
    .on('end', () => then(Buffer.concat(parts).toString()))
}

function send(response: ServerResponse, body: Body | undefined): void {
  const text = JSON.stringify(body ?? {})
  response.writeHead(body === undefined ? 404 : 200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  })
  response.end(text)
}

server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }))
})
