/** State machine of an account that is linked to a site, and of the two steps of unlinking it (service §5.6). */
import type { Machine } from '../machine.ts'
import type { AccountLinkRecord } from './records.ts'

/**
 * LINKED has both parts; the other states lack the link in the service, the consent at the identity provider, or
 * both.
 */
export type AccountLinkState = 'LINKED' | 'CONSENT_ONLY' | 'LINK_ONLY' | 'UNLINKED'

/** LINK while the consent stands, CONSENT_AND_LINK if the identity provider asks for it. */
export type AccountLinkEvent = 'LINK' | 'CONSENT_AND_LINK' | 'REMOVE_LINK' | 'REVOKE_CONSENT'

const REFUSED = 'Hosted calls are refused.'
const ANSWERED = 'Hosted calls are answered.'

export const accountLinkMachine: Machine<AccountLinkState, AccountLinkEvent> = {
  name: 'account link',
  states: ['LINKED', 'CONSENT_ONLY', 'LINK_ONLY', 'UNLINKED'],
  events: ['LINK', 'CONSENT_AND_LINK', 'REMOVE_LINK', 'REVOKE_CONSENT'],
  deeds: {
    LINK: 'be linked',
    CONSENT_AND_LINK: 'be linked',
    REMOVE_LINK: 'be removed',
    REVOKE_CONSENT: 'lose its consent',
  },
  transitions: [
    { from: 'none', event: 'CONSENT_AND_LINK', to: 'LINKED', effects: ANSWERED, section: '5.6' },
    { from: 'UNLINKED', event: 'CONSENT_AND_LINK', to: 'LINKED', effects: ANSWERED, section: '5.6' },
    { from: 'LINK_ONLY', event: 'CONSENT_AND_LINK', to: 'LINKED', effects: ANSWERED },
    { from: 'CONSENT_ONLY', event: 'LINK', to: 'LINKED', effects: ANSWERED },
    { from: 'LINKED', event: 'REMOVE_LINK', to: 'CONSENT_ONLY', effects: REFUSED, section: '5.6' },
    { from: 'LINKED', event: 'REVOKE_CONSENT', to: 'LINK_ONLY', effects: REFUSED, section: '5.6' },
    { from: 'CONSENT_ONLY', event: 'REVOKE_CONSENT', to: 'UNLINKED', section: '5.6' },
    { from: 'LINK_ONLY', event: 'REMOVE_LINK', to: 'UNLINKED', section: '5.6' },
  ],
}

type Parts = Pick<AccountLinkRecord, 'linked' | 'consented'>

export function stateOf({ linked, consented }: Parts): AccountLinkState {
  if (linked) return consented ? 'LINKED' : 'LINK_ONLY'
  return consented ? 'CONSENT_ONLY' : 'UNLINKED'
}

export function standing(state: AccountLinkState): Parts {
  return {
    linked: state === 'LINKED' || state === 'LINK_ONLY',
    consented: state === 'LINKED' || state === 'CONSENT_ONLY',
  }
}
