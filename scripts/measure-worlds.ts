// Measures the memory of a world: `node --expose-gc scripts/measure-worlds.ts [SCENARIO]`. docs/many-machines.md has the figures.

import { createSimulator, type ScenarioName } from '../src/index.ts'

const WORLDS = 1000
const WRITES = 10
const KB = 1024

const scenario = (process.argv[2] ?? 'demo') as ScenarioName
const sim = await createSimulator({
  scenario,
  journal: { entries: 0, bytes: 0 },
  worlds: { maximum: WORLDS + 1 },
})
const names = Array.from({ length: WORLDS }, (_, index) => `world-${index}`)
const write = async (world: string, title: string) => {
  const response = await sim.fetch('/wiki/rest/reqs/1/baseline/ENG', {
    method: 'POST',
    headers: { Authorization: 'Bearer tok-admin', 'Content-Type': 'application/json', 'X-Sim-World': world },
    body: JSON.stringify({ baseline: { name: title, searchQuery: "key ~ 'REQ-%'", pageId: 4001 } }),
  })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
}

function heap(): number {
  globalThis.gc?.()
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

// Loads everything that a first write needs.
await write('default', 'Before')
const before = heap()
for (const name of names) await sim.worlds.create({ name })
const made = heap()
for (const name of names) await write(name, 'First')
const first = heap()
for (let count = 1; count < WRITES; count++) for (const name of names) await write(name, `Further ${count}`)
const written = heap()

const perWorld = (bytes: number) => `${(bytes / WORLDS / KB).toFixed(1)} KB`
console.log(`scenario ${scenario}: ${(before / KB / KB).toFixed(0)} MB before, ${process.version}`)
console.log(`a new world: ${perWorld(made - before)}`)
console.log(`after one write: ${perWorld(first - before)}`)
console.log(`after ${WRITES} writes: ${perWorld(written - before)}`)
