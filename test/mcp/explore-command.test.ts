// An agent explores a command of the project, where the user allowed it: without a shell, within bounds, without credentials.

import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { explorerForAgents } from '../../src/cli/explore/for-agents.ts'
import { temporaryFolder } from '../support/folder.ts'
import { connectInProcess, connectToProcess } from './connect.ts'

const { path: folder, write } = temporaryFolder()

/** A client that does not repeat a read that fails, and prints what it should not. */
const FRAGILE = write(
  'fragile.mjs',
  `const { REQSIM_WIKI_URL: url, REQSIM_TOKEN_ALICE: token } = process.env
const response = await fetch(url + '/baseline/ENG', { headers: { authorization: 'Bearer ' + token } })
console.log('sent ' + token + ' and password=hunter2secret')
if (!response.ok) throw new Error('no list with ' + token + ': ' + response.status)
`,
)
const STUCK = write('stuck.mjs', `setInterval(() => {}, 1000)\n`)

async function connect() {
  const explorer = explorerForAgents('demo', [])
  const connection = await connectInProcess({ scenario: 'demo' }, { exploreCommand: explorer.explore })
  return { ...connection, stop: explorer.stop }
}

describe('explore_command', () => {
  it('finds what breaks a command, and repeats no credential', async () => {
    const { call } = await connect()
    const { isError, text, texts, data } = await call('explore_command', {
      command: [process.execPath, FRAGILE],
      schedules: 8,
      seconds: 120,
    })
    expect([isError, text]).toEqual([
      false,
      expect.stringMatching(/^\d+ schedules?: \d failures?\. The worst: /),
    ])
    expect(data['failures']).toMatchObject(
      [{ output: expect.stringContaining('sent (redacted)') }, {}].slice(0, 1),
    )
    expect(texts.join()).not.toMatch(/tok-alice|hunter2/)
  }, 150_000)

  it('gives no word to a shell', async () => {
    const { call } = await connect()
    const file = `${folder}/made-by-a-shell`
    const { text } = await call('explore_command', { command: [`touch ${file}`] })
    expect(text).toContain('command: ')
    expect(text).toContain('cannot be run')
    await call('explore_command', {
      command: [process.execPath, '--version', `; touch ${file}`],
      schedules: 1,
    })
    expect(existsSync(file)).toBe(false)
  }, 60_000)

  it('ends a command that does not end, and takes one at a time', async () => {
    const { call, stop } = await connect()
    const stuck = call('explore_command', { command: [process.execPath, STUCK], schedules: 200, seconds: 2 })
    await wait(200)
    const second = await call('explore_command', { command: [process.execPath, FRAGILE] })
    expect(second.text).toBe('command: another one is being explored; wait for its result')
    // Not ending is a failure of the command, or the limit of the exploration, whichever is noticed first.
    expect((await stuck).text).toMatch(/^seconds: '2' were not enough|The worst: /)
    stop()
  }, 60_000)

  it('is there with --allow-commands alone', async () => {
    const { client } = await connectToProcess('empty', '--allow-commands')
    const { tools } = await client.listTools()
    await client.close()
    expect(tools.map(({ name }) => name)).toContain('explore_command')
    const { client: other } = await connectInProcess()
    const without = await other.listTools()
    expect(without.tools.map(({ name }) => name)).not.toContain('explore_command')
  }, 120_000)
})
