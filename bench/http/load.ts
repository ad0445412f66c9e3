/** Load on one server by autocannon: how many answers a second, over ten connections that are kept. */
import autocannon from 'autocannon'
import type { Server } from '../child.ts'
import type { Contender } from './contenders.ts'
import { keyOf, newKeyOf, type OperationName, PAGE_SIZE, TOKEN } from './target.ts'

const CONNECTIONS = 10
/** Pages that are asked for in turn, where there are so many. */
const PAGES = 50
/** Steps from one record that is asked for to the next: a prime, so that all come in turn. */
const STRIDE = 997

/** Keys of records to be made, each given once in this process. */
let made = 0
/** What was asked of each server so far, by operation: the next load goes on with the record after that. */
const asked = new Map<string, number>()

/** Answers a second over so many seconds; a slow server may give no answer within them. Throws when anything was refused. */
export async function rateOf(
  { ask, name }: Contender,
  server: Server,
  operation: OperationName,
  count: number,
  seconds: number,
): Promise<number> {
  const what = `${operation} ${server.url}`
  let turn = asked.get(what) ?? 0
  const begin = () => {
    asked.set(what, ++turn)
    const pages = Math.min(PAGES, Math.ceil(count / PAGE_SIZE))
    return ask(operation, {
      key: keyOf(1 + ((turn * STRIDE) % count)),
      offset: PAGE_SIZE * (turn % pages),
      newKey: newKeyOf(++made),
      turn,
    })
  }
  const steps = begin().length
  const stopPolling = poll()
  const result = await autocannon({
    url: server.url,
    connections: CONNECTIONS,
    duration: seconds,
    sampleInt: Math.min(seconds * 1000, 1000) + 5,
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    requests: Array.from({ length: steps }, (_, step) => ({
      // The first request of a turn decides what the others of its connection are about.
      setupRequest(request, shared) {
        if (step === 0) shared['asked'] = begin()
        return { ...request, ...(shared['asked'] as ReturnType<typeof ask>)[step] }
      },
    })),
  })
  stopPolling()
  await drain(server.url)
  const answered = result['2xx']
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(
      `${name}, ${operation}, ${count} records: ${answered} answers, ${result.non2xx} refusals, ${result.errors} errors`,
    )
  }
  return (answered * 1000) / (result.finish.getTime() - result.start.getTime())
}

/** Waits until a server has done with what it was asked last, so that nothing of that meets the next one. */
async function drain(url: string): Promise<void> {
  const answer = await fetch(`${url}/done-with-all`)
  await answer.arrayBuffer()
}

/**
 * Keeps this process from sleeping until it is told to stop. Waking a process that sleeps costs the one that writes to it 20
 * to 30 µs in a virtual machine: of a raw server that counts to 20 µs before each answer, writing took 27 µs instead of 6. So
 * a server that takes a little longer than the load would be charged for that with every answer. With a load that polls,
 * writing takes 7 to 14 µs whatever the server does.
 */
function poll(): () => void {
  let polling = true
  const again = (): void => {
    if (polling) setImmediate(again)
  }
  again()
  return () => {
    polling = false
  }
}
