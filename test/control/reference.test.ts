import { expect, test } from 'vitest'
import { controlRoutes } from '../../src/control/routes.ts'

test('examples of bodies are taken by their own shapes', () => {
  for (const route of controlRoutes) {
    if (route.body === undefined) continue
    const { success } = route.body.shape().safeParse(route.body.example)
    expect([route.method, route.path, success]).toEqual([route.method, route.path, true])
  }
})

test('every route has a sentence, and a response with a shape or without a body', () => {
  for (const {
    summary,
    responseNote: answer,
    status,
    details,
    returns,
    otherTypes,
    refusals = {},
  } of controlRoutes) {
    expect(summary).toMatch(/^[A-Z].*[^.]$/)
    for (const text of [details, answer, ...Object.values(refusals)])
      if (text !== undefined) expect(text).toMatch(/^[A-Z`].*\.$/)
    expect(status === 204).toBe(returns === undefined && otherTypes === undefined)
  }
})
