/** Which rules a requirement keeps. Nothing is stored: every query tests the rules that it names. */
import { isBlank } from '../input/blank.ts'
import { oncePerKey } from '../../world/once.ts'
import type { FieldBinding } from '../../language/query/source.ts'
import type { Store } from '../../world/store/store.ts'
import { propertyText } from '../records/text/property-text.ts'
import { externalPropertyMetadata, type RequirementRecord } from '../records/wiki/requirements.ts'
import { hasPattern, parsePattern, typeFinder } from '../finding/types.ts'
import { type RuleRecord, rules } from '../records/wiki/rules.ts'

/** All spellings of each status; INVALID and VALID are former names. */
const BROKEN = ['false', 'INVALID'] as const
const WARNED = ['warning'] as const
const KEPT = ['true', 'VALID'] as const

type RuleStatus = typeof BROKEN | typeof WARNED | typeof KEPT

/** Undefined if the rule does not apply to a requirement. */
interface Test {
  readonly keeps: (record: RequirementRecord) => boolean | undefined
  readonly warns: boolean
}

/** The field `ruleStatus`: false, warning or true; absent if no rule applies. With a name, by that rule alone. */
export function bindRuleStatus(
  store: Store,
  name: string | undefined,
): FieldBinding<RequirementRecord> | undefined {
  if (store.table(rules).size === 0) return undefined
  const testsIn = oncePerKey((projectContainerId: number) => testsOf(store, projectContainerId, name))
  return {
    shared: true,
    values: (record) => statusBy(testsIn(record.projectContainerId), record),
  }
}

function statusBy(tests: readonly Test[], record: RequirementRecord): RuleStatus | undefined {
  let status: RuleStatus | undefined
  for (const { keeps, warns } of tests) {
    const kept = keeps(record)
    if (kept === false && !warns) return BROKEN
    if (kept === false) status = WARNED
    else if (kept === true) status ??= KEPT
  }
  return status
}

function testsOf(store: Store, projectContainerId: number, name: string | undefined): readonly Test[] {
  const table = store.table(rules)
  const wanted =
    name === undefined
      ? [...table.range('project', [projectContainerId])]
      : [...table.range('name', [projectContainerId, name])]
  const typeOf = typeFinder(store, projectContainerId)
  return wanted.map((rule) => {
    const { typeId } = rule
    const warns = rule.severity === 'WARNING'
    const keeps = testOf(store, rule)
    return typeId === undefined
      ? { keeps, warns }
      : { keeps: (record) => (typeOf(record.key)?.id === typeId ? keeps(record) : undefined), warns }
  })
}

function testOf(store: Store, rule: RuleRecord): (record: RequirementRecord) => boolean {
  const { kind, values = [] } = rule
  if (kind === 'KEY_PATTERN') {
    const pattern = parsePattern(rule.pattern ?? '')
    return ({ key }) => pattern !== undefined && hasPattern(pattern, key)
  }
  const textsOf = readerOf(store, rule)
  if (kind === 'MANDATORY_PROPERTY') return (record) => textsOf(record).some((text) => !isBlank(text))
  const allowed = new Set(values)
  return (record) => textsOf(record).every((text) => allowed.has(text))
}

function readerOf(
  store: Store,
  { applicationId, property = '', external = false }: RuleRecord,
): (record: RequirementRecord) => readonly string[] {
  if (!external)
    return ({ properties }) => {
      const found = properties.find(({ key }) => key === property)
      return found === undefined ? [] : textList(propertyText(found))
    }
  const metadata = store.table(externalPropertyMetadata).find('name', [applicationId, property])
  return ({ externalProperties }) => {
    const found = externalProperties.find(({ metadataId }) => metadataId === metadata?.id)
    return found === undefined ? [] : textList(found.multivalues ?? found.value)
  }
}

function textList(value: string | number | boolean | readonly string[]): readonly string[] {
  return typeof value === 'object' ? value : [String(value)]
}
