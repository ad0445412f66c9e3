// What a browser or a proxy makes of an answer: nothing that was sent in becomes a header or a running page.

import { describe, expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { operations } from '../../src/api/operations.ts'
import { exampleRequest } from '../support/examples.ts'

const ADMIN = { authorization: 'Bearer tok-admin' }
const WRITE = { 'content-type': 'application/json', 'x-sim-control': '1' }
const SCRIPT = '<script>globalThis.ran = true</script>'

test('a page that was uploaded runs nothing at this address', async () => {
  const simulator = await createSimulator({ scenario: 'demo' })
  const upload = { method: 'PUT', url: '/api/files/3100/upload/blob?applicationId=103', body: SCRIPT }
  await simulator.exchange({ ...upload, headers: { ...ADMIN, 'content-type': 'text/html' } })
  const url = '/api/files/3100/download/blob?applicationId=103'
  const { body, headers } = await simulator.exchange({ method: 'GET', url, headers: ADMIN })
  expect(new TextDecoder().decode(body as Uint8Array)).toBe(SCRIPT)
  expect(headers).toMatchObject({
    'Content-Type': 'text/html',
    'Content-Disposition': expect.stringMatching(/^attachment;/),
    'Content-Security-Policy': 'sandbox',
    'X-Content-Type-Options': 'nosniff',
  })
})

test('what an error repeats is JSON, never a page', async () => {
  const simulator = await createSimulator({ scenario: 'demo', config: { rateLimit: 'off' } })
  for (const operation of operations) {
    const { method, path, headers } = exampleRequest(operation)
    const place = path.split('?', 1)[0]?.replace(/[^/]+$/, encodeURIComponent(SCRIPT)) ?? ''
    const answer = await simulator.exchange({
      method,
      url: `${place}?${encodeURIComponent(SCRIPT)}=1`,
      headers,
    })
    const type = answer.headers['Content-Type'] ?? 'application/json'
    expect([place, type]).toEqual([
      place,
      expect.stringMatching(/^application\/(?:[a-z.]+\+)?json|^text\/plain/),
    ])
  }
})

describe('no header of an answer is made of more than one line', () => {
  const lines = ['x\r\nX-Injected: 1', 'x\nX-Injected: 1', 'x\rX-Injected: 1', 'x\u0000', 'x\u2028']

  test.each(lines)('%j', async (line) => {
    const simulator = await createSimulator({ scenario: 'demo' })
    const control = async (url: string, body: unknown) =>
      (await simulator.exchange({ method: 'POST', url, headers: WRITE, body: JSON.stringify(body) })).status
    // What is kept for later answers is refused, or kept where no header is made of it.
    expect(await control('/_sim/faults', { operation: 'wiki.baseline.list', headers: { 'X-A': line } })).toBe(
      400,
    )
    expect(await control('/_sim/faults', { operation: 'wiki.baseline.list', headers: { [line]: 'a' } })).toBe(
      400,
    )
    const type = { method: 'PUT', url: '/api/files/3100/upload/blob?applicationId=103', body: 'x' }
    const typed = await simulator.exchange({ ...type, headers: { ...ADMIN, 'content-type': `text/${line}` } })
    expect(typed.status).toBe(400)
    const reply = await simulator.exchange({
      method: 'GET',
      url: `/wiki/rest/reqs/1/baseline/ENG?${encodeURIComponent(line)}=1`,
      headers: { ...ADMIN, 'x-sim-explain': '1', 'x-sim-world': line, origin: line, host: line },
    })
    const named = await simulator.exchange({
      method: 'GET',
      url: `/api/files/3100/download/url?applicationId=103&${encodeURIComponent(line)}=1`,
      headers: { ...ADMIN, host: line },
    })
    for (const { headers } of [reply, named])
      for (const value of Object.values(headers)) expect(value).toMatch(/^[\x20-\x7e]*$/)
  })
})
