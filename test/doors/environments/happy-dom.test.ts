// @vitest-environment happy-dom
import { setupServer } from 'msw/node'
import { describeClients } from './clients.ts'

describeClients('MSW 3', setupServer, { onUnhandledFrame: 'error' })
