import { createSubject } from './subject.ts'
import { doorTests } from './door-tests.ts'
import { sendToCore } from './run-case.ts'

const simulator = createSubject()

doorTests('core', async (request) => sendToCore(await simulator)(request))
