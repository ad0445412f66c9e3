/** The address to which spans are sent: that of a collector, or that of its traces. */
import { expect, test } from 'vitest'
import { tracesAddress } from '../../src/otlp/address.ts'

test.each([
  ['http://127.0.0.1:4318', 'http://127.0.0.1:4318/v1/traces'],
  ['http://127.0.0.1:4318//', 'http://127.0.0.1:4318/v1/traces'],
  ['http://127.0.0.1:4318/v1/traces', 'http://127.0.0.1:4318/v1/traces'],
  ['http://127.0.0.1:4318/v1/traces/', 'http://127.0.0.1:4318/v1/traces'],
  ['https://collector.test/otlp', 'https://collector.test/otlp/v1/traces'],
])('spans for %s are sent to %s', (endpoint, address) => {
  expect(tracesAddress(endpoint)).toBe(address)
})
