/** What becomes of struck answers at a door like `fetch`, whatever stands behind it; each door's test file runs this. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSimulator, type ExchangeFault, type Simulator } from '../../../src/index.ts'
import { READ } from './faulty.ts'

export interface FaultyDoor {
  /** Opens the door to a simulator, once; answers what a request to a path of the one-port layout goes through. */
  open(simulator: Simulator): Promise<(path: string, init?: RequestInit) => Promise<Response>>
}

/** A little more than what a machine that is busy takes for nothing. */
const AT_ONCE = 400
const HEADERS = { headers: { Authorization: 'Bearer tok-alice' } }

export function faultyDoorTests(name: string, door: FaultyDoor): void {
  describe(`faults through ${name}`, () => {
    let simulator: Simulator
    let ask: Awaited<ReturnType<FaultyDoor['open']>>
    beforeAll(async () => {
      simulator = await createSimulator({ scenario: 'demo' })
      ask = await door.open(simulator)
    })
    beforeEach(() => simulator.reset())

    const read = () => ask(READ, HEADERS)
    const strike = (fault: ExchangeFault) => simulator.faults.add({ times: 1, ...fault })
    const live = () => simulator.clock.set({ mode: 'live' })
    const timed = async <T>(action: () => Promise<T>) => {
      const begin = performance.now()
      const result = await action()
      return { result, took: performance.now() - begin }
    }
    const goesOn = async () => expect((await read()).status).toBe(200)

    test('a status, a body and headers', async () => {
      strike({ status: 503, body: { sorry: true }, headers: { 'X-A': 'b' } })
      const response = await read()
      expect([response.status, response.headers.get('x-a'), response.headers.get('x-sim-fault')]).toEqual([
        503,
        'b',
        '1',
      ])
      expect(await response.json()).toEqual({ sorry: true })
      await goesOn()
    })

    test('a dropped connection is a network error, with the same code through every door', async () => {
      strike({ drop: true })
      const error = await read().catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(TypeError)
      expect(error).toMatchObject({ cause: { code: 'ECONNRESET' } })
      await goesOn()
    })

    test('of a body truncated at 0 bytes the head arrives through every door', async () => {
      strike({ truncate: 0 })
      const response = await read()
      expect([response.status, response.headers.get('x-sim-fault')]).toEqual([200, '1'])
      const error = await response.text().catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ name: 'TypeError', cause: { code: 'UND_ERR_SOCKET' } })
      await goesOn()
    })

    test('a truncated body breaks off after its head', async () => {
      strike({ truncate: '50%' })
      const response = await read()
      expect(response.status).toBe(200)
      await expect(response.text()).rejects.toBeInstanceOf(Error)
      await goesOn()
    })

    test('a truncated body arrives as far as it goes', async () => {
      const whole = await (await read()).text()
      strike({ truncate: 100 })
      const response = await read()
      let text = ''
      const reading = async () => {
        const decoder = new TextDecoder()
        for await (const piece of response.body as ReadableStream<Uint8Array>) text += decoder.decode(piece)
      }
      await expect(reading()).rejects.toBeInstanceOf(Error)
      expect(text).toBe(whole.slice(0, text.length))
      expect(text.length).toBeLessThanOrEqual(100)
    })

    test('a malformed body is no JSON', async () => {
      strike({ malform: true })
      await expect((await read()).json()).rejects.toThrow(SyntaxError)
    })

    test('nothing is waited for on a clock that is moved by hand', async () => {
      strike({ latency: '10m', slow: '10m' })
      const { result, took } = await timed(async () => (await read()).text())
      expect(JSON.parse(result)).toMatchObject({ key: 'REQ-001' })
      expect(took).toBeLessThan(AT_ONCE)
    })

    test('an answer comes late on a live clock', async () => {
      live()
      strike({ latency: '300ms' })
      const { result, took } = await timed(read)
      expect([result.status, took >= 290]).toEqual([200, true])
    })

    test('a slow body arrives whole, in its time', async () => {
      live()
      strike({ slow: '300ms' })
      const { result, took } = await timed(async () => (await read()).text())
      expect(took).toBeGreaterThanOrEqual(270)
      expect(JSON.parse(result)).toMatchObject({ key: 'REQ-001' })
    })

    test('a client that aborts does not wait', async () => {
      live()
      strike({ latency: '10m' })
      const { took } = await timed(() =>
        expect(ask(READ, { ...HEADERS, signal: AbortSignal.timeout(50) })).rejects.toMatchObject({
          name: expect.stringMatching(/^(Timeout|Abort)Error$/),
        }),
      )
      expect(took).toBeLessThan(AT_ONCE)
      await goesOn()
    })

    test('a write that is dropped but performed took place', async () => {
      strike({ drop: true, performed: true })
      const path = '/wiki/rest/reqs/1/requirement2/ENG/REQ-005/link/issue/DRN-3'
      await expect(ask(path, { ...HEADERS, method: 'PUT' })).rejects.toThrow(TypeError)
      const { issues } = (await (
        await ask('/wiki/rest/reqs/1/requirement2/ENG/REQ-005', HEADERS)
      ).json()) as {
        issues: { issueKey: string }[]
      }
      expect(issues.map(({ issueKey }) => issueKey)).toContain('DRN-3')
    })
  })
}
