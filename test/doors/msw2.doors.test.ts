import { setupServer } from 'msw2/node'
import { vi } from 'vitest'
import type { MswServer } from './cases/msw-cases.ts'
import { mswDoorTests } from './support/msw-door.ts'

vi.mock('msw', () => import('msw2'))

mswDoorTests('msw2', setupServer as unknown as () => MswServer)
