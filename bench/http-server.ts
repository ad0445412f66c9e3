/**
 * One HTTP server of the bench, in a process of its own: `sim` serves a simulator, `raw` is what can be had at most, a
 * `node:http` server that looks the same records up in a Map and serialises them. Prints its address as JSON.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { keyOf, LIST_PATH, TOKEN } from './http-target.ts'
import { loadLibrary, loadNodeDoor } from './library.ts'

const [kind = 'sim', countText = '12'] = process.argv.slice(2)
const count = Number(countText)
const { createSimulator } = await loadLibrary()
const { serve } = await loadNodeDoor()

const simulator = await createSimulator({
  scenario: {
    name: 'bench',
    config: { rateLimit: 'off' },
    world: {
      organizations: [{ id: 1, name: 'Northwind Robotics' }],
      users: [{ name: 'alice', organizations: [{ organization: 1 }] }],
      tokens: [{ user: 'alice', name: 'bench', value: TOKEN }],
      sites: [
        {
          id: 101,
          name: 'wiki',
          type: 'CONFLUENCE',
          baseUrl: 'https://wiki.northwind.test/wiki',
          organization: 1,
        },
      ],
      spaces: [
        { container: 1001, site: 'wiki', key: 'ENG', name: 'Engineering', grants: { edit: ['alice'] } },
      ],
    },
    generate: [
      {
        requirements: count,
        space: 'ENG',
        prefix: 'REQ-',
        padding: 6,
        pages: Math.max(2, Math.ceil(count / 100)),
        text: 'The drone shall satisfy condition {number} while it flies.',
        properties: { Category: ['Functional', 'Safety'], Priority: ['High', 'Medium', 'Low'] },
        dependencies: { refines: 0.3 },
      },
    ],
  },
})
const url = kind === 'sim' ? (await serve(simulator)).url : await serveRaw()
console.log(JSON.stringify({ url }))

/** Serves copies of the simulator's own answers: the same bytes, with another key. */
async function serveRaw(): Promise<string> {
  const read = async (path: string): Promise<Record<string, unknown>> => {
    const answer = await simulator.exchange({
      method: 'GET',
      url: `http://api.sim${path}`,
      headers: { authorization: `Bearer ${TOKEN}` },
    })
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${String(answer.body)}`)
    return JSON.parse(String(answer.body)) as Record<string, unknown>
  }
  const record = await read(`${LIST_PATH}/${keyOf(1)}`)
  const page = await read(`${LIST_PATH}?limit=20`)
  const [listName] = Object.entries(page).find(([, value]) => Array.isArray(value)) ?? []
  if (listName === undefined) throw new Error('a page without a list')
  const records = new Map<string, object>()
  for (let number = 1; number <= count; number++)
    records.set(keyOf(number), { ...record, key: keyOf(number) })
  const all = [...records.values()]
  const server = createServer((request, response) => {
    const target = request.url ?? ''
    const query = target.indexOf('?')
    const found =
      query === -1
        ? records.get(target.slice(target.lastIndexOf('/') + 1))
        : { ...page, [listName]: all.slice(0, Number(new URLSearchParams(target.slice(query)).get('limit'))) }
    const body = JSON.stringify(found)
    response.writeHead(found === undefined ? 404 : 200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body ?? ''),
    })
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
