import { expect, test, vi } from 'vitest'

test('reqsim/node names what it needs where a page loads it', async () => {
  const { getBuiltinModule } = process
  vi.resetModules()
  Object.assign(process, { getBuiltinModule: undefined })
  try {
    await expect(import('../../src/adapters/node/packaged-files.ts')).rejects.toThrow(
      'reqsim/node needs Node: a page',
    )
  } finally {
    Object.assign(process, { getBuiltinModule })
  }
})
