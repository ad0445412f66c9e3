/** Issue links in requests and responses of the tracker (service §2.4, §4.7). */
import { remarkMoved } from '../shared/former-keys.ts'
import { optionalGivenName } from '../shared/given-name.ts'
import { ignoredFields } from '../framework/ignored-fields.ts'
import { withoutBlank } from '../../model/input/blank.ts'
import type * as zod from 'zod'
import { oncePerKey } from '../../world/once.ts'
import { DEFAULT_ISSUE_RELATIONSHIP } from '../../model/links/views.ts'
import { z } from '../framework/zod.ts'
import { mayReadSpace } from '../../model/integration/rights.ts'
import { findCurrentVariant } from '../../model/finding/requirements/lookup.ts'
import { rowOfKey } from '../../model/finding/requirements/row-of-key.ts'
import { quoted } from '../../model/input/refusal.ts'
import type { TrackerIssueLink } from '../../model/integration/issues/tracker-view.ts'
import { requireRequirements, textOfLink, type WantedLink } from '../../model/integration/tracker/links.ts'
import { forbiddenTo } from '../../model/finding/permissions.ts'
import { formatInstant } from '../../world/time/duration.ts'
import type { Context } from '../framework/operation.ts'
import * as ledger from '../framework/ledger-names.ts'
import { findIntegration, identifier, instant, trackerCaller } from './common.ts'

/** The maximum number of items in one call. */
const MAXIMUM_ITEMS = 1000

const applink = () =>
  z.string().min(1).max(255).describe('UUID of the application link, as the tracker knows it.')
const name = (what: string) => z.string().min(1).max(255).describe(what)
const baseline = () => z.int32().min(0).nullish().describe('Number of the baseline that has the frozen copy.')

/** A name that counts as absent if it is blank. */
const optionalName = (what: string) => z.string().max(255).nullish().describe(what)
const optionalApplink = () =>
  optionalName('UUID of the application link, as the tracker knows it. Default: the only one.')

/** Fields of bodies that name links and requirements. */
export const parts = { optionalApplink, name, optionalName, baseline }

export const issueLink = () =>
  z.object({
    id: identifier(),
    applinkId: applink(),
    spaceKey: z.string(),
    key: z.string().nullable().describe('null if the link has lost it.'),
    baseline: z.int().min(0).nullable(),
    relationship: z.string(),
    html: z.string().optional().describe("The tracker's own copy of the requirement's text."),
    refreshedAt: instant().optional(),
  })

export const issueLinkExample = {
  id: 40002,
  applinkId: '99999999-8888-4777-8666-555555555555',
  spaceKey: 'ENG',
  key: 'REQ-001',
  baseline: null,
  relationship: 'implements',
}

const RELATIONSHIP = 'The relationship of the issue to the requirement.'

/** The links in a body. */
export const issueLinkItems = (relationship: 'required' | 'optional') =>
  z
    .array(
      z.object({
        applinkId: applink(),
        spaceKey: name('Key of the space.'),
        key: name('Key of the requirement.'),
        relationship:
          relationship === 'required'
            ? optionalGivenName().describe(RELATIONSHIP)
            : optionalGivenName().nullish().describe(RELATIONSHIP),
        baseline: baseline(),
        ...ignoredFields('id', 'html', 'refreshedAt'),
      }),
    )
    .max(MAXIMUM_ITEMS)

export interface IssueLinkItem {
  readonly applinkId: string
  readonly spaceKey: string
  readonly key: string
  readonly relationship?: string | null | undefined
  readonly baseline?: number | null | undefined
}

export const OK = { status: 'ok' } as const

/** The response of operations that write links: the status ok, and these fields (service §7.3). */
export const okShape = <F extends zod.ZodRawShape>(name: string, fields: () => F, example: object) => ({
  name,
  schema: () => z.object({ status: z.literal('ok'), ...fields() }),
  example: { ...OK, ...example },
})

/** Like `okShape`, with the link that was written; its example differs in these fields. */
export const linkShape = (name: string, example: object) =>
  okShape(name, () => ({ link: issueLink() }), { link: { ...issueLinkExample, ...example } })

export function showLink({ store }: Context, link: TrackerIssueLink) {
  const { applinkId, spaceKey, key, baseline: frozen, relationship } = link.tracker
  const text = textOfLink(store, link.tracker)
  return {
    id: link.id,
    applinkId,
    spaceKey,
    key,
    baseline: frozen,
    relationship,
    ...(text === undefined ? {} : { html: text.html, refreshedAt: formatInstant(text.refreshedAt) }),
  }
}

/** The links that items describe. Throws NOT_FOUND for an unknown application link. */
export function readItems(
  context: Context,
  items: readonly IssueLinkItem[],
  defaultRelationship = DEFAULT_ISSUE_RELATIONSHIP,
): WantedLink[] {
  const integrationOf = oncePerKey((id: string) => findIntegration(context, id))
  return items.map(({ applinkId, spaceKey, key, relationship, baseline: frozen }) => ({
    integration: integrationOf(applinkId),
    spaceKey,
    key,
    relationship: relationshipOr(defaultRelationship, relationship),
    baseline: frozen ?? undefined,
  }))
}

/** The trimmed relationship, or the default if it is blank. */
export function relationshipOr(byDefault: string, relationship: string | null | undefined): string {
  return withoutBlank(relationship) ?? byDefault
}

/** Throws FORBIDDEN unless the caller may read the spaces of the links. */
export function requireSpacesRead(
  context: Context,
  wanted: Iterable<Pick<WantedLink, 'integration' | 'spaceKey'>>,
): void {
  context.note(ledger.wikiPermissionsForLinks)
  const checked = new Set<string>()
  for (const { integration, spaceKey } of wanted) {
    const place = `${integration.wikiApplicationId}/${spaceKey}`
    if (checked.has(place)) continue
    checked.add(place)
    if (!mayReadSpace({ store: context.store, integration }, trackerCaller(context), spaceKey))
      throw forbiddenTo(context.user, `read space ${quoted(spaceKey)} of the wiki`)
  }
}

/** Throws NOT_FOUND or CONFLICT for the first requirement that cannot be linked. A remark says where it is if its key was given up. */
export function requireLinkable(context: Context, wanted: readonly WantedLink[]): void {
  for (const link of wanted) {
    try {
      requireRequirements(context.store, [link])
    } catch (error) {
      const { integration, spaceKey, key } = link
      const variant = findCurrentVariant(context.store, integration.wikiApplicationId, spaceKey)
      if (variant !== undefined)
        remarkMoved(context, rowOfKey(context.store, { ...variant, variantId: variant.id, key }))
      throw error
    }
  }
}

/** Like requireSpacesRead. Also throws NOT_FOUND if the wiki lacks a requirement. */
export function checkRequirements(context: Context, wanted: readonly WantedLink[]): void {
  requireSpacesRead(context, wanted)
  if (context.choose(ledger.danglingLinks) === 'refuse') requireLinkable(context, wanted)
}
