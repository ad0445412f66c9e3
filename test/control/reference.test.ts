import { expect, test } from 'vitest'
import { controlRoutes } from '../../src/control/routes.ts'

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
