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
