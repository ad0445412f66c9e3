/** Reads server-sent events as a browser would: field by field, comments skipped. */

export interface ReadEvent {
  readonly id: number | undefined
  readonly type: string
  readonly data: Record<string, unknown>
}

/** The whole events of a text, in order; what is not finished by an empty line is not among them. */
export function readEvents(text: string): ReadEvent[] {
  return text
    .split('\n\n')
    .slice(0, -1)
    .flatMap((block) => {
      const fields = new Map(
        block
          .split('\n')
          .filter((line) => !line.startsWith(':'))
          .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)] as const),
      )
      const data = fields.get('data')
      if (data === undefined) return []
      const id = fields.get('id')
      const type = fields.get('event') ?? 'message'
      return [{ id: id === undefined ? undefined : Number(id), type, data: JSON.parse(data) }]
    })
}

export interface EventReader {
  /** All that came so far. */
  text(): string
  events(): ReadEvent[]
  /** As soon as so many events came; rejects when the stream ends before. */
  until(count: number): Promise<ReadEvent[]>
  /** As soon as the stream ends, by itself or with an error. */
  ended: Promise<'closed' | 'broken'>
  cancel(): Promise<void>
}

/** Reads the body of a response as it comes. */
export function readStream(response: Response): EventReader {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  let waiting: (() => void)[] = []
  let over = false
  const wake = () => {
    const all = waiting
    waiting = []
    for (const action of all) action()
  }
  const read = async (): Promise<'closed' | 'broken'> => {
    try {
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        text += part.value
        wake()
      }
      return 'closed'
    } catch {
      return 'broken'
    } finally {
      over = true
      wake()
    }
  }
  const ended = read()
  return {
    text: () => text,
    events: () => readEvents(text),
    async until(count) {
      while (readEvents(text).length < count) {
        if (over) throw new Error(`the stream ended after: ${text}`)
        await new Promise<void>((resolve) => waiting.push(resolve))
      }
      return readEvents(text)
    },
    ended,
    cancel: () => reader.cancel(),
  }
}
