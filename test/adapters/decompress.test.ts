/** Compressed bodies are decoded the same by the zlib of Node and by the streams of a browser. */
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { decompress } from '../../src/adapters/node/decompress.ts'
import { decompress as decodeStream } from '../../src/platform/decompress.ts'

const TEXT = 'The drone shall hold its altitude. '.repeat(50)
const bytes = new TextEncoder().encode(TEXT)

afterEach(() => void vi.unstubAllGlobals())

describe.each([
  ['the zlib of Node', decompress],
  ['the streams of the platform', decodeStream],
])('by %s', (_name, decode) => {
  test('gzip and deflate are decoded up to the maximum', async () => {
    for (const [coding, sent] of [
      ['gzip', gzipSync(bytes)],
      ['deflate', deflateSync(bytes)],
    ] as const) {
      expect(new TextDecoder().decode((await decode(sent, coding, bytes.length)) as Uint8Array)).toBe(TEXT)
      expect(await decode(sent, coding, bytes.length - 1)).toBe('too large')
    }
  })

  test('a body that is cut, changed or of another coding is not decoded', async () => {
    const sent = gzipSync(bytes)
    const changed = Uint8Array.from(sent, (byte, at) => (at === sent.length >> 1 ? byte ^ 0xff : byte))
    for (const damaged of [sent.subarray(0, -9), changed, deflateSync(bytes), bytes])
      expect(await decode(damaged, 'gzip', 10_000)).toBeUndefined()
  })

  test('a body that decodes to very much is given up early', async () => {
    const bomb = gzipSync(gzipSync(new Uint8Array(64 * 1024 * 1024)))
    const outer = (await decode(bomb, 'gzip', 1024 * 1024)) as Uint8Array
    expect(await decode(outer, 'gzip', 1024)).toBe('too large')
  })
})

test('br is decoded where the platform has a decoder for it', async () => {
  const sent = brotliCompressSync(bytes)
  for (const decode of [decompress, decodeStream]) {
    expect(new TextDecoder().decode((await decode(sent, 'br', 10_000)) as Uint8Array)).toBe(TEXT)
    expect(await decode(sent, 'br', 100)).toBe('too large')
  }
  vi.stubGlobal('DecompressionStream', function refuse(format: string) {
    throw new TypeError(`Unsupported format: ${format}`)
  })
  expect(await decodeStream(sent, 'br', 10_000)).toBeUndefined()
})
