/** The doors for which nothing is mocked, in one file: what all of them are held against is asked once. */
import { afterAll } from 'vitest'
import { serve } from '../../src/adapters/node.ts'
import { sendWith } from './door.ts'
import { allCases, answersOfCore, doorTests, doorTestsOf } from './cases/door-tests.ts'
import { openHttpDoor } from './http-door.ts'
import { createSubject } from './cases/subject.ts'

doorTestsOf('core', allCases, answersOfCore)

doorTests('fetch', sendWith((await createSubject()).fetch, ''))

const served = await serve(await createSubject())
const http = openHttpDoor(served)
afterAll(() => http.close())
doorTests('http', http.send, `127.0.0.1:${served.port}`)
