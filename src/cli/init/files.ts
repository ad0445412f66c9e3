/** The files of `reqsim init`. */

export const SCENARIO_FILE = 'first.scenario.yaml'

export const SCENARIO = `# yaml-language-server: $schema=../node_modules/reqsim/schema/scenario.schema.json
# The demo, with a new space that has two requirements. Edit it as you like.
name: first
extends: [demo]
world:
  spaces:
    - { site: wiki, key: DOC, name: Manuals, grants: { edit: [alice], read: [bob] } }
  pages:
    - { space: DOC, title: Quick start }
  requirements:
    - { space: DOC, key: DOC-1, page: Quick start, text: The manual shall fit on one page. }
    - { space: DOC, key: DOC-2, page: Quick start, text: The manual shall show each step. }
`

/** Valid as JavaScript and as TypeScript. */
export const FIRST_TEST = `import { loadScenarioFile } from 'reqsim/node'
import { test as base } from 'reqsim/vitest'
import { describe, expect } from 'vitest'

const scenario = await loadScenarioFile(\`\${import.meta.dirname}/${SCENARIO_FILE}\`)

// Each test gets a separate simulator: \`sim\` is a fork of this scenario.
const test = base.extend({ simulatorOptions: { scenario } })

const DOC = 'http://wiki.sim/rest/reqs/1/requirement2/DOC'
const asAlice = { Authorization: 'Bearer tok-alice', 'Content-Type': 'application/json' }
const asBob = { Authorization: 'Bearer tok-bob', 'Content-Type': 'application/json' }

describe('the space DOC', () => {
  test('has the requirements of the scenario', async ({ sim }) => {
    const response = await sim.fetch(DOC, { headers: asAlice })
    expect(response.status).toBe(200)
    const { results } = await response.json()
    expect(results.map(({ key }: { key: string }) => key)).toEqual(['DOC-1', 'DOC-2'])
  })

  test('only users with edit permission change it', async ({ sim }) => {
    const change = { method: 'PUT', body: JSON.stringify({ htmlExcerpt: 'The manual shall be short.' }) }
    expect((await sim.fetch(\`\${DOC}/DOC-1\`, { ...change, headers: asBob })).status).toBe(403)
    expect((await sim.fetch(\`\${DOC}/DOC-1\`, { ...change, headers: asAlice })).status).toBe(200)
    const response = await sim.fetch(\`\${DOC}/DOC-1\`, { headers: asBob })
    expect(await response.json()).toMatchObject({ htmlExcerpt: 'The manual shall be short.' })
  })

  test('the rate limit resets after a minute of virtual time', async ({ sim }) => {
    const left = async () => (await sim.fetch(DOC, { headers: asBob })).headers.get('X-Rate-Limit-Remaining')
    const atFirst = await left()
    expect(await left()).not.toBe(atFirst)
    sim.clock.advance('1m')
    expect(await left()).toBe(atFirst)
  })
})
`

/** The first test in a project of this language, and its name. */
export function firstTest(language: 'ts' | 'js'): { readonly name: string; readonly text: string } {
  const text = language === 'ts' ? FIRST_TEST : FIRST_TEST.replace('({ key }: { key: string })', '({ key })')
  return { name: `first.test.${language}`, text }
}
