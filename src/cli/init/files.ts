/** The files of `reqsim init`. */
import { existsSync } from 'node:fs'

/** The folder of the files that are not those of the project itself. */
export const FOLDER = 'reqsim'

export const SCENARIO_FILE = 'first.scenario.yaml'

/** The name of the schema beside a scenario outside of an npm project. */
export const SCHEMA_FILE = 'scenario.schema.json'

/** The scenario, with the path of the schema that editors read. */
export const scenarioText = (schema: string): string => `# yaml-language-server: $schema=${schema}
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

/**
 * The scenario of `exec` and `explore` without an argument: that of the tests that `init` wrote into the working directory, or
 * else the demo. A server has one scenario, so tests of the first would fail with the second.
 */
export function defaultScenario(): string {
  return [SCENARIO_FILE, `${FOLDER}/${SCENARIO_FILE}`].find((path) => existsSync(path)) ?? 'demo'
}
