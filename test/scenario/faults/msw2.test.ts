import { setupServer } from 'msw2/node'
import { vi } from 'vitest'
import type { MswServer } from '../../doors/cases/msw-cases.ts'
import { mswFaultTests } from './msw-faults.ts'

vi.mock('msw', () => import('msw2'))

mswFaultTests('MSW 2', setupServer as unknown as () => MswServer)
