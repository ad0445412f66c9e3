/** Every way in which wiki and tracker can disagree on a link, against every documented way to reconcile them. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Simulator } from '../../../src/index.ts'
import {
  APPLINK,
  type Disagreement,
  DISAGREEMENTS,
  named,
  rightly,
  SERVICE,
  startTwoFaced,
  type TwoFaced,
  type Visitor,
  visitorOf,
  type Way,
  WAYS,
} from './two-views.ts'

let base: Simulator
beforeAll(async () => {
  base = await startTwoFaced()
})
const visit = () => visitorOf(base.fork())

/**
 * `right`: both show the link as it should be. `gone`: neither shows it. Else what each shows, and what the wiki's repair
 * calls it where it sees something wrong.
 */
type Shown = 'right' | 'gone' | readonly [wiki: readonly string[], tracker: readonly string[], kind?: string]

interface Expected {
  readonly before: Shown
  /** What both show once the queues have run dry; ways that are not named change nothing. */
  readonly after: { readonly [W in Way]?: Shown }
}

const EXPECTED: Readonly<Record<Disagreement, Expected>> = {
  'only the wiki has it': {
    before: [['implements DRN-501'], [], 'MISSING_IN_TRACKER'],
    after: {
      heal: 'right',
      drop: 'gone',
      synchronise: 'right',
      overwrite: 'right',
      reset: 'gone',
    },
  },
  'only the tracker has it': {
    before: [[], ['implements TWO-502'], 'MISSING_IN_WIKI'],
    after: {
      heal: 'right',
      drop: 'gone',
      synchronise: 'right',
      overwrite: 'right',
      'reset and add': 'right',
    },
  },
  // Healing takes the wiki's word, the tracker's synchronisation that of the tracker.
  'another relationship in the tracker': {
    before: [['tests DRN-503'], ['blocks TWO-503'], 'DIFFERENT'],
    after: {
      heal: 'right',
      drop: 'gone',
      synchronise: [['blocks DRN-503'], ['blocks TWO-503']],
      overwrite: 'right',
      reset: [[], ['blocks TWO-503'], 'MISSING_IN_WIKI'],
      'reset and add': [['tests DRN-503'], ['blocks TWO-503'], 'MISSING_IN_WIKI'],
    },
  },
  'the old key in the tracker': {
    before: [['implements DRN-504'], ['implements OLD-504'], 'DIFFERENT'],
    after: {
      heal: 'right',
      drop: 'gone',
      synchronise: 'right',
      overwrite: 'right',
      reset: [[], ['implements OLD-504'], 'UNKNOWN_REQUIREMENT'],
      'reset and add': [['implements DRN-504'], ['implements OLD-504'], 'UNKNOWN_REQUIREMENT'],
    },
  },
  // The reset that goes with overwriting names the new key: what the wiki shows under the old one stays.
  'the old issue key in the wiki': {
    before: [['implements DRN-905'], ['implements TWO-505'], 'DIFFERENT'],
    after: {
      heal: 'right',
      drop: 'gone',
      synchronise: 'right',
      overwrite: 'right',
      reset: [[], ['implements TWO-505'], 'MISSING_IN_WIKI'],
      'reset and add': 'right',
    },
  },
  // The links agree, so that only what reads the text again makes a difference: see below.
  'an old text in the tracker': {
    before: 'right',
    after: { reset: [[], ['implements TWO-506'], 'MISSING_IN_WIKI'] },
  },
  'a lost key that the wiki knows': {
    before: [['implements DRN-507'], ['implements ?'], 'LOST_KEY'],
    after: { heal: 'right', drop: 'gone', overwrite: 'right', reset: [[], ['implements ?'], 'LOST_KEY'] },
  },
  'a lost key that nobody knows': {
    before: [[], ['implements ?'], 'LOST_KEY'],
    after: {
      drop: 'gone',
      overwrite: 'right',
      'reset and add': [['implements DRN-508'], ['implements ?'], 'LOST_KEY'],
    },
  },
  // Nobody can link what is deleted: overwriting is refused.
  'a deleted requirement in the tracker': {
    before: [[], ['implements TWO-509'], 'UNKNOWN_REQUIREMENT'],
    after: { heal: 'gone', drop: 'gone', 'reset and add': 'gone' },
  },
  'a deleted issue in the wiki': {
    before: [['implements DRN-910'], [], 'UNKNOWN_ISSUE'],
    after: {
      heal: 'gone',
      drop: 'gone',
      overwrite: [['implements DRN-910', 'implements DRN-510'], ['implements TWO-510'], 'UNKNOWN_ISSUE'],
      reset: 'gone',
      'reset and add': [['implements DRN-510'], [], 'MISSING_IN_TRACKER'],
    },
  },
  'an old application link in the tracker': {
    before: 'right',
    after: { reset: [[], ['implements TWO-511'], 'MISSING_IN_WIKI'] },
  },
  // After synchronising the wiki shows the link at the copy of baseline 5: see below.
  'another baseline in the tracker': {
    before: [['implements DRN-512'], ['implements TWO-512 in 5'], 'DIFFERENT'],
    after: {
      heal: 'right',
      drop: 'gone',
      synchronise: [[], ['implements TWO-512 in 5']],
      overwrite: 'right',
      reset: [[], ['implements TWO-512 in 5'], 'MISSING_IN_WIKI'],
      'reset and add': [['implements DRN-512'], ['implements TWO-512 in 5'], 'MISSING_IN_WIKI'],
    },
  },
}

const facesOf = async (visitor: Visitor, one: TwoFaced) => [
  await visitor.inWiki(one),
  await visitor.inTracker(one),
]
const facesFor = (shown: Shown, one: TwoFaced) =>
  shown === 'right' ? rightly(one) : shown === 'gone' ? [[], []] : shown.slice(0, 2)

const rows = Object.entries(EXPECTED).map(
  ([name, expected]) => [name, DISAGREEMENTS[name as Disagreement] as TwoFaced, expected] as const,
)

describe.each(rows)('%s', (_name, one, { before, after }) => {
  test('is shown by both products, and listed by the repair of the wiki', async () => {
    const visitor = visit()
    expect(await facesOf(visitor, one)).toEqual(facesFor(before, one))
    expect(await visitor.kindOf(one)).toBe(kindOf(before))
    visitor.advance('3m')
    expect(await facesOf(visitor, one)).toEqual(facesFor(before, one))
  })

  test.each(Object.keys(WAYS) as Way[])('%s', async (way) => {
    const visitor = visit()
    await WAYS[way](visitor, one)
    visitor.advance('3m')
    const shown = after[way] ?? before
    expect(await facesOf(visitor, one)).toEqual(facesFor(shown, one))
    expect(await visitor.kindOf(one)).toBe(kindOf(shown))
    // Nothing is left to come: queues are empty, and another run changes nothing.
    visitor.advance('3m')
    expect(await facesOf(visitor, one)).toEqual(facesFor(shown, one))
  })

  test('after any change, repairing everything leaves only unknown keys', async () => {
    for (const act of Object.values(WAYS)) {
      const visitor = visit()
      await act(visitor, one)
      visitor.advance('3m')
      await visitor.tracker('POST', `/queue/${APPLINK}/repair-applink`)
      const { remaining } = await visitor.wiki('PUT', '/repair/trackerlinks', {})
      expect(remaining.filter(({ kind }: { kind: string }) => kind !== 'LOST_KEY')).toEqual([])
      const again = await visitor.wiki('PUT', '/repair/trackerlinks', {})
      expect(again).toEqual({ ...again, healed: 0, remaining })
      const [wiki, tracker] = await facesOf(visitor, one)
      const isLost = remaining.some(({ id }: TwoFaced) => id === one.id)
      // The wiki is asked for one baseline, the tracker shows links to any.
      if (!isLost && one.baseline === undefined) expect(wiki).toHaveLength(tracker?.length ?? -1)
    }
  })
})

describe('repairs of a single disagreement', () => {
  const only = async (name: Disagreement, act: (visitor: Visitor, one: TwoFaced) => Promise<unknown>) => {
    const one: TwoFaced = DISAGREEMENTS[name]
    const visitor = visit()
    await act(visitor, one)
    visitor.advance('3m')
    expect(await visitor.kindOf(one)).toBeUndefined()
    return { visitor, one, faces: await facesOf(visitor, one) }
  }
  const inbound = (visitor: Visitor, message: object) =>
    visitor.wiki('POST', `/integration/${SERVICE}/queue/inbound`, [message])

  test('suggests and associates a lost key that the wiki has', async () => {
    const { faces, one } = await only('a lost key that the wiki knows', async ({ tracker }, { id }) => {
      const lost = await tracker('GET', '/recover-null-keys/suggest')
      const { candidates } = lost.find((each: TwoFaced) => each.id === id)
      expect(candidates[0]).toMatchObject({ key: 'TWO-507', reason: 'WIKI_LINK' })
      return tracker('PUT', `/recover-null-keys/associate/${id}`, { key: candidates[0].key })
    })
    expect(faces).toEqual(rightly(one))
  })

  test('sends a lost key that a person finds to the wiki', async () => {
    const { faces, one } = await only('a lost key that nobody knows', ({ tracker }, { id, key }) =>
      tracker('PUT', `/recover-null-keys/associate/${id}`, { key }),
    )
    expect(faces).toEqual(rightly(one))
  })

  test.each(['/rename', `/operations/${APPLINK}/rename`])(
    'the tracker is told of a new key: %s',
    async (path) => {
      const { faces, one } = await only('the old key in the tracker', async ({ tracker }, { key }) => {
        const reply = await tracker('PUT', path, { spaceKey: 'ENG', key: 'OLD-504', newKey: key })
        expect(reply).toEqual({ status: 'ok', renamed: 1 })
      })
      expect(faces).toEqual(rightly(one))
    },
  )

  test('links go to another baseline', async () => {
    const { faces, one } = await only('another baseline in the tracker', async ({ tracker }, { key }) => {
      const change = { spaceKey: 'ENG', keys: [key], oldBaseline: 5, newBaseline: 4 }
      expect(await tracker('POST', '/sync/updatebaseline2', change)).toEqual({ status: 'ok', updated: 1 })
    })
    expect(faces).toEqual(rightly(one))
  })

  test("synchronisation takes the tracker's word for the baseline", async () => {
    const { visitor, one } = await only('another baseline in the tracker', WAYS.synchronise)
    expect(await visitor.inWiki({ ...one, baseline: 5 })).toEqual(['implements DRN-512'])
  })

  test('sends the new key of an issue to the wiki', async () => {
    const { faces, one } = await only('the old issue key in the wiki', (visitor, { issue, oldIssue }) =>
      inbound(visitor, { operation: 'ISSUE_RENAMED', issueKey: oldIssue, newIssueKey: issue }),
    )
    expect(faces).toEqual(rightly(one))
  })

  test('sends added and removed links to the wiki', async () => {
    const added = await only('only the tracker has it', (visitor, one) =>
      inbound(visitor, { operation: 'ADD_LINK', issueKey: one.issue, ...named(one) }),
    )
    expect(added.faces).toEqual(rightly(added.one))
    const removed = await only('a deleted issue in the wiki', (visitor, one) =>
      inbound(visitor, { operation: 'REMOVE_LINK', issueKey: one.oldIssue, ...named(one) }),
    )
    expect(removed.faces).toEqual([[], []])
  })

  test('the tracker links what only the wiki links', async () => {
    const { faces, one } = await only('only the wiki has it', ({ tracker }, one) =>
      tracker('POST', '/createRIL', { issueKey: one.issue, ...named(one) }),
    )
    expect(faces).toEqual(rightly(one))
  })

  test('the tracker drops its link to a deleted requirement', async () => {
    const { faces } = await only('a deleted requirement in the tracker', ({ tracker }, one) =>
      tracker('DELETE', `/issuelinks/${one.issue}`, [{ applinkId: APPLINK, ...named(one) }]),
    )
    expect(faces).toEqual([[], []])
  })
})

describe('an old text in the tracker', () => {
  const one = DISAGREEMENTS['an old text in the tracker']
  const OLD = 'What it said last year.'
  const NOW = 'The drone shall do 506.'
  const linkAgain = [{ applinkId: APPLINK, ...named(one) }]
  const ways: readonly [string, (visitor: Visitor) => Promise<unknown>, string][] = [
    ['healing links leaves it', (visitor) => WAYS.heal(visitor), OLD],
    [
      'so does repairing the application link',
      (visitor) => WAYS['repair the application link'](visitor),
      OLD,
    ],
    ['synchronising reads it', (visitor) => WAYS.synchronise(visitor, one), NOW],
    ['overwriting the links reads it', (visitor) => WAYS.overwrite(visitor, one), NOW],
    [
      'linking it once more reads it',
      ({ tracker }) => tracker('POST', `/issuelinks/${one.issue}`, linkAgain),
      NOW,
    ],
    [
      'writing it in the wiki sends it',
      ({ wiki }) => wiki('PUT', `/requirement2/ENG/${one.key}`, { htmlExcerpt: 'The drone shall do more.' }),
      'The drone shall do more.',
    ],
  ]
  test.each(ways)('%s', async (_name, act, expected) => {
    const visitor = visit()
    expect(await visitor.textInTracker(one)).toBe(OLD)
    await act(visitor)
    visitor.advance('3m')
    expect(await visitor.textInTracker(one)).toBe(expected)
  })
})

test('repairing the application link lets links name it again', async () => {
  const visitor = visit()
  const one = DISAGREEMENTS['an old application link in the tracker']
  const applinkOf = async () => (await visitor.tracker('GET', `/issuelinks/${one.issue}`))[0].applinkId
  expect(await applinkOf()).toBe('an-application-link-of-before')
  expect((await visitor.tracker('POST', `/queue/${APPLINK}/repair-applink`)).links).toBe(1)
  expect(await applinkOf()).toBe(APPLINK)
})

function kindOf(shown: Shown): string | undefined {
  return typeof shown === 'string' ? undefined : shown[2]
}
