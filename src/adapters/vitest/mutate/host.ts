/**
 * The process that runs Vitest for `reqsim mutate`, in the folder of the user's tests: Vitest loads their configuration, and is
 * that of the package beside which this file is installed.
 */
import type { Request, Response } from './messages.ts'
import { Session } from './session.ts'

/** Beside this file, in the package and in the source. */
const RUNNER = import.meta.filename.replace(/host(\.\w+)$/, 'runner$1')

/** Milliseconds of real time for Vitest to close. */
const CLOSING = 3000

serveRequests()

/** Requests are handled one after the other. */
function serveRequests(): void {
  let session: Session | undefined
  let last = Promise.resolve()

  async function handle(request: Request): Promise<void> {
    if (request.kind === 'open') {
      session = await Session.open({ ...request, runner: RUNNER })
      send({ kind: 'opened' })
    } else if (session === undefined) throw new Error('the first request must open Vitest')
    else if (request.kind === 'base') send({ kind: 'base', base: await session.base() })
    else {
      await session.run(request.mutants, (result) => send({ kind: 'result', result }))
      send({ kind: 'done' })
    }
  }

  process.on('message', (request: Request) => {
    last = last
      .then(() => handle(request))
      .catch((error: unknown) => {
        send({ kind: 'error', message: error instanceof Error ? error.message : String(error) })
      })
  })
  process.on('disconnect', () => {
    // A run that hangs must not outlive whoever asked for it.
    setTimeout(() => process.exit(), CLOSING)
    void (session?.close() ?? Promise.resolve()).finally(() => process.exit())
  })
}

function send(response: Response): void {
  process.send?.(response)
}
