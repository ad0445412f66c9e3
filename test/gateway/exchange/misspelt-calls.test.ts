/** Calls of no operation name the one that was meant first: misspelt calls of every interface, and a sample of random ones. */
import { beforeAll, describe, expect, test } from 'vitest'
import { operationIndex } from '../../../src/api/operation-index.ts'
import { createInterfaceRoutes } from '../../../src/gateway/addresses/interface-routes.ts'
import { nearestOperations } from '../../../src/gateway/addresses/near-miss.ts'
import { INTERFACES } from '../../../src/api/framework/interfaces.ts'
import { segmentsOf } from '../../../src/world/path-segments.ts'
import { type Client, startClient } from '../../support/client.ts'

let client: Client
beforeAll(async () => {
  client = await startClient()
})

const EMBEDDED = '/rest/reqs/1'

/** The address of each interface, and its calls: as it is written, and the template that was meant. */
const MISSPELT: Readonly<Record<string, readonly (readonly [written: string, meant: string])[]>> = {
  '/wiki/rest/reqs/1': [
    ['GET /requirements2/ENG', '/requirement2/{spaceKey}'],
    ['PUT /requirements2/ENG', '/requirement2/{spaceKey}'],
    ['DELETE /requirements2/ENG/REQ-001', '/requirement2/{spaceKey}/{key}'],
    ['GET /reqiurement2/ENG/REQ-001', '/requirement2/{spaceKey}/{key}'],
    ['GET /requirement-2/ENG', '/requirement2/{spaceKey}'],
    ['PUT /requirement2/ENG/REQ-001/links/issue/DRN-1', '/requirement2/{spaceKey}/{key}/link/issue/{issue}'],
    ['GET /baselines/ENG', '/baseline/{spaceKey}'],
    ['POST /baselines/ENG', '/baseline/{spaceKey}'],
    ['GET /baslien/ENG/1/pages', '/baseline/{spaceKey}/{version}/pages'],
    ['PUT /baseline/ENG/1/lable', '/baseline/{spaceKey}/{version}/label'],
    ['POST /baseline/ENG/1/createInstant', '/baseline/{spaceKey}/{n}/create-instant'],
    ['PUT /baseline/ENG/0/re-freeze', '/baseline/{spaceKey}/0/refreeze'],
    ['GET /misc/ENG/histroy', '/misc/{spaceKey}/history'],
    ['GET /propertyNames/ENG', '/propertynames/{spaceKey}'],
    ['GET /type/ENG', '/types/{spaceKey}'],
    ['POST /types/ENG/createandreplace', '/types/{spaceKey}/createAndReplace'],
    ['PUT /external-property/ENG/REQ-001', '/external-properties/{spaceKey}/{key}'],
    ['PUT /helper/reindex/4001', '/helpers/reindex/{contentId}'],
    ['GET /setting', '/settings'],
    ['GET /open-api', '/openapi'],
  ],
  '/tracker/rest/reqs/1': [
    ['GET /issuelink/DRN-1', '/issuelinks/{issueKey}'],
    ['POST /issue-links/DRN-1', '/issuelinks/{issueKey}'],
    ['GET /baseline/DRN', '/baselines/{projectKey}'],
    ['GET /relationship', '/relationships'],
    ['GET /metadata/custom-fields', '/metadata/customfields'],
    ['GET /histories/issue/30001', '/history/issue/{issueNumber}'],
    ['PUT /renames', '/rename'],
    ['POST /createRil', '/createRIL'],
    ['PUT /syncs', '/sync'],
    ['PUT /preference/baselineCondition', '/preferences/baselineCondition'],
  ],
  '/api': [
    ['GET /requirement', '/requirements'],
    ['PUT /requirement/6001', '/requirements/{requirementId}'],
    ['GET /applications/curent', '/applications/current'],
    ['GET /organisations', '/organizations'],
    ['GET /requirements/6001/external_properties', '/requirements/{requirementId}/external-properties'],
    ['GET /externalProperties', '/external-properties'],
    ['POST /external-properties/imports', '/external-properties/import'],
    ['GET /dashboard/default', '/dashboards/default'],
  ],
  '/eu/wiki': [
    ['GET /rest/serach', '/rest/search'],
    ['POST /rest/tracability/ENG', '/rest/traceability/{spaceKey}'],
    ['GET /v3/apidocs', '/v3/api-docs'],
  ],
  '/eu/tracker': [['GET /rest/reqs/1/issuelink/DRN-1', '/rest/reqs/1/issuelinks/{issueKey}']],
}

describe.each(Object.entries(MISSPELT))('a misspelt call below %s', (base, calls) => {
  test.each(calls)('%s offers %s first', async (written, meant) => {
    const [method = '', path = ''] = written.split(' ')
    const { status, headers, body } = await client.call(method, `${base}${path}`)
    expect(status).toBe(404)
    const [first] = headers['X-Sim-Near-Miss']?.split(' | ') ?? []
    const template = `${method} ${base.endsWith(EMBEDDED) ? EMBEDDED : ''}${meant}`
    expect(first).toBe(template)
    expect(body.message).toContain(`nearest: ${template}`)
  })
})

test.each([
  ['GET /statee', '/state'],
  ['POST /clock/advanc', '/clock/advance'],
  ['PUT /issue/30001', '/issues/{id}'],
  ['DELETE /world/mine', '/worlds/{name}'],
])('a misspelt call of the control API, %s, offers %s', async (written, meant) => {
  const [method = '', path = ''] = written.split(' ')
  const reply = await client.call(method, `/_sim${path}`, { headers: { 'x-sim-control': '1' } })
  expect(reply).toMatchObject({ status: 404, text: expect.stringContaining(`did you mean ${meant}?`) })
})

const TYPOS: readonly ((word: string) => string)[] = [
  (word) => word.slice(0, 2) + word.slice(3),
  (word) => `${word}s`,
  (word) => `${word[0]}${word[2]}${word[1]}${word.slice(3)}`,
  (word) => word.toUpperCase(),
  (word) => `${word.slice(0, 3)}x${word.slice(4)}`,
]
/** One of so many misspelt calls is tried. */
const EVERY = 61

test('a call with one typo in one word offers its own operation first, in every interface', () => {
  const findRoutes = createInterfaceRoutes(operationIndex)
  let drawn = 0
  let tried = 0
  for (const name of INTERFACES) {
    const { placed, match } = findRoutes(name, true)
    for (const { operation, template } of placed) {
      const words = segmentsOf(template)
      for (const [at, word] of words.entries()) {
        if (word.startsWith('{') || word.length < 4) continue
        for (const misspell of TYPOS) {
          if (misspell(word) === word || drawn++ % EVERY !== 0) continue
          const written = words.map((each, place) => {
            if (place === at) return misspell(word)
            return each.startsWith('{') ? (/key/i.test(each) ? 'ENG' : '17') : each
          })
          const path = `/${written.join('/')}`
          // A parameter of another operation may take the misspelt word.
          if (match(operation.method, path).kind !== 'path') continue
          tried++
          const [first] = nearestOperations(placed, operation.method, path)
          expect(first, `${operation.method} ${path}`).toBe(`${operation.method} ${template}`)
        }
      }
    }
  }
  expect(tried).toBeGreaterThan(100)
})

test('a path of a million characters is compared by its beginning only', async () => {
  const long = `/${'requirement'.repeat(100_000)}/${'a/'.repeat(5000)}`
  const { placed } = createInterfaceRoutes(operationIndex)('wiki', true)
  const [short, whole] = [long.slice(0, 4000), long].map((path) => {
    const began = performance.now()
    expect(nearestOperations(placed, 'GET', path)).toEqual([])
    return performance.now() - began
  })
  expect(whole).toBeLessThan(20 * (short ?? 0) + 100)
})
