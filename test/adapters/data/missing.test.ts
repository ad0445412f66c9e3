/** Without the package that collections need. */
import { afterAll, expect, test, vi } from 'vitest'
import { createCollections, DataError } from '../../../src/adapters/data.ts'

vi.mock('@msw/data', () => {
  throw new Error("Cannot find package '@msw/data'")
})
afterAll(() => vi.doUnmock('@msw/data'))

test('says which package is missing, and how to get it', async () => {
  const failure = await createCollections().catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(DataError)
  expect((failure as Error).message).toBe(
    'collections need the package @msw/data: npm install --save-dev @msw/data',
  )
  expect((failure as Error).cause).toBeInstanceOf(Error)
})
