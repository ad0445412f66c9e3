// Every example on the pages about the two languages runs on the demo and finds something.

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { conditionWords } from '../../src/language/query/fields.ts'
import { type Client, startClient } from '../support/client.ts'
import { codeBlocks } from './support/code-blocks.ts'

const folder = resolve(import.meta.dirname, '../../docs')

/** The lines of all blocks of one language on a page. */
function examples(page: string, language: string): string[] {
  const lines = codeBlocks(readFileSync(resolve(folder, page), 'utf8'))
    .filter((block) => block.language === language)
    .flatMap(({ text }) => text.split('\n'))
  if (lines.length === 0) throw new Error(`${page} shows no ${language}`)
  return lines
}

let client: Client
beforeAll(async () => {
  client = await startClient()
})

const admin = { token: 'tok-admin' }

describe('query-language.md', () => {
  test.each(examples('query-language.md', 'query'))('%s', async (query) => {
    const search = `/wiki/rest/reqs/1/requirement2/ENG?spaceKey=*&limit=200&q=${encodeURIComponent(query)}`
    const reply = await client.get(search, admin)
    expect(reply.status).toBe(200)
    expect(reply.body.count).toBeGreaterThan(0)
  })

  test('names every field and function', async () => {
    const page = readFileSync(resolve(folder, 'query-language.md'), 'utf8')
    for (const word of conditionWords(undefined))
      expect(page).toMatch(new RegExp(`\`${word.replace('.', '\\.')}[@\`(]`))
  })

  test('the mistake that it shows', async () => {
    const reply = await client.get(
      `/wiki/rest/reqs/1/requirement2/ENG?q=${encodeURIComponent("statsu = 'x'")}`,
      admin,
    )
    const page = readFileSync(resolve(folder, 'query-language.md'), 'utf8')
    expect(reply.status).toBe(400)
    expect(page).toContain(`\`${reply.body.message}\``)
  })
})

describe('formula-language.md', () => {
  const selection = { projectContainerId: 1001 }

  test.each(examples('formula-language.md', 'calculation'))('%s', async (formula) => {
    const body = { formula, selection }
    const reply = await client.post('/api/calculations/execute?applicationId=101', body, admin)
    expect(reply.status).toBe(200)
    expect(reply.body.results.some((result: { value?: unknown }) => result.value !== undefined)).toBe(true)
  })

  test.each(examples('formula-language.md', 'aggregation'))('%s', async (formula) => {
    const body = { formula, selection }
    const reply = await client.post('/api/aggregations/execute?applicationId=101', body, admin)
    expect(reply.status).toBe(200)
    expect(reply.body.value).toBeDefined()
    expect(reply.body.errors).toEqual([])
  })
})
