import { describe, expect, test } from 'vitest'
import { ADDRESSES, CONTROL_ADDRESS } from '../../../src/api/framework/interfaces.ts'
import { locate, splitUrl } from '../../../src/gateway/addresses/locate.ts'

describe('every address leads to its interface and region', () => {
  test.each(
    ADDRESSES.flatMap((address) => [
      [address.url, address] as const,
      [`http://127.0.0.1:4010${address.path}`, address] as const,
      [address.path, address] as const,
    ]),
  )('%s', (base, address) => {
    expect(locate(`${base}/some/path?x=1#part`)).toMatchObject({
      target: { kind: 'service', interface: address.interface, region: address.region },
      path: '/some/path',
      query: 'x=1',
      world: undefined,
    })
    expect(locate(base).path).toBe('/')
  })

  test('the control API', () => {
    expect(locate(`${CONTROL_ADDRESS.url}/health`)).toMatchObject({
      target: { kind: 'control' },
      path: '/health',
    })
    expect(locate('http://localhost/_sim/health')).toMatchObject({
      target: { kind: 'control' },
      path: '/health',
    })
  })
})

test('a path prefix selects a world', () => {
  expect(locate('http://127.0.0.1:4010/_world/one/us/api/applications')).toMatchObject({
    world: 'one',
    target: { interface: 'standalone', region: 'us' },
    path: '/applications',
  })
  expect(locate('/_world/one')).toEqual({ world: 'one', target: undefined, path: '/', query: '' })
})

const nowhere =
  '/ /apiary /wikis/x http://api.sim/other http://nowhere.example/x /eu /eu/apis http:// // /% ? #'
test.each(['', ...nowhere.split(' ')])('%j addresses nothing', (url) => {
  expect(locate(url).target).toBeUndefined()
})

test('host names ignore letter case and the default port', () => {
  expect(locate('HTTP://API.SIM:80/api/x')).toMatchObject({ target: { interface: 'standalone' }, path: '/x' })
})

test('an address within a query is no address', () => {
  expect(locate('/api/x?next=http://elsewhere.test/y')).toMatchObject({
    target: { interface: 'standalone' },
    path: '/x',
    query: 'next=http://elsewhere.test/y',
  })
})

test.each([
  ['http://localhost:8080/x', 'localhost:8080', '/x', ''],
  ['http://api.sim?a=/b', 'api.sim', '/', 'a=/b'],
  ['http://api.sim', 'api.sim', '/', ''],
  ['x://api.sim/api', 'api.sim', '/api', ''],
])('%s is taken apart', (url, host, path, query) => {
  expect(splitUrl(url)).toEqual({ host, path, query })
})
