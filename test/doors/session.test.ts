/** A world that outlives its page: what is kept, and what is not taken back. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keepOverReloads, type PageSession } from '../../src/adapters/msw/session.ts'
import { createSimulator, type Simulator } from '../../src/index.ts'

const KEY = 'reqsim.session'

/** A page's storage and moments, by hand. */
function page(items = new Map<string, string>(), room = Number.POSITIVE_INFINITY) {
  const waiting: (() => void)[] = []
  const leaving: (() => void)[] = []
  const session: PageSession = {
    storage: {
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, value) => {
        if (value.length > room) throw new Error('QuotaExceededError')
        items.set(key, value)
      },
      removeItem: (key) => void items.delete(key),
    },
    later: (action) => void waiting.push(action),
    onLeave: (action) => void leaving.push(action),
  }
  const run = (actions: (() => void)[]) => actions.splice(0).forEach((action) => action())
  return { session, items, waiting, pass: () => run(waiting), leave: () => run(leaving) }
}

const digest = async (sim: Simulator) => (await sim.fetch('/_sim/export')).text()

async function edit(sim: Simulator, changes: object): Promise<number> {
  const headers = { 'Content-Type': 'application/json', 'X-Sim-Control': '1' }
  const body = JSON.stringify(changes)
  return (await sim.fetch('/_sim/pages/4001', { method: 'PUT', headers, body })).status
}

async function change(sim: Simulator, html: string): Promise<void> {
  expect(await edit(sim, { define: [{ key: 'REQ-001', html }], undefine: ['REQ-002'] })).toBe(200)
}

describe('a reload', () => {
  it('goes on from where the page was left, to the byte', async () => {
    const first = page()
    const sim = await createSimulator()
    const keep = keepOverReloads(sim, first.session)
    await change(sim, 'kept')
    sim.clock.advance('3m')
    keep()
    first.pass()
    const again = await createSimulator()
    keepOverReloads(again, page(first.items).session)
    expect(await digest(again)).toBe(await digest(sim))
    expect(again.clock.now()).toBe('2026-01-05T09:03:00.000Z')
  })

  it('keeps little of a world that changed little', async () => {
    const { session, items, pass } = page()
    const sim = await createSimulator()
    const keep = keepOverReloads(sim, session)
    await sim.fetch('/api/applications/101')
    keep()
    pass()
    expect(items.get(KEY)?.length).toBeLessThan(1000)
  })

  it('is also possible right after a write, when the page goes', async () => {
    const { session, items, leave } = page()
    const sim = await createSimulator()
    keepOverReloads(sim, session)
    await change(sim, 'just now')
    leave()
    const again = await createSimulator()
    keepOverReloads(again, page(items).session)
    expect(await digest(again)).toBe(await digest(sim))
  })

  it('writes once for many exchanges of a moment, and not at all where nothing changed', async () => {
    const { session, items, waiting, pass } = page()
    const keep = keepOverReloads(await createSimulator(), session)
    for (let exchange = 0; exchange < 10; exchange++) keep()
    expect(waiting).toHaveLength(1)
    pass()
    expect(items.size).toBe(0)
  })

  it('finds the same world after any edits', async () => {
    const base = await createSimulator()
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom('REQ-001', 'REQ-003', 'NEW-1', 'NEW-2'), fc.boolean()), {
          maxLength: 8,
        }),
        async (edits) => {
          const { session, items, leave } = page()
          const sim = base.fork()
          keepOverReloads(sim, session)
          for (const [key, define] of edits) {
            await edit(sim, define ? { define: [{ key, html: `text of ${key}` }] } : { undefine: [key] })
            sim.clock.advance('1m')
          }
          leave()
          const again = base.fork()
          keepOverReloads(again, page(items).session)
          expect(await digest(again)).toBe(await digest(sim))
        },
      ),
      { numRuns: 25 },
    )
  })
})

describe('what is not taken back', () => {
  const kept = async () => {
    const { session, items, leave } = page()
    const sim = await createSimulator()
    keepOverReloads(sim, session)
    await change(sim, 'kept')
    leave()
    return { items, untouched: await digest(await createSimulator()) }
  }

  it.each([
    ['no JSON', (_text: string) => '{'],
    ['another version', (text: string) => text.replace(/"version":"[^"]*"/, '"version":"0.0.0"')],
    ['another scenario', (text: string) => text.replace(/"hash":"[^"]*"/, '"hash":"00"')],
    ['another beginning', (text: string) => text.replace(/"start":\d+/, '"start":1')],
    [
      'a table that there is not',
      (text: string) => text.replace('"table":"requirement"', '"table":"nothing"'),
    ],
    ['something else', (_text: string) => '[]'],
  ])('%s is dropped, and the world is as the scenario has it', async (_what, spoil) => {
    const { items, untouched } = await kept()
    const text = items.get(KEY) as string
    expect(spoil(text)).not.toBe(text)
    items.set(KEY, spoil(text))
    const again = await createSimulator()
    keepOverReloads(again, page(items).session)
    expect(await digest(again)).toBe(untouched)
    expect(items.has(KEY)).toBe(false)
  })

  it('a full storage is ignored', async () => {
    const { session, items, pass } = page(new Map(), 10)
    const sim = await createSimulator()
    const keep = keepOverReloads(sim, session)
    await change(sim, 'too long')
    keep()
    pass()
    expect(items.size).toBe(0)
  })
})
