// Whatever a file holds, its draft is a scenario that loads, or the file is refused.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { draftOfData } from '../../src/draft/data/draft.ts'
import { recognise } from '../../src/draft/data/read.ts'
import { Refusal } from '../../src/model/input/refusal.ts'
import { draftText, filledFile } from '../../src/draft/text.ts'
import { readScenarioText } from '../../src/scenario/format/text.ts'
import { resolveScenario } from '../../src/scenario/resolve.ts'

const name = fc.oneof(
  fc.constantFrom(
    'A',
    'B-1',
    'links',
    'title',
    'content',
    '__proto__',
    'constructor',
    'docname',
    'sections',
    '',
  ),
  fc.string({ unit: 'binary', maxLength: 12 }),
)
const leaf = fc.oneof(name, fc.double(), fc.boolean(), fc.constant(null))
const value = fc.oneof(leaf, fc.array(leaf, { maxLength: 4 }), fc.dictionary(name, leaf, { maxKeys: 2 }))
const need = fc.dictionary(name, value, { maxKeys: 8 })
const needs = fc
  .dictionary(name, need, { minKeys: 1, maxKeys: 5 })
  .map((each) => JSON.stringify({ project: 'P', versions: { '1': { needs: each } } }))
const table = fc
  .array(fc.array(fc.string({ unit: 'binary', maxLength: 8 }), { maxLength: 4 }), { maxLength: 5 })
  .map((rows) =>
    [['Key', 'Text', 'Links'], ...rows]
      .map((row) => row.map((cell) => JSON.stringify(cell).replaceAll('\\"', '""')).join())
      .join('\n'),
  )
const strictDoc = fc
  .array(
    fc.dictionary(fc.oneof(fc.constantFrom('UID', 'NODES', 'RELATIONS', 'TITLE', 'STATEMENT'), name), value),
    {
      maxLength: 4,
    },
  )
  .map((nodes) => JSON.stringify({ DOCUMENTS: [{ NODES: nodes }] }))

test.for([
  ['needs.json', needs],
  ['a table', table],
  ['JSON of StrictDoc', strictDoc],
] as const)('%s with anything in it gives a scenario that loads, or is refused', async ([, texts]) => {
  let loaded = 0
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      const drafted = await draftedOf(text)
      if (drafted === undefined) return
      expect(drafted.dropped).toEqual([])
      const draft = readScenarioText(draftText(drafted), 'draft.yaml')
      await resolveScenario(draft, refuses)
      loaded++
      const filled = filledFile('./draft.yaml', drafted.gaps)
      if (filled !== undefined)
        await resolveScenario({ file: 'filled.yaml', value: filled }, () => Promise.resolve(draft))
    }),
    { numRuns: 60 },
  )
  expect(loaded).toBeGreaterThan(5)
})

const refuses = () => Promise.reject(new Error('a draft extends nothing'))

/** Undefined for a text that is refused. */
async function draftedOf(text: string) {
  try {
    const data = await recognise(new TextEncoder().encode(text)).read('page')
    return await draftOfData([{ ...data, file: 'a' }], { name: 'draft', space: 'ENG' })
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}
