/** The report over HTTP: data, a page, or Markdown. */
import { oneOf, string } from '../../api/framework/parameter.ts'
import { reportHtml, reportPolicy } from '../../gateway/report/html.ts'
import { reportMarkdown } from '../../gateway/report/markdown.ts'
import { controlRoute, RawAnswer, routesOf } from '../route.ts'
import { namedWorld } from './journal.ts'

export const reportRoutes = routesOf('Journal', [
  controlRoute({
    method: 'GET',
    path: '/report',
    summary: 'What the exchanges so far exercised and leaned on',
    details:
      'It sums up all exchanges since the last reset of all worlds, also those that the journal no longer holds. What a fault shaped is no evidence, and only counted as such. `times` of a transition counts the exchanges and the jobs that made it, once each, however many records they moved.',
    query: {
      format: oneOf(['json', 'html', 'markdown'], {
        description: '`html`: a page; `markdown`: for a pull request.',
      }),
      world: string({
        description:
          'Only exchanges with this world; without it those with the world of `X-Sim-World`, or of all where that is not sent either.',
      }),
    },
    answer:
      '`{exchanges, faulted, unmatched, defects, operations [{operation, interface, stability, provenance, exercised, statuses, validated, invalid, stateful, faulted, rateLimited, gaps}], stabilities, provenances, unknown [{operation, kind, name, times}], assumptions [{id, title, provenance, general, times, behaviour, inForce, otherwise}], features [{user, feature, times}], rateLimited, machines [{machine, states, transitions}]}`.',
    handle: ({ query }, context) => {
      const report = context.host.report(query.world ?? namedWorld(context))
      switch (query.format) {
        case 'html':
          return new RawAnswer({
            headers: {
              'Content-Type': 'text/html; charset=UTF-8',
              'Content-Security-Policy': reportPolicy(),
              'Referrer-Policy': 'no-referrer',
            },
            body: reportHtml(report),
          })
        case 'markdown':
          return new RawAnswer({
            headers: { 'Content-Type': 'text/markdown; charset=UTF-8' },
            body: reportMarkdown(report),
          })
        default:
          return report
      }
    },
  }),
])
