import { setupWorker } from 'msw/browser'
import { createSimulator } from '../../../src/index.ts'
import { handlers } from '../../../src/adapters/msw.ts'

const sim = await createSimulator({ scenario: 'demo' })
const worker = setupWorker(...handlers(sim, { base: '/sim', as: 'alice' }))
await worker.start()

const response = await fetch('/sim/api/applications/101')
document.body.textContent = (await response.json()).name
