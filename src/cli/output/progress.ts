/** A progress bar on standard error, if that is a terminal. */
import { visible } from '../../replay/text.ts'

export interface ProgressBar {
  update(done: number, total: number, label: string): void
  /** Removes the bar, so that other text can be written. */
  clear(): void
}

const WIDTH = 24

export function createProgressBar(stream: NodeJS.WriteStream = process.stderr): ProgressBar {
  if (!stream.isTTY) return { update: () => {}, clear: () => {} }
  let shown = false
  return {
    update(done, total, label) {
      const full = total === 0 ? WIDTH : Math.round((done / total) * WIDTH)
      const bar = `[${'#'.repeat(full)}${'.'.repeat(WIDTH - full)}] ${done}/${total} ${visible(label)}`
      stream.write(`\r\u001b[K${bar.slice(0, Math.max(20, stream.columns - 1))}`)
      shown = true
    },
    clear() {
      if (shown) stream.write('\r\u001b[K')
      shown = false
    },
  }
}
