/**
 * The scenario file: its shape, as zod schemas with the texts that editors show.
 *
 * A file may give part of an entry (it changes one that another file gave), so file schemas make every field optional;
 * what a complete entry needs is told by `sectionSchemas`. Only validation imports this module at run time: a ready
 * scenario starts without zod.
 */
import * as z from 'zod'
import { CLOCK_MODES, MAXIMUM_SPEED } from '../world/clock.ts'
import {
  createdAt,
  dataType,
  instant,
  list,
  MAXIMUM_TEXT,
  name,
  nameOrId,
  number,
  organization,
  page,
  project,
  requirementReference,
  scalar,
  site,
  space,
  text,
  user,
  variant,
  workspace,
} from './format-parts.ts'
import * as wiki from './format-wiki.ts'

const propertyValue = z
  .union(
    [
      z.string().max(MAXIMUM_TEXT),
      z.number(),
      z.boolean(),
      z.array(scalar).min(1).max(1000),
      z.strictObject({
        value: scalar.describe('The value as plain text').optional(),
        html: text('The value as HTML').optional(),
        dataType: dataType.optional(),
        multivalues: z
          .array(z.string().max(MAXIMUM_TEXT))
          .max(1000)
          .describe('The single values of a list')
          .optional(),
      }),
    ],
    { error: 'must be text, a number, true or false, a list of these, or {value, dataType, multivalues}' },
  )
  .describe('A property: a value, a list of values, or {value, dataType, multivalues}')

const grants = z
  .strictObject({
    read: list(user, 'Users who may read').optional(),
    edit: list(user, 'Users who may read and edit').optional(),
  })
  .describe('Who may read and edit')

const variants = list(
  z.strictObject({
    id: number('The id of the variant').optional(),
    name: name('The name, unique in its container'),
    current: z.boolean().describe('Answers to the path segment current').optional(),
  }),
  'Variants; one named Current is added where none is current',
)

const container = number('The id of its container on the standalone interface').optional()

const organizations = z.strictObject({
  id: number('The id').optional(),
  name: name('The name'),
  createdAt,
})

const users = z.strictObject({
  id: number('The id').optional(),
  name: name('The name to sign in with'),
  displayName: name('The name shown; the sign-in name where absent').optional(),
  email: name('The address; NAME@example.test where absent').optional(),
  accountId: name('The account id at the identity provider; drawn where absent').optional(),
  password: name('The password; the sign-in name where absent').optional(),
  organizations: list(
    z.strictObject({
      organization,
      role: z.enum(['member', 'admin']).describe('member where absent').optional(),
    }),
    'The organizations that the user belongs to',
  ).optional(),
})

const sites = z.strictObject({
  id: number('The application id').optional(),
  name: name('A handle by which other sections name the site'),
  title: name('The name of the application; the handle where absent').optional(),
  type: z.enum(['CONFLUENCE', 'JIRA', 'STANDALONE']).describe('A wiki, a tracker or a workspace server'),
  status: z.enum(['ACTIVE', 'DISABLED']).describe('ACTIVE where absent').optional(),
  baseUrl: name("The site's own address: a wiki's includes its context path, a tracker's does not"),
  organization,
  selfHosted: z
    .boolean()
    .describe('Served by the embedded interface of its type; at most one wiki and one tracker')
    .optional(),
  administrators: list(user, 'Users who administer the site').optional(),
})

const accountLinks = z.strictObject({
  user,
  site,
  linked: z.boolean().describe('The link in the service; true where absent').optional(),
  consented: z.boolean().describe('The consent at the identity provider; true where absent').optional(),
})

const tokens = z.strictObject({
  id: number('The id').optional(),
  user,
  name: name('The descriptive name'),
  value: name('The value that callers send'),
  expires: instant('From when it is refused; a year after the start of the clock where absent').optional(),
  application: site.describe('The one site that the token is scoped to').optional(),
  createdAt,
})

const sessions = z.strictObject({
  user,
  value: name('The value of the cookie JSESSIONID'),
  createdAt,
})

const spaces = z.strictObject({
  container,
  spaceId: number('The id that the wiki gives the space').optional(),
  site,
  key: name('The key of the space'),
  name: name('The name'),
  grants: grants.optional(),
  variants: variants.optional(),
  extendedMode: z
    .boolean()
    .describe('Keys may have any characters but control characters, slashes and commas')
    .optional(),
  createdAt,
})

const pages = z.strictObject({
  id: number('The page id').optional(),
  container,
  space,
  title: name('The title'),
  parent: page.describe('The page above, by its title or id').optional(),
  version: number('The version; 1 where absent').optional(),
  links: list(requirementReference, 'Requirements that the text of the page mentions').optional(),
  createdAt,
})

const requirements = z.strictObject({
  id: number('The id').optional(),
  space: space.optional(),
  workspace: workspace.optional(),
  key: name('The key'),
  page: page.describe('The page that defines it, by title or id').optional(),
  file: name('The file that defines it, for requirements of a workspace').optional(),
  excel: nameOrId('The Excel attachment that it was imported from', 'its file name or id').optional(),
  variant: variant.describe('The variant it belongs to; the current one where absent').optional(),
  baseline: number('The number of the baseline that this row is a frozen copy of').optional(),
  status: z.enum(['ACTIVE', 'DELETED', 'MOVED', 'ARCHIVED']).describe('ACTIVE where absent').optional(),
  text: text('What it says, as plain text').optional(),
  html: text('What it says, as HTML; wins over text').optional(),
  properties: z
    .record(name('The name of the property'), propertyValue)
    .describe('Inline properties')
    .optional(),
  external: z
    .record(
      name('The name of the external property'),
      z.union([scalar, z.array(scalar).min(1).max(1000)], {
        error: 'must be text, a number, true or false, or a list of these',
      }),
    )
    .describe('External properties')
    .optional(),
  dependencies: list(
    z.strictObject({
      relationship: name('The relationship; Dependency where absent').optional(),
      to: requirementReference.describe('The parent: a key, SPACE/KEY or {space, key}; it need not exist'),
    }),
    'The requirements that this one depends on',
  ).optional(),
  movedTo: z
    .strictObject({ space, key: name('The key there') })
    .describe('Where a MOVED requirement went')
    .optional(),
  needsExcerpt: z.boolean().describe("Flagged 'needs excerpt'; false where absent").optional(),
  createdAt,
})

const externalProperties = z.strictObject({
  id: number('The metadata id').optional(),
  site,
  name: name('The name'),
  dataType,
})

const projects = z.strictObject({
  id: number('The id that the tracker gives the project').optional(),
  container,
  site,
  key: name('The key of the project'),
  name: name('The name'),
  grants: grants.optional(),
  variants: variants.optional(),
  createdAt,
})

const issueTypes = z.strictObject({
  id: number('The id').optional(),
  site,
  name: name('The name'),
})

const issues = z.strictObject({
  id: number('The id that the tracker gives the issue').optional(),
  container,
  project,
  key: name('The key'),
  type: nameOrId('The type of the issue', 'its name or id'),
  summary: name('The summary'),
  status: name('The status; Open where absent').optional(),
  createdAt,
})

const workspaces = z.strictObject({
  id: number('The workspace id').optional(),
  container,
  site,
  key: name('The key'),
  name: name('The name'),
  grants: grants.optional(),
  variants: variants.optional(),
  createdAt,
})

const files = z.strictObject({
  container,
  workspace,
  name: name('The name of the file'),
  createdAt,
})

const integrations = z.strictObject({
  serviceId: name('The id of the integration'),
  wiki: site.describe('The wiki, by name or application id'),
  tracker: site.describe('The tracker, by name or application id'),
  wikiApplinkId: name("The wiki's id of the link to the tracker; drawn where absent").optional(),
  trackerApplinkId: name("The tracker's id of the link to the wiki; drawn where absent").optional(),
  label: name('The label; the title of the tracker where absent').optional(),
  mode: z.enum(['AUTO', 'MANUAL', 'DISABLED']).describe('AUTO where absent').optional(),
  version: z.int().min(1).max(9).describe('The accepted API version; 9 where absent').optional(),
})

const links = z.strictObject({
  id: number('The id').optional(),
  issue: name('The key of the issue, or SITE/KEY where several sites have such a key'),
  requirement: requirementReference.describe('The requirement, as SPACE/KEY or {space, key}'),
  relationship: name('The relationship; implements where absent').optional(),
  baseline: number('The baseline that the link names').optional(),
  integration: name('The serviceId, where wiki and tracker share several integrations').optional(),
  faces: z
    .enum(['both', 'wiki', 'tracker'])
    .describe('Which product knows of the link; both where absent')
    .optional(),
  lostKey: z.boolean().describe('The tracker has lost the key of the requirement').optional(),
})

const testCaseLinks = z.strictObject({
  id: number('The id').optional(),
  requirement: requirementReference.describe('The requirement, as SPACE/KEY or {space, key}'),
  testCase: name('The key of the test case'),
  version: number('The version of the test case; 1 where absent').optional(),
  relationship: name('The relationship; tests where absent').optional(),
  status: name('The result of the last execution, such as PASS'),
  executedAt: instant('When it was executed; the start of the clock where absent').optional(),
})

const linkRequests = z.strictObject({
  application: site.describe('The site that asks to join, by name or application id'),
  organization,
  status: z.enum(['PENDING', 'APPROVED', 'REJECTED']).describe('PENDING where absent').optional(),
  createdBy: user.describe('The user who asked'),
  createdAt,
})

const sequences = z.strictObject({
  space: space.optional(),
  workspace: workspace.optional(),
  prefix: name('What the keys begin with'),
  value: z.int().min(0).describe('The last number given'),
})

/** What a complete entry of each section holds. */
export const sectionSchemas = {
  organizations: organizations.describe('Organizations own sites'),
  users: users.describe('Users and their organizations'),
  sites: sites.describe(
    'Sites: wikis, trackers and workspace servers, the applications of the standalone interface',
  ),
  accountLinks: accountLinks.describe('Accounts linked to sites, for the hosted interfaces'),
  tokens: tokens.describe('Personal access tokens'),
  sessions: sessions.describe('Signed-in sessions of the embedded interfaces'),
  spaces: spaces.describe('Spaces of wikis'),
  pages: pages.describe('Pages of spaces; a page defines the requirements that name it'),
  workspaces: workspaces.describe('Workspaces of standalone sites'),
  files: files.describe('Files of workspaces'),
  settings: wiki.settings.describe('Settings that differ from their defaults'),
  propertyNames: wiki.propertyNames.describe('Inline properties that a space knows by name'),
  types: wiki.types.describe('Types of requirements, told by their keys'),
  excelAttachments: wiki.excelAttachments.describe(
    'Excel files of pages that requirements are imported from',
  ),
  externalProperties: externalProperties.describe('Names and types of external properties'),
  requirements: requirements.describe('Requirements of spaces and workspaces'),
  sequences: sequences.describe('The last numbers given to keys; the highest in use where absent'),
  baselines: wiki.baselines.describe("Baselines: numbered snapshots of a space's requirements"),
  matrices: wiki.matrices.describe('Traceability matrices'),
  projects: projects.describe('Projects of trackers'),
  issueTypes: issueTypes.describe('Types of issues'),
  issues: issues.describe('Issues of projects'),
  integrations: integrations.describe('Connections of a wiki to a tracker'),
  links: links.describe('Links between issues and requirements'),
  testCaseLinks: testCaseLinks.describe('Test case versions linked to requirements'),
  outboundMessages: wiki.outboundMessages.describe('Messages of a wiki that wait for the tracker'),
  linkRequests: linkRequests.describe('Requests of sites to join further organizations'),
} as const

export type SectionName = keyof typeof sectionSchemas
/** A complete entry of a section. */
export type Entry<S extends SectionName> = z.infer<(typeof sectionSchemas)[S]>
/** The sections of one region, complete. */
export type Sections = { readonly [S in SectionName]?: readonly Entry<S>[] | undefined }

const removal = {
  remove: z.literal(true).describe('Takes the entry out that an extended file gave').optional(),
}

/** An entry as a file may give it: any part of it, or `remove: true`. */
function inFile<S extends z.ZodRawShape>(id: SectionName, schema: z.ZodObject<S, z.core.$strict>) {
  const entry = schema.partial().extend(removal)
  return z
    .array(entry)
    .max(1_000_000)
    .meta({ id, description: schema.description ?? '' })
    .optional()
}

const regionSections = {
  organizations: inFile('organizations', sectionSchemas.organizations),
  users: inFile('users', sectionSchemas.users),
  sites: inFile('sites', sectionSchemas.sites),
  accountLinks: inFile('accountLinks', sectionSchemas.accountLinks),
  tokens: inFile('tokens', sectionSchemas.tokens),
  sessions: inFile('sessions', sectionSchemas.sessions),
  spaces: inFile('spaces', sectionSchemas.spaces),
  pages: inFile('pages', sectionSchemas.pages),
  workspaces: inFile('workspaces', sectionSchemas.workspaces),
  files: inFile('files', sectionSchemas.files),
  settings: inFile('settings', sectionSchemas.settings),
  propertyNames: inFile('propertyNames', sectionSchemas.propertyNames),
  types: inFile('types', sectionSchemas.types),
  excelAttachments: inFile('excelAttachments', sectionSchemas.excelAttachments),
  externalProperties: inFile('externalProperties', sectionSchemas.externalProperties),
  requirements: inFile('requirements', sectionSchemas.requirements),
  sequences: inFile('sequences', sectionSchemas.sequences),
  baselines: inFile('baselines', sectionSchemas.baselines),
  matrices: inFile('matrices', sectionSchemas.matrices),
  projects: inFile('projects', sectionSchemas.projects),
  issueTypes: inFile('issueTypes', sectionSchemas.issueTypes),
  issues: inFile('issues', sectionSchemas.issues),
  integrations: inFile('integrations', sectionSchemas.integrations),
  links: inFile('links', sectionSchemas.links),
  testCaseLinks: inFile('testCaseLinks', sectionSchemas.testCaseLinks),
  outboundMessages: inFile('outboundMessages', sectionSchemas.outboundMessages),
  linkRequests: inFile('linkRequests', sectionSchemas.linkRequests),
}

const share = (what: string) => z.number().min(0).max(1).describe(`${what}: a share from 0 to 1`)

/** How one value is generated: drawn from a list, from a range, or made from a pattern. */
const valueSource = z
  .union(
    [
      z.string().max(1000),
      z.array(scalar).min(1).max(10_000),
      z.strictObject({
        from: z.number().describe('The lowest number'),
        to: z.number().describe('The highest number'),
        step: z.number().positive().describe('The distance between two numbers; 1 where absent').optional(),
      }),
    ],
    { error: 'must be a list to draw from, a pattern such as {key}, or a range {from, to, step}' },
  )
  .describe('A list to draw from, a pattern such as "Owner of {key}", or a range {from, to, step}')

/** The part of JSON Schema that a generated field may use; bounded, so that no schema asks for endless work. */
const fieldSchema = z
  .strictObject({
    type: z.enum(['string', 'integer', 'number', 'boolean']).optional(),
    enum: z.array(scalar).min(1).max(10_000).optional(),
    const: scalar.optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    exclusiveMinimum: z.number().optional(),
    exclusiveMaximum: z.number().optional(),
    multipleOf: z.number().positive().optional(),
    minLength: z.int().min(0).max(1000).optional(),
    maxLength: z.int().min(0).max(1000).optional(),
    pattern: z
      .string()
      .max(200)
      .regex(/^[^()]*(?:\([^()]*\)[^()]*)*$/, 'must not nest groups')
      .refine(repeatsLittle, 'must not ask for more than 1000 repetitions')
      .optional(),
    format: z
      .enum(['date', 'date-time', 'time', 'email', 'hostname', 'ipv4', 'ipv6', 'uri', 'uuid'])
      .optional(),
    description: z.string().max(1000).optional(),
  })
  .describe('A JSON schema of a single value')

function repeatsLittle(pattern: string): boolean {
  const counts = [...pattern.matchAll(/\{(\d*)(?:,(\d*))?\}/g)].map((match) =>
    Number(match[2] || match[1] || 1),
  )
  return counts.reduce((product, count) => product * Math.max(1, count), 1) <= 1000
}

const generator = z
  .strictObject({
    requirements: z.int().min(0).max(1_000_000).describe('How many requirements'),
    region: z.enum(['eu', 'us']).describe('eu where absent').optional(),
    space: space.optional(),
    workspace: workspace.optional(),
    variant: variant.describe('The variant they belong to; the current one where absent').optional(),
    prefix: name('What their keys begin with'),
    start: z.int().min(0).describe('The number of the first key; 1 where absent').optional(),
    padding: z
      .int()
      .min(0)
      .max(15)
      .describe('Digits of a key; as many as the last number needs where absent')
      .optional(),
    page: page.describe('The existing page that defines them').optional(),
    pages: z
      .int()
      .min(1)
      .max(100_000)
      .describe('How many new pages define them, in turn of equal parts')
      .optional(),
    pageTitle: text('The pattern of the title of a new page; "{prefix} page {page}" where absent').optional(),
    text: z
      .union([text('A pattern'), z.array(text('A pattern')).min(1).max(1000)], {
        error: 'must be a pattern or a list of patterns',
      })
      .describe(
        'What they say: patterns in which {name} draws from lists, and {key}, {number}, {page} stand for themselves',
      )
      .optional(),
    lists: z
      .record(name('The name used in patterns'), z.array(z.string().max(1000)).min(1).max(10_000))
      .describe('Word lists that patterns draw from')
      .optional(),
    properties: z
      .record(name('The name of the property'), valueSource)
      .describe('Inline properties')
      .optional(),
    external: z
      .record(name('The name of the external property'), valueSource)
      .describe('External properties')
      .optional(),
    fields: z
      .record(name('The name of the property'), fieldSchema)
      .describe('Inline properties shaped by JSON schemas')
      .optional(),
    dependencies: z
      .record(name('The relationship'), share('How many depend on an earlier one'))
      .describe('Dependencies on earlier requirements of the same generator')
      .optional(),
    status: z
      .partialRecord(z.enum(['ACTIVE', 'DELETED']), z.number().min(0).max(1_000_000))
      .describe('Weights of the statuses; all ACTIVE where absent')
      .optional(),
    links: z
      .strictObject({
        project,
        relationship: name('The relationship; implements where absent').optional(),
        share: share('How many are linked to an issue of the project'),
      })
      .describe('Links to issues of a project')
      .optional(),
  })
  .describe('Requirements made in bulk')

/** A whole scenario file. */
export const scenarioSchema = z
  .strictObject({
    $schema: z.string().max(1000).describe('Where editors find the schema of this file').optional(),
    name: name('The name; that of the file where absent').optional(),
    description: text('What the scenario is for').optional(),
    extends: z
      .array(z.string().min(1).max(1000))
      .max(100)
      .describe(
        'Scenarios and fixtures that this file builds on: ready names, or paths relative to this file',
      )
      .optional(),
    seed: z
      .union([z.int(), z.string().max(255)], { error: 'must be a whole number or text' })
      .describe('What every drawn value depends on')
      .optional(),
    clock: z
      .strictObject({
        start: instant('The instant at which the world begins').optional(),
        mode: z.enum(CLOCK_MODES).describe('How the clock moves').optional(),
        speed: z
          .number()
          .positive()
          .max(MAXIMUM_SPEED)
          .describe('Virtual milliseconds for each real one, in live mode')
          .optional(),
      })
      .describe('The virtual clock')
      .optional(),
    config: z
      .strictObject({
        rateLimit: z.enum(['enforce', 'observe', 'off']).describe('What happens at a rate limit').optional(),
        isolateSpaces: z.boolean().describe("The wiki's option to isolate spaces").optional(),
        strict: z.boolean().describe('Refuses undeclared parameters and fields').optional(),
        maximumBodyBytes: z.int().min(1).max(1_073_741_824).describe('The largest request body').optional(),
        auth: z
          .strictObject({
            anonymousAs: user.describe('Whom calls without a credential stand for').optional(),
          })
          .optional(),
        assumptions: z
          .record(z.string().max(20), z.string().max(255))
          .describe('Alternatives chosen for numbered assumptions')
          .optional(),
      })
      .describe('The configuration of the world')
      .optional(),
    world: z
      .strictObject({
        ...regionSections,
        us: z
          .strictObject(regionSections)
          .describe('The records of region us; those beside it are of region eu')
          .optional(),
      })
      .describe('Records, section by section')
      .optional(),
    generate: z.array(generator).max(1000).describe('Bulk data').optional(),
  })
  .describe('A scenario: data that seeds a world')

export type ScenarioFile = z.infer<typeof scenarioSchema>
export type RequirementGenerator = z.infer<typeof generator>
export type ValueSource = z.infer<typeof valueSource>
export type FieldSchema = z.infer<typeof fieldSchema>
export type PropertyInput = z.infer<typeof propertyValue>
export type RequirementReference = z.infer<typeof requirementReference>

/**
 * A scenario with everything it extends merged in: what worlds are built from. It is a scenario file itself, so that
 * it can be extended, compiled and compared.
 */
export interface ResolvedScenario {
  readonly name: string
  readonly description?: string
  readonly seed: number | string
  readonly clock: {
    readonly start: string
    readonly mode?: 'manual' | 'auto' | 'live'
    readonly speed?: number
  }
  readonly config: NonNullable<ScenarioFile['config']>
  readonly world: Sections & { readonly us?: Sections | undefined }
  readonly generate: readonly RequirementGenerator[]
}
