/** Decodes compressed bodies with Node's zlib, which knows every coding in every version. */
import { brotliDecompress, gunzip, inflate, type InputType } from 'node:zlib'
import type { ContentCoding } from '../../gateway/exchange/content-coding.ts'
import type { Decompress } from '../../simulator/content-coding.ts'

type Decode = (
  bytes: InputType,
  options: { readonly maxOutputLength: number },
  done: (error: NodeJS.ErrnoException | null, decoded: Buffer) => void,
) => void

const DECODERS: Readonly<Record<ContentCoding, Decode>> = {
  gzip: gunzip,
  deflate: inflate,
  br: brotliDecompress,
}

export const decompress: Decompress = (bytes, coding, maximum) =>
  new Promise((resolve) => {
    DECODERS[coding](bytes, { maxOutputLength: Math.max(1, maximum) }, (error, decoded) => {
      if (error === null) resolve(decoded)
      else resolve(error.code === 'ERR_BUFFER_TOO_LARGE' ? 'too large' : undefined)
    })
  })
