import { setupServer } from 'msw/node'
import { mswCases, type MswServer } from './cases/msw-cases.ts'

mswCases(setupServer as () => MswServer)
