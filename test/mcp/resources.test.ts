// Resources and prompts of the MCP server.

import { describe, expect, it } from 'vitest'
import { packagedPages } from '../../src/adapters/node/documentation.ts'
import { connectInProcess } from './connect.ts'

const { client, call } = await connectInProcess({ scenario: 'demo' }, { pages: packagedPages() })

async function textOf(uri: string): Promise<string> {
  const [content] = (await client.readResource({ uri })).contents
  return content !== undefined && 'text' in content ? content.text : ''
}

describe('resources', () => {
  it('are listed, and each can be read', async () => {
    const { resources } = await client.listResources()
    const uris = resources.map(({ uri }) => uri)
    expect(uris).toEqual(
      expect.arrayContaining([
        'reqsim://scenarios',
        'reqsim://scenarios/outage',
        'reqsim://operations/hosted-wiki',
        'reqsim://docs/query-language.md',
        'reqsim://docs/concepts/clock.md',
      ]),
    )
    for (const uri of uris) expect((await textOf(uri)).length).toBeGreaterThan(40)
  })

  it('say what they are about', async () => {
    expect(await textOf('reqsim://scenarios')).toContain(
      '- `outage`: A firewall keeps wiki and tracker apart',
    )
    expect(await textOf('reqsim://operations/wiki')).toContain('- `wiki.baseline.freeze`: POST /')
    expect(await textOf('reqsim://control')).toContain('## POST /tokens')
    expect(JSON.parse(await textOf('reqsim://scenarios/demo'))).toMatchObject({ name: 'demo' })
    await call('call_operation', { operation: 'wiki.baseline.list', as: 'alice', path: { spaceKey: 'ENG' } })
    expect(await textOf('reqsim://report')).toContain('wiki.baseline.list')
  })

  it.each([
    ['reqsim://scenarios/dmo', "no 'dmo' in scenarios: did you mean 'demo'?"],
    ['reqsim://operations/wikki', "did you mean 'wiki'?"],
    ['reqsim://docs/../package.json', "no 'package.json' in docs"],
    ['reqsim://docs/..%2Fpackage.json', "no '..%2Fpackage.json' in docs"],
    ['reqsim://docs//etc/hostname', "no '/etc/hostname' in docs"],
    ['reqsim://docs/images/console-time.webp', 'no '],
    ['file:///etc/hostname', 'not found'],
  ])('that do not exist are refused: %s', async (uri, message) => {
    await expect(client.readResource({ uri })).rejects.toThrow(message)
  })

  it('complete their names', async () => {
    const ref = { type: 'ref/resource' as const, uri: 'reqsim://scenarios/{+name}' }
    const { completion } = await client.complete({ ref, argument: { name: 'name', value: 'r' } })
    expect(completion.values).toEqual(['rate-limited', 'release-freeze'])
  })

  it('are without pages if the package has none', async () => {
    const single = await connectInProcess()
    const { resources } = await single.client.listResources()
    expect(resources.filter(({ uri }) => uri.startsWith('reqsim://docs/'))).toEqual([])
  })
})

describe('prompts', () => {
  it.each([
    ['explore_operation', { operation: 'wiki.baseline.freeze' }, 'the operation wiki.baseline.freeze'],
    ['reproduce_failure', { symptom: '503 at night' }, 'reported: 503 at night'],
  ])('%s has its argument in its words', async (name, promptArguments, words) => {
    const { messages } = await client.getPrompt({ name, arguments: promptArguments })
    expect(JSON.stringify(messages)).toContain(words)
  })

  it('complete the ids of operations', async () => {
    const ref = { type: 'ref/prompt' as const, name: 'explore_operation' }
    const argument = { name: 'operation', value: 'wiki.baseline.fr' }
    expect((await client.complete({ ref, argument })).completion.values).toEqual(['wiki.baseline.freeze'])
  })
})
