import { defineConfig } from 'vitest/config'

// One test uses up a rate limit of 2000 requests.
export default defineConfig({ test: { include: ['*.test.ts'], testTimeout: 60_000 } })
