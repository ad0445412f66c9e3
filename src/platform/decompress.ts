/** Decodes compressed bodies with the streams of the platform, which browsers have as well as Node, Bun and Deno. */
import type { Decompress } from '../simulator/content-coding.ts'

/** What the streams of the platform call each coding. Node 22 and most browsers have no `brotli`, and throw. */
const FORMATS = { gzip: 'gzip', deflate: 'deflate', br: 'brotli' } as const

export const decompress: Decompress = async (bytes, coding, maximum) => {
  try {
    const stream = new Blob([bytes as Uint8Array<ArrayBuffer>])
      .stream()
      .pipeThrough(new DecompressionStream(FORMATS[coding] as CompressionFormat))
    const parts: Uint8Array<ArrayBuffer>[] = []
    let size = 0
    const reader = stream.getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return new Uint8Array(await new Blob(parts).arrayBuffer())
      size += value.length
      if (size > maximum) {
        await reader.cancel()
        return 'too large'
      }
      parts.push(value)
    }
  } catch {
    return undefined
  }
}
