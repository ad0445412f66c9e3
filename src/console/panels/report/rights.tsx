/** The permission rules that were exercised, and who was allowed and refused them. */
import { useState } from 'preact/hooks'
import type { PermissionReport, RightReport } from '../../../gateway/report/parts.ts'
import type { Report } from '../../../gateway/report/report.ts'
import { ANONYMOUS, neverText } from '../../../gateway/report/tables.ts'
import { goTo } from '../../state/route.ts'
import { Badge, Card, Empty, Field } from '../../ui/parts.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { chooseRights, chooseRules, RIGHTS, type RightChoice, type RuleChoice, RULES } from './right-rows.ts'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/form.tsx'

const counted = (value: number, tone?: 'good' | 'bad') =>
  value > 0 && tone !== undefined ? (
    <Badge tone={tone}>{value}</Badge>
  ) : (
    <span class={value === 0 ? 'muted' : ''}>{value}</span>
  )

const RULE_COLUMNS: readonly Column<PermissionReport>[] = [
  { id: 'interface', title: 'Interface', cell: (rule) => rule.interface },
  {
    id: 'permission',
    title: 'Permission',
    cell: ({ permission }) => <span title={permission}>{permission}</span>,
  },
  {
    id: 'operations',
    title: 'Operations',
    hint: 'Operations that require it',
    cell: ({ operations }) => operations,
  },
  { id: 'allowed', title: 'Allowed', cell: ({ allowed }) => counted(allowed, 'good') },
  { id: 'refused', title: 'Refused', cell: ({ refused }) => counted(refused, 'bad') },
  {
    id: 'never',
    grows: true,
    title: 'Never',
    hint: 'What no request has shown of the rule',
    cell: (rule) => <span class="muted">{neverText(rule)}</span>,
  },
]

const RIGHT_COLUMNS: readonly Column<RightReport>[] = [
  {
    id: 'operation',
    title: 'Operation',
    cell: ({ operation }) => <span title={operation}>{operation}</span>,
  },
  {
    id: 'permission',
    title: 'Permission',
    cell: ({ permission }) => <span title={permission}>{permission}</span>,
  },
  {
    id: 'user',
    title: 'User',
    cell: ({ user }) => user ?? <span title="Without a valid credential">{ANONYMOUS}</span>,
  },
  { id: 'allowed', title: 'Allowed', cell: ({ allowed }) => counted(allowed, 'good') },
  { id: 'refused', title: 'Refused', cell: ({ refused }) => counted(refused, 'bad') },
]

const heightOf = (rows: readonly unknown[]) => Math.min(306, Math.max(68, rows.length * 34))

/** Nothing in a report of an earlier version. */
export function RightCards({ report }: { readonly report: Report }) {
  const { permissions, rights = [] } = report
  if (permissions === undefined) return null
  return (
    <>
      <RuleCard permissions={permissions} />
      <RightCard rights={rights} />
    </>
  )
}

function RuleCard({ permissions }: { readonly permissions: readonly PermissionReport[] }) {
  const [showing, setShowing] = useState<RuleChoice>('exercised')
  const rows = chooseRules(permissions, showing)
  return (
    <Card
      title="Permission rules"
      actions={
        <span class="muted">
          {rows.length} of {permissions.length}
        </span>
      }
    >
      <div class="row">
        <Field label="Show rules">
          <Select value={showing} onChange={setShowing} options={RULES} />
        </Field>
      </div>
      <Table
        label="Permission rules"
        columns={RULE_COLUMNS}
        rows={rows}
        keyOf={(rule) => `${rule.interface} ${rule.permission}`}
        height={heightOf(rows)}
      />
      {rows.length === 0 ? <Empty>No rule matches. Send a request first, or show all rules.</Empty> : null}
      <p class="muted">
        The permissions that operations require. A rule that was never refused is tested from one side only.
        Requests with a fault do not count.
      </p>
    </Card>
  )
}

function RightCard({ rights }: { readonly rights: readonly RightReport[] }) {
  const [choice, setChoice] = useState<RightChoice>({ text: '', showing: 'all' })
  const rows = chooseRights(rights, choice)
  return (
    <Card
      title="Permissions by operation and user"
      actions={
        <span class="muted">
          {rows.length} of {rights.length}
        </span>
      }
    >
      <div class="row">
        <TextField
          label="Find rights"
          type="search"
          value={choice.text}
          placeholder="bob space edit"
          onInput={(text) => setChoice({ ...choice, text: text })}
        />
        <Field label="Show rights">
          <Select
            value={choice.showing}
            onChange={(chosen) => setChoice({ ...choice, showing: chosen })}
            options={RIGHTS}
          />
        </Field>
      </div>
      <Table
        label="Permissions by operation and user"
        columns={RIGHT_COLUMNS}
        rows={rows}
        keyOf={({ operation, user = '' }) => `${operation} ${user}`}
        onChoose={({ operation }) => goTo('api', operation)}
        height={heightOf(rows)}
      />
      {rows.length === 0 ? <Empty>Nothing matches. Send a request first, or show all.</Empty> : null}
    </Card>
  )
}
