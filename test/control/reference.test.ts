import { readFileSync } from 'node:fs'
import { format, type FormatConfig } from 'oxfmt'
import { expect, test } from 'vitest'
import { controlReference } from '../../src/control/reference.ts'
import { controlRoutes } from '../../src/control/routes.ts'

test('the reference page is what the routes say', async () => {
  const options = JSON.parse(readFileSync('.oxfmtrc.json', 'utf8')) as FormatConfig
  const { code } = await format('docs/control-api.md', controlReference(controlRoutes), options)
  await expect(code).toMatchFileSnapshot('../../docs/control-api.md')
})

test('examples of bodies are taken by their own shapes', () => {
  for (const route of controlRoutes) {
    if (route.body === undefined) continue
    const { success } = route.body.shape().safeParse(route.body.example)
    expect([route.method, route.path, success]).toEqual([route.method, route.path, true])
  }
})

test('every route has a sentence, and an answer that says what it holds', () => {
  for (const { summary, answer, status, details } of controlRoutes) {
    expect(summary).toMatch(/^[A-Z].*[^.]$/)
    expect(answer).toMatch(/[`.]$/)
    if (details !== undefined) expect(details).toMatch(/^[A-Z].*\.$/)
    expect(status === 204).toBe(answer.startsWith('Nothing.'))
  }
})
