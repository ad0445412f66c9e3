import { spawn } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { TLSSocket } from 'node:tls'
import { describe, expect, test } from 'vitest'
import { makeCertificate } from '../../src/cli/serving/certificate.ts'
import { findProgram } from '../languages/toolchain.ts'
import { temporaryFolder } from '../support/folder.ts'
import { run, serve, start } from './cli.ts'

const folder = temporaryFolder()
// A command that runs in this process has an environment of its own.
const PATH = process.env['PATH'] ?? ''
let files = 0
const newFile = () => join(folder.path, `file-${++files}.pem`)

/** The certificate that a server shows to a client that trusts this file, under a name. */
function certificateOf(url: string, authority: string, servername?: string): Promise<X509Certificate> {
  const options = {
    ca: authority,
    agent: false,
    path: '/_sim/health',
    ...(servername === undefined ? {} : { servername }),
  }
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (response) => {
      const { raw } = (response.socket as TLSSocket).getPeerCertificate()
      response.resume().on('end', () => resolve(new X509Certificate(raw)))
    })
    sent.on('error', reject).end()
  })
}

/** Runs a program; its environment is empty but for what is given. */
async function output(command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(command, args, {
    env: { PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { out, errors }
}

describe('serve --tls', () => {
  test('makes a certificate for a month, for loopback names, the names of flags and those of the simulator', async () => {
    const file = newFile()
    const { url } = await serve(['--tls', '--tls-ca', file, '--allow-host', 'reqsim.test,other.test:8443'])
    expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
    const authority = readFileSync(file, 'utf8')
    const made = await certificateOf(url, authority)
    for (const name of ['localhost', 'reqsim.test', 'other.test', 'wiki.sim', 'api.us.sim', 'sim.sim'])
      expect([name, made.checkHost(name)]).toEqual([name, name])
    for (const address of ['127.0.0.1', '::1']) expect(made.checkIP(address)).toBe(address)
    expect(made.checkHost('example.com')).toBeUndefined()
    const days = (to: string) => (Date.parse(to) - Date.now()) / 86_400_000
    expect(days(made.validFrom)).toBeCloseTo(-1, 1)
    expect(days(made.validTo)).toBeCloseTo(30, 1)
    expect(made.publicKey.asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' })
    const root = new X509Certificate(authority)
    expect([root.ca, made.ca, made.verify(root.publicKey), made.checkIssued(root)]).toEqual([
      true,
      false,
      true,
      true,
    ])
  })

  test('writes only the certificate of the authority, for everyone to read, and nothing beside it', async () => {
    const own = join(folder.write('alone/.keep', ''), '..')
    const file = join(own, 'ca.pem')
    await serve(['--tls', '--tls-ca', file])
    expect(readdirSync(own).sort()).toEqual(['.keep', 'ca.pem'])
    expect(readFileSync(file, 'utf8').match(/-----BEGIN .*-----/g)).toEqual(['-----BEGIN CERTIFICATE-----'])
    expect(statSync(file).mode & 0o777 & ~0o644).toBe(0)
  })

  test('makes a new authority at each start, which replaces that of an earlier one', async () => {
    const file = newFile()
    const first = await serve(['--tls', '--tls-ca', file])
    const authority = readFileSync(file, 'utf8')
    await first.command.stop()
    const second = await serve(['--tls', '--tls-ca', file])
    await expect(certificateOf(second.url, authority)).rejects.toThrow(/signature|certificate/)
    await certificateOf(second.url, readFileSync(file, 'utf8'))
  })

  test('names the machine and its addresses if it serves on all of them', async () => {
    const file = newFile()
    const { url } = await serve(['--tls', '--tls-ca', file, '--host', '0.0.0.0'])
    const { port } = new URL(url)
    const made = await certificateOf(`https://127.0.0.1:${port}`, readFileSync(file, 'utf8'))
    expect(made.subjectAltName).toContain(`DNS:${hostname().toLowerCase()}`)
    expect(made.subjectAltName).not.toContain('0.0.0.0')
  })

  test('says how clients trust it', async () => {
    const file = join(folder.path, 'with blank.pem')
    const { command } = await serve([], { REQSIM_TLS: '1', REQSIM_TLS_CA: file })
    expect(command.out()).toContain(
      `Clients trust the certificate with ${file}, which is new after each start:\n`,
    )
    expect(command.out()).toContain(`NODE_EXTRA_CA_CERTS='${file}'\n`)
    expect(command.out()).toContain(`REQUESTS_CA_BUNDLE='${file}' SSL_CERT_FILE='${file}'\n`)
    expect(command.out()).toMatch(new RegExp(`^Try: curl --cacert '${file}' -H '.*' 'https://`, 'm'))
  })

  test('without a file for the authority, says that no client trusts it', async () => {
    const { command } = await serve(['--tls'])
    expect(command.out()).toContain('Clients do not trust the certificate: start with --tls-ca FILE')
    expect(command.out()).toMatch(/^Try: curl --insecure /m)
  })

  test('with a certificate of your own shows that, and says nothing of trust', async () => {
    const own = makeCertificate(['localhost', '127.0.0.1'], Date.now())
    const [cert, key] = [newFile(), newFile()]
    writeFileSync(cert, own.cert)
    writeFileSync(key, own.key)
    const { url, command } = await serve(['--tls-cert', cert, '--tls-key', key])
    expect((await certificateOf(url, own.authority)).fingerprint).toBe(
      new X509Certificate(own.cert).fingerprint,
    )
    expect(command.out()).not.toMatch(/trust|cacert|insecure/)
  })
})

describe('clients that are given the file', () => {
  test.each([
    [
      'fetch of Node',
      process.execPath,
      ['-e', 'fetch(process.argv[1]).then(async (r) => console.log((await r.json()).status))'],
      'NODE_EXTRA_CA_CERTS',
    ],
    [
      'https of Node',
      process.execPath,
      ['-e', "require('node:https').get(process.argv[1], (r) => r.pipe(process.stdout))"],
      'NODE_EXTRA_CA_CERTS',
    ],
  ])('%s', async (_name, command, args, variable) => {
    const file = newFile()
    const { url } = await serve(['--tls', '--tls-ca', file])
    const address = `${url.replace('127.0.0.1', 'localhost')}/_sim/health`
    expect((await output(command, [...args, address], { [variable]: file })).out).toContain('ok')
    expect((await output(command, [...args, address])).errors).toMatch(/certificate/i)
  })

  test.skipIf(findProgram('curl') === undefined)('curl', async () => {
    const file = newFile()
    const { url } = await serve(['--tls', '--tls-ca', file])
    const args = ['-sS', `${url}/_sim/health`]
    expect((await output('curl', ['--cacert', file, ...args])).out).toContain('"status":"ok"')
    expect((await output('curl', args)).errors).toContain('certificate')
  })
})

describe('is refused', () => {
  const own = makeCertificate(['localhost'], Date.now())
  const cert = folder.write('own.pem', own.cert)
  const key = folder.write('own.key', own.key)
  const other = folder.write('other.key', makeCertificate(['localhost'], Date.now()).key)
  const text = folder.write('notes.txt', 'do not lose me')

  test.each([
    [['--tls-cert', cert], 2, '--tls-cert needs the private key of the certificate: add --tls-key'],
    [['--tls', '--tls-key', key], 2, '--tls-key needs the certificate of the key: add --tls-cert'],
    [['--tls-ca', 'ca.pem'], 2, '--tls-ca is for HTTPS: add --tls'],
    [
      ['--tls-cert', cert, '--tls-key', key, '--tls-ca', 'ca.pem'],
      2,
      '--tls-ca is for a certificate that reqsim makes',
    ],
    [
      ['--tls-cert', 'nowhere.pem', '--tls-key', key],
      2,
      "--tls-cert: cannot read 'nowhere.pem': no such file",
    ],
    [['--tls-cert', cert, '--tls-key', other], 1, 'the private key does not belong to the certificate'],
    [['--tls-cert', text, '--tls-key', key], 1, 'the certificate is not valid PEM'],
    [['--tls', '--tls-ca', join(folder.path, 'no/such/ca.pem')], 1, '--tls-ca: cannot write'],
    [
      ['--tls', '--tls-ca', text],
      2,
      'exists and is not an authority of reqsim: pass a new file, or delete this one',
    ],
    [['--tls', '--tls-ca', cert], 2, 'exists and is not an authority of reqsim'],
  ])('%j', async (args, code, message) => {
    const ended = await run(['serve', '--port', '0', ...args])
    expect(ended).toMatchObject({ code, out: '' })
    expect(ended.errors).toContain(message)
    expect(readFileSync(text, 'utf8')).toBe('do not lose me')
  })

  test('a variable that is neither yes nor no', async () => {
    const { code, errors } = await start(['serve', '--port', '0'], { REQSIM_TLS: 'maybe' }).finished
    expect([code, errors]).toEqual([2, "reqsim: REQSIM_TLS: 'maybe' is neither yes nor no: write 1 or 0\n"])
  })
})
