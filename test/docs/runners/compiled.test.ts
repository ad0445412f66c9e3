// Every TypeScript sample of the pages compiles strictly, as a reader's editor would check it.

import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { blocksOf, PAGES, pathOf } from '../support/pages.ts'

const PROJECT = resolve(import.meta.dirname, '../../..')
// Inside the project, so that packages are found.
const FOLDER = join(PROJECT, 'node_modules/.cache/reqsim-samples')

/** What samples use without importing it. */
const USUAL = importsOf(`
import { createSimulator, checkReport, mergeReports } from 'reqsim'
import { handlers } from 'reqsim/msw'
import { loadScenarioFile, serve } from 'reqsim/node'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'vitest'
`)

/** Imports of a text, by the name that they bring. */
function importsOf(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [, names = '', module = ''] of text.matchAll(/^import (?:type )?\{ ([^}]+) \} from '([^']+)'/gm))
    for (const name of names.split(', '))
      found.set(name.split(' as ').at(-1) ?? name, `import { ${name} } from '${module}'`)
  return found
}

/** A sample with what its page imports before it, and a simulator if it makes none. */
function compilable(text: string, earlier: ReadonlyMap<string, string>): string {
  const isUsed = (name: string) => new RegExp(`(?<!\\w|(?:^|[^.])\\.)${name}\\b`).test(text)
  const isDeclared = (name: string) =>
    new RegExp(`import [^\\n]*\\b${name}\\b|(?:const|let|function) (?:\\{[^}]*\\b)?${name}\\b`).test(text)
  const lines = [...new Map([...USUAL, ['sim', "declare const sim: import('reqsim').Simulator"], ...earlier])]
    .filter(([name]) => isUsed(name) && !isDeclared(name))
    .map(([, line]) => `${line}\n`)
  return `${lines.join('')}${text}\nexport {}\n`
}

/** A test of its own compiles it, with packages that this project does not have. */
const COMPILED_ELSEWHERE = 'docs/typed-clients.md'

const samples = PAGES.filter((page) => page !== COMPILED_ELSEWHERE).flatMap((page) => {
  const blocks = blocksOf(page, 'ts', 'tsx').filter(({ reason }) => reason === undefined)
  return blocks.map((block, index) => {
    const place = pathOf(block) ?? `sample-${index + 1}.ts`
    const earlier = importsOf(
      blocks
        .slice(0, index)
        .map(({ text }) => text)
        .join('\n'),
    )
    return {
      name: `${page}, ${place}`,
      file: `${page.replaceAll(/\W/g, '-')}/${place}`,
      text: compilable(block.text, earlier),
    }
  })
})

let problems: readonly string[] = []
beforeAll(async () => {
  rmSync(FOLDER, { recursive: true, force: true })
  for (const { file, text } of samples) {
    mkdirSync(dirname(join(FOLDER, file)), { recursive: true })
    writeFileSync(join(FOLDER, file), text)
  }
  const paths = {
    reqsim: [`${PROJECT}/src/index.ts`],
    'reqsim/mutate': [`${PROJECT}/src/mutate/index.ts`],
    'reqsim/*': [`${PROJECT}/src/adapters/*.ts`],
  }
  const config = {
    extends: `${PROJECT}/tsconfig.json`,
    compilerOptions: {
      paths,
      // Strict, and no more than that, as most projects are.
      noUncheckedIndexedAccess: false,
      typeRoots: [`${PROJECT}/node_modules/@types`],
    },
    include: ['./**/*.ts', './**/*.tsx'],
  }
  writeFileSync(join(FOLDER, 'vite.d.ts'), '/// <reference types="vite/client" />\n')
  writeFileSync(join(FOLDER, 'tsconfig.json'), JSON.stringify(config))
  const { stdout } = await promisify(execFile)(
    join(PROJECT, 'node_modules/.bin/tsc'),
    ['-p', FOLDER, '--pretty', 'false'],
    { cwd: FOLDER, maxBuffer: 1e8 },
  ).catch((error: { stdout: string }) => error)
  problems = stdout.split('\n').filter((line) => /(?:^|: )error TS/.test(line))
  rmSync(FOLDER, { recursive: true, force: true })
})

test('the compiler has read the samples, and found nothing elsewhere', () => {
  // The source itself is compiled more strictly elsewhere.
  const known = [...samples.map(({ file }) => `${file}(`), '../../../src/']
  expect(problems.filter((line) => !known.some((start) => line.startsWith(start)))).toEqual([])
})

describe('compiles:', () => {
  test.each(samples)('$name', ({ file }) => {
    expect(problems.filter((line) => line.startsWith(`${file}(`))).toEqual([])
  })
})
