/** Reads a trace file, which may come from anywhere: size and shape are checked before anything is used. */
import { Gunzip, strFromU8 } from 'fflate'
import { ruleAt } from '../model/input/schema-problems.ts'
import { quoted } from '../model/input/refusal.ts'
import { TraceError } from './failure.ts'
import { READ_VERSIONS, TRACE_FORMAT, type TraceDocument, traceSchema } from './format.ts'

/** The maximum size of an unpacked trace, in bytes. */
export const MAXIMUM_TRACE_BYTES = 256 * 1024 * 1024
/** Bytes that are unpacked at once; each becomes at most 1032. */
const PIECE = 16 * 1024
const MAXIMUM_PROBLEMS = 5

/** Throws TraceError for anything that is not a trace of a version that this release reads. */
export function readTrace(bytes: Uint8Array, maximum: number = MAXIMUM_TRACE_BYTES): TraceDocument {
  if (!(bytes instanceof Uint8Array))
    throw new TraceError('openTrace takes the bytes of a trace as a Uint8Array, such as readFileSync(path)')
  const data = parse(unpack(bytes, maximum))
  checkVersion(data)
  const result = traceSchema().safeParse(data)
  if (result.success) return result.data as TraceDocument
  const problems = result.error.issues.slice(0, MAXIMUM_PROBLEMS).map(ruleAt)
  throw new TraceError(`not a valid trace: ${problems.join('; ')}`)
}

function unpack(bytes: Uint8Array, maximum: number): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b)
    throw new TraceError('not a trace of reqsim: it is not compressed with gzip')
  const unpacked = new Unpacked(maximum)
  const gunzip = new Gunzip((piece, last) => unpacked.add(piece, last))
  try {
    for (let begin = 0; begin < bytes.length; begin += PIECE)
      gunzip.push(bytes.subarray(begin, begin + PIECE), begin + PIECE >= bytes.length)
  } catch (error) {
    throw error instanceof TraceError ? error : new TraceError('the trace is damaged: it cannot be unpacked')
  }
  return unpacked.whole()
}

class Unpacked {
  readonly #pieces: Uint8Array[] = []
  readonly #maximum: number
  #length = 0
  #ended = false

  constructor(maximum: number) {
    this.#maximum = maximum
  }

  add(piece: Uint8Array, last: boolean): void {
    this.#length += piece.length
    if (this.#length > this.#maximum)
      throw new TraceError(`the trace has more than ${this.#maximum / 1024 / 1024} MB when it is unpacked`)
    this.#pieces.push(piece)
    this.#ended ||= last
  }

  whole(): Uint8Array {
    if (!this.#ended) throw new TraceError('the trace is damaged: its end is missing')
    const whole = new Uint8Array(this.#length)
    let position = 0
    for (const piece of this.#pieces) {
      whole.set(piece, position)
      position += piece.length
    }
    return whole
  }
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(strFromU8(bytes))
  } catch {
    throw new TraceError('not a trace of reqsim: its content is not JSON')
  }
}

function checkVersion(data: unknown): void {
  const { format, version, reqsim } = (data ?? {}) as Readonly<Record<string, unknown>>
  if (format !== TRACE_FORMAT)
    throw new TraceError(`not a trace of reqsim: format is ${quoted(format)}, not '${TRACE_FORMAT}'`)
  if (READ_VERSIONS.some((each) => each === version)) return
  const writer =
    typeof reqsim === 'string' ? ` reqsim ${quoted(reqsim)} wrote it: open it with that version.` : ''
  throw new TraceError(
    `the trace has format version ${quoted(version)}, but this release reads versions ${READ_VERSIONS.join(' and ')}.${writer}`,
  )
}
