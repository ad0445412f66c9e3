import { setupServer } from 'msw/node'
import type { MswServer } from '../../doors/cases/msw-cases.ts'
import { mswFaultTests } from './msw-faults.ts'

mswFaultTests('MSW 3', setupServer as () => MswServer)
