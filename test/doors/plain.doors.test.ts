/** The doors for which nothing is mocked, in one file: what all of them are held against is asked once. */
import { afterAll } from 'vitest'
import { serve } from '../../src/adapters/node.ts'
import { sendWith } from './door.ts'
import { allCases, answersOfCore, doorTests, doorTestsOf } from './cases/door-tests.ts'
import { cases } from './cases/cases.ts'
import { runCase } from './cases/run-case.ts'
import { openHttpDoor } from './support/http-door.ts'
import { createSubject } from './cases/subject.ts'
import { certificate } from './support/tls.ts'

doorTestsOf('core', allCases, answersOfCore)

doorTests('fetch', sendWith((await createSubject()).fetch, ''))

const served = await serve(await createSubject())
const http = openHttpDoor(served)
afterAll(() => http.close())
doorTests('http', http.send, `127.0.0.1:${served.port}`)

const secured = await serve(await createSubject(), { tls: certificate })
const https = openHttpDoor(secured, certificate.authority)
afterAll(() => https.close())
// The same server over TLS: the written cases are enough.
doorTestsOf(
  'https',
  cases,
  (entry, index) => runCase(entry, index, https.send),
  `127.0.0.1:${secured.port}`,
  'https',
)
