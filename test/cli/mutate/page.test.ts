// The page about `reqsim mutate` shows what the command prints, and names every group of mistakes.

import { expect, it } from 'vitest'
import { mutationReport } from '../../../src/cli/mutate/report.ts'
import type { MutantResult } from '../../../src/cli/mutate/runner.ts'
import { reportText } from '../../../src/cli/mutate/texts.ts'
import { mutants } from '../../../src/mutate/index.ts'
import { MUTATION_KINDS } from '../../../src/scenario/format/mutation-kinds.ts'
import { blocksOf, readPage } from '../../docs/support/pages.ts'
import { createSimulator } from '../../../src/index.ts'
import { resolveText } from '../../scenario/support.ts'
import { expectValues } from '../../docs/support/snippets.ts'

const PAGE = 'docs/mutate.md'

it('the page has the beginning of a report', async () => {
  const all = await mutants({ operations: ['wiki.requirement.write'] })
  const lost = all.filter(({ kind }) => kind === 'lost-write')
  const others = all.filter(({ kind }) => kind !== 'lost-write').slice(0, 3)
  const resultOf = (id: string): MutantResult => ({
    id,
    status: lost.some((each) => each.id === id) ? 'survived' : 'killed',
    coveredBy: ['pytest'],
  })
  const tried = [...lost, ...others]
  const report = mutationReport({
    command: 'pytest',
    scenario: 'demo',
    seed: '1',
    ended: 'all',
    tests: 1,
    used: ['wiki.requirement.write'],
    mutants: tried,
    results: new Map(tried.map(({ id }) => [id, resultOf(id)])),
    kept: new Set(),
  })
  const [shown] = blocksOf(PAGE, 'text')
  expect(reportText(report).slice(0, shown?.text.length)).toBe(shown?.text)
})

it('the page names every group', () => {
  for (const group of Object.keys(MUTATION_KINDS)) expect(readPage(PAGE)).toContain(`| \`${group}\``)
})

it('the page takes a mutant in process', async () => {
  const [sample] = blocksOf(PAGE, 'ts')
  const body = sample?.text.replaceAll(/^import .*\n/gm, '') ?? ''
  expect(await expectValues(body, { mutants })).toBe(2)
})

it('the page names mistakes in a scenario', async () => {
  const [scenario] = blocksOf(PAGE, 'yaml')
  const sim = await createSimulator({ scenario: await resolveText(scenario?.text ?? '') })
  const target = { as: 'alice', path: { spaceKey: 'ENG', key: 'REQ-001' } } as const
  const { body } = await sim.call('wiki.requirement.read', target)
  const { properties } = body as { properties: readonly { readonly value: unknown }[] }
  expect(properties.map(({ value }) => value)).toEqual([null, null, null])
  const owner = { properties: [{ key: 'Owner', value: 'alice' }] }
  await sim.call('wiki.requirement.write', { ...target, body: owner })
  expect(sim.faults.list().map(({ struck }) => struck)).toEqual([1, 1])
})
