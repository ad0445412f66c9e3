// The page about HTTPS: its server runs, its client gets a response, and the library serves with files of one's own.

import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeCertificate } from '../../src/cli/serving/certificate.ts'
import { serveProcess } from '../cli/cli.ts'
import { codeBlocks } from './support/code-blocks.ts'
import { readPage } from './support/pages.ts'
import { makeProject } from './support/project.ts'

const blocks = codeBlocks(readPage('docs/https.md'))
const ofLanguage = (name: string) =>
  blocks.filter(({ language }) => language === name).map(({ text }) => text)
const project = await makeProject([])

it('docs/https.md: the commands', async () => {
  const [line = '', curl = '', ...others] = ofLanguage('sh')
  expect([line.split(' ').slice(0, 2), others]).toEqual([['reqsim', 'serve'], []])
  const file = join(project.folder, 'served.pem')
  const { url } = await serveProcess(...line.replace('ca.pem', file).split(' ').slice(2))
  copyFileSync(file, join(project.folder, 'ca.pem'))
  const { code, output } = await project.run(
    `${curl.replace('https://127.0.0.1:4010', url)} --no-progress-meter`,
  )
  expect(code, output).toBe(0)
  expect(JSON.parse(output)).toMatchObject({ id: 101 })
})

it('docs/https.md: the library', async () => {
  const { cert, key } = makeCertificate(['localhost'], Date.now())
  await project.write('server.pem', cert)
  await project.write('server.key', key)
  const [text, ...others] = ofLanguage('ts')
  expect(others).toEqual([])
  await project.write('serve.mjs', `${text}\nconsole.log(served.url)\nawait served.close()`)
  const { code, output } = await project.run(`'${process.execPath}' serve.mjs`)
  expect(code, output).toBe(0)
  expect(output).toMatch(/^https:\/\/127\.0\.0\.1:\d+\n$/)
})
