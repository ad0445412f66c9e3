// Which values of the header `traceparent` the journal keeps, as W3C Trace Context has it, and where they are shown.

import { describe, expect, test } from 'vitest'
import { traceparentOf } from '../../../src/gateway/journal/traceparent.ts'
import { startClient } from '../../support/client.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const SPAN = 'b7ad6b7169203331'
const VALID = `00-${TRACE}-${SPAN}-01`

test.each([
  [VALID],
  [`00-${TRACE}-${SPAN}-00`],
  [`00-${TRACE}-${SPAN}-ff`],
  // A later version may have more behind the flags.
  [`cc-${TRACE}-${SPAN}-01`],
  [`cc-${TRACE}-${SPAN}-01-what-comes-later`],
])('%s is kept', (value) => expect(traceparentOf({ traceparent: value })).toBe(value))

test.each([
  ['', 'nothing'],
  [`00-${'0'.repeat(32)}-${SPAN}-01`, 'no trace'],
  [`00-${TRACE}-${'0'.repeat(16)}-01`, 'no span'],
  [`00-${TRACE.toUpperCase()}-${SPAN}-01`, 'upper case'],
  [`ff-${TRACE}-${SPAN}-01`, 'the version that is never used'],
  [`0-${TRACE}-${SPAN}-01`, 'a short version'],
  [`00-${TRACE}-${SPAN}-1`, 'short flags'],
  [`00-${TRACE}-${SPAN}`, 'no flags'],
  [`00-${TRACE}-${SPAN}-01-more`, 'more than this version has'],
  [`cc-${TRACE}-${SPAN}-01.more`, 'more without a dash'],
  [` ${VALID}`, 'a space before'],
  [`${VALID} `, 'a space behind'],
  [`${VALID}\n`, 'a line end'],
  [`00-${TRACE.slice(1)}-${SPAN}-01`, 'a short trace'],
  [`cc-${TRACE}-${SPAN}-01-${'x'.repeat(200)}`, 'too long'],
])('%j is not kept: %s', (value) => expect(traceparentOf({ traceparent: value })).toBeUndefined())

test('several headers are not kept', () => {
  expect(traceparentOf({ traceparent: [VALID, VALID] })).toBeUndefined()
})

describe('an exchange with a traceparent', () => {
  test('has it in the journal, over HTTP and in the archive', async () => {
    const { simulator, call } = await startClient()
    await call('GET', '/api/applications/101', { token: 'tok-alice', headers: { Traceparent: VALID } })
    await call('GET', '/api/nowhere', { headers: { traceparent: 'nothing' } })
    expect(simulator.journal.entries().map(({ traceparent }) => traceparent)).toEqual([VALID, undefined])
    const shown = await call('GET', '/_sim/journal')
    const { items } = shown.body as { items: { traceparent?: string }[] }
    expect(items.map(({ traceparent }) => traceparent)).toEqual([VALID, undefined])
    const { entries } = simulator.journal.har().log
    expect(entries.map(({ _traceparent }) => _traceparent)).toEqual([VALID, null])
    expect(entries[0]?.request.headers).toContainEqual({ name: 'traceparent', value: VALID })
  })
})
