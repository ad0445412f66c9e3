// node scripts/keep-compat.ts: keeps, for the version in package.json, what later versions must still read: a world, the
// demo with the files that it extends, a scenario file, and the responses of a fixed session. CONTRIBUTING.md says when.
// The steps of the session and the scenario file are those of the latest version that is kept.

import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { loadScenarioFile } from '../src/adapters/node.ts'
import { createSimulator } from '../src/index.ts'
import { exportWorld } from '../src/world/transfer.ts'
import { VERSION } from '../src/version.ts'
import { type KeptSession, play } from '../test/compat/session.ts'

const project = resolve(import.meta.dirname, '..')
const kept = resolve(project, 'test/compat/kept')
const folder = resolve(kept, VERSION)
const [latest = VERSION] = readdirSync(kept).toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }))
const { before, after } = JSON.parse(
  readFileSync(resolve(kept, latest, 'session.json'), 'utf8'),
) as KeptSession
mkdirSync(folder, { recursive: true })

const simulator = await createSimulator({ scenario: 'demo' })
const answersBefore = await play(simulator, before)
const world = exportWorld(simulator.world)
const session: KeptSession = { before, after, answersBefore, answersAfter: await play(simulator, after) }

writeFileSync(resolve(folder, 'world.json'), `${JSON.stringify(world)}\n`)
writeFileSync(resolve(folder, 'session.json'), `${JSON.stringify(session, null, 1)}\n`)
if (latest !== VERSION) cpSync(resolve(kept, latest, 'features.yaml'), resolve(folder, 'features.yaml'))
await loadScenarioFile(resolve(project, 'scenarios/demo.yaml'), {
  root: project,
  onFile: (path) => cpSync(path, resolve(folder, relative(project, path))),
})
console.log(`kept ${VERSION} in test/compat/kept/${VERSION}`)
