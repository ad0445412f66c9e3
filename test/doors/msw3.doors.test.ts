import { setupServer } from 'msw/node'
import type { MswServer } from './cases/msw-cases.ts'
import { mswDoorTests } from './support/msw-door.ts'

mswDoorTests('msw3', setupServer as () => MswServer)
