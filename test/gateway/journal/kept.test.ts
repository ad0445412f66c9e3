// The journal returns each entry as it was recorded.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Journal, type JournalFilter } from '../../../src/gateway/journal/journal.ts'
import type { JournalEntry } from '../../../src/gateway/journal/entry.ts'
import { entry, recorded } from './recorded.ts'
import { harOf } from '../../../src/gateway/journal/har.ts'
import { codePoint } from '../../support/code-points.ts'

/** The entry as JSON would carry it. */
const carried = (entry: JournalEntry): unknown => JSON.parse(JSON.stringify(entry))

test('property: an answer is given out as it was, whatever its body is made of', () => {
  const body = fc.oneof(
    fc.string({ unit: codePoint, maxLength: 40 }),
    fc.constantFrom(
      '',
      '\n',
      'two\nlines\n',
      '{"items":[]}',
      '\u2028',
      'ä€😀',
      'half \ud83d',
      '\udc00 other half',
    ),
  )
  fc.assert(
    fc.property(fc.array(body, { minLength: 1, maxLength: 4 }), (bodies) => {
      const journal = new Journal()
      const entries = bodies.map((text, position) =>
        entry({ id: String(position), answer: { status: 200, headers: { 'X-Of': 'test' }, body: text } }),
      )
      for (const one of entries) journal.add(one)
      expect(journal.entries().map(({ number: _number, ...rest }) => rest)).toEqual(entries.map(carried))
    }),
  )
})

const answer = <B extends string | Uint8Array = ''>(status: number, body?: B) => ({
  status,
  headers: {},
  body: body ?? '',
})
const request = (method: string, url: string) => ({ method, url, headers: {} })

describe('entries', () => {
  const FULL: JournalEntry = {
    id: '7',
    at: -1,
    world: 'a"b\\c\n',
    interface: 'wiki',
    region: 'us',
    operation: 'x.y',
    user: 'é"',
    request: { method: 'PUT', url: '/x?a=1', headers: { a: ['b', 'c'] }, body: 'text\n"more"' },
    answer: { status: 200, headers: { A: 'b' }, body: 'one\ntwo', delivery: { waits: false, latency: 5 } },
    assumptions: ['A01'],
    unknownParameters: ['p'],
    unknownFields: ['f'],
    rateLimitExceeded: true,
    stateful: true,
    application: 3,
    generated: 'schema',
    transitions: [{ machine: 'baseline', from: 'A', event: 'B', to: 'C' }],
    diagnosis: { reason: 'why', nearest: ['GET /y'] },
    fault: 2,
    defect: 'stack',
  }

  test('come out as they went in, whatever they hold', () => {
    const journal = new Journal()
    const entries = [
      FULL,
      entry(),
      entry({ operation: undefined, user: undefined, interface: undefined, region: undefined }),
    ]
    entries.forEach((one, index) => expect(journal.add(one)).toBe(index + 1))
    const numbered = entries.map((one, index) => ({ number: index + 1, ...one }))
    // In the same order too, which readers of JSON see.
    expect(JSON.stringify(journal.entries())).toBe(JSON.stringify(numbered))
    numbered.forEach((one) => expect(journal.find(one.number)).toEqual(one))
    expect([journal.find(0), journal.find(4)]).toEqual([undefined, undefined])
    for (const world of ['a"b\\c\n', 'default'])
      expect(journal.entries({ world })).toEqual(numbered.filter((one) => one.world === world))
    expect(journal.entries({ user: 'é"' })).toEqual(numbered.slice(0, 1))
  })

  test('are recognised by their kind, not by how their response looks', () => {
    const journal = new Journal()
    const { user, ...other } = {
      ...recorded({ number: 7, world: 'other', operation: 'wiki.task.read' }),
      user: 'bob',
    }
    journal.add(entry({ user: 'a"b', answer: answer(200, JSON.stringify({ ...other, user })) }))
    expect(journal.entries({ world: 'other' })).toEqual([])
    expect(journal.entries({ user: 'bob' })).toEqual([])
    expect(journal.entries({ world: 'default', user: 'a"b' })).toMatchObject([{ number: 1 }])
  })

  test('are found by names of quotes and backslashes alone', () => {
    const journal = new Journal()
    for (const odd of ['"', '\\', '\\"']) {
      for (const name of ['world', 'operation', 'user'] as const) {
        const number = journal.add(entry({ [name]: odd }))
        expect(journal.entries({ [name]: odd })).toMatchObject([{ number, [name]: odd }])
      }
    }
  })

  test('have bodies of bytes as text', () => {
    const journal = new Journal()
    const bytes = new TextEncoder().encode('{"é":1}')
    journal.add(entry({ request: { ...request('PUT', '/'), body: bytes }, answer: answer(200, bytes) }))
    const [kept] = journal.entries()
    expect([kept?.request.body, kept?.answer.body]).toEqual(['{"é":1}', '{"é":1}'])
  })
})

describe('filters', () => {
  const journal = new Journal()
  journal.add(entry({ id: '11', at: -5, world: 'one', operation: 'wiki.task.read', user: 'alice' }))
  journal.add(entry({ world: 'two', operation: 'wiki.task.read', user: undefined, answer: answer(404) }))
  journal.add(entry({ world: 'one', operation: undefined, request: request('PUT', '/api/x?y=1'), fault: 1 }))
  journal.add(
    entry({ world: '', operation: 'a.c', interface: undefined, region: undefined, answer: answer(204) }),
  )
  journal.add(
    entry({ world: 'one', operation: undefined, request: request('OPTIONS', '/x'), answer: answer(204) }),
  )
  journal.add(
    entry({ world: 'one', operation: undefined, request: request('OPTIONS', '/x'), answer: answer(404) }),
  )
  journal.add(entry({ world: 'one', operation: undefined, answer: answer(204) }))
  journal.add(
    entry({
      world: 'one',
      operation: undefined,
      request: { ...request('OPTIONS', '/x'), headers: { 'access-control-request-method': 'PUT' } },
      answer: answer(403),
    }),
  )

  test.each<[JournalFilter, number[]]>([
    [{}, [1, 2, 3, 4, 5, 6, 7, 8]],
    [{ world: 'one' }, [1, 3, 5, 6, 7, 8]],
    [{ world: '' }, [4]],
    [{ world: 'on' }, []],
    [{ operation: 'wiki.task.read' }, [1, 2]],
    [{ operation: 'wiki.task.read', world: 'two' }, [2]],
    [{ user: 'alice', operation: 'wiki.task.read' }, [1]],
    [{ since: 6 }, [7, 8]],
    [{ since: 8 }, []],
    [{ since: 99 }, []],
    [{ unmatched: true }, [3, 6, 7]],
    [{ unmatched: false }, [1, 2, 4, 5, 8]],
    [{ unmatched: true, world: 'one', status: 404 }, [6]],
    [{ faulted: true }, [3]],
    [{ faulted: false, operation: 'wiki.task.read' }, [1, 2]],
    [{ status: 404 }, [2, 6]],
    [{ status: '4xx' }, [2, 6, 8]],
    [{ status: '4XX' }, [2, 6, 8]],
    [{ status: '20' }, []],
    [{ status: '2xxx' }, []],
    [{ status: 'x2xx' }, []],
    [{ status: '42xx' }, []],
    [{ method: 'put' }, [3]],
    [{ path: '/api/x' }, [3]],
    [{ path: '/x' }, [3, 5, 6, 8]],
    [{ path: '/api/x?y=1' }, []],
    [{ path: '/x', method: 'options', status: '4xx', since: 6 }, [8]],
  ])('%j', (filter, numbers) => {
    expect(journal.entries(filter).map(({ number }) => number)).toEqual(numbers)
  })

  test.each<[Parameters<Journal['page']>[1], number[]]>([
    [{ offset: 0, limit: 3 }, [1, 2, 3]],
    [{ offset: 6, limit: 3 }, [7, 8]],
    [{ offset: 0, limit: 3, newestFirst: true }, [8, 7, 6]],
    [{ offset: 6, limit: 3, newestFirst: true }, [2, 1]],
    [{ offset: 9, limit: 3, newestFirst: true }, []],
    [{ offset: 9, limit: 3 }, []],
  ])('a page of %j', (page, numbers) => {
    for (const filter of [{}, { path: undefined }]) {
      const { items, total } = journal.page(filter, page)
      expect([items.map(({ number }) => number), total]).toEqual([numbers, 8])
    }
    const first = journal.page({ world: 'one', method: 'OPTIONS' }, { ...page, limit: 1 })
    expect(first.total).toBe(3)
  })
})

describe('what leaves', () => {
  const numbers = (journal: Journal) => journal.entries().map(({ number }) => number)
  const filled = (...worlds: string[]) => {
    const journal = new Journal()
    for (const world of worlds) journal.add(entry({ world }))
    return journal
  }

  test('goes with its world, and a later world of the name keeps its own', () => {
    const journal = filled('a', 'b', 'a')
    journal.endLife('a')
    journal.add(entry({ world: 'a' }))
    expect(numbers(journal)).toEqual([2, 4])
    expect(journal.entries({ since: 1 }).map(({ number }) => number)).toEqual([2, 4])
    expect([journal.find(1), journal.find(4)?.world]).toEqual([undefined, 'a'])
  })

  test('is cleared by world, or all of it, and what was lost is forgotten with the rest', () => {
    const journal = filled('a', 'b', 'a')
    journal.clear('a')
    expect(numbers(journal)).toEqual([2])
    expect([journal.entries({ since: 1 }).length, journal.entries({ since: 2 }), journal.on]).toEqual([
      1,
      [],
      true,
    ])
    journal.clear()
    expect([numbers(journal), journal.size, journal.add(entry())]).toEqual([[], 0, 4])
    const small = new Journal({ entries: 2 })
    for (let index = 0; index < 5; index++) small.add(entry({ world: index === 4 ? 'b' : 'a' }))
    expect([small.lost, numbers(small)]).toEqual([3, [4, 5]])
    small.clear('a')
    expect([small.lost, numbers(small)]).toEqual([3, [5]])
    small.clear('b')
    expect([small.lost, small.size]).toEqual([0, 0])
  })

  test('nothing is kept where the journal is off', () => {
    for (const limits of [{ entries: 0 }, { bytes: 0 }]) {
      const journal = new Journal(limits)
      expect([journal.on, journal.add(entry()), journal.size, journal.lost]).toEqual([false, undefined, 0, 0])
      journal.endLife('default')
      journal.clear()
      journal.clear('default')
      expect([journal.entries(), journal.find(1)]).toEqual([[], undefined])
    }
    expect(() => new Journal({ entries: -1 })).toThrow(
      "journal.entries must be a whole number of at least 0 (0 turns the journal off), not '-1'",
    )
    expect(() => new Journal({ bytes: 1.5 })).toThrow(
      "journal.bytes must be a whole number of at least 0 (0 turns the journal off), not '1.5'",
    )
    expect(() => new Journal({ lines: 1 } as never)).toThrow('lines')
  })
})

describe('the archive of an exchange', () => {
  const archived = (changes: Parameters<typeof recorded>[0]) =>
    harOf([recorded(changes)], '1.2.3').log.entries[0]

  test('holds all that is known of it', () => {
    expect(harOf([], '1.2.3').log).toEqual({
      version: '1.2',
      creator: { name: 'reqsim', version: '1.2.3' },
      entries: [],
    })
    const more = {
      request: {
        method: 'PUT',
        url: '/x?a=%zz&b=1',
        headers: { host: 'h.test', a: ['b', 'c'], none: undefined, 'Content-Type': 'text/plain' },
        body: 'é',
      },
      answer: {
        status: 422,
        headers: { 'Content-Type': 'a/b' },
        body: 'éé',
        delivery: { waits: false, latency: 5, slow: 7, truncatedTo: 3 },
      },
      application: 3,
      generated: 'schema' as const,
      fault: 2,
      assumptions: ['A01' as const],
    }
    expect(archived(more)).toEqual({
      startedDateTime: '2026-01-05T09:00:00.000Z',
      time: 12,
      request: {
        method: 'PUT',
        url: 'http://h.test/x?a=%zz&b=1',
        httpVersion: 'HTTP/1.1',
        cookies: [],
        headers: [
          { name: 'host', value: 'h.test' },
          { name: 'a', value: 'b' },
          { name: 'a', value: 'c' },
          { name: 'Content-Type', value: 'text/plain' },
        ],
        queryString: [{ name: 'b', value: '1' }],
        postData: { mimeType: 'text/plain', params: [], text: 'é' },
        headersSize: -1,
        bodySize: 2,
      },
      response: {
        status: 422,
        statusText: expect.any(String),
        httpVersion: 'HTTP/1.1',
        cookies: [],
        headers: [{ name: 'Content-Type', value: 'a/b' }],
        content: { size: 4, mimeType: 'a/b', text: 'éé' },
        redirectURL: '',
        headersSize: -1,
        bodySize: 3,
      },
      cache: {},
      timings: { send: 0, wait: 5, receive: 7 },
      _number: 1,
      _world: 'default',
      _operation: 'standalone.application.list',
      _user: 'alice',
      _assumptions: ['A01'],
      _fault: 2,
      _application: 3,
      _generated: 'schema',
      _traceparent: null,
    })
    expect(archived({ operation: undefined, user: undefined })).toMatchObject({
      _operation: null,
      _user: null,
      _fault: null,
      _application: null,
      _generated: null,
      _traceparent: null,
      request: { bodySize: 0 },
    })
    expect(archived({})?.request).not.toHaveProperty('postData')
    expect(archived({ request: { ...request('PUT', '/'), body: 'é' } })?.request).toMatchObject({
      postData: { text: 'é' },
      bodySize: 2,
    })
  })

  test.each([
    [{}, undefined],
    [{ defect: 'stack', diagnosis: { reason: 'why', nearest: [] } }, 'stack'],
    [{ diagnosis: { reason: 'why', nearest: [] } }, 'why'],
    [{ answer: { ...answer(0), delivery: { waits: false, dropped: true } } }, 'the connection was dropped'],
    [{ answer: { ...answer(200), delivery: { waits: false, latency: 1 } } }, undefined],
  ])('has a comment if needed: %j', (changes, comment) => {
    const exported = archived(changes)
    expect(exported?.comment).toBe(comment)
    expect(Object.hasOwn(exported ?? {}, 'comment')).toBe(comment !== undefined)
  })

  test.each<[string, string | string[] | undefined, string]>([
    ['http://api.sim/x', 'h.test', 'http://api.sim/x'],
    ['/x', undefined, 'http://localhost/x'],
    ['x', 'h.test', 'http://h.test/x'],
    ['/x', 'a b', 'http://localhost/x'],
    ['/x', ['h.test'], 'http://localhost/x'],
    ['/x', '', 'http://localhost/x'],
    ['http://a b/x', 'h.test', 'http://h.test/http://a b/x'],
    ['mailto:x', 'h.test', 'http://h.test/mailto:x'],
  ])('has an absolute address: %s of %j', (url, host, absolute) => {
    const headers = host === undefined ? {} : { host }
    expect(archived({ request: { method: 'GET', url, headers } })?.request.url).toBe(absolute)
  })

  test.each([
    [0, ''],
    [200, 'OK'],
    [201, 'Created'],
    [202, 'Accepted'],
    [204, 'No Content'],
    [404, 'Not Found'],
    [405, 'Method Not Allowed'],
    [429, 'Too Many Requests'],
    [500, 'Internal Server Error'],
    [299, ''],
  ])('names the status %i %j', (status, name) => {
    expect(archived({ answer: answer(status) })?.response.statusText).toBe(name)
  })
})
