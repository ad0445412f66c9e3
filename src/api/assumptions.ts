/**
 * The assumption ledger: every choice that shapes an answer and that the service's description does not make. Numbered,
 * reported, and switchable where alternatives are named; `config.assumptions` of a scenario chooses them.
 */
import type { WorldConfig } from '../model/config.ts'

export interface Alternative {
  /** What a scenario writes to choose it. */
  readonly value: string
  readonly behaviour: string
}

export interface Assumption {
  readonly id: AssumptionId
  readonly title: string
  /** The section of the service's description that leaves it open. */
  readonly section: string
  /** Seen in open clients or pages of the service, or our own choice. */
  readonly provenance: 'observed' | 'assumed'
  /** What the simulator does. */
  readonly behaviour: string
  readonly reason: string
  /** The name of the behaviour in force unless a scenario chooses another; the rest are in `alternatives`. */
  readonly default: string
  readonly alternatives: readonly Alternative[]
  /** True where it shapes every operation of an interface and no single operation declares it. */
  readonly general: boolean
}

type Entry = Omit<Assumption, 'id' | 'alternatives' | 'default' | 'general'> &
  Partial<Pick<Assumption, 'alternatives' | 'default' | 'general'>>

const entries = {
  A01: {
    title: 'Status codes of refusals',
    section: '7.5',
    provenance: 'assumed',
    behaviour:
      '400 for malformed JSON, wrong types, values out of range, unknown values, missing parameters and syntax errors; 401 without a valid credential; 403 without the permission; 404 for unknown paths and identifiers; 405 with Allow for a wrong method; 409 for illegal transitions and duplicates; 413 for large bodies; 415 for wrong content types.',
    reason: 'Common practice of HTTP interfaces; only 429 is documented.',
    general: true,
  },
  A02: {
    title: 'Error body of the standalone and hosted interfaces',
    section: '7.4',
    provenance: 'observed',
    behaviour: 'Errors are {message, statusCode, errors}, where statusCode is the name of the HTTP status.',
    reason: 'Clients of the service read these fields.',
    general: true,
  },
  A03: {
    title: 'Media types',
    section: '4.7',
    provenance: 'assumed',
    behaviour:
      'Bodies must declare their documented Content-Type, else 415. JSON answers of the embedded interfaces name the character set, as the documented tracker examples do; the others do not.',
    reason: 'Only the examples of the tracker show a content type.',
    general: true,
  },
  A04: {
    title: 'Limit and offset out of range',
    section: '4.1',
    provenance: 'assumed',
    behaviour: 'Numbers outside the documented bounds are refused with 400.',
    reason: 'A refusal shows the mistake; a clamped value hides it.',
    default: 'refuse',
    alternatives: [{ value: 'clamp', behaviour: 'The nearest value within the bounds is used.' }],
    general: true,
  },
  A05: {
    title: 'Undeclared parameters and body fields',
    section: '4',
    provenance: 'assumed',
    behaviour: 'They are ignored and reported; config.strict refuses them with 400.',
    reason: 'Most services ignore them, and a test double should still tell.',
    general: true,
  },
  A06: {
    title: 'Repeated parameters',
    section: '4.1',
    provenance: 'assumed',
    behaviour:
      'A parameter that takes one value and is sent twice is refused with 400; sort criteria may repeat.',
    reason: 'Which of the two would win is not said, so neither does.',
    general: true,
  },
  A07: {
    title: 'Error body of the embedded interfaces',
    section: '7.4',
    provenance: 'observed',
    behaviour: 'Errors are {status-code, message, sub-code}, with sub-code -1.',
    reason: 'The framework of the host platform answers like this.',
    default: 'status-code',
    alternatives: [
      { value: 'plain-text', behaviour: 'Errors are the bare message as text/plain.' },
      { value: 'standalone', behaviour: 'Errors have the shape of the standalone interface.' },
    ],
    general: true,
  },
  A08: {
    title: 'HEAD and OPTIONS',
    section: '4',
    provenance: 'assumed',
    behaviour:
      'HEAD answers as GET without a body. OPTIONS answers 204 with Allow on every known path, without a credential and without counting against a rate limit.',
    reason: 'What HTTP clients and browsers expect of any server.',
    general: true,
  },
  A09: {
    title: 'Which operation a path means',
    section: '4',
    provenance: 'assumed',
    behaviour:
      'Of the templates that match, the most specific one that has the method wins; a path parameter that is not of its type is 404; one trailing slash more or less makes no difference.',
    reason: 'The documented paths overlap, and all of them must be reachable.',
    general: true,
  },
  A10: {
    title: 'Large numbers',
    section: '4.1',
    provenance: 'assumed',
    behaviour:
      'Values of int64 parameters are read as digits, checked against the range of int64 and never rounded; numbers in bodies beyond 2^53 - 1 are refused with 400.',
    reason: 'A rounded identifier would name another record.',
    general: true,
  },
  A11: {
    title: 'Near misses',
    section: '7',
    provenance: 'assumed',
    behaviour:
      'An exchange that matches no operation gets the header X-Sim-Near-Miss with up to three nearest operations.',
    reason: 'A client under test should learn at once what it misspelt. The service has no such header.',
    general: true,
  },
  A12: {
    title: 'Place of the standalone credential',
    section: '5',
    provenance: 'observed',
    behaviour: 'The token is sent as Authorization: Bearer <token>.',
    reason: 'Clients of the service send it there.',
    general: true,
  },
  A13: {
    title: 'Credentials of the embedded interfaces',
    section: '5.7',
    provenance: 'assumed',
    behaviour:
      'A session cookie JSESSIONID, HTTP Basic with name and password, or Authorization: Bearer <token>.',
    reason: 'The host platforms accept these.',
    general: true,
  },
  A14: {
    title: 'Check of X-Base-Url',
    section: '5.4',
    provenance: 'assumed',
    behaviour:
      'It must equal the base address of an active site of that product and region, and the account of the user must be linked to it; else 403 says which of the two failed. A missing header is 401. A trailing slash is ignored.',
    reason: 'The header chooses the site; anything else would be a guess.',
    general: true,
  },
  A15: {
    title: 'Scoped tokens',
    section: '5.3',
    provenance: 'assumed',
    behaviour:
      'A token scoped to one application is refused with 403 for any other application, and lists show that application only; an unscoped token without applicationId is refused with 400.',
    reason: 'The documented purpose of the scope.',
  },
  A16: {
    title: 'Calls without a credential',
    section: '5.7',
    provenance: 'assumed',
    behaviour:
      'Refused with 401, except by operations that allow anonymous calls; config.auth.anonymousAs names a user who stands for such calls on the embedded interfaces.',
    reason: 'Only one operation is documented as anonymous.',
    general: true,
  },
  A17: {
    title: 'Rate-limit windows',
    section: '8',
    provenance: 'assumed',
    behaviour:
      'A fixed window of 60 seconds, aligned to the virtual minute, for each credential (or anonymous callers together), interface and class.',
    reason: 'The documented numbers are per minute; the kind of window is not said.',
    general: true,
  },
  A18: {
    title: 'Rate-limit reset and Retry-After',
    section: '8',
    provenance: 'assumed',
    behaviour: 'X-Rate-Limit-Reset is in whole seconds, rounded up; no Retry-After is sent with 429.',
    reason: 'Only the three headers are documented.',
    default: 'omit',
    alternatives: [{ value: 'send', behaviour: 'Answers with 429 carry Retry-After with the same number.' }],
    general: true,
  },
  A19: {
    title: 'High-traffic operations',
    section: '8',
    provenance: 'assumed',
    behaviour:
      'Each operation declares its class; all standalone operations are normal (200 requests per minute).',
    reason:
      'Which operations are high-traffic is not said; the frequent reads of the wiki are the likely ones.',
    general: true,
  },
  A20: {
    title: 'When rate limits are enforced',
    section: '8',
    provenance: 'assumed',
    behaviour:
      'On a live clock they are enforced; on a clock that tests move they are only observed: headers count down, nothing is refused, and the report says what would have been.',
    reason:
      'A test suite on a standing clock would otherwise spend its minute at once. config.rateLimit chooses.',
    general: true,
  },
  A21: {
    title: 'Absent optional fields',
    section: '2',
    provenance: 'assumed',
    behaviour: 'Optional fields without a value are left out.',
    reason: 'Smaller answers; clients must cope with both.',
    default: 'omit',
    alternatives: [{ value: 'null', behaviour: 'They are sent as null.' }],
    general: true,
  },
  A22: {
    title: 'Page envelope of standalone lists',
    section: '2.1',
    provenance: 'observed',
    behaviour: 'Lists are {items, offset, limit, total}.',
    reason: 'Clients of the service read these fields.',
  },
  A23: {
    title: 'Fields of DTOApplication',
    section: '2.1',
    provenance: 'observed',
    behaviour:
      'id, name, type (CONFLUENCE, JIRA or STANDALONE), status (ACTIVE or DISABLED) and baseUrl; organizationId is assumed.',
    reason: 'Clients of the service read these fields.',
  },
  A24: {
    title: 'Link requests',
    section: '2.1',
    provenance: 'assumed',
    behaviour:
      'Fields applicationId, organizationId, status (PENDING, APPROVED or REJECTED), createdAt and createdBy (a user id). Creating makes PENDING; it is refused with 409 while one is PENDING or APPROVED and for the own organization, and allowed again after REJECTED. Approval adds the application to the organization. Deleting withdraws a PENDING request and ends an APPROVED membership; a REJECTED one cannot be deleted (409).',
    reason: 'The natural life of a request to join.',
  },
  A25: {
    title: 'Candidates for linking',
    section: '4.1',
    provenance: 'assumed',
    behaviour:
      'Active applications of organizations that the caller belongs to and that the application neither belongs to nor has asked to join.',
    reason: 'A caller should not learn of organizations they have no part in.',
    default: 'own-organizations',
    alternatives: [
      {
        value: 'all-organizations',
        behaviour: 'Applications of every other organization of the region are listed.',
      },
    ],
  },
  A26: {
    title: 'Who may read applications and link requests',
    section: '4.1',
    provenance: 'assumed',
    behaviour:
      'A member of one of the organizations that the application belongs to reads it and its link requests; creating and deleting link requests takes an administrator of the organization that owns it. The current application of a scoped token needs no permission.',
    reason: 'Only the names of the permissions are documented.',
  },
  A27: {
    title: 'Permissions on containers',
    section: '4.1',
    provenance: 'assumed',
    behaviour:
      'Read and edit are granted on spaces, projects and workspaces and hold for what is below, whether or not the user belongs to the organization; administrators of a wiki or tracker may read and edit all of it. Lists leave out what the caller may not read, and are 403 for those who may read nothing there and do not belong to the organization; a single record that the caller may not read is 403. Queries and link lists see no more than that: children, pages and tracker projects that the caller may not read do not match, while the keys that a requirement names itself do.',
    reason: 'Only the names of the permissions are documented.',
  },
  A28: {
    title: 'Fields of DTOContainer',
    section: '2.1',
    provenance: 'assumed',
    behaviour:
      'id, applicationId, parentContainerId, type, level, name, key, and the identifier that its type has: spaceId and spaceKey, pageId, projectId, issueId, workspaceId or fileName.',
    reason: 'The documented filters name these identifiers.',
  },
  A29: {
    title: 'Values of ContainerType and ContainerLevel',
    section: '2.1',
    provenance: 'assumed',
    behaviour:
      'Types SPACE, PAGE, PROJECT, ISSUE, WORKSPACE and FILE; levels PROJECT (space, project, workspace) and DOCUMENT (page, issue, file). Query values are accepted in any letter case.',
    reason: 'Only the level project is named.',
  },
  A30: {
    title: 'Fields of DTOVariantV2',
    section: '2.1',
    provenance: 'assumed',
    behaviour:
      'id, projectContainerId, name, current and createdAt. Every project container has a variant named Current, which the path segment current addresses.',
    reason: 'Only the name and the path segment are documented.',
  },
  A31: {
    title: 'Fields of DTORequirementV2',
    section: '2.1',
    provenance: 'assumed',
    behaviour:
      'id, key, applicationId, containerId (the project container), variantId, originContainerId, status, text, html, canonicalURL and properties {label, value, external, dataType}, where dataType is TEXT, NUMBER, DECIMAL, DATE, BOOLEAN, USER or LIST; link lists only when their include flag is on.',
    reason: 'The natural shape of what the service stores; only the kinds of links are documented.',
  },
  A32: {
    title: 'Shapes of links in DTORequirementV2',
    section: '4.1',
    provenance: 'assumed',
    behaviour:
      'Origin and reference links are {containerId, type, name, pageId, url}; dependencies {requirementId, key, spaceKey, relationship, status, canonicalURL}, where a dangling one has no requirementId and status; issue links {issueId, issueKey, summary, relationship, applicationId, url}, of which those who may not read the issue see issueKey and relationship only, and which belong to the row of the baseline that they name; test case links {id, testCaseKey, version, relationship, status, executedAt}.',
    reason: 'Only the flags that fetch them are documented.',
  },
  A33: {
    title: 'Which requirements a list shows',
    section: '3',
    provenance: 'assumed',
    behaviour: 'ACTIVE ones; a query that names a status or a baseline lifts that.',
    reason: 'Archived requirements are documented to be excluded from searches unless asked for.',
  },
  A34: {
    title: 'A requirement asked for by key',
    section: '4.1',
    provenance: 'assumed',
    behaviour: 'The ACTIVE row answers; without one, the latest DELETED or MOVED row does, with its status.',
    reason: 'A client that kept a key should learn what became of it.',
  },
  A35: {
    title: 'Order of standalone lists',
    section: '4.1',
    provenance: 'assumed',
    behaviour:
      'By id; sort takes id, key, name, status, type, level and createdAt as far as the resource has them, anything else is 400. Text sorts by code point, and id decides between equals.',
    reason: 'The order without sort and the sortable properties are not said.',
  },
  A36: {
    title: 'Query language',
    section: '4.3',
    provenance: 'assumed',
    behaviour:
      'One grammar for q and query: NOT, AND, OR in this precedence, left-associative and two-valued: a comparison with an absent value is false (!= too) and NOT is the complement. = NULL means IS NULL, and NULL in a list means or absent.',
    reason: 'The search syntax is named but not described; most of the grammar was seen in use.',
  },
  A37: {
    title: 'Syntax errors of queries',
    section: '7.5',
    provenance: 'observed',
    behaviour: 'They answer 400 with a message that begins with Syntax error at position N, counted from 0.',
    reason: 'The service was seen to answer like this.',
    general: true,
  },
  A38: {
    title: 'Keys are unique in each variant',
    section: '2.3',
    provenance: 'assumed',
    behaviour:
      'Among rows that are not DELETED or MOVED, a key is unique in its space, variant and baseline; the wiki works on the current variant.',
    reason: 'A variant is another state of the same requirements, so the same keys occur in several.',
  },
  A39: {
    title: 'Aggregations',
    section: '2.1',
    provenance: 'assumed',
    behaviour:
      'Execute takes {formula, selection {query, projectContainerId, variantId, keys}} and answers {value, dataType, count, errors}; parse takes {formula} and answers {valid, errors [{position, message}], references}. A selection without a project covers the current variants of every project of the application that the caller may read. count is the number of requirements that gave a value; dataType is NUMBER, STRING or BOOLEAN. Sums add in order of id.',
    reason: 'Only the names of the shapes are documented.',
  },
  A40: {
    title: 'Calculations',
    section: '4.1',
    provenance: 'assumed',
    behaviour:
      'Execute takes the body of an aggregation and answers {results} in order of id, each {requirementId, key, value, dataType} or {requirementId, key, error {position, message}}.',
    reason: 'The answer is documented as not shown.',
  },
  A41: {
    title: 'Formula language',
    section: '4.1',
    provenance: 'observed',
    behaviour:
      'Arithmetic, comparisons, functions over requirements and dependency paths; an operand that is not numeric makes the result of that requirement an error, not the run. Absent values are left out of sums and false in comparisons; ROUND takes halves away from zero. Criteria of a figure are written as in a query; a text in quotes is full text.',
    reason: 'Seen in use; the grammar is not documented.',
  },
  A42: {
    title: 'canonicalURL of a requirement',
    section: '2.1',
    provenance: 'assumed',
    behaviour:
      'The address of its site followed by /requirements/, the key of the space and the key of the requirement.',
    reason: 'The field was seen, its form differs between products.',
  },
  A43: {
    title: 'Name filters',
    section: '4.1',
    provenance: 'assumed',
    behaviour: 'The filters name, key, spaceKey and fileName match the whole text, letter case included.',
    reason: 'The documentation says only what they filter.',
    default: 'exact',
    alternatives: [
      { value: 'contains', behaviour: 'They match any text that contains the value, in any letter case.' },
    ],
  },
  A44: {
    title: 'Size and depth of bodies',
    section: '8',
    provenance: 'assumed',
    behaviour:
      'Bodies beyond 5 MiB (config.maximumBodyBytes) are 413; JSON nested deeper than 64 levels is 400.',
    reason: 'No limit is documented, and a server must have one.',
    general: true,
  },
  A45: {
    title: 'Limits of queries, formulas and lists',
    section: '8',
    provenance: 'assumed',
    behaviour:
      'A query or formula has at most 8,192 characters and 200 levels, a query at most 500 terms, a list at most 20 order criteria and a selection at most 10,000 keys: beyond, 400. A formula takes at most 10,000,000 steps over its selection, and the results of one run hold at most 16,000,000 characters of text: beyond, a calculation answers errors for the requirements concerned, an aggregation has no value and one error says why. At most 100 errors of a formula, and 1,000 of the requirements of an aggregation, are listed.',
    reason: 'No limit is documented, and no request may take unbounded time.',
    general: true,
  },
  A46: {
    title: 'Reading the descriptions',
    section: '9.7',
    provenance: 'assumed',
    behaviour: 'The OpenAPI descriptions are served without a credential.',
    reason: 'Generators and browsers of descriptions rarely have one.',
  },
  A47: {
    title: 'Current application without a scope',
    section: '5.3',
    provenance: 'assumed',
    behaviour: '/applications/current with a token that is not scoped to an application is refused with 400.',
    reason: 'There is no application that it could mean.',
  },
  A48: {
    title: 'Embedded operations at hosted addresses',
    section: '4',
    provenance: 'assumed',
    behaviour:
      'The hosted wiki and tracker also answer the embedded operations below /rest/reqs/1, with the hosted credentials.',
    reason: 'Clients are written once for both; only one hosted call shape is documented.',
    default: 'on',
    alternatives: [{ value: 'off', behaviour: 'Hosted addresses answer only their own operations.' }],
    general: true,
  },
  A49: {
    title: 'Fields of the query language without records',
    section: '4.3',
    provenance: 'assumed',
    behaviour:
      'This version holds no types, rules, suspect links, Excel attachments and named baselines: the fields type, ruleStatus, suspect, excel and new_container, names of baselines and $currentBaseline are understood and absent everywhere.',
    reason: 'The grammar is complete before all records are; a comparison with an absent value is false.',
  },
  A50: {
    title: 'WWW-Authenticate',
    section: '5',
    provenance: 'assumed',
    behaviour:
      'Answers with 401 carry WWW-Authenticate: Bearer, except at hosted addresses, whose credential no scheme names.',
    reason: 'HTTP demands the header; naming Basic would make browsers ask for a password.',
    general: true,
  },
} as const satisfies Readonly<Record<string, Entry>>

/** `A` and a number; numbers are never given twice. */
export type AssumptionId = keyof typeof entries

/** The ledger, in order of number. */
export const assumptions: readonly Assumption[] = Object.entries<Entry>(entries).map(([id, entry]) => ({
  alternatives: [],
  default: 'as-described',
  general: false,
  ...entry,
  id: id as AssumptionId,
}))

const defaults: ReadonlyMap<string, string> = new Map(assumptions.map((entry) => [entry.id, entry.default]))

/** The behaviour of an assumption that is in force in a world: its default, or what the configuration chooses. */
export function chosenAlternative(config: WorldConfig, id: AssumptionId): string {
  return config.assumptions[id] ?? (defaults.get(id) as string)
}

/** What is wrong with a choice of alternatives: unknown numbers and unknown values, one sentence each. */
export function checkAlternatives(chosen: Readonly<Record<string, string>>): string[] {
  const faults: string[] = []
  for (const [id, value] of Object.entries(chosen)) {
    const entry = assumptions.find((candidate) => candidate.id === id)
    if (entry === undefined) {
      faults.push(`assumption '${id}' is not in the ledger`)
      continue
    }
    const values = [entry.default, ...entry.alternatives.map((alternative) => alternative.value)]
    if (entry.alternatives.length === 0) faults.push(`assumption '${id}' has no alternative to '${value}'`)
    else if (!values.includes(value))
      faults.push(`assumption '${id}' takes ${values.join(' or ')}, not '${value}'`)
  }
  return faults
}
