// @vitest-environment jsdom
import { setupServer } from 'msw2/node'
import type { setupServer as setupNewer } from 'msw/node'
import { vi } from 'vitest'
import { describeClients } from './clients.ts'

vi.mock('msw', () => import('msw2'))

describeClients(
  'MSW 2',
  setupServer as unknown as typeof setupNewer,
  { onUnhandledRequest: 'error' } as never,
)
