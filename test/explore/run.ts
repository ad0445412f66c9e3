/**
 * Explores the clients of the corpus: each bug must be found within ten seconds and shrunk to at most two disturbances; no
 * correct twin may be accused within a minute.
 *
 *     npm run explore:corpus                          everything, with three seeds
 *     npm run explore:corpus -- --seeds 7,8           with other seeds
 *     npm run explore:corpus -- --only 'Retry-After'  the clients whose name contains this
 *     npm run explore:corpus -- --bug 5s --twin 10s   with other budgets
 *     npm run explore:corpus -- --planted             only the small clients with bugs of real ones
 *
 * Prints one line for each client; the exit code is 1 if one is missed, accused or not shrunk. In the end, 200 explorations with one
 * seed and runs of what they found must be the same: in process and over HTTP, each in two processes and time zones.
 *
 * The planted clients have the bugs that exploring real ones found. Each is explored with 2,000 schedules in process and with 60 as
 * a command; the bug must be a failure of its own.
 */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { exploreBug, exploreTwin } from './corpus/judge.ts'
import { runPlanted } from './planted/run.ts'
import { corpus } from './corpus/entries.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1,2,3' },
    only: { type: 'string', default: '' },
    bug: { type: 'string', default: '10s' },
    twin: { type: 'string', default: '60s' },
    planted: { type: 'boolean', default: false },
  },
})
const entries = values.planted ? [] : corpus.filter(({ name }) => name.includes(values.only))
const width = Math.max(...entries.map(({ name }) => name.length))
let missed = 0
for (const seed of values.seeds.split(',')) {
  console.log(`seed ${seed}`)
  for (const entry of entries) {
    const bug = await exploreBug(entry, { seed, budget: values.bug })
    const twin = await exploreTwin(entry, { seed, budget: values.twin })
    const complaints = [...bug.complaints, ...twin.complaints]
    if (complaints.length > 0) missed++
    const found =
      bug.found === undefined
        ? 'not found'
        : `${bug.found.schedule.map(({ kind }) => kind).join(' + ')}, ${bug.seconds.toFixed(2)} s, schedule ${bug.schedules}`
    console.log(
      `  ${entry.name.padEnd(width)}  ${found}; twin: ${twin.schedules} schedules in ${twin.seconds.toFixed(1)} s, ${twin.ended}`,
    )
    for (const problem of complaints) console.log(`    ${problem}`)
  }
  missed += await runPlanted(seed, values.only)
}
if (values.only === '' && !values.planted && !sameEverywhere()) {
  missed++
  console.log('  explorations with one seed differ between two processes')
}
console.log(missed === 0 ? 'all found, none accused' : `${missed} complaints`)
process.exitCode = missed === 0 ? 0 : 1

function sameEverywhere(): boolean {
  const session = fileURLToPath(new URL('determinism.session.ts', import.meta.url))
  return ['direct', 'http'].every((door) => {
    const [first, second] = ['UTC', 'Pacific/Chatham'].map((TZ) =>
      execFileSync(process.execPath, [session, '50', door], {
        env: { ...process.env, TZ },
        encoding: 'utf8',
      }),
    )
    return first !== '' && first === second
  })
}
