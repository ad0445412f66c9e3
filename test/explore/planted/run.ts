/** Explores all planted clients, in process and as commands, and prints one line for each. */
import { plantedClients } from './clients.ts'
import { complaintsAbout, exploreCommand, exploreInProcess, type Found } from './exploring.ts'

const IN_PROCESS = 2000
const AS_COMMAND = 60

type Explore = typeof exploreInProcess

/** Returns how many clients were missed or accused. */
export async function runPlanted(seed: string, only: string): Promise<number> {
  let missed = 0
  const clients = plantedClients.filter(({ name }) => name.includes(only))
  const asCommand: Explore = (client, variant, extent) =>
    exploreCommand(client, variant, { ...extent, jobs: 2 })
  const ways: readonly (readonly [string, Explore, number])[] = [
    ['in process', exploreInProcess, IN_PROCESS],
    ['as a command', asCommand, AS_COMMAND],
  ]
  for (const client of clients)
    for (const [how, exploring, schedules] of ways) {
      const began = performance.now()
      const bug = await exploring(client, 'buggy', { seed, schedules })
      const twin = await exploring(client, 'correct', { seed, schedules })
      const complaints = [
        ...complaintsAbout(client, bug.failures),
        ...twin.failures.map(({ sentence }) => `the correct twin is accused: ${sentence}`),
      ]
      if (complaints.length > 0) missed++
      const seconds = ((performance.now() - began) / 1000).toFixed(1)
      const counts = `${bug.schedules} + ${twin.schedules} schedules in ${seconds} s`
      console.log(`  ${client.name}, ${how}: ${ownOf(client.finds, bug.failures)}; ${counts}`)
      for (const problem of complaints) console.log(`    ${problem}`)
    }
  return missed
}

function ownOf(finds: { readonly message: RegExp }, failures: readonly Found[]): string {
  const place = failures.findIndex(({ message }) => finds.message.test(message))
  const own = failures[place]
  if (own === undefined) return 'not found'
  const kinds = own.schedule.map(({ kind }) => kind).join(' + ')
  return `failure ${place + 1} of ${failures.length}, after ${kinds}`
}
