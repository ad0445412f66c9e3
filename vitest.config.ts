// Groups of tests: those over the source, then those that run the linter. A second run has the packed package, the
// executable, what is opened in Chromium for long (the console's panels, hostile pages, every operation through its door), and
// pages of the docs whose samples need a test runner or a development server of their own (docs/decisions/0007).

import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const lintTests = ['test/lint/**/*.test.ts']
const packageTests = ['test/{package,executable}/**/*.test.ts']
// These need programs of other languages, such as Python.
const languageTests = ['test/languages/**/*.test.ts']
const chromiumTests = [
  'test/{adapters/console,bundle,console/panels,gateway/report,security}/**/*.browser.test.ts',
  'test/doors/chromium.doors.test.ts',
  'test/doors/cross-origin.browser.test.ts',
  'test/scenario/faults/chromium.test.ts',
]
// These replace modules or load them anew, or measure what a server does with a socket.
const doorTests = [
  'test/gateway/exchange/resolve.test.ts',
  'test/model/integration/late-jobs.test.ts',
  'test/simulator/loading.test.ts',
  'test/{doors,scenario/faults}/**/*msw2*.test.ts',
  'test/doors/environments/*.test.ts',
  'test/adapters/data/missing.test.ts',
  'test/adapters/packaged-files.test.ts',
  'test/control/declared-fields.test.ts',
]
// These start many processes, wait for real time or compute for long, and belong to the second run for the time that they take.
const processTests = [
  'test/adapters/node/pipelining.test.ts',
  'test/adapters/setup/{suite,node-test,playwright}.test.ts',
  'test/adapters/vite/reload.test.ts',
  'test/adapters/vitest/mutants.test.ts',
  'test/attack/*.test.ts',
  'test/cli/exec/{exit-codes,signals,traces}.test.ts',
  'test/cli/mutate/command.test.ts',
  'test/cli/{explore-commands,github,health,init-compiles,lost-output,many-machines,process,request-log,serve,watch}.test.ts',
  'test/control/{event-doors,hostile-network}.test.ts',
  'test/docs/{commands,https,page}.test.ts',
  'test/docs/tools/{draft,record,replay}.test.ts',
  'test/draft/recorded.test.ts',
  'test/doors/{live-clock,node-memory,node-request,node-server,playwright}.test.ts',
  'test/explore/{corpus,determinism}.test.ts',
  'test/mcp/{explore-command,process,tasks}.test.ts',
  'test/fuzz/parsers-growth.test.ts',
  'test/openapi-import/hostile.test.ts',
  'test/otlp/{page,process}.test.ts',
  'test/replay/replay-archives.test.ts',
  'test/scenario/catalogue/whole-catalogue.test.ts',
  'test/scenario/faults/http.test.ts',
  'test/security/{exhaustion,outside}.test.ts',
  'test/trace/processes.test.ts',
]
// Other people's tools judge the descriptions; they are installed in a folder of their own.
const toolTests = ['test/api/openapi/tools/*.test.ts']
// These have programs of others write workbooks.
const writerTests = ['test/spreadsheets/writers/*.test.ts']
const installed = '**/node_modules/**'
// The clients of other people, installed in folders of their own.
const worksWithTests = ['test/works-with/*.test.ts']
// The benchmark times `npm test` without the test of the page that it is about to write.
const except = [process.env['TESTS_EXCEPT'] ?? []].flat()
const tutorialTests = ['test/docs/runners/*.test.ts']

// Those of three seconds and more are started first, so that a run does not end with one of them alone.
const LONGEST = new RegExp(
  `test/(${[
    'api/(input/(bad-input|null-fields)|openapi/responses)',
    'console/build',
    'determinism',
    'doors/(msw3.doors|node-|plain|vitest)',
    'explore/explore',
    'fuzz',
    'walks',
  ].join('|')})`,
)

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) =>
      2 * project.config.sequence.groupOrder + (LONGEST.test(moduleId) ? 0 : 1)
    return (await super.sort(files)).sort((left, right) => rank(left) - rank(right))
  }
}

export default defineConfig({
  test: {
    // One worker for each core: each loads and compiles the modules for itself.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    // Tests are judged by their assertions, not by how busy the machine is.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
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
            ...except,
            ...lintTests,
            ...packageTests,
            ...languageTests,
            ...processTests,
            ...chromiumTests,
            ...tutorialTests,
            ...toolTests,
            ...writerTests,
            ...worksWithTests,
            ...doorTests,
          ],
          // Node runs the source as it is; only tests that replace modules need Vite to load them.
          experimental: { viteModuleRunner: false, nodeLoader: false },
          // The simulator keeps nothing outside of its worlds, so that its modules are loaded once for many files.
          isolate: false,
          setupFiles: ['test/support/schemas.ts'],
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'doors',
          pool: 'threads',
          setupFiles: ['test/support/schemas.ts'],
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
          globalSetup: ['test/package/setup.ts', 'test/executable/setup.ts'],
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
          setupFiles: ['test/support/schemas.ts'],
          maxWorkers: 2,
          testTimeout: 120_000,
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
          globalSetup: 'test/api/openapi/tools/setup.ts',
          testTimeout: 120_000,
          sequence: { groupOrder: 5 },
        },
      },
      {
        extends: true,
        test: {
          name: 'workbooks',
          pool: 'forks',
          include: writerTests,
          globalSetup: 'test/spreadsheets/writers/setup.ts',
          testTimeout: 120_000,
          sequence: { groupOrder: 5 },
        },
      },
      {
        extends: true,
        test: {
          name: 'languages',
          pool: 'forks',
          include: languageTests,
          // One of them begins on a machine with Python and the executable.
          globalSetup: ['test/executable/setup.ts'],
          testTimeout: 120_000,
          sequence: { groupOrder: 6 },
        },
      },
      {
        extends: true,
        test: {
          name: 'processes',
          pool: 'forks',
          include: processTests,
          testTimeout: 120_000,
          sequence: { groupOrder: 7 },
        },
      },
      {
        extends: true,
        test: {
          name: 'works-with',
          pool: 'forks',
          include: worksWithTests,
          globalSetup: 'test/works-with/setup.ts',
          testTimeout: 180_000,
          sequence: { groupOrder: 8 },
        },
      },
    ],
  },
})
