import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

interface Requirement {
  key: string
  spaceKey: string
  htmlExcerpt: string
}

const BASE = 'http://wiki.sim/rest/reqs/1/requirement2/ENG'
const headers = { authorization: 'Bearer tok-alice', 'content-type': 'application/json' }
const KEYS = Array.from({ length: 9 }, (_, index) => `REQ-00${index + 1}`)

let requirements = new Map<string, Requirement>()
function reset(): void {
  requirements = new Map(
    KEYS.map((key) => [key, { key, spaceKey: 'ENG', htmlExcerpt: `The drone shall satisfy ${key}.` }]),
  )
}
reset()

const notFound = () => HttpResponse.json({ message: 'not found' }, { status: 404 })
const server = setupServer(
  http.get<{ key: string }>(`${BASE}/:key`, ({ params }) => {
    const found = requirements.get(params.key)
    return found === undefined ? notFound() : HttpResponse.json(found)
  }),
  http.put<{ key: string }, Partial<Requirement>>(`${BASE}/:key`, async ({ params, request }) => {
    const found = requirements.get(params.key)
    if (found === undefined) return notFound()
    const changed = { ...found, ...(await request.json()) }
    requirements.set(params.key, changed)
    return HttpResponse.json(changed)
  }),
)
beforeAll(() => server.listen())
afterEach(reset)
afterAll(() => server.close())

test.for(KEYS)('reads %s', async (key) => {
  const answer = await fetch(`${BASE}/${key}`, { headers })
  expect(await answer.json()).toMatchObject({ key })
})

test('reads what it wrote', async () => {
  const body = JSON.stringify({ htmlExcerpt: 'The drone shall land.' })
  await fetch(`${BASE}/REQ-001`, { method: 'PUT', headers, body })
  const answer = await fetch(`${BASE}/REQ-001`, { headers })
  expect(await answer.json()).toMatchObject({ htmlExcerpt: 'The drone shall land.' })
})
