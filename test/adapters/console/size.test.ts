// What the tools add to a page that has the simulator already.

import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'

/** Bytes, compressed, with everything that the tools import. */
const MAXIMUM_BYTES = 8 * 1024

test(`the tools in a page take at most ${MAXIMUM_BYTES} bytes, and import no package`, async () => {
  const bundle = await rolldown({ input: 'src/adapters/console.ts', platform: 'browser', logLevel: 'warn' })
  const { output } = await bundle.generate({ format: 'esm', minify: true })
  await bundle.close()
  expect(output).toHaveLength(1)
  const [{ code, moduleIds }] = output
  expect(moduleIds.filter((id) => id.includes('node_modules'))).toEqual([])
  const size = gzipSync(code, { level: 9 }).length
  expect(size).toBeGreaterThan(MAXIMUM_BYTES / 2)
  expect(size).toBeLessThanOrEqual(MAXIMUM_BYTES)
})
