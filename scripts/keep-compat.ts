// node scripts/keep-compat.ts: keeps, for the version in package.json, what later versions must still read: a world, the
// demo as a scenario, a scenario file, and the answers of a fixed session. CONTRIBUTING.md says when.

import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createSimulator } from '../src/index.ts'
import { loadReady } from '../src/scenario/ready/ready.ts'
import { exportWorld } from '../src/world/store/transfer.ts'
import { VERSION } from '../src/version.ts'
import { after, before, type KeptSession, play } from '../test/compat/session.ts'

const compat = resolve(import.meta.dirname, '../test/compat')
const folder = resolve(compat, 'kept', VERSION)
mkdirSync(folder, { recursive: true })

const simulator = await createSimulator({ scenario: 'demo' })
const answersBefore = await play(simulator, before)
const world = exportWorld(simulator.world)
const session: KeptSession = { before, after, answersBefore, answersAfter: await play(simulator, after) }

const write = (name: string, content: unknown): void =>
  writeFileSync(resolve(folder, name), `${JSON.stringify(content, null, 1)}\n`)
write('world.json', world)
write('demo.json', await loadReady('demo'))
write('session.json', session)
copyFileSync(resolve(compat, 'features.yaml'), resolve(folder, 'features.yaml'))
console.log(`kept ${VERSION} in test/compat/kept/${VERSION}`)
