/** Choices about organizations, their members and invitations, and about users' own accounts. */
import { type Entries, likely, stated } from './entry.ts'

export const organizationEntries = {
  A189: {
    title: 'Organizations',
    section: '4.1',
    behaviour:
      'An organization is {id, name, displayName, createdAt} (A250); names have 1 to 255 characters and may occur twice. Any signed-in user founds one and is its first administrator. Members read it, its members, invitations and link requests, and administrators change them; lists of organizations hold the caller’s own. A token scoped to an application is narrowed in what concerns applications only.',
    reason:
      'The group is named and its operations were seen in use; a caller should not learn of organizations they have no part in.',
  },
  A190: {
    title: 'Lists without pages',
    section: '4.1',
    behaviour: 'Lists of organizations, credentials and accessible resources are bare JSON lists, by id.',
    reason: 'Where nothing asks for a page, an envelope of pages says nothing.',
  },
  A191: {
    title: 'Members of organizations',
    section: '4.1',
    behaviour:
      'A member is {userId, name, displayName, email, role}, where role is MEMBER or ADMIN. The last administrator can neither be removed nor become MEMBER, nor delete their account (409). Removing a member ends nothing that was granted on containers.',
    reason: 'An organization without an administrator could not be mended by anybody.',
  },
  A192: {
    title: 'Invitations',
    section: '4.1',
    behaviour:
      'An invitation is {id, organizationId, email, role, status, createdAt, createdBy, expiresAt} with status PENDING, ACCEPTED, REJECTED, WITHDRAWN or EXPIRED. It expires after 7 days. Changing it changes the role of a PENDING one; deleting it withdraws it, and it stays to be read. It is refused with 409 for a member’s address, while one to the same address is PENDING, and for every step that its status does not allow.',
    reason: 'The natural life of an invitation; only the paths were seen.',
  },
  A193: {
    title: 'Who is invited',
    section: '4.1',
    behaviour:
      'Invitations belong to the user who has their address, whatever its letter case; those of other users are 404. Listed are the PENDING ones. Accepting makes the membership with the role of the invitation, and is 409 for a member.',
    reason: 'An invitation is sent to an address before anybody knows who has it.',
  },
  A194: {
    title: 'Deleting an organization',
    section: '4.1',
    behaviour:
      'Refused with 409 while it owns applications. Otherwise memberships, invitations and link requests end with it, so that applications which joined it leave.',
    reason: 'Applications hold everything else and need an owner.',
  },
  A195: {
    title: 'Link requests as the organization sees them',
    section: '4.1',
    behaviour:
      'They are the records that the application sees, listed by the id of the application. Approving and rejecting take an administrator of the organization, answer the link request, and are 409 unless it is PENDING. A scoped token sees those of its application only.',
    reason: 'A request has two sides and is stored once.',
  },
  A196: {
    title: 'Users',
    section: '4.1',
    behaviour:
      'A user is {id, name, displayName, email}; the address is shown to the user and to members of a common organization only. Users change displayName and email of their own; what is left out stays, and an address that another user has is 409.',
    reason: 'Seen in use without fields; names appear with each action, addresses do not.',
  },
  A197: {
    title: 'Deleting the own account',
    section: '4.1',
    behaviour:
      'Tokens, sessions, memberships, linked accounts, grants and administrator roles end at once. What the user made stays and names its maker by an id that leads nowhere; jobs that they started go on as far as they need no permission.',
    reason: 'No data may identify a deleted user, and the work of others depends on what that user made.',
  },
  A198: {
    title: 'Credentials',
    section: '5.5',
    behaviour:
      'A credential is a personal access token, {id, name, createdAt, expiresAt, applicationId}, expired ones included; applicationId is there for a scoped one. Deleting one refuses it from the next call on, even the one that the call is made with.',
    reason: 'The value is documented to be displayed once and never again.',
  },
  A199: {
    title: 'Linked accounts',
    section: '5.6',
    behaviour:
      'The one provider is atlassian, any other is 404. A linked account is {providerId, accountId, applicationIds, consented} with the sites that are linked; 404 while none is. Deleting it removes the links to all sites, the first of the two documented steps: hosted calls are refused, and the consent at the identity provider stands.',
    reason:
      'Documented are that several sites can be linked and that unlinking has two steps; the provider’s name was seen.',
  },
  A200: {
    title: 'Where linking begins',
    section: '5.6',
    behaviour:
      'The response is {url}: the page of the identity provider, with the redirectUri, a state and prompt, which is none while a consent stands and consent otherwise. redirectUri is an absolute http or https address of at most 2048 characters, else 400. Nothing is fetched, and nothing is at that address: the control API makes the link.',
    reason: 'The flow ends at the identity provider, which is no part of the service.',
  },
  A201: {
    title: 'What a linked account reaches',
    section: '5.6',
    behaviour:
      'The profile is {accountId, name, displayName, email}; accessible resources are the active sites that are linked with consent, {id, name, type, url}, filtered by type CONFLUENCE or JIRA in any letter case. Both are 404 without a linked account and 403 after the consent to every site was revoked. A scoped token sees its site only.',
    reason: 'Both ask the identity provider, which answers only while its consent stands.',
  },
  A202: {
    title: 'Users by account at the identity provider',
    section: '5.6',
    behaviour:
      'The response is {accountId, displayName} of the user who has the account, or 404 if no user has it. applicationId names the wiki or tracker that asks, which the caller must be able to read; a standalone application is 400.',
    reason: 'The path was seen in use; wikis and trackers know their users by these accounts.',
  },
  A250: {
    title: 'List of organizations',
    section: '4.1',
    evidence: [
      stated('A row has displayName too.', 'a client reads it'),
      likely('The list takes offset and limit.', 'a client sends both'),
    ],
    behaviour:
      'displayName equals name. offset skips organizations at the beginning; limit, from 1 to 200, is the maximum number listed, all if absent.',
    reason:
      'Clients read displayName and send both parameters; nothing shows a different name or an envelope (A190).',
  },
} as const satisfies Entries
