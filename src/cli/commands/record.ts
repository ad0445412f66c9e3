/** `reqsim record`: forwards requests to a server, and records them with their responses until SIGTERM or SIGINT. */
import type { AddressInfo } from 'node:net'
import { recordedEntry } from '../../record/entry.ts'
import { dropRecording, openRecording, type RecordingFile } from '../../record/file.ts'
import { createProxy, type Proxy } from '../../record/proxy.ts'
import { createCallerNames } from '../../replay/credentials.ts'
import { quoted, ToolFailure } from '../../replay/failure.ts'
import { readServerAddress } from '../../replay/server-address.ts'
import { visible } from '../../replay/text.ts'
import { countText } from '../../world/count-text.ts'
import { quotedForShell } from '../output/shell.ts'
import { listenToSignals } from '../serving/signals.ts'
import type { RecordFlags } from '../flags/record.ts'

/** Records until a signal. Exits with 1 if the recording is incomplete. */
export async function runRecord(flags: RecordFlags): Promise<void> {
  const signals = listenToSignals()
  try {
    await recordUntil(signals.stopped, flags)
  } finally {
    signals.dispose()
  }
}

async function recordUntil(stopped: Promise<void>, flags: RecordFlags): Promise<void> {
  const { against, out, allowHost = [], keepCredentials: keepsCredentials = false } = flags
  const server = readServerAddress(against)
  const file = openRecording(out)
  const callers = createCallerNames()
  let isComplete = true
  const proxy = createProxy({
    server,
    allowHost: [...allowHost, flags.host],
    onExchange(recorded) {
      const isAdded = file.add(recordedEntry(recorded, { keepsCredentials, callers }))
      if (isComplete && !isAdded) process.stderr.write(`reqsim: ${incomplete(out, file)}\n`)
      isComplete &&= isAdded
    },
  })
  const url = await listen(proxy, flags).catch((error: unknown) => {
    dropRecording(out)
    throw error
  })
  if (keepsCredentials)
    process.stderr.write(`reqsim: ${visible(out)} will contain credentials: do not share it\n`)
  process.stdout.write(
    `reqsim recording ${against} at ${url}\n\nCall ${url} in place of ${against}. Ctrl-C ends the recording.\n`,
  )
  await stopped
  await proxy.close()
  file.finish()
  const recorded = `${countText(file.count(), 'exchange')} recorded in ${visible(out)}`
  process.stdout.write(
    `${recorded}\nReplay with: reqsim replay ${quotedForShell(out)} --against demo --as alice\n`,
  )
  if (!isComplete) throw new ToolFailure(1, incomplete(out, file))
}

function incomplete(out: string, file: RecordingFile): string {
  return `${quoted(out)} is incomplete after ${countText(file.count(), 'exchange')}: ${file.problem() ?? ''}`
}

/** Returns the address of the proxy. */
function listen({ server }: Proxy, { port, host, against }: RecordFlags): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) =>
      reject(new ToolFailure(1, `cannot listen on port ${port} of ${quoted(host)}: ${error.message}`)),
    )
    server.listen({ port, host }, () => {
      const address = server.address() as AddressInfo
      const shown = address.family === 'IPv6' ? `[${address.address}]` : address.address
      const url = `http://${shown}:${address.port}`
      const target = new URL(against)
      const isItself = target.origin === url || target.origin === `http://localhost:${address.port}`
      if (!isItself) return resolve(url)
      // It would forward every request to itself.
      server.close()
      reject(new ToolFailure(2, `--against: ${quoted(against)} is the address of the recorder itself`))
    })
  })
}
