/** Reads `needs.json`, the export of sphinx-needs: versions with needs by id. */
import { invalidRequest } from '../../model/input/errors.ts'
import { quoted } from '../../model/input/refusal.ts'
import { type Fields, isObject } from '../../world/objects.ts'
import {
  DataCollector,
  type DataFile,
  type DataRelation,
  isNothing,
  namesText,
  tidyText,
  unexpected,
} from './data.ts'

/** What sphinx-needs derives when it builds the documents, and how it shows a need: no content of a need. */
const DERIVED: ReadonlySet<string> = new Set([
  'arch',
  'avatar',
  'collapse',
  'constraints_error',
  'constraints_passed',
  'constraints_results',
  'content_id',
  'content_node',
  'doctype',
  'external_css',
  'external_url',
  'full_title',
  'has_dead_links',
  'has_forbidden_dead_links',
  'hidden',
  'hide',
  'id_complete',
  'id_parent',
  'id_prefix',
  'is_external',
  'is_import',
  'is_modified',
  'is_need',
  'is_part',
  'jinja_content',
  'layout',
  'lineno',
  'lineno_content',
  'max_amount',
  'max_content_lines',
  'modifications',
  'parent_need',
  'parts',
  'post_content',
  'post_template',
  'pre_content',
  'pre_template',
  'section_name',
  'signature',
  'style',
  'target_id',
  'template',
  'type_color',
  'type_prefix',
  'type_style',
])

/** Fields with a place of their own in the draft. */
const PLACED: ReadonlySet<string> = new Set(['id', 'content', 'description', 'docname', 'sections'])

type Role = 'placed' | 'derived' | 'relation' | 'property'

/** True for the data of a `needs.json`. */
export function isNeeds(value: unknown): value is Fields {
  return isObject(value) && isObject(value['versions'])
}

/** Throws a Refusal: INVALID for data of another shape, TOO_LARGE for too many needs. */
export function readNeeds(root: Fields): DataFile {
  const data = new DataCollector()
  const version = versionOf(root, data)
  const needs = version.fields['needs']
  const at = `versions.${version.name}.needs`
  if (!isObject(needs)) throw unexpected(at, 'an object with the needs by id')
  const roleOf = readRoles(version.fields, needs)
  const derived = new Set<string>()
  for (const [name, need] of Object.entries(needs)) {
    if (!isObject(need)) throw unexpected(`${at}.${name.slice(0, 100)}`, 'an object, the fields of a need')
    addNeed(data, { name, need, roleOf, derived, has: (key) => Object.hasOwn(needs, key) })
  }
  if (derived.size > 0)
    data.leaveOut(
      'all needs',
      `sphinx-needs derives these fields, so they are no properties: ${namesText([...derived])}`,
    )
  return { project: tidyText(root['project']), requirements: data.requirements, leftOut: data.leftOut }
}

function versionOf(root: Fields, data: DataCollector): { readonly name: string; readonly fields: Fields } {
  const versions = root['versions'] as Fields
  const names = Object.keys(versions)
  const current = root['current_version']
  const name = typeof current === 'string' && Object.hasOwn(versions, current) ? current : names[0]
  if (name === undefined)
    throw invalidRequest('versions', 'is empty: build the documents with needs, then export again')
  if (name !== current && names.length > 1)
    throw invalidRequest('current_version', `must be one of the versions ${namesText(names)}`)
  const fields = versions[name]
  if (!isObject(fields)) throw unexpected(`versions.${name.slice(0, 100)}`, 'an object with needs')
  for (const other of names)
    if (other !== name)
      data.leaveOut(
        `version ${quoted(other)}`,
        `the draft has the current version ${quoted(name)} alone; to draft another, change current_version`,
      )
  return { name, fields }
}

interface Reading {
  readonly name: string
  readonly need: Fields
  readonly derived: Set<string>
  roleOf(field: string): Role
  has(key: string): boolean
}

function addNeed(data: DataCollector, { name, need, derived, roleOf, has }: Reading): void {
  const key = tidyText(need['id']) ?? name
  const place = `need ${quoted(name)}`
  if (need['is_external'] === true) {
    data.leaveOut(place, 'it is a need of another project: draft the needs.json of that project')
    return
  }
  const title = tidyText(need['title'])
  const content = tidyText(need['content']) ?? tidyText(need['description'])
  const properties = new Map<string, unknown>()
  const relations: DataRelation[] = []
  for (const [field, value] of Object.entries(need)) {
    const role = roleOf(field)
    if (role === 'placed' || isNothing(value)) continue
    if (role === 'relation') relations.push(...relationsOf(data, place, { field, value, has }))
    else if (role === 'derived') {
      if (value !== false) derived.add(field)
    } else if (field !== 'title' || content !== undefined) properties.set(field, value)
  }
  if (!isNothing(need['parts']))
    data.leaveOut(place, 'its parts are no requirements: make each of them a need of its own')
  data.add({ place, key, text: content ?? title ?? '', pages: pagesOf(need), properties, relations })
}

/** The document, then the headings above the need; the file has the nearest one first. */
function pagesOf(need: Fields): readonly string[] {
  const document = tidyText(need['docname'])
  const sections = Array.isArray(need['sections']) ? need['sections'] : []
  const titles = sections.map(tidyText).filter((title) => title !== undefined)
  return document === undefined ? [] : [document, ...titles.toReversed()]
}

interface Linking {
  readonly field: string
  readonly value: unknown
  has(key: string): boolean
}

function relationsOf(data: DataCollector, place: string, { field, value, has }: Linking): DataRelation[] {
  const targets: readonly unknown[] = Array.isArray(value) ? value : [value]
  return targets.flatMap((target) => {
    // `REQ_1[status=="open"]` links under a condition.
    const to = tidyText(target)?.replace(/\[.*\]$/s, '')
    if (to === undefined || to === '') {
      data.leaveOut(place, `${quoted(field)} has a link that is no id of a need`)
      return []
    }
    const need = to.slice(0, to.indexOf('.'))
    if (has(to) || !to.includes('.') || !has(need)) return [{ relationship: field, to }]
    data.leaveOut(
      place,
      `${quoted(field)} names a part, ${quoted(to)}: the draft names the need ${quoted(need)}`,
    )
    return [{ relationship: field, to: need }]
  })
}

/** What the fields are: the file says it since sphinx-needs 2, otherwise links and what has nothing but ids are relations. */
function readRoles(version: Fields, needs: Fields): (field: string) => Role {
  const schema = isObject(version['needs_schema']) ? version['needs_schema']['properties'] : undefined
  const types = new Map<string, unknown>()
  for (const [field, entry] of isObject(schema) ? Object.entries(schema) : [])
    if (isObject(entry)) types.set(field, entry['field_type'])
  const linking = types.size > 0 ? new Set<string>() : linkingFields(needs)
  return (field) => {
    if (PLACED.has(field)) return 'placed'
    const type = types.get(field)
    if (type === 'links' || linking.has(field)) return 'relation'
    if (type === 'backlinks' || DERIVED.has(field)) return 'derived'
    const forward = field.endsWith('_back') ? field.slice(0, -'_back'.length) : undefined
    return forward !== undefined && (types.get(forward) === 'links' || linking.has(forward))
      ? 'derived'
      : 'property'
  }
}

function linkingFields(needs: Fields): Set<string> {
  const all = new Map<string, boolean>([['links', true]])
  for (const need of Object.values(needs)) {
    if (!isObject(need)) continue
    for (const [field, value] of Object.entries(need)) {
      if (field === 'links' || field === 'tags' || field.endsWith('_back') || isNothing(value)) continue
      const isLinking =
        Array.isArray(value) && value.every((each) => typeof each === 'string' && Object.hasOwn(needs, each))
      all.set(field, isLinking && all.get(field) !== false)
    }
  }
  return new Set([...all].filter(([, isLinking]) => isLinking).map(([field]) => field))
}
