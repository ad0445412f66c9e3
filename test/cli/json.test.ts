// What commands print with --json has the published schema, with no field that the schema lacks.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import * as addFormats from 'ajv-formats'
import { expect, test } from 'vitest'
import { LISTS } from '../../src/cli/commands/lists.ts'
import { type OutputName, outputSchemas } from '../../src/cli/output/schemas.ts'
import { createProgram } from '../../src/cli/program.ts'
import { createSimulator } from '../../src/index.ts'
import { temporaryFolder } from '../support/folder.ts'
import { run } from './cli.ts'

const { path: folder, write } = temporaryFolder()

const sim = await createSimulator({ scenario: 'demo' })
for (const path of ['applications/101', 'applications/x', 'nowhere'])
  await sim.fetch(`http://api.sim/api/${path}?colour=red`, { headers: { Authorization: 'Bearer tok-alice' } })
const har = sim.journal.har()
const [first] = har.log.entries
if (first !== undefined) Object.assign(first.response, { status: 404 })
const archive = write('session.har', JSON.stringify(har))
const traceFile = `${folder}/session.trace`
writeFileSync(traceFile, await sim.trace())
const audited = `${folder}/audited`
mkdirSync(audited)
const observation = {
  handler: 'GET /x',
  place: 'mocks.ts:1',
  call: {
    method: 'GET',
    url: '/x',
    test: 'reads',
    operation: 'wiki.requirement.read',
    status: 200,
    differences: [{ kind: 'value', place: 'body.key', text: '1 instead of 2' }],
    needs: [{ kind: 'values', text: 'body.key 2' }],
  },
}
writeFileSync(`${audited}/1-0.jsonl`, JSON.stringify(observation))
const report = write('report.json', JSON.stringify(sim.report()))
const faulty = write('faulty.yaml', 'extends: [demo]\nworld: { spaces: [{ sit: 1 }] }\n')
const failing = write(
  'failing.yaml',
  `extends: [demo]
timeline:
  - { step: good, note: a note, as: alice, call: GET /api/applications/101, expect: { status: 200 } }
  - fork: { steps: [{ advance: 1m }] }
  - { as: alice, call: GET /api/applications/101, expect: { status: 404 } }
  - { advance: 3m }
`,
)

/** Sends a request and fails. */
const CLIENT =
  "await fetch(process.env.REQSIM_API_URL + '/applications/101').then((response) => response.text()); process.exit(1)"

const outputs: readonly (readonly [name: OutputName, args: readonly string[], code: number])[] = [
  ...LISTS.map((list) => [`list-${list}`, ['list', list], 0] as const),
  ['audit', ['audit', audited], 0],
  [
    'explore',
    [
      'explore',
      '--schedules',
      '3',
      '--without',
      'assumptions',
      'demo',
      '--',
      process.execPath,
      '--input-type=module',
      '-e',
      CLIENT,
    ],
    1,
  ],
  [
    'mutate',
    [
      'mutate',
      '--kinds',
      'permission',
      'demo',
      '--',
      process.execPath,
      '--input-type=module',
      '-e',
      CLIENT.replace('process.exit(1)', ''),
    ],
    0,
  ],
  ['run', ['run', 'release-freeze', failing], 1],
  ['report', ['report', report, '--min-exercised', '3'], 1],
  ['replay', ['replay', archive, '--against', 'demo'], 1],
  ['draft', ['draft', archive, '--out', `${folder}/drafted.yaml`], 0],
  ['show', ['show', traceFile, '--step', '2'], 0],
  ['validate', ['validate', faulty, failing, `${folder}/absent.yaml`], 1],
]

test('every command that has --json is here, and every schema', () => {
  const withJson = createProgram({}).commands.filter(({ options }) =>
    options.some(({ long }) => long === '--json'),
  )
  expect([...new Set(outputs.map(([, [command]]) => command))].toSorted()).toEqual(
    withJson.map((command) => command.name()).toSorted(),
  )
  expect(outputs.map(([name]) => name)).toEqual(Object.keys(outputSchemas))
})

/** Fields that reports of earlier versions lack, and so the sum of such reports. */
const LATER_FIELDS = ['permissions', 'rights', 'unmatchedRequests']

/** A validator that also refuses fields without a schema, in every object that has one. */
function closedValidator(schema: object) {
  const ajv = new Ajv2020({ strict: true })
  addFormats.default.default(ajv)
  const closed = JSON.parse(JSON.stringify(schema), (_key, value: unknown) => {
    const isObject = typeof value === 'object' && value !== null && 'properties' in value && 'type' in value
    return isObject ? { ...value, additionalProperties: false } : value
  }) as object
  const validate = ajv.compile(closed)
  return (value: unknown) => (validate(value) ? '' : ajv.errorsText(validate.errors))
}

test.each(outputs)('%s has its schema, and needs each of its fields', async (name, args, expected) => {
  const [command = '', ...others] = args
  const { code, out, errors } = await run([command, '--json', ...others])
  expect(code, errors).toBe(expected)
  const value = JSON.parse(out) as Record<string, unknown>
  const errorsOf = closedValidator(JSON.parse(readFileSync(`schema/${name}.schema.json`, 'utf8')) as object)
  expect(errorsOf(value)).toBe('')
  for (const field of Object.keys(value)) {
    if (name === 'report' && LATER_FIELDS.includes(field)) continue
    const { [field]: _removed, ...rest } = value
    expect(errorsOf(rest), field).toContain(`'${field}'`)
  }
  expect(errorsOf({ ...value, colour: 'red' })).toContain('additional properties')
})

test('--json does not go with another format', async () => {
  const { code, errors } = await run(['run', 'release-freeze', '--json', '--reporter', 'tap'])
  expect(code).toBe(2)
  expect(errors).toContain("option '--json' cannot be used with option '--reporter <name>'")
})
