// @vitest-environment happy-dom
import { setupServer } from 'msw/node'
import { describeClients } from './clients.ts'
import { describeMswCrossOrigin } from './cross-origin-msw.ts'

describeClients('MSW 3', setupServer, { onUnhandledFrame: 'error' })
describeMswCrossOrigin('MSW 3', setupServer, { onUnhandledFrame: 'error' })
