// @vitest-environment jsdom
import { setupServer } from 'msw/node'
import { describeClients } from './clients.ts'

describeClients('MSW 3', setupServer, { onUnhandledFrame: 'error' })
