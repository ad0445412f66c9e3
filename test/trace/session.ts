/** A run with the demo; prints the digest of its trace, which every process agrees on. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { createSimulator } from '../../src/index.ts'

const sim = await createSimulator()
const { value } = await sim.tokens.create({ user: 'bob' })
for (const letter of ['ı', 'I', 'i', 'ö', 'Å', '10', '9']) {
  await sim.pages.save(4001, { define: [{ key: 'REQ-013', html: `The ${letter} shall` }] })
  await sim.call('standalone.application.list', { token: value, query: { organizationId: 1 } })
  await sim.call('wiki.baseline.freeze', { as: 'alice', path: { spaceKey: 'ENG', version: 2 } })
  sim.clock.advance('3m')
}
console.log(bytesToHex(sha256(await sim.trace())))
