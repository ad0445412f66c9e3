import { setupServer } from 'msw/node'
import { mswCases, type MswServer } from './msw-cases.ts'

mswCases(setupServer as () => MswServer)
