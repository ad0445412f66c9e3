/** What the HTTP servers of the benchmark hold and are asked for: the same records, in six ways. */
import type { ScenarioObject } from '../../src/index.ts'

export const TOKEN = 'tok-bench'
export const LIST_PATH = '/api/applications/101/projects/1001/variants/current/requirements'
export const WIKI_PATH = '/wiki/rest/reqs/1/requirement2/ENG'
export const PAGE_SIZE = 20

export const OPERATIONS = ['by key', 'page of 20', 'search', 'create', 'update', 'delete'] as const
export type OperationName = (typeof OPERATIONS)[number]

export const keyOf = (number: number) => `REQ-${String(number).padStart(6, '0')}`
/** A key that no record begins with. */
export const newKeyOf = (number: number) => `NEW-${String(number).padStart(9, '0')}`

export interface Asked {
  readonly method: string
  readonly path: string
  readonly body?: string
}

export const json = (value: unknown) => JSON.stringify(value)

/**
 * What an update changes, whatever the server: something else each time, since nothing new would be nothing to write. Seven
 * divides neither number of records: of each record, the value changes from time to time.
 */
export const changeOf = (turn: number) => ({
  htmlExcerpt: `The drone shall satisfy condition ${turn} of another kind while it flies.`,
  properties: [{ key: 'Priority', value: turn % 7 < 3 ? 'High' : 'Low' }],
})

/** A world of `count` requirements in one space of one wiki, whose user `alice` may edit; the rate is not limited. */
export function httpScenario(count: number): ScenarioObject {
  return {
    name: 'bench',
    config: { rateLimit: 'off' },
    world: {
      organizations: [{ id: 1, name: 'Northwind Robotics' }],
      users: [{ name: 'alice', organizations: [{ organization: 1 }] }],
      tokens: [{ user: 'alice', name: 'bench', value: TOKEN }],
      sites: [
        {
          id: 101,
          name: 'wiki',
          type: 'CONFLUENCE',
          baseUrl: 'https://wiki.northwind.test/wiki',
          organization: 1,
          selfHosted: true,
        },
      ],
      spaces: [
        { container: 1001, site: 'wiki', key: 'ENG', name: 'Engineering', grants: { edit: ['alice'] } },
      ],
    },
    generate: [
      {
        requirements: count,
        space: 'ENG',
        prefix: 'REQ-',
        padding: 6,
        pages: Math.max(2, Math.ceil(count / 100)),
        text: 'The drone shall satisfy condition {number} while it flies.',
        properties: { Category: ['Functional', 'Safety'], Priority: ['High', 'Medium', 'Low'] },
        dependencies: { refines: 0.3 },
      },
    ],
  }
}
