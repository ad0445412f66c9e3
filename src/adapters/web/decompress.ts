/** Decodes compressed bodies with what the platform has: the zlib of Node, Bun and Deno, or the streams of browsers. */
import type { Decompress } from '../../simulator/content-coding.ts'

type Decode = (
  bytes: Uint8Array,
  options: { readonly maxOutputLength: number },
  done: (error: { readonly code?: string } | null, decoded: Uint8Array) => void,
) => void

interface Zlib {
  readonly gunzip: Decode
  readonly inflate: Decode
  readonly brotliDecompress: Decode
}

export const decompress: Decompress = (bytes, coding, maximum) => {
  const zlib = platformZlib()
  if (zlib === undefined) return decodeStream(bytes, coding, maximum)
  const decode = { gzip: zlib.gunzip, deflate: zlib.inflate, br: zlib.brotliDecompress }[coding]
  return new Promise((resolve) => {
    decode(bytes, { maxOutputLength: Math.max(1, maximum) }, (error, decoded) => {
      if (error === null) resolve(decoded)
      else resolve(error.code === 'ERR_BUFFER_TOO_LARGE' ? 'too large' : undefined)
    })
  })
}

/** Undefined in browsers. Node's own module is not imported, because bundlers for browsers would look for it. */
function platformZlib(): Zlib | undefined {
  const { process } = globalThis as {
    readonly process?: { readonly getBuiltinModule?: (name: string) => unknown }
  }
  return process?.getBuiltinModule?.('node:zlib') as Zlib | undefined
}

/** Browsers have no name for `br`, so its constructor throws. */
async function decodeStream(
  bytes: Uint8Array,
  coding: string,
  maximum: number,
): Promise<Uint8Array | 'too large' | undefined> {
  try {
    const stream = new Blob([bytes as Uint8Array<ArrayBuffer>])
      .stream()
      .pipeThrough(new DecompressionStream(coding as CompressionFormat))
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
