// The configurations of docs/mcp.md start what there is, and name the packages that it needs.

import { expect, it } from 'vitest'
import packageJson from '../../../package.json' with { type: 'json' }
import { createProgram } from '../../../src/cli/program.ts'
import { readyScenarios } from '../../../src/scenario/ready/list.ts'
import { blocksOf, readPage } from '../support/pages.ts'

interface HostServer {
  readonly command: string
  readonly args: readonly string[]
}
type HostFile = Readonly<Record<'mcpServers' | 'servers', Readonly<Record<string, HostServer>> | undefined>>

const servers = blocksOf('docs/mcp.md', 'json').flatMap(({ text }) => {
  const { mcpServers, servers: ofCode } = JSON.parse(text) as HostFile
  return Object.values(mcpServers ?? ofCode ?? {})
})

it.each(servers)('$command $args', ({ command, args }) => {
  const at = args.indexOf('mcp')
  const before = [command, ...args.slice(0, at)]
  const packages = before.filter((_, index) => before[index - 1] === '-p')
  expect(before.filter((word) => !packages.includes(word) || word === 'reqsim')).toSatisfy(
    (words: string[]) => ['npx reqsim', 'reqsim', 'npx -y -p reqsim -p reqsim'].includes(words.join(' ')),
  )
  for (const name of packages)
    expect(['reqsim', ...Object.keys(packageJson.peerDependencies)]).toContain(name)
  const mcp = createProgram({}).commands.find((each) => each.name() === 'mcp')
  const { operands = [], unknown } = mcp?.parseOptions(args.slice(at + 1)) ?? {}
  expect(unknown).toEqual([])
  const names = readyScenarios().map(({ name }) => name)
  expect(operands.filter((name) => !names.includes(name))).toEqual([])
})

it('shows several, and the package to install', () => {
  expect(servers.length).toBeGreaterThanOrEqual(4)
  const [, names = ''] = /`npm install --save-dev ([^`]+)`/.exec(readPage('docs/mcp.md')) ?? []
  for (const name of names.split(' ').slice(1))
    expect(Object.keys(packageJson.peerDependencies)).toContain(name)
})
