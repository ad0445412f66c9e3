/** Faults that could never strike were taken: what they name must leave something to strike. */
import { describe, expect, test } from 'vitest'
import { createSimulator } from '../../../src/index.ts'
import type { StatusFault } from '../../../src/index.ts'

type Selection = Omit<StatusFault, 'status'>

const sim = await createSimulator({ scenario: 'demo' })

describe('refused', () => {
  test.each<[Selection, string]>([
    [
      { path: '/wiki/rest/reqs/1/baseline/ENG' },
      "path: is the path below the address of an interface, without '/wiki'; 'interface' and 'region' say which; did you mean '/rest/reqs/1/baseline/ENG'?",
    ],
    [{ path: '/api/applications/101' }, "without '/api'"],
    [{ path: '/us/api/applications/*' }, "did you mean '/applications/*'?"],
    [
      { path: '/rest/reqs/1/baseline/ENG?x=1' },
      "path: has a query, which faults do not look at: leave it out of '/rest/reqs/1/baseline/ENG?x=1'; did you mean '/rest/reqs/1/baseline/ENG'?",
    ],
    [{ path: '/rest/nosuch/path' }, "path: no operation is at '/rest/nosuch/path'"],
    [{ path: `/${'x'.repeat(500)}` }, `path: no operation is at '/${'x'.repeat(99)}…'`],
    [{ path: '/rest/reqs/1/baselin/{space}' }, 'did you mean'],
    [
      { interface: 'tracker', operation: 'wiki.baseline.list' },
      "interface: 'tracker' does not serve 'wiki.baseline.list': that is served by wiki and hosted-wiki",
    ],
    [{ interface: 'hosted-wiki', operation: 'standalone.*' }, 'that is served by standalone'],
    [
      { method: 'POST', operation: 'wiki.baseline.list' },
      "method: 'wiki.baseline.list' does not take POST: it takes GET",
    ],
    [{ interface: 'wiki', region: 'us' }, "region: 'wiki' is not served in 'us': it is in eu"],
    [
      { operation: 'wiki.baseline.list', path: '/applications/{id}' },
      "path: 'wiki.baseline.list' is not at '/applications/{id}'; did you mean '/rest/reqs/1/baseline/{",
    ],
    [{ interface: 'tracker', path: '/applications/{id}' }, "path: no operation is at '/applications/{id}'"],
  ])('%j', (fault, message) => {
    const refused = () => sim.faults.add({ ...fault, status: 503 })
    expect(refused).toThrow(message)
    expect(sim.faults.list()).toEqual([])
  })
})

describe('taken', () => {
  test.each<Selection>([
    { path: '/*' },
    { path: '/rest/*' },
    { path: '/rest/reqs/1/baseline/ENG', interface: 'wiki' },
    { path: '/rest/reqs/1/baseline/{spaceKey}', interface: 'hosted-wiki', region: 'us' },
    { path: '/applications/101/', method: 'DELETE' },
    { path: '/*/1*/*', region: 'us' },
    { operation: 'wiki.baseline.list', method: 'HEAD', interface: 'hosted-wiki' },
    { operation: 'wiki.*', region: 'us' },
    { method: 'PATCH' },
  ])('%j', (fault) => {
    const { id } = sim.faults.add({ ...fault, status: 503 })
    expect(sim.faults.list()).toMatchObject([{ id, ...fault }])
    sim.faults.remove(id)
  })
})
