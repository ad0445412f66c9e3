import { expect, test } from 'vitest'
import { faultyDoorTests } from './doors.ts'
import { READ, startFaulty } from './faulty.ts'

faultyDoorTests('fetch', { open: async (simulator) => simulator.fetch })

test("a dropped connection is rejected as the platform's fetch does, with a cause", async () => {
  const { simulator } = await startFaulty()
  simulator.faults.add({ drop: true })
  await expect(simulator.fetch(READ)).rejects.toMatchObject({
    name: 'TypeError',
    message: 'fetch failed',
    cause: { code: 'ECONNRESET' },
  })
})
