/** The certificate of `--tls`: read from files, or made, with its authority written for clients to trust. */
import { X509Certificate } from 'node:crypto'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, networkInterfaces } from 'node:os'
import { resolve } from 'node:path'
import type { TlsOptions } from '../../adapters/node.ts'
import { ADDRESSES, CONTROL_ADDRESS } from '../../api/framework/interfaces.ts'
import { fileProblem, quoted, ToolFailure } from '../../replay/failure.ts'
import type { TlsFlags } from '../flags/tls.ts'

/** How a server speaks HTTPS. */
export interface PreparedTls {
  readonly tls: TlsOptions
  /** The authority of a certificate that was made; undefined for the user's own. */
  readonly authority: Authority | undefined
}

export interface Authority {
  /** The certificate, PEM. */
  readonly text: string
  /** The absolute path of the file for clients, if there is one. */
  readonly file: string | undefined
}

/** The names under which clients reach the server. */
export interface ServedNames {
  readonly host: string
  readonly allowHost?: readonly string[]
}

/** Undefined without TLS. Ends the command if flags contradict each other, or a file cannot be read or written. */
export async function prepareTls(flags: TlsFlags, served: ServedNames): Promise<PreparedTls | undefined> {
  const { tls: isWanted = false, tlsCa, tlsCert, tlsKey } = flags
  if (tlsCert !== undefined && tlsKey === undefined)
    throw new ToolFailure(2, '--tls-cert needs the private key of the certificate: add --tls-key')
  if (tlsKey !== undefined && tlsCert === undefined)
    throw new ToolFailure(2, '--tls-key needs the certificate of the key: add --tls-cert')
  if (tlsCert !== undefined && tlsKey !== undefined) {
    if (tlsCa !== undefined)
      throw new ToolFailure(
        2,
        '--tls-ca is for a certificate that reqsim makes: clients of --tls-cert trust the authority that issued it',
      )
    const tls = { cert: readPem('--tls-cert', tlsCert), key: readPem('--tls-key', tlsKey) }
    return { tls, authority: undefined }
  }
  if (!isWanted) {
    if (tlsCa !== undefined) throw new ToolFailure(2, '--tls-ca is for HTTPS: add --tls')
    return undefined
  }
  // The library that writes certificates is loaded here, so that other starts do without it.
  const { makeCertificate, AUTHORITY_NAME } = await import('./certificate.ts')
  if (tlsCa !== undefined) refuseOtherFile(tlsCa, AUTHORITY_NAME)
  const { cert, key, authority: text } = makeCertificate(namesOf(served), Date.now())
  const file = tlsCa === undefined ? undefined : resolve(tlsCa)
  return { tls: { cert, key }, authority: { text, file } }
}

function readPem(flag: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new ToolFailure(2, `${flag}: ${fileProblem('read', file, error)}`)
  }
}

/** Only an authority of an earlier start is replaced, never another file. */
function refuseOtherFile(file: string, name: string): void {
  const earlier = subjectIn(file)
  if (earlier !== undefined && earlier !== `CN=${name}`)
    throw new ToolFailure(
      2,
      `--tls-ca: ${quoted(file)} exists and is not an authority of reqsim: pass a new file, or delete this one`,
    )
}

/**
 * Writes the file for clients atomically, if there is one. Call it once the server listens: until then, another server on the
 * port may use the file.
 */
export function writeAuthority({ text, file }: Authority): void {
  if (file === undefined) return
  const temporary = `${file}.${process.pid}.tmp`
  try {
    // Not a secret: every client reads it.
    writeFileSync(temporary, text, { mode: 0o644 })
    renameSync(temporary, file)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw new ToolFailure(1, `--tls-ca: ${fileProblem('write', file, error)}`)
  }
}

/** The subject of the certificate in a file, empty for another file; undefined if there is no file. */
function subjectIn(file: string): string | undefined {
  try {
    return new X509Certificate(readFileSync(file)).subject
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : ''
  }
}

const EVERY_ADDRESS = new Set(['0.0.0.0', '::'])

/** Loopback names, the names of the flags and of the simulated products, and all addresses of the machine if it serves on all. */
function namesOf({ host, allowHost = [] }: ServedNames): readonly string[] {
  const simulated = [...ADDRESSES.map(({ url }) => url), CONTROL_ADDRESS.url].map(
    (url) => new URL(url).hostname,
  )
  const machine = EVERY_ADDRESS.has(host)
    ? [
        hostname(),
        ...Object.values(networkInterfaces()).flatMap((each = []) => each.map(({ address }) => address)),
      ]
    : [host]
  const allowed = allowHost.map((name) => name.replace(/:\d{1,5}$/, ''))
  const all = ['localhost', '127.0.0.1', '::1', ...machine, ...allowed, ...simulated]
  // Neither the scope of an address nor a wildcard port belongs to a certificate.
  return [
    ...new Set(
      all.map((name) =>
        name
          .replace(/%.*$/, '')
          .replace(/^\[(.*)\]$/, '$1')
          .toLowerCase(),
      ),
    ),
  ]
}
