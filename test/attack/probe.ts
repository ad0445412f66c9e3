/**
 * Imported into a server process before it starts: reports over IPC the most memory that it held, and the longest time
 * that its event loop was blocked, since the last report.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Mebibytes and milliseconds. */
export interface Load {
  readonly memory: number
  readonly heap: number
  readonly delay: number
}

const SAMPLED_EVERY = 20
const MEBIBYTE = 2 ** 20

const delays = monitorEventLoopDelay({ resolution: 10 })
delays.enable()
let memory = 0
let heap = 0

function sample(): void {
  const { rss, heapUsed } = process.memoryUsage()
  memory = Math.max(memory, rss / MEBIBYTE)
  heap = Math.max(heap, heapUsed / MEBIBYTE)
}

setInterval(sample, SAMPLED_EVERY).unref()

process.on('message', () => {
  sample()
  process.send?.({ memory, heap, delay: delays.max / 1e6 } satisfies Load)
  delays.reset()
  memory = 0
  heap = 0
})
// The channel alone keeps no process alive.
process.channel?.unref()
