// How much a page loads that serves the demo through `reqsim/msw`, msw itself apart, until a first search is answered.

import { describe, expect, inject, it } from 'vitest'
import { type Bundler, loadPage } from './page.ts'

const packed = inject('packed')
/** Bytes, compressed: the target is 205 KB. */
const MAXIMUM_BYTES = 205 * 1024

describe.each<Bundler>(['esbuild', 'rolldown'])('a page bundled by %s', (bundler) => {
  it(`answers a search from at most ${MAXIMUM_BYTES} bytes`, async () => {
    const { result, files } = await loadPage(packed.consumer, bundler)
    expect(result).toEqual({ status: 200, found: 12, assumptions: expect.any(Number) })
    expect(result.assumptions).toBeGreaterThan(2)
    const sum = files.reduce((total, { gzip }) => total + gzip, 0)
    expect(sum, files.map(({ name, gzip }) => `${gzip} ${name}`).join('\n')).toBeLessThanOrEqual(
      MAXIMUM_BYTES,
    )
    // No less than what it cannot do without: a measure that misses files would always be met.
    expect(sum).toBeGreaterThan(MAXIMUM_BYTES / 2)
  })
})
