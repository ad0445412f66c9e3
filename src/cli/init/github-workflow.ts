/** The workflow of GitHub Actions that `reqsim init --ci github` writes: it runs the tests, and keeps the traces of failed ones. */
import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { VERSION } from '../../version.ts'
import { GRADLE_FILES } from './junit.ts'
import type { RunnerChoice } from './runners.ts'

export const WORKFLOW_FILE = '.github/workflows/reqsim.yaml'

/** The folder of the project, and whether `init` runs from the executable. */
export interface WorkflowSettings {
  readonly folder: string
  readonly isExecutable: boolean
}

export type TestedRunner = Exclude<RunnerChoice, 'none'>

interface TestRun {
  /** Steps of YAML that prepare the command. */
  readonly prepare: readonly string[]
  readonly command: string
  /** The folder of the traces. */
  readonly traces?: string
}

export function workflowText(runner: TestedRunner, settings: WorkflowSettings): string {
  const { prepare, command, traces = 'reqsim-traces' } = testRun(runner, settings)
  const steps = [
    '- uses: actions/checkout@v5',
    ...prepare,
    `- run: ${command}`,
    '- name: Keep the traces of failed tests',
    '  if: failure()',
    '  uses: actions/upload-artifact@v4',
    '  with:',
    '    name: reqsim-traces',
    `    path: ${traces}/`,
    '    if-no-files-found: ignore',
  ]
  return `# Runs the tests. In the run, failed tests are annotated, and its summary explains them; download the artifact
# reqsim-traces and open a file of it with reqsim show.
name: Tests with reqsim

on:
  push:
  pull_request:

permissions:
  contents: read

jobs:
  test:
    runs-on: ubuntu-latest
    steps:
${steps.map((line) => `      ${line}\n`).join('')}`
}

function testRun(runner: TestedRunner, settings: WorkflowSettings): TestRun {
  const { folder } = settings
  const has = (name: string) => existsSync(join(folder, name))
  const exec = (command: string) => `reqsim exec --traces reqsim-traces -- ${command}`
  const npm = nodeSteps(has)
  switch (runner) {
    case 'vitest':
      return {
        prepare: npm,
        command: 'npx vitest run --reporter=default --reporter=reqsim/vitest/reporter',
      }
    case 'playwright':
      return {
        prepare: [...npm, '- run: npx playwright install --with-deps chromium'],
        command: 'npx playwright test --reporter=list,reqsim/playwright/reporter',
        traces: 'test-results',
      }
    case 'jest':
      return { prepare: npm, command: 'NODE_OPTIONS=--experimental-vm-modules npx jest' }
    case 'node':
      return { prepare: npm, command: 'node --test' }
    case 'pytest':
      return {
        prepare: [
          '- uses: actions/setup-python@v6',
          "  with: { python-version: '3.13' }",
          `- run: pip install pytest${has('requirements.txt') ? ' -r requirements.txt' : ''}`,
          ...commandSteps(settings),
        ],
        command: exec('python3 -m pytest'),
      }
    case 'go':
      return {
        prepare: ['- uses: actions/setup-go@v6', '  with: { go-version: stable }', ...commandSteps(settings)],
        command: exec('go test ./...'),
      }
    case 'junit': {
      const isGradle = GRADLE_FILES.some(has)
      return {
        prepare: [
          '- uses: actions/setup-java@v5',
          `  with: { distribution: temurin, java-version: '21', cache: ${isGradle ? 'gradle' : 'maven'} }`,
          ...commandSteps(settings),
        ],
        command: exec(isGradle ? 'gradle test' : 'mvn --batch-mode test'),
      }
    }
  }
}

/** Installs what the lock file of the project names. */
function nodeSteps(has: (name: string) => boolean): readonly string[] {
  const manager = has('pnpm-lock.yaml') ? 'pnpm' : has('yarn.lock') ? 'yarn' : 'npm'
  const install = {
    npm: 'npm ci',
    pnpm: 'pnpm install --frozen-lockfile',
    yarn: 'yarn install --immutable',
  }
  return [
    ...(manager === 'npm' ? [] : ['- run: corepack enable']),
    '- uses: actions/setup-node@v5',
    `  with: { node-version: 24, cache: ${manager} }`,
    `- run: ${install[manager]}`,
  ]
}

/** Puts the command `reqsim` on the PATH. */
function commandSteps({ isExecutable }: WorkflowSettings): readonly string[] {
  if (!isExecutable)
    return [
      '- uses: actions/setup-node@v5',
      '  with: { node-version: 24 }',
      `- run: npm install --global reqsim@${VERSION}`,
    ]
  return [
    '- name: Install reqsim',
    '  env:',
    '    # Variables of your repository: where you keep the executable for Linux, and its checksum.',
    '    EXECUTABLE: ${{ vars.REQSIM_EXECUTABLE }}',
    '    SHA256: ${{ vars.REQSIM_SHA256 }}',
    '  run: |',
    '    curl --fail --silent --show-error --location --output reqsim-download "$EXECUTABLE"',
    '    echo "$SHA256  reqsim-download" | sha256sum --check',
    '    sudo install reqsim-download /usr/local/bin/reqsim',
  ]
}

/** What to do if the folder is not the top one of its repository: GitHub reads workflows from there. Empty if it is. */
export function moveWorkflow(folder: string): readonly string[] {
  const project = resolve(folder)
  let top = project
  while (!existsSync(join(top, '.git'))) {
    const above = dirname(top)
    if (above === top) return []
    top = above
  }
  if (top === project) return []
  const inside = relative(top, project).replaceAll('\\', '/')
  return [
    `move ${inside}/${WORKFLOW_FILE} to ${WORKFLOW_FILE} of the repository, with defaults: { run: { working-directory: ${inside} } }`,
  ]
}
