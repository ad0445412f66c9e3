/** The report over HTTP: data, a page, or Markdown. */
import { oneOf, string } from '../../api/framework/parameter.ts'
import { reportHtml, reportPolicy } from '../../gateway/report/html.ts'
import { reportMarkdown } from '../../gateway/report/markdown.ts'
import { controlRoute, RawResponse, routesOf } from '../route.ts'
import { namedWorld } from './journal.ts'
import { reportResponse } from '../responses/report.ts'

export const reportRoutes = routesOf('Journal', [
  controlRoute({
    id: 'getReport',
    method: 'GET',
    path: '/report',
    summary: 'Get the report: coverage, assumptions and rate limits',
    details:
      'Covers all exchanges since the last reset of all worlds, including those that the journal has dropped. Exchanges that a fault affected are counted separately and are no evidence. `times` of a transition counts each exchange or job once, however many records it moved.',
    query: {
      format: oneOf(['json', 'html', 'markdown'], {
        description: '`html` returns a page, `markdown` a text for a pull request.',
      }),
      world: string({
        description:
          'Only exchanges of this world; when absent, of the world in `X-Sim-World`, or of all worlds without that header.',
      }),
    },
    returns: reportResponse,
    otherTypes: ['text/html', 'text/markdown'],
    handle: ({ query }, context) => {
      const report = context.host.report(query.world ?? namedWorld(context))
      switch (query.format) {
        case 'html':
          return new RawResponse({
            headers: {
              'Content-Type': 'text/html; charset=UTF-8',
              'Content-Security-Policy': reportPolicy(),
              'Referrer-Policy': 'no-referrer',
            },
            body: reportHtml(report),
          })
        case 'markdown':
          return new RawResponse({
            headers: { 'Content-Type': 'text/markdown; charset=UTF-8' },
            body: reportMarkdown(report),
          })
        default:
          return report
      }
    },
  }),
])
