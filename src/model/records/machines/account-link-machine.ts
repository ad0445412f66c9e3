/** State machine of an account that is linked to a site, and of the two steps of unlinking it (service §5.6). */
import { type Machine, move } from '../state-machine.ts'
import type { AccountLinkRecord } from '../service/users.ts'

/**
 * LINKED has both parts; the other states lack the link in the service, the consent at the identity provider, or
 * both.
 */
export type AccountLinkState = 'LINKED' | 'CONSENT_ONLY' | 'LINK_ONLY' | 'UNLINKED'

/** LINK while the consent stands, CONSENT_AND_LINK if the identity provider asks for it. */
export type AccountLinkEvent = 'LINK' | 'CONSENT_AND_LINK' | 'REMOVE_LINK' | 'REVOKE_CONSENT'

const REFUSED = 'Hosted calls are refused.'
const ACCEPTED = 'Hosted calls are accepted.'

export const accountLinkMachine: Machine<AccountLinkState, AccountLinkEvent> = {
  name: 'account link',
  states: ['LINKED', 'CONSENT_ONLY', 'LINK_ONLY', 'UNLINKED'],
  events: ['LINK', 'CONSENT_AND_LINK', 'REMOVE_LINK', 'REVOKE_CONSENT'],
  actions: {
    LINK: 'be linked',
    CONSENT_AND_LINK: 'be linked',
    REMOVE_LINK: 'be removed',
    REVOKE_CONSENT: 'lose its consent',
  },
  transitions: [
    move('none', 'CONSENT_AND_LINK', 'LINKED', ACCEPTED, '5.6'),
    move('UNLINKED', 'CONSENT_AND_LINK', 'LINKED', ACCEPTED, '5.6'),
    move('LINK_ONLY', 'CONSENT_AND_LINK', 'LINKED', ACCEPTED),
    move('CONSENT_ONLY', 'LINK', 'LINKED', ACCEPTED),
    move('LINKED', 'REMOVE_LINK', 'CONSENT_ONLY', REFUSED, '5.6'),
    move('LINKED', 'REVOKE_CONSENT', 'LINK_ONLY', REFUSED, '5.6'),
    move('CONSENT_ONLY', 'REVOKE_CONSENT', 'UNLINKED', undefined, '5.6'),
    move('LINK_ONLY', 'REMOVE_LINK', 'UNLINKED', undefined, '5.6'),
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
