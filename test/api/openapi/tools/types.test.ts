// Types that a generator makes of the descriptions compile, and the examples are of these types.

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { JsonObject } from '../../../../src/api/openapi/json.ts'
import { isJsonObject } from '../../../../src/api/openapi/json.ts'
import { serveDemo, DESCRIBED, type Described } from './served.ts'
import { runTool } from './tool.ts'

const demo = await serveDemo()
afterAll(() => demo.close())

const STRICT = [
  '--strict',
  '--exactOptionalPropertyTypes',
  '--noUncheckedIndexedAccess',
  '--noEmit',
  '--target',
  'es2023',
  '--module',
  'esnext',
  '--moduleResolution',
  'bundler',
]

/** A module that gives each example of a body or a response the type that was made for it. */
function usageOf(surface: Described, edit = (value: unknown) => value): { text: string; count: number } {
  const { paths } = demo.descriptions[surface].document
  const operations = Object.values(paths as JsonObject).flatMap((item) => Object.values(item as JsonObject))
  const lines = operations.flatMap((operation) => examplesOf(operation as JsonObject))
  const uses = lines.map(
    ({ type, value }, index) => `export const example${index}: ${type} = ${JSON.stringify(edit(value))}`,
  )
  return { text: [`import type { operations } from './${surface}'`, ...uses].join('\n'), count: uses.length }
}

function examplesOf({ operationId, requestBody, responses }: JsonObject): { type: string; value: unknown }[] {
  const of = `operations['${String(operationId)}']`
  const bodies = mediaExamples(requestBody, `NonNullable<${of}['requestBody']>`)
  const answers = Object.entries(responses as JsonObject).flatMap(([status, response]) =>
    mediaExamples(response, `${of}['responses'][${status}]`),
  )
  return [...bodies, ...answers]
}

function mediaExamples(holder: unknown, type: string): { type: string; value: unknown }[] {
  if (!isJsonObject(holder) || !isJsonObject(holder['content'])) return []
  return Object.entries(holder['content']).flatMap(([media, content]) => {
    const example = (content as JsonObject)['example']
    return example === undefined ? [] : [{ type: `${type}['content']['${media}']`, value: example }]
  })
}

async function compile(files: readonly string[]): Promise<string> {
  const { code, stdout } = await runTool('tsc', [...STRICT, ...files], demo.folder)
  return code === 0 ? '' : stdout || `tsc ended with code ${code}`
}

async function generate(surface: Described): Promise<void> {
  const { file } = demo.descriptions[surface]
  const { code, stderr } = await runTool('openapi-typescript', [file, '-o', `${surface}.ts`], demo.folder)
  expect(code, stderr).toBe(0)
}

test.each(DESCRIBED)(
  'the types of %s compile in strict mode, and the examples are of them',
  async (surface) => {
    await generate(surface)
    const { text, count } = usageOf(surface)
    expect(count).toBeGreaterThan(20)
    await writeFile(join(demo.folder, `${surface}-examples.ts`), text)
    expect(await compile([`${surface}-examples.ts`])).toBe('')
  },
)

test('the types refuse what is of another type', async () => {
  await generate('tracker')
  await writeFile(join(demo.folder, 'wrong.ts'), usageOf('tracker', () => false).text)
  expect(await compile(['wrong.ts'])).toContain('error TS2322')
})
