import { defineConfig } from 'vitest/config'

// A first call loads the simulator, which takes its time on a busy machine.
export default defineConfig({ test: { include: ['*.test.ts'], testTimeout: 60_000 } })
