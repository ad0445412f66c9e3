// What the stage reads, and that it can be used again whatever breaks off.

import { h, render } from 'preact'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import type { Presentation } from '../../../src/console/stage/use-presentation.ts'

/** What the server responds to a path, and which world each call addressed. */
const server = { respond: (_path: string): Response => new Response(), calls: [] as string[] }

vi.stubGlobal('document', {})
vi.stubGlobal('reqsimBackend', {
  fetch: async (path: string, { headers }: { headers: Record<string, string> }) => {
    server.calls.push(`${headers['X-Sim-World']} ${path}`)
    return server.respond(path)
  },
})
afterAll(() => void vi.unstubAllGlobals())

// They take the backend of the page as they are loaded.
const { control } = await import('../../../src/console/calls/api.ts')
const { readShown } = await import('../../../src/console/stage/read-slide.ts')
const { usePresentation } = await import('../../../src/console/stage/use-presentation.ts')
const { world } = await import('../../../src/console/state/store.ts')

const TIMELINE = {
  items: [{ path: 'timeline[0]', verb: 'call', title: 'GET /', done: true, result: { outcome: 'passed' } }],
  total: 2,
  next: 1,
}
const NO_STEP = () => Response.json({ message: 'no step 7' }, { status: 404 })

beforeEach(() => {
  server.calls.length = 0
  world.value = 'default'
})

test('a response that breaks off is reported as a server that does not respond', async () => {
  const body = new ReadableStream({ pull: (controller) => controller.error(new TypeError('broken off')) })
  server.respond = () => new Response(body)
  await expect(control('/clock')).rejects.toMatchObject({ status: 0, message: 'the server does not respond' })
})

test('a slide is of one world, though another is selected while it is read', async () => {
  server.respond = (path) => {
    world.value = 'other'
    return Response.json(path.startsWith('/_sim/timeline?') ? TIMELINE : { missing: 'dropped' })
  }
  expect(await readShown([], undefined)).toMatchObject({ slide: 1, missing: 'dropped' })
  expect(server.calls).toEqual(['default /_sim/timeline?limit=10000', 'default /_sim/timeline/1'])
})

test('a slide that is gone is read once more, from the timeline as it is then', async () => {
  let timeline = TIMELINE
  server.respond = (path) => {
    if (path.startsWith('/_sim/timeline?')) return Response.json(timeline)
    timeline = { ...TIMELINE, items: [], next: 0 }
    return NO_STEP()
  }
  expect(await readShown([], undefined)).toMatchObject({ slide: 0 })
})

test('a slide that stays away is an error', async () => {
  server.respond = (path) => (path.startsWith('/_sim/timeline?') ? Response.json(TIMELINE) : NO_STEP())
  await expect(readShown([], undefined)).rejects.toMatchObject({ status: 404, message: 'no step 7' })
  expect(server.calls).toHaveLength(4)
})

test('what breaks off is reported, and blocks neither the next action nor the next reading', async () => {
  // Nothing is read after the test.
  vi.useFakeTimers()
  const broken = new Map([
    ['/_sim/machines', 1],
    // The first reading after an action is not waited for.
    ['/_sim/health', 2],
  ])
  const asked = new Map<string, number>()
  server.respond = (path) => {
    asked.set(path, (asked.get(path) ?? 0) + 1)
    if (asked.get(path) === broken.get(path)) return new Response('no JSON')
    return Response.json({ items: [], total: 0, next: 0 })
  }
  let presentation: Presentation | undefined
  const Probe = () => {
    presentation = usePresentation()
    return null
  }
  const page = { childNodes: [], firstChild: null } as never
  render(h(Probe, {}), page)
  await expect(presentation?.back()).rejects.toThrow('JSON')
  await vi.waitFor(() => expect(presentation?.error).toContain('JSON'))
  await presentation?.back()
  await vi.waitFor(() =>
    expect(presentation).toMatchObject({ error: undefined, busy: false, shown: { slide: 0 } }),
  )
  render(null, page)
  vi.useRealTimers()
})
