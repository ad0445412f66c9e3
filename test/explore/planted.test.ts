// Bugs of real clients, planted in small ones: a sample in process. `npm run explore:corpus` explores on, and as commands.

import { describe, expect, it } from 'vitest'
import { plantedClients } from './planted/clients.ts'
import { complaintsAbout, exploreInProcess } from './planted/exploring.ts'

describe.each(plantedClients.map((client) => ({ bug: client.name, client })))('$bug', ({ client }) => {
  it('is found within sixty schedules, and its twin passes them', async () => {
    const extent = { seed: '1', schedules: 60 }
    const { failures } = await exploreInProcess(client, 'buggy', extent)
    expect(complaintsAbout(client, failures)).toEqual([])
    const twin = await exploreInProcess(client, 'correct', extent)
    expect(twin.failures.map(({ sentence }) => sentence)).toEqual([])
  })
})
