/**
 * A planted client as a command: `node command.ts NAME buggy|correct` prints its result as JSON, or ends with 3 if it gives up;
 * `node command.ts NAME check` reads that result and looks at the world.
 */
import { readFileSync } from 'node:fs'
import { GaveUp, GIVEN_UP, type Send } from './client.ts'
import { plantedClients } from './clients.ts'

const { REQSIM_URL = '', REQSIM_TOKEN_ALICE = '', REQSIM_EXIT_CODE } = process.env
const send: Send = (call, body) => {
  const space = call.indexOf(' ')
  const headers = { Authorization: `Bearer ${REQSIM_TOKEN_ALICE}`, 'Content-Type': 'application/json' }
  const init = { method: call.slice(0, space), headers }
  return fetch(
    REQSIM_URL + call.slice(space + 1),
    body === undefined ? init : { ...init, body: JSON.stringify(body) },
  )
}

const [name, variant] = process.argv.slice(2)
const client = plantedClients.find((each) => each.name === name)
if (client === undefined) throw new Error(`no client '${name}'`)

if (variant === 'check') {
  if (REQSIM_EXIT_CODE === '0') await client.check(JSON.parse(readFileSync(0, 'utf8')), send)
} else {
  try {
    console.log(JSON.stringify(await client[variant === 'buggy' ? 'buggy' : 'correct'](send)))
  } catch (error) {
    if (!(error instanceof GaveUp)) throw error
    process.exitCode = GIVEN_UP
  }
}
