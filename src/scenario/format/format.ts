/**
 * The scenario file: its shape, as zod schemas with the texts that editors show.
 *
 * A file may give part of an entry (it changes one that another file gave), so file schemas make every field optional;
 * what a complete entry needs is told by `sectionSchemas`. Only validation imports this module at run time: a ready
 * scenario starts without zod.
 */
import * as z from 'zod'
import { PRESET, presets } from '../../api/ledger/presets.ts'
import { CLOCK_MODES, MAXIMUM_SPEED } from '../../world/time/clock-state.ts'
import type { FaultFields } from './fault-shape.ts'
import * as dashboards from './dashboards.ts'
import { faultsSection } from './faults.ts'
import { type fieldSchema, generator, type valueSource } from './generator.ts'
import { instant, name, type requirementReference, text, user } from './parts.ts'
import * as people from './people.ts'
import * as places from './places.ts'
import { timeline, type TimelineStep } from './timeline.ts'
import * as tracker from './tracker.ts'
import * as wiki from './wiki.ts'

/** What a complete entry of each section holds. */
export const sectionSchemas = {
  organizations: people.organizations.describe('Organizations own sites'),
  users: people.users.describe('Users and their organizations'),
  sites: people.sites.describe(
    'Sites: wikis, trackers and workspace servers, the applications of the standalone interface',
  ),
  accountLinks: people.accountLinks.describe('Accounts linked to sites, for the hosted interfaces'),
  tokens: people.tokens.describe('Personal access tokens'),
  sessions: people.sessions.describe('Signed-in sessions of the embedded interfaces'),
  spaces: places.spaces.describe('Spaces of wikis'),
  pages: places.pages.describe('Pages of spaces; a page defines the requirements that name it'),
  workspaces: places.workspaces.describe('Workspaces of standalone sites'),
  files: places.files.describe('Files of workspaces'),
  settings: wiki.settings.describe('Settings that differ from their defaults'),
  propertyNames: wiki.propertyNames.describe('Inline properties that a space knows by name'),
  types: wiki.types.describe('Types of requirements, recognized by their keys'),
  excelAttachments: wiki.excelAttachments.describe(
    'Excel files of pages that requirements are imported from',
  ),
  externalProperties: places.externalProperties.describe('Names and types of external properties'),
  requirements: places.requirements.describe('Requirements of spaces and workspaces'),
  sequences: places.sequences.describe('The last numbers given to keys; the highest in use where absent'),
  baselines: wiki.baselines.describe("Baselines: numbered snapshots of a space's requirements"),
  matrices: wiki.matrices.describe('Traceability matrices'),
  projects: tracker.projects.describe('Projects of trackers'),
  issueTypes: tracker.issueTypes.describe('Types of issues'),
  issues: tracker.issues.describe('Issues of projects'),
  integrations: tracker.integrations.describe('Connections of a wiki to a tracker'),
  links: tracker.links.describe('Links between issues and requirements'),
  trackerTexts: tracker.trackerTexts.describe(
    'Texts of requirements as the tracker read them last, shared by all issues; those of the wiki where absent',
  ),
  customFields: tracker.customFields.describe('Fields that the issues of a tracker have of their own'),
  trackerMessages: tracker.trackerMessages.describe('Messages of a tracker that wait for the wiki'),
  testCaseLinks: tracker.testCaseLinks.describe('Test case versions linked to requirements'),
  issueTemplates: wiki.issueTemplates.describe('Templates of issues that a wiki creates in a tracker'),
  outboundMessages: wiki.outboundMessages.describe('Messages of a wiki that wait for the tracker'),
  linkRequests: people.linkRequests.describe('Requests of sites to join further organizations'),
  templates: dashboards.templates.describe('Templates: texts with formulas in them'),
  dashboards: dashboards.dashboards.describe('Dashboards of spaces and workspaces'),
  rules: dashboards.rules.describe('Rules that requirements keep or break'),
  importJobs: places.importJobs.describe('Imports of external properties, ended or yet to run'),
  invitations: people.invitations.describe('Invitations to join organizations'),
} as const

export type SectionName = keyof typeof sectionSchemas
/** A complete entry of a section. */
export type Entry<S extends SectionName> = z.infer<(typeof sectionSchemas)[S]>
/** The sections of one region, complete. */
export type Sections = { readonly [S in SectionName]?: readonly Entry<S>[] | undefined }

const removal = {
  remove: z.literal(true).describe('Removes an entry of an extended file').optional(),
}

/** An entry as a file may give it: any part of it, or `remove: true`. */
function inFile<S extends z.ZodRawShape>(id: string, schema: z.ZodObject<S, z.core.$strict>) {
  const entry = schema.partial().extend(removal)
  return z
    .array(entry)
    .max(1_000_000)
    .meta({ id, description: schema.description ?? '' })
    .optional()
}

type InFile<S extends SectionName> = ReturnType<typeof inFile<(typeof sectionSchemas)[S]['shape']>>

const regionSections = Object.fromEntries(
  Object.entries<z.ZodObject<z.ZodRawShape, z.core.$strict>>(sectionSchemas).map(([id, schema]) => [
    id,
    inFile(id, schema),
  ]),
) as unknown as { readonly [S in SectionName]: InFile<S> }

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
        strict: z
          .boolean()
          .describe(
            'Refuses undeclared parameters and fields, except fields that the response shows, such as id (A05), and repeated fields (A256)',
          )
          .optional(),
        maximumBodyBytes: z.int().min(1).max(1_073_741_824).describe('The largest request body').optional(),
        auth: z
          .strictObject({
            anonymousAs: user.describe('Whom calls without a credential stand for').optional(),
          })
          .optional(),
        assumptions: z
          .record(z.string().max(20), z.string().max(255))
          .describe('Alternatives chosen for numbered assumptions')
          // The schema lists the names for editors; the ledger reports unknown ones.
          .meta({ properties: { [PRESET]: presetProperty() } })
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
    faults: faultsSection.optional(),
    timeline: timeline.optional(),
  })
  .describe('A scenario: data that seeds a world')

/** As a JSON schema. */
function presetProperty() {
  return {
    type: 'string',
    enum: [...presets.keys()],
    description: 'A named group of alternatives; alternatives set individually override it',
  }
}

export type ScenarioFile = z.infer<typeof scenarioSchema>
export type RequirementGenerator = z.infer<typeof generator>
export type ValueSource = z.infer<typeof valueSource>
export type FieldSchema = z.infer<typeof fieldSchema>
export type PropertyInput = z.infer<typeof places.propertyValue>
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
  readonly faults?: readonly FaultFields[]
  /** The timeline of the file itself, not of files that it extends; absent if it has none. */
  readonly timeline?: readonly TimelineStep[]
}
