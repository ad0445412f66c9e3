/** The responses that the suite expects, written from the documentation of the service and of the demo world. */
import { WIKI_LINK } from '../shared/service.ts'

export type Json = Readonly<Record<string, unknown>>

export const SITE = 'https://wiki.northwind.test/wiki'

const TEXTS: readonly string[] = [
  'The drone shall take off and land without a pilot at the controls.',
  'The drone shall hold its altitude within 0.5 m in winds of up to 10 m/s.',
  'The drone shall hold its position within 1 m while hovering.',
  'The drone shall report its altitude to the ground station ten times a second.',
  'The drone shall follow a route of up to 200 waypoints.',
  'The drone shall return to its starting point when the radio link is lost for 5 s.',
  'The drone shall fly for at least 35 minutes on one battery charge.',
  'The drone shall land by itself when the battery falls below 15 percent.',
  'The drone shall refuse to take off with a battery warmer than 60 °C.',
  'The drone shall draw no more than 400 W while hovering.',
  'The drone shall accept a supply voltage from 20 V to 26 V.',
  'The drone shall cut all motors within 0.2 s of an emergency stop.',
]

/** By number of a requirement: the number of the one that it refines. */
const PARENTS: Readonly<Record<number, number>> = { 2: 1, 3: 1, 4: 2 }

const ISSUES: Readonly<Record<number, readonly Json[]>> = {
  1: [issueOf('DRN-1', 'implements'), issueOf('DRN-2', 'tests')],
  2: [issueOf('DRN-2', 'implements')],
}

export const NUMBERS: readonly number[] = TEXTS.map((_, index) => index + 1)

export function keyOf(number: number): string {
  return `REQ-${String(number).padStart(3, '0')}`
}

export function textOf(number: number): string {
  return TEXTS[number - 1] ?? ''
}

export function issueOf(issueKey: string, relationship: string): Json {
  return { applinkId: WIKI_LINK, issueKey, relationship }
}

const categoryOf = (number: number) => (number % 2 === 1 ? 'Functional' : 'Safety')
const priorityOf = (number: number) => ['Low', 'High', 'Medium'][number % 3]
const pageOf = (number: number) => (number <= 6 ? 4001 : 4002)
const childrenOf = (number: number) => NUMBERS.filter((each) => PARENTS[each] === number)
const parentsOf = (number: number) => [PARENTS[number] ?? []].flat()

function property(key: string, value: string, type = 'INLINE', dataType = 'TEXT'): Json {
  return { key, value, type, dataType, display: value, indexation: { text: value } }
}

interface Current {
  readonly html?: string
  readonly cost?: number
  readonly status?: string
  /** The version of its page. */
  readonly version?: number
  readonly issues?: readonly Json[]
}

const BROKEN = { baseline: 3, spaceKey: 'ENG', name: 'Broken', status: 'ERROR' }
const BROKEN_MESSAGE = { message: 'The requirements could not be copied.' }

/** A requirement of space ENG in the wiki. */
export function requirement(number: number, current: Current = {}): Json {
  const { html = textOf(number), cost = 100 * number, status = 'ACTIVE', version = 1 } = current
  const page = { pageId: pageOf(number), version }
  return {
    id: 6000 + number,
    key: keyOf(number),
    spaceKey: 'ENG',
    baseline: 3,
    baselineDetails: { ...BROKEN, ...BROKEN_MESSAGE },
    status,
    htmlExcerpt: html,
    htmlNeedsUpdating: false,
    page,
    genericUrl: addressOf(number),
    destinationUrl: `${SITE}/pages/viewpage.action?pageId=${page.pageId}#${keyOf(number)}`,
    origin: page,
    properties: propertiesOf(number, cost),
    dependencies: parentsOf(number).map((each) => dependency(each)),
    reverseDependencies: childrenOf(number).map((each) => dependency(each)),
    issues: current.issues ?? ISSUES[number] ?? [],
  }
}

/** The copy that a frozen baseline keeps. */
export function frozen(number: number, baseline: Json & { readonly baseline: number }, id: number): Json {
  const version = `?v=${baseline.baseline}`
  return {
    ...requirement(number),
    id,
    baseline: baseline.baseline,
    baselineDetails: baseline,
    status: 'ARCHIVED',
    genericUrl: `${addressOf(number)}${version}`,
    dependencies: parentsOf(number).map((each) => dependency(each, version)),
    reverseDependencies: childrenOf(number).map((each) => dependency(each, version)),
    issues: [],
  }
}

function propertiesOf(number: number, cost: number): Json[] {
  return [
    property('Category', categoryOf(number)),
    property('Priority', priorityOf(number) ?? ''),
    property('Cost', String(cost), 'EXTERNAL', 'DECIMAL'),
  ]
}

function addressOf(number: number): string {
  return `${SITE}/requirements/ENG/${keyOf(number)}`
}

function dependency(number: number, version = ''): Json {
  const url = `${addressOf(number)}${version}`
  return { spaceKey: 'ENG', key: keyOf(number), url, relationship: 'refines' }
}

/** The same requirement as the standalone interface has it. */
export function standalone(number: number, current: Current = {}): Json {
  const { html = textOf(number), cost = 100 * number, status = 'ACTIVE' } = current
  const pageId = pageOf(number)
  const containerId = pageId - 2900
  const url = `${SITE}/pages/viewpage.action?pageId=${pageId}`
  const label = (name: string, value: unknown, external = false, dataType = 'TEXT') => {
    return { label: name, value, external, dataType }
  }
  return {
    id: 6000 + number,
    key: keyOf(number),
    applicationId: 101,
    containerId: 1001,
    variantId: 5001,
    originContainerId: containerId,
    status,
    text: html,
    html,
    canonicalURL: addressOf(number),
    properties: [
      label('Category', categoryOf(number)),
      label('Priority', priorityOf(number)),
      label('Cost', cost, true, 'DECIMAL'),
    ],
    originLinks: [{ containerId, type: 'PAGE', name: pageName(pageId), pageId, url }],
  }
}

/** The same requirement as the hosted search finds it. */
export function hosted(number: number, current: Current = {}): Json {
  const pageId = pageOf(number)
  const url = `${SITE}/pages/viewpage.action?pageId=${pageId}`
  const origin = {
    id: pageId - 2900,
    type: 'ORIGIN',
    containerType: 'PAGE',
    name: pageName(pageId),
    pageId,
    url,
  }
  return {
    ...hostedDependency(number, current),
    fromDependencies: refining(childrenOf(number)),
    toDependencies: refining(parentsOf(number)),
    links: { items: [origin], offset: 0, limit: 20, total: 1, hasNext: false },
  }
}

function hostedDependency(number: number, { html = textOf(number) }: Current = {}): Json {
  return {
    id: 6000 + number,
    key: keyOf(number),
    text: html,
    applicationId: 101,
    containerId: 1001,
    variantId: 5001,
    status: 'ACTIVE',
    canonicalURL: addressOf(number),
    properties: {
      Category: { key: 'Category', value: categoryOf(number) },
      Priority: { key: 'Priority', value: priorityOf(number) },
    },
  }
}

function refining(numbers: readonly number[]): Json {
  if (numbers.length === 0) return {}
  const items = numbers.map((number) => hostedDependency(number))
  return { refines: { items, offset: 0, limit: 20, total: items.length, hasNext: false } }
}

function pageName(pageId: number): string {
  return pageId === 4001 ? 'Flight control' : 'Power'
}

/** The baselines of space ENG as their list has them. */
export const RELEASE_1 = { baseline: 1, spaceKey: 'ENG', name: 'Release 1.0', status: 'DONE', pageId: 4001 }
export const RELEASE_2 = {
  baseline: 2,
  spaceKey: 'ENG',
  name: 'Release 1.1',
  status: 'PREVIEW',
  searchQuery: "key ~ 'REQ-%'",
  parentBaseline: 1,
}
export const RELEASE_3 = { ...BROKEN, ...BROKEN_MESSAGE }

/** What a single baseline has in addition: its size, and the addresses of one without a page. */
export function details(count: number, pageCount: number): Json {
  return { count, pageCount, indexUrl: '/baselines/ENG', canonicalUrl: `${SITE}/baselines/ENG` }
}
