/** Which requests a setup simulates, known without loading the simulator. */
import { describe, expect, test } from 'vitest'
import { ADDRESSES, CONTROL_ADDRESS } from '../../../src/api/framework/interfaces.ts'
import { addressCheck, IN_PROCESS_ORIGINS, outsideText } from '../../../src/adapters/setup/addresses.ts'
import { type Bases, resolveBases } from '../../../src/adapters/shared/bases.ts'

test('the in-process origins are those of the interfaces', () => {
  const origins = [...ADDRESSES, CONTROL_ADDRESS].map(({ url }) => new URL(url).origin)
  expect(IN_PROCESS_ORIGINS).toEqual([...new Set(origins)].sort())
})

const BASES: readonly (Bases | undefined)[] = [
  undefined,
  'https://sim.example.com/all',
  { wiki: 'https://wiki.example.com', tracker: 'https://wiki.example.com/jira/' },
  { standalone: { eu: 'https://api.example.com/api', us: 'https://us.example.com/api' } },
  { wiki: '/sim' },
]
const URLS = [
  'http://wiki.sim/rest/reqs/1/requirement2/ENG',
  'http://wiki.sim',
  'http://wiki.simulated/',
  'https://sim.example.com/all',
  'https://sim.example.com/all/wiki/rest/reqs/1/baseline/ENG?limit=2',
  'https://sim.example.com/allow',
  'https://wiki.example.com/rest/reqs/1/requirement2/ENG#x',
  'https://wiki.example.com/jira/rest/reqs/1/issuelinks/DRN-1',
  'https://us.example.com/api?x=/api/',
  'https://us.example.com/apis',
  'http://localhost:3000/sim/rest/reqs/1/x',
  'http://localhost:3000/',
]

describe.each(BASES.map((base) => [base]))('with base %j', (base) => {
  test('the check agrees with the adapter', () => {
    const page = 'http://localhost:3000/index.html'
    const { isSimulated } = addressCheck(base, page)
    const bases = resolveBases(base, page)
    for (const url of URLS) {
      const place = url.split(/[?#]/, 1)[0]!
      expect([url, isSimulated(url)]).toEqual([url, bases.some(({ pattern }) => pattern.test(place))])
    }
  })
})

test('an address that looks like the service and is below no base is outside', () => {
  const { isOutside } = addressCheck({ wiki: 'https://wiki.example.com' }, undefined)
  expect(isOutside('https://other.example.com/confluence/rest/reqs/1/requirement2/ENG?token=x')).toBe(true)
  expect(isOutside('https://wiki.example.com/rest/reqs/1/requirement2/ENG')).toBe(false)
  expect(isOutside('https://other.example.com/users')).toBe(false)
  expect(outsideText('GET', 'https://other.example.com/confluence/rest/reqs/1/x?token=secret')).toBe(
    "reqsim: GET https://other.example.com/confluence/rest/reqs/1/x is not simulated, as 'base' does not name its address; in the options of reqsim: { base: { wiki: 'https://other.example.com/confluence' } }",
  )
})
