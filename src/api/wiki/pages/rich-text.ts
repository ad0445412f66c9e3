/** Helpers of the rich-text editor: completion of requirements, and the report macro as HTML (service §4.6). */
import { z } from '../../framework/zod.ts'
import { foldCase } from '../../../language/values.ts'
import { invalidRequest } from '../../../model/input/errors.ts'
import { quoted } from '../../../model/input/refusal.ts'
import { readColumns, renderReport } from '../../../model/rich-text/report.ts'
import type { RequirementRecord } from '../../../model/records/wiki/requirements.ts'
import { always, type Context, operation, type Operation } from '../../framework/operation.ts'
import { list, string } from '../../framework/parameter.ts'
import { canonicalUrl } from '../../standalone/requirements/url.ts'
import { identifier, limitOf, readsSpace, wikiCaller, wikiOperation } from '../common.ts'
import * as ledger from '../../framework/ledger-names.ts'
import { q, SEARCH_ASSUMPTIONS, searchAll, searchOnePage, toSearchRequest } from '../search/request.ts'

const MAXIMUM_TEXT_LENGTH = 255
const DEFAULT_COLUMNS = ['key', 'text']

const richText = {
  ...wikiOperation,
  ...readsSpace,
  group: 'Rich text',
  method: 'GET',
  stability: 'internal',
  section: '4.6',
} as const

const suggest = operation({
  ...richText,
  id: 'wiki.richText.suggest',
  summary: 'Suggests requirements for text typed in the editor.',
  path: '/rte/{spaceKey}/suggest2',
  query: {
    q: string({
      maximumLength: MAXIMUM_TEXT_LENGTH,
      description: 'The typed text: the beginning of a key, or words of the text.',
      example: 'REQ-00',
    }),
    query: string({ maximumLength: MAXIMUM_TEXT_LENGTH, description: 'The same as `q`.', example: 'REQ-00' }),
    limit: limitOf('requirements', 200, 10),
  },
  success: {
    description: 'Suggestions. Those whose key begins with the typed text come first.',
    shape: {
      name: 'RequirementSuggestions',
      schema: () =>
        z.object({
          results: z.array(
            z.object({
              id: identifier(),
              spaceKey: z.string(),
              key: z.string(),
              text: z.string(),
              url: z.string(),
            }),
          ),
        }),
      example: {
        results: [
          {
            id: 6001,
            spaceKey: 'ENG',
            key: 'REQ-001',
            text: 'The drone shall take off and land without a pilot at the controls.',
            url: 'https://wiki.northwind.test/wiki/requirements/ENG/REQ-001',
          },
        ],
      },
    },
  },
  assumptions: [...SEARCH_ASSUMPTIONS, ...always('A85')],
  handle({ path, query }, context) {
    const typed = oneOfTwo(query.q, query.query) ?? ''
    const results = complete(context, path.spaceKey, typed.trim(), query.limit)
    const urlOf = (row: RequirementRecord) => canonicalUrl(context.store, row)
    return {
      results: results.map((row) => {
        const { id, spaceKey, key, text } = row
        return { id, spaceKey, key, text, url: urlOf(row) }
      }),
    }
  },
})

const report = operation({
  ...richText,
  id: 'wiki.richText.reportToHtml',
  summary: 'Renders the report macro: a table of the requirements of a query.',
  path: '/rte/{spaceKey}/report/transform-to-html',
  query: {
    q,
    query: string({ description: 'The same as `q`.', example: "@Category = 'Safety'" }),
    columns: list({
      maximumLength: MAXIMUM_TEXT_LENGTH,
      description:
        'Columns joined by commas: key, text, status, space, page, baseline, jira, @Name, ext@Name, to, to@relationship, from, from@relationship; default: key,text.',
      example: 'key,text,@Priority',
    }),
    limit: limitOf('requirements'),
  },
  success: {
    description: 'The table as HTML.',
    shape: {
      name: 'RenderedMacro',
      schema: () =>
        z.object({ html: z.string(), count: z.int().min(0).describe('Number of requirements that match.') }),
      example: {
        html: '<table class="requirements-report"><thead><tr><th>key</th></tr></thead><tbody><tr><td>REQ-001</td></tr></tbody></table>',
        count: 1,
      },
    },
  },
  assumptions: [...SEARCH_ASSUMPTIONS, ...always('A86'), 'A87'],
  handle({ path, query }, context) {
    const authored = context.choose(ledger.authorsHtml) === 'text' ? 'text' : 'inert'
    const { store } = context
    const { columns: names = [], limit } = query
    const columns = readColumns(names.length === 0 ? DEFAULT_COLUMNS : names)
    const request = toSearchRequest(context, path.spaceKey, { q: oneOfTwo(query.q, query.query) })
    const { rows, count } = searchOnePage(context, request, { offset: 0, limit })
    const urlOf = (row: RequirementRecord) => canonicalUrl(store, row)
    const html = renderReport({ store, user: wikiCaller(context), urlOf, authored }, columns, rows)
    return { html, count }
  },
})

export const wikiRichTextOperations: readonly Operation[] = [suggest, report]

/** The value of a parameter that has two names. Throws INVALID if they differ. */
function oneOfTwo(short: string | undefined, long: string | undefined): string | undefined {
  if (short === undefined || long === undefined || short === long) return short ?? long
  throw invalidRequest(
    `query parameters 'q' ${quoted(short)} and 'query' ${quoted(long)}`,
    'they mean the same; send one',
  )
}

/** Requirements whose key begins with a text, by key, then those that have it elsewhere in key or text. */
function complete(context: Context, key: string, typed: string, limit: number): RequirementRecord[] {
  const search = toSearchRequest(context, key, {})
  const byKey = searchOnePage(context, { ...search, keyPrefix: typed }, { offset: 0, limit })
  if (byKey.rows.length >= limit || typed === '') return [...byKey.rows]
  const known = new Set(byKey.rows.map((row) => row.id))
  const query = `'${typed.replaceAll('\\', String.raw`\\`).replaceAll("'", String.raw`\'`)}'`
  const request = { ...search, query }
  const byText = typed.includes('%')
    ? searchAll(context, request).rows.filter(hasLiterally(typed))
    : searchOnePage(context, request, { offset: 0, limit: limit + known.size }).rows
  return [...byKey.rows, ...byText.filter((row) => !known.has(row.id))].slice(0, limit)
}

/** Whether key or text of a requirement contains a text, in any letter case. In queries `%` is a wildcard. */
function hasLiterally(typed: string): (row: RequirementRecord) => boolean {
  const folded = foldCase(typed)
  return ({ key, text: ownText }) => foldCase(key).includes(folded) || foldCase(ownText).includes(folded)
}
