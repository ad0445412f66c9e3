// Groups of tests: those over the source, then those that run the linter. A second run has the packed package, what is opened
// in Chromium for long (the console's panels, hostile pages, every operation through its door), and pages of the docs whose
// samples need a test runner or a development server of their own (docs/decisions/0007).

import { defineConfig } from 'vitest/config'

const lintTests = ['test/lint/**/*.test.ts']
const packageTests = ['test/package/**/*.test.ts']
const chromiumTests = [
  'test/{console,security}/*.browser.test.ts',
  'test/doors/chromium.doors.test.ts',
  'test/faults/chromium.test.ts',
]
// These put themselves between a page and its network, or time what a server does with a socket.
const doorTests = [
  'test/{clients,data,doors,faults}/**/*.test.ts',
  'test/control/event-doors.test.ts',
  'test/docs/examples/**/*.test.ts',
]
// Other people's tools judge the descriptions; they are installed in a folder of their own.
const toolTests = ['test/openapi/tools/*.test.ts']
const installed = '**/node_modules/**'
const tutorialTests = ['test/docs/{contract-test,front-end,moving-from-a-mock,vitest-page}.test.ts']

export default defineConfig({
  test: {
    // More than cores: many tests wait for browsers, servers and other processes.
    maxWorkers: 4,
    // Tests are judged by their assertions, not by how busy the machine is.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    globalSetup: ['test/support/generated-code.ts'],
    setupFiles: ['test/support/property-seed.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          pool: 'threads',
          include: ['test/**/*.test.ts'],
          exclude: [
            installed,
            ...lintTests,
            ...packageTests,
            ...chromiumTests,
            ...tutorialTests,
            ...toolTests,
            ...doorTests,
          ],
          // The simulator keeps nothing outside of its worlds, so that its modules are loaded once for many files.
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'doors',
          pool: 'threads',
          include: doorTests,
          exclude: [installed, ...chromiumTests, ...tutorialTests],
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'tools',
          pool: 'forks',
          include: lintTests,
          testTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'package',
          pool: 'forks',
          include: packageTests,
          globalSetup: 'test/package/setup.ts',
          testTimeout: 120_000,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'panels',
          pool: 'threads',
          include: chromiumTests,
          maxWorkers: 2,
          sequence: { groupOrder: 3 },
        },
      },
      {
        extends: true,
        test: {
          name: 'tutorials',
          pool: 'threads',
          include: tutorialTests,
          testTimeout: 120_000,
          sequence: { groupOrder: 4 },
        },
      },
      {
        extends: true,
        test: {
          name: 'validators',
          pool: 'forks',
          include: toolTests,
          globalSetup: 'test/openapi/tools/setup.ts',
          testTimeout: 120_000,
          sequence: { groupOrder: 5 },
        },
      },
    ],
  },
})
