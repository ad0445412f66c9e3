import { expect, test } from 'vitest'
import { createProgressBar } from '../../src/cli/output/progress.ts'

function streamOf(isTTY: boolean): { stream: NodeJS.WriteStream; written: string[] } {
  const written: string[] = []
  const stream = { isTTY, columns: 40, write: (text: string) => written.push(text) }
  return { stream: stream as unknown as NodeJS.WriteStream, written }
}

test('a terminal sees a bar of one line, which goes away again', () => {
  const { stream, written } = streamOf(true)
  const bar = createProgressBar(stream)
  bar.update(1, 4, 'a scenario with a long name')
  bar.clear()
  bar.clear()
  expect(written).toEqual([`\r\u001b[K[${'#'.repeat(6)}${'.'.repeat(18)}] 1/4 a scenar`, '\r\u001b[K'])
})

test('what is no terminal sees nothing', () => {
  const { stream, written } = streamOf(false)
  const bar = createProgressBar(stream)
  bar.update(1, 4, 'x')
  bar.clear()
  expect(written).toEqual([])
})
