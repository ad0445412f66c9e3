import { HttpHandler } from 'msw2'
import { setupServer } from 'msw2/node'
import { expect, test, vi } from 'vitest'
import { handlers } from '../../src/adapters/msw.ts'
import { servable } from './cases/echo.ts'
import { mswCases, type MswServer } from './cases/msw-cases.ts'

vi.mock('msw', () => import('msw2'))

test('the handlers are made by version 2', () => {
  expect(handlers(servable())[0]).toBeInstanceOf(HttpHandler)
})

mswCases(setupServer as unknown as () => MswServer)
