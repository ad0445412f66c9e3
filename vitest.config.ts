// Two groups of tests: those over the source, and after them those that start other programs (linter, build, npm).

import { defineConfig } from 'vitest/config'

const toolTests = ['test/lint/**/*.test.ts', 'test/package/**/*.test.ts']

export default defineConfig({
  test: {
    maxWorkers: 2,
    // Tests are judged by their assertions, not by how busy the machine is.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          pool: 'threads',
          include: ['test/**/*.test.ts'],
          exclude: toolTests,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'tools',
          pool: 'forks',
          include: toolTests,
          testTimeout: 120_000,
          hookTimeout: 240_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
