/** Every field a query can name: its spellings, what it takes, and how an explanation calls it. */
import { type Grammar, hasWord } from '../grammar.ts'

export type FieldName =
  | 'key'
  | 'text'
  | 'space'
  | 'status'
  | 'page'
  | 'pageHistory'
  | 'links'
  | 'link'
  | 'property'
  | 'externalProperty'
  | 'from'
  | 'to'
  | 'jira'
  | 'project'
  | 'project_name'
  | 'variant'
  | 'baseline'
  | 'type'
  | 'type.id'
  | 'type.name'
  | 'ruleStatus'
  | 'id'
  | 'new_key'
  | 'new_space_key'
  | 'container'
  | 'new_container'
  | 'suspect'
  | 'test_case'
  | 'excel'

export interface FieldDefinition {
  readonly field: FieldName
  /** As queries write it, the canonical spelling first; of properties, the part before the `@`. */
  readonly spellings: readonly string[]
  /** The field in an explanation; a name follows in quotes. */
  readonly noun: string
  /** Whether `@name` may or must follow. */
  readonly named?: 'optional' | 'compulsory'
  /** `basic`: only `=` and `~`. */
  readonly operators?: 'basic'
  /** A number is an identifier and a text is a name: they never match each other. */
  readonly typed?: true
  /** Its values can be numbers, which are compared with numbers by their size. */
  readonly numeric?: true
  readonly anyCase?: true
  /** Read from other records, which costs more than the record's own fields. */
  readonly linked?: true
  readonly scoped?: true
}

export const FIELDS: readonly FieldDefinition[] = [
  { field: 'key', spellings: ['key'], noun: 'key' },
  { field: 'text', spellings: ['text', 'description'], noun: 'text' },
  { field: 'space', spellings: ['space', 'spacekey', 'space_key'], noun: 'space' },
  { field: 'status', spellings: ['status'], noun: 'status', anyCase: true },
  { field: 'page', spellings: ['page', 'document_id'], noun: 'page', operators: 'basic', typed: true },
  {
    field: 'pageHistory',
    spellings: ['pageHistory'],
    noun: 'page history',
    operators: 'basic',
    typed: true,
    linked: true,
  },
  {
    field: 'links',
    spellings: ['links'],
    noun: 'defining or linking page',
    operators: 'basic',
    typed: true,
    linked: true,
  },
  { field: 'link', spellings: ['link'], noun: 'linking page', typed: true, linked: true },
  { field: 'property', spellings: [''], noun: 'property', named: 'compulsory' },
  {
    field: 'externalProperty',
    spellings: ['ext'],
    noun: 'external property',
    named: 'compulsory',
    numeric: true,
  },
  { field: 'from', spellings: ['from', 'child'], noun: 'child', named: 'optional', linked: true },
  { field: 'to', spellings: ['to', 'parent'], noun: 'parent', named: 'optional' },
  { field: 'jira', spellings: ['jira'], noun: 'linked issue', named: 'optional', linked: true },
  {
    field: 'project',
    spellings: ['project', 'project_key', 'projectKey'],
    noun: 'project of a linked issue',
    linked: true,
  },
  {
    field: 'project_name',
    spellings: ['project_name', 'projectName'],
    noun: 'project name of a linked issue',
    linked: true,
  },
  { field: 'variant', spellings: ['variant'], noun: 'variant', typed: true, scoped: true },
  { field: 'baseline', spellings: ['baseline'], noun: 'baseline', typed: true, scoped: true },
  { field: 'type', spellings: ['type'], noun: 'type', typed: true },
  { field: 'type.id', spellings: ['type.id'], noun: 'type id', numeric: true },
  { field: 'type.name', spellings: ['type.name'], noun: 'type name' },
  { field: 'ruleStatus', spellings: ['ruleStatus'], noun: 'rule status', named: 'optional', anyCase: true },
  { field: 'id', spellings: ['id'], noun: 'id', numeric: true },
  { field: 'new_key', spellings: ['new_key'], noun: 'new key' },
  { field: 'new_space_key', spellings: ['new_space_key'], noun: 'new space' },
  { field: 'container', spellings: ['container'], noun: 'container', typed: true },
  { field: 'new_container', spellings: ['new_container'], noun: 'new container', typed: true, linked: true },
  { field: 'suspect', spellings: ['suspect'], noun: 'suspect flag' },
  { field: 'test_case', spellings: ['test_case', 'testCase'], noun: 'test case', linked: true },
  { field: 'excel', spellings: ['excel'], noun: 'Excel attachment' },
]

const BY_NAME = new Map(FIELDS.map((definition) => [definition.field, definition]))

const BY_SPELLING = new Map(
  FIELDS.flatMap((definition) =>
    definition.spellings.map((spelling) => [spelling.toLowerCase(), definition] as const),
  ),
)

export const CONDITION_FUNCTIONS = ['isModified', 'hasTest', 'hasLastTest'] as const

export function fieldDefinition(field: FieldName): FieldDefinition {
  return BY_NAME.get(field) as FieldDefinition
}

export function findField(spelling: string): FieldDefinition | undefined {
  return BY_SPELLING.get(spelling.toLowerCase())
}

/** Every word of a grammar that can begin a condition, for suggestions. */
export function conditionWords(grammar: Grammar | undefined): readonly string[] {
  const fields = FIELDS.flatMap((definition) => definition.spellings)
  return [...fields, ...CONDITION_FUNCTIONS].filter((word) => word !== '' && hasWord(grammar, word))
}
