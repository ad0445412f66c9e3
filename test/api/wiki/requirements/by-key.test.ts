import { beforeEach, describe, expect, test } from 'vitest'
import { startWiki, call, done, found, attempt, refusal } from '../author.ts'

beforeEach(() => startWiki())

describe('the deprecated operations on a key', () => {
  test('read as the newer one reads, and say that they are deprecated', async () => {
    const newer = await call('GET', '/requirement2/ENG/REQ-001')
    for (const path of ['', '?spaceKey=ENG', '?spaceKey=', '?spaceKey=%20'].map(
      (query) => `/requirement/REQ-001${query}`,
    )) {
      const reply = await call('GET', path)
      expect([reply.status, reply.body]).toEqual([200, newer.body])
      expect(reply.headers['Deprecation']).toBe('true')
    }
    expect(newer.headers['Deprecation']).toBeUndefined()
    expect((await done('GET', '/requirement/REQ-099')).status).toBe('DELETED')
  })

  test('write, move and delete as the newer ones do', async () => {
    expect(await done('PUT', '/requirement/REQ-001', { htmlExcerpt: 'One' })).toMatchObject({
      htmlExcerpt: 'One',
      page: { version: 2 },
    })
    const written = await done('PUT', '/requirement', [
      { key: 'REQ-001', htmlExcerpt: 'Two' },
      { key: 'REQ-002', spaceKey: 'ENG', newKey: 'TOP-2' },
    ])
    expect(written).toMatchObject([{ htmlExcerpt: 'Two' }, { key: 'TOP-2' }])
    expect(
      await done('PUT', '/requirement?spaceKey=ENG', { key: 'REQ-003', htmlExcerpt: '3' }),
    ).toMatchObject([{ key: 'REQ-003', htmlExcerpt: '3' }])
    expect((await call('DELETE', '/requirement/TOP-2')).status).toBe(204)
    expect((await found("key = 'TOP-2'")).standalone).toEqual([])
    expect((await found("text = 'Two'")).hosted).toEqual(['REQ-001'])
  })

  test('a key of several readable spaces needs the space', async () => {
    await done('POST', '/requirement2/OPS/REQ-001')
    for (const [method, path, body] of [
      ['GET', '/requirement/REQ-001', undefined],
      ['PUT', '/requirement/REQ-001', { htmlExcerpt: 'x' }],
      ['PUT', '/requirement', [{ key: 'REQ-001' }]],
      ['DELETE', '/requirement/REQ-001', undefined],
    ] as const) {
      expect(await attempt(method, path, body)).toEqual(refusal(400, '(ENG, OPS); name one as spaceKey'))
    }
    expect(await done('GET', '/requirement/REQ-001?spaceKey=OPS')).toMatchObject({ spaceKey: 'OPS' })
    // Bob cannot read OPS, so for him the key is in one space.
    const forBob = await call('GET', '/requirement/REQ-001', undefined, { token: 'tok-bob' })
    expect(forBob.body).toMatchObject({ spaceKey: 'ENG' })
  })

  const BLANK = [undefined, null, '', ' ']
  test.each(
    BLANK.flatMap((blank) => [
      { query: blank, sent: 'ENG' },
      { query: 'ENG', sent: blank },
    ]),
  )('a blank space does not hide the other one: $query in the query, $sent in the body', async (named) => {
    await done('POST', '/requirement2/OPS/REQ-001')
    const { query, sent } = named
    const after = query === undefined || query === null ? '' : `?spaceKey=${encodeURIComponent(query)}`
    const body = { key: 'REQ-001', spaceKey: sent, htmlExcerpt: `${query} ${sent}` }
    const written = { spaceKey: 'ENG', htmlExcerpt: body.htmlExcerpt }
    expect(await done('PUT', `/requirement/REQ-001${after}`, body)).toMatchObject(written)
    expect(await done('PUT', `/requirement${after}`, body)).toMatchObject([written])
    expect(await done('PUT', `/requirement${after}`, [body])).toMatchObject([written])
  })

  test.each(BLANK)('a space that is %j in the body is the only readable one of the key', async (spaceKey) => {
    expect(await done('PUT', '/requirement/REQ-001', { spaceKey })).toMatchObject({ spaceKey: 'ENG' })
    expect(await done('PUT', '/requirement', { key: 'REQ-001', spaceKey })).toMatchObject([
      { spaceKey: 'ENG' },
    ])
  })

  test('an ACTIVE requirement goes before DELETED ones of other spaces', async () => {
    await done('POST', '/requirement2/OPS/REQ-099')
    expect(await done('GET', '/requirement/REQ-099')).toMatchObject({
      spaceKey: 'OPS',
      status: 'ACTIVE',
    })
  })

  test.each([
    ['GET', '/requirement/NOPE', undefined, 404, "'NOPE'"],
    ['GET', '/requirement/SEC-001', undefined, 404, "no requirement 'SEC-001' in the readable spaces"],
    ['GET', '/requirement/SEC-001?spaceKey=LAB', undefined, 403, "'LAB'"],
    ['GET', '/requirement/REQ-001?spaceKey=NOPE', undefined, 404, "'NOPE'"],
    ['PUT', '/requirement/REQ-001?spaceKey=ENG', { spaceKey: 'OPS' }, 400, "'spaceKey'"],
    ['PUT', '/requirement', [{ key: 'REQ-001', htmlExcerpt: 'x' }, { key: 'NOPE' }], 404, "'NOPE'"],
    ['PUT', '/requirement', [{ key: 'REQ-001' }, { key: 7 }], 400, "body field '[1].key'"],
    ['PUT', '/requirement', { key: 'REQ-001', htmlExcerpt: 8.5 }, 400, "'htmlExcerpt'"],
    ['PUT', '/requirement', { htmlExcerpt: 'x' }, 400, "body field 'key' is required"],
    ['DELETE', '/requirement/REQ-099', undefined, 409, 'DELETED'],
  ])('%s %s %o: %i', async (method, path, body, status, mention) => {
    expect(await attempt(method, path, body)).toEqual(refusal(status, mention))
  })
})
