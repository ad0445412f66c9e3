/**
 * The latest texts within a number of bytes and of texts. They are kept as UTF-8 in one block of memory: the bound is
 * exact, and the garbage collector has nothing to do with them (objects in their place cost about 5 % of the exchanges a
 * second with 100,000 requirements).
 */
export class TextRing {
  readonly #maximumTexts: number
  readonly #maximumBytes: number
  #bytes = new Uint8Array(0)
  /** Where each text begins and how long it is, oldest first from `#first`; in memory they follow each other in a circle. */
  #starts: number[] = []
  #lengths: number[] = []
  #first = 0
  /** Where the next text goes. */
  #end = 0

  constructor(maximumTexts: number, maximumBytes: number) {
    this.#maximumTexts = maximumTexts
    this.#maximumBytes = maximumBytes
  }

  /** How many texts there are. */
  get size(): number {
    return this.#starts.length - this.#first
  }

  /**
   * Adds a text; the oldest leave when a bound is passed. A text beyond the bound in bytes leaves with all others. With an
   * appendix it is kept as the text, a line feed and the appendix, which need not be joined for that.
   */
  add(text: string, appendix?: string): void {
    // A UTF-16 unit takes at most three bytes. Only a text that might not fit is measured.
    const room = (text.length + 1 + (appendix?.length ?? 0)) * 3
    if (room > this.#maximumBytes) {
      const whole = appendix === undefined ? text : `${text}\n${appendix}`
      return this.#addEncoded(ENCODER.encode(whole))
    }
    this.#makeRoom(room)
    let length = this.#write(text, this.#end)
    if (appendix !== undefined) {
      this.#bytes[this.#end + length++] = LINE_FEED
      length += this.#write(appendix, this.#end + length)
    }
    this.#enter(length)
  }

  /** The texts, or no more than so many of the latest, oldest first. */
  texts(latest = Number.POSITIVE_INFINITY): string[] {
    const first = Math.max(this.#first, this.#starts.length - latest)
    return this.#starts
      .slice(first)
      .map((start, position) =>
        DECODER.decode(this.#bytes.subarray(start, start + (this.#lengths[first + position] as number))),
      )
  }

  clear(): void {
    this.#starts = []
    this.#lengths = []
    this.#first = 0
    this.#end = 0
  }

  /** Writes a text from there on, where room was made for it; how many bytes it took. */
  #write(text: string, start: number): number {
    return ENCODER.encodeInto(text, this.#bytes.subarray(start, start + text.length * 3)).written
  }

  #addEncoded(encoded: Uint8Array): void {
    if (encoded.length > this.#maximumBytes) return this.clear()
    this.#makeRoom(encoded.length)
    this.#bytes.set(encoded, this.#end)
    this.#enter(encoded.length)
  }

  #enter(length: number): void {
    if (this.size >= this.#maximumTexts) this.#evict()
    this.#starts.push(this.#end)
    this.#lengths.push(length)
    this.#end += length
  }

  /** Frees so many bytes in a row at `#end`. */
  #makeRoom(room: number): void {
    if (this.#end + room > this.#bytes.length) {
      if (this.#bytes.length < this.#maximumBytes) this.#grow(room)
      if (this.#end + room > this.#bytes.length) {
        // What stands behind the end is older than all that stands before it.
        while (this.size > 0 && (this.#starts[this.#first] as number) >= this.#end) this.#evict()
        this.#end = 0
      }
    }
    const limit = this.#end + room
    while (this.size > 0 && this.#oldestOverlaps(limit)) this.#evict()
  }

  #oldestOverlaps(limit: number): boolean {
    const start = this.#starts[this.#first] as number
    return start >= this.#end && start < limit
  }

  #evict(): void {
    this.#first++
    // Places of texts that left are given back in large steps, so that adding stays cheap.
    if (this.#first > 1024 && this.#first * 2 > this.#starts.length) {
      this.#starts.splice(0, this.#first)
      this.#lengths.splice(0, this.#first)
      this.#first = 0
    }
  }

  /** Takes more memory, at least twice as much, and puts the texts in a row from its beginning. */
  #grow(room: number): void {
    const wanted = Math.max(this.#bytes.length * 2, this.#bytes.length + room, LEAST_BYTES)
    const grown = new Uint8Array(Math.min(wanted, this.#maximumBytes))
    let end = 0
    for (let position = this.#first; position < this.#starts.length; position++) {
      const [start, length] = [this.#starts[position] as number, this.#lengths[position] as number]
      grown.set(this.#bytes.subarray(start, start + length), end)
      this.#starts[position] = end
      end += length
    }
    this.#bytes = grown
    this.#end = end
  }
}

/** A fork for a test answers a few exchanges, and clearing memory for more takes longer than one of them. */
const LEAST_BYTES = 8 * 1024
const LINE_FEED = 10
const ENCODER = new TextEncoder()
const DECODER = new TextDecoder()
