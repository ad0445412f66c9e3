// @vitest-environment jsdom
import { setupServer } from 'msw2/node'
import type { setupServer as setupNewer } from 'msw/node'
import { vi } from 'vitest'
import { describeClients } from './clients.ts'
import { describeMswCrossOrigin } from './cross-origin-msw.ts'

vi.mock('msw', () => import('msw2'))

const server = setupServer as unknown as typeof setupNewer
const unhandled = { onUnhandledRequest: 'error' } as never

describeClients('MSW 2', server, unhandled)
describeMswCrossOrigin('MSW 2', server, unhandled)
