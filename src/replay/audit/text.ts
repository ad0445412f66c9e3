/** The summary of an audit for a terminal, and as Markdown for a pull request. */
import { countText } from '../../world/count-text.ts'
import { visible } from '../text.ts'
import type { AuditSummary, HandlerSummary } from './summary.ts'

const LISTED = 8

const VERDICT_TEXTS: Readonly<Record<HandlerSummary['verdict'], string>> = {
  safe: 'safe to remove',
  differs: 'differs',
  outside: 'not of the service',
  unused: 'not called',
}

export function auditText(summary: AuditSummary): string {
  const blocks = summary.handlers.map((each) => [
    `${VERDICT_TEXTS[each.verdict]}: ${titleOf(each)}${callsText(each)}`,
    ...detailsOf(each).map((line) => `  ${line}`),
  ])
  return [...blocks.flat(), totalText(summary)].map((line) => `${visible(line)}\n`).join('')
}

/** `12 handlers, 40 calls: 5 safe to remove, 3 differ, 2 not of the service, 2 not called`. */
export function totalText({ handlers, calls, safe, differs, outside, unused }: AuditSummary): string {
  const counts = [
    `${safe} safe to remove`,
    `${differs} ${differs === 1 ? 'differs' : 'differ'}`,
    ...(outside === 0 ? [] : [`${outside} not of the service`]),
    ...(unused === 0 ? [] : [`${unused} not called`]),
  ]
  return `${countText(handlers.length, 'handler')}, ${countText(calls, 'call')}: ${counts.join(', ')}`
}

export function auditMarkdown(summary: AuditSummary): string {
  const rows = summary.handlers.map((each) =>
    [
      code(each.handler) + (each.place === undefined ? '' : ` ${code(each.place)}`),
      VERDICT_TEXTS[each.verdict],
      each.operations.map(code).join(', '),
      String(each.calls),
      detailsOf(each).map(cell).join('<br>'),
    ].join(' | '),
  )
  return [
    '## Handlers beside the simulator',
    '',
    cell(totalText(summary)),
    '',
    '| Handler | Verdict | Operation | Calls | Differences and needs |',
    '| --- | --- | --- | --- | --- |',
    ...rows.map((row) => `| ${row} |`),
    '',
  ].join('\n')
}

function titleOf({ handler, place }: HandlerSummary): string {
  return place === undefined ? handler : `${handler} (${place})`
}

function callsText({ calls, operations }: HandlerSummary): string {
  if (calls === 0) return ''
  return `, ${countText(calls, 'call')}${operations.length === 0 ? '' : ` of ${operations.join(', ')}`}`
}

function detailsOf({ differences, needs, tests }: HandlerSummary): string[] {
  const added = differences.filter(({ kind }) => kind === 'added')
  const others = differences.filter(({ kind }) => kind !== 'added')
  const more = others.length - LISTED
  return [
    ...others
      .slice(0, LISTED)
      .map(({ kind, place, text, calls }) =>
        kind === 'status' ? `status: ${text}${times(calls)}` : `${kind} ${place}: ${text}${times(calls)}`,
      ),
    ...(more > 0 ? [`and ${countText(more, 'more difference')}`] : []),
    ...(added.length === 0 ? [] : [`${countText(added.length, 'field')} more than the handler has`]),
    ...needs
      .slice(0, LISTED)
      .map(({ kind, text, calls }) => `needs ${NEED_TEXTS[kind]}${text}${times(calls)}`),
    ...(tests.length === 0 ? [] : [`in ${tests.map((test) => `'${test}'`).join(', ')}`]),
  ]
}

const NEED_TEXTS: Readonly<Record<HandlerSummary['needs'][number]['kind'], string>> = {
  token: 'a token: ',
  permission: 'a permission: ',
  record: 'a record: ',
  values: 'a record with these values: ',
  fault: 'a fault: ',
  request: 'another request: ',
  operation: 'another address: ',
}

function times(calls: number): string {
  return calls === 1 ? '' : ` (${countText(calls, 'call')})`
}

function cell(text: string): string {
  return visible(text)
    .replaceAll('|', String.raw`\|`)
    .replaceAll('<', '&lt;')
}

function code(text: string): string {
  return `\`${cell(text).replaceAll('`', "'")}\``
}
