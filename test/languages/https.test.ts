// Clients of Python trust the authority of `serve --tls` by the variables that the command names.

import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { makeCertificate } from '../../src/cli/serving/certificate.ts'
import { serve } from '../cli/cli.ts'
import { temporaryFolder } from '../support/folder.ts'
import { describeWithPrograms } from './toolchain.ts'

const folder = temporaryFolder()
const PATH = process.env['PATH'] ?? ''
const other = folder.write('other.pem', makeCertificate(['localhost'], Date.now()).authority)
// Debian's has the packages that CI installs, whatever else is on the path.
const PYTHON = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3'

const URLLIB = `
import json, sys, urllib.request
print(json.load(urllib.request.urlopen(sys.argv[1]))["status"])`
const SSL = `
import json, ssl, sys, urllib.request
context = ssl.create_default_context(cafile=sys.argv[2])
context.verify_flags |= ssl.VERIFY_X509_STRICT
print(json.load(urllib.request.urlopen(sys.argv[1], context=context))["status"])`
const REQUESTS = `
import requests, sys
print(requests.get(sys.argv[1]).json()["status"])`

describeWithPrograms('HTTPS with clients of Python', ['python3'], () => {
  test.each([
    ['urllib, by SSL_CERT_FILE', URLLIB, 'SSL_CERT_FILE'],
    ['ssl with strict checks, by the file', SSL, undefined],
    ['requests, by REQUESTS_CA_BUNDLE', REQUESTS, 'REQUESTS_CA_BUNDLE'],
  ])('%s', async (_name, script, variable) => {
    const file = join(folder.path, 'ca.pem')
    const { url } = await serve(['--tls', '--tls-ca', file])
    const args = ['-c', script, `${url}/_sim/health`]
    const ask = async (env: Readonly<Record<string, string>>, more: readonly string[]) => {
      const child = spawn(PYTHON, [...args, ...more], {
        env: { PATH, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
      return { out, errors }
    }
    const trusting = variable === undefined ? await ask({}, [file]) : await ask({ [variable]: file }, [])
    expect(trusting).toEqual({ out: 'ok\n', errors: '' })
    const others = variable === undefined ? [other] : []
    expect((await ask({}, others)).errors).toContain('CERTIFICATE_VERIFY_FAILED')
  })
})
