/** Assumptions about organizations, their members and invitations, and about users' own accounts. */
import { type Entries, likely, stated } from './entry.ts'

export const organizationEntries = {
  A189: {
    title: 'Organizations',
    section: '4.1',
    behaviour:
      "An organization is {id, name, displayName, createdAt} (A250); names have 1 to 255 characters and need not be unique. Any signed-in user may create one and is its first administrator. Members may read it, its members, invitations and link requests, and administrators may change them; lists contain only the caller's own organizations. The scope of a token restricts applications only.",
    reason:
      'The group is named and its operations were seen in use; a caller should not see organizations they do not belong to.',
  },
  A190: {
    title: 'Lists without pages',
    section: '4.1',
    behaviour:
      'Lists of organizations, credentials and accessible resources are plain JSON lists, sorted by id.',
    reason: 'Without paging parameters, a page envelope carries no information.',
  },
  A191: {
    title: 'Members of organizations',
    section: '4.1',
    behaviour:
      'A member is {userId, name, displayName, email, role}, where role is MEMBER or ADMIN. The last administrator cannot be removed, become MEMBER or delete their account (409). Removing a member revokes no permissions on containers.',
    reason: 'Nobody could repair an organization without an administrator.',
  },
  A192: {
    title: 'Invitations',
    section: '4.1',
    behaviour:
      "An invitation is {id, organizationId, email, role, status, createdAt, createdBy, expiresAt} with status PENDING, ACCEPTED, REJECTED, WITHDRAWN or EXPIRED. It expires after 7 days. A change sets the role of a PENDING one; deleting it withdraws it, and it can still be read. Inviting a member's address, or an address with a PENDING invitation, returns 409, and so does every step that the status does not allow.",
    reason: 'These are the usual states of an invitation; only the paths were seen.',
  },
  A193: {
    title: 'Who may respond to an invitation',
    section: '4.1',
    behaviour:
      'An invitation belongs to the user who has its address, in any letter case; for other users it returns 404. The list contains PENDING invitations. Accepting creates the membership with the role of the invitation, and returns 409 for a member.',
    reason: 'An invitation is sent to an address, whether or not a user has it yet.',
  },
  A194: {
    title: 'Deleting an organization',
    section: '4.1',
    behaviour:
      'It returns 409 while the organization owns applications. Otherwise its memberships, invitations and link requests are deleted too, so that applications that joined it leave.',
    reason: 'Applications hold all other data and need an owner.',
  },
  A195: {
    title: 'Link requests from the side of the organization',
    section: '4.1',
    behaviour:
      'They are the same records that the application sees, listed by the id of the application. Approving and rejecting require an administrator of the organization, return the link request, and are refused with 409 unless it is PENDING. A scoped token sees only those of its application.',
    reason: 'A request has two sides and is stored once.',
  },
  A196: {
    title: 'Users',
    section: '4.1',
    behaviour:
      'A user is {id, name, displayName, email}; only the user and members of a common organization see the address. Users may change their own displayName and email; a field that the body omits stays, and an address that another user has returns 409.',
    reason: 'The operation was seen in use without fields; each action shows a name, but no address.',
  },
  A197: {
    title: "Deleting one's own account",
    section: '4.1',
    behaviour:
      'Tokens, sessions, memberships, linked accounts, permissions and administrator roles end at once. What the user made stays, and refers to its creator by an id that no user has; jobs that the user started continue as far as they need no permission.',
    reason: 'No data may identify a deleted user, and the work of others depends on what that user made.',
  },
  A198: {
    title: 'Credentials',
    section: '5.5',
    behaviour:
      'A credential is a personal access token, {id, name, createdAt, expiresAt, applicationId}; the list includes expired ones, and only a scoped one has applicationId. A deleted token is refused from the next call on, even if it made the deleting call itself.',
    reason: 'The value is documented to be displayed once and never again.',
  },
  A199: {
    title: 'Linked accounts',
    section: '5.6',
    behaviour:
      'The only provider is atlassian; any other returns 404. A linked account is {providerId, accountId, applicationIds, consented} with the linked sites, or 404 if there are none. Deleting it removes the links to all sites, which is the first of the two documented steps: hosted calls are refused, and the consent at the identity provider stays.',
    reason:
      'The documentation says that several sites can be linked and that unlinking has two steps; the name of the provider was seen.',
  },
  A200: {
    title: 'Start of account linking',
    section: '5.6',
    behaviour:
      'The response is {url}: the page of the identity provider, with the redirectUri, a state, and prompt, which is none if there is a consent and consent otherwise. redirectUri is an absolute http or https address of at most 2048 characters, else 400. The simulator makes no request, and nothing is served at that address: the control API creates the link.',
    reason: 'The flow ends at the identity provider, which is no part of the service.',
  },
  A201: {
    title: 'What a linked account gives access to',
    section: '5.6',
    behaviour:
      'The profile is {accountId, name, displayName, email}. Accessible resources are the active sites that are linked with consent, {id, name, type, url}, filtered by type CONFLUENCE or JIRA in any letter case. Both return 404 without a linked account, and 403 once the consent to every site was revoked. A scoped token sees only its site.',
    reason: 'Both ask the identity provider, which responds only with consent.',
  },
  A202: {
    title: 'Users by account at the identity provider',
    section: '5.6',
    behaviour:
      'The response is {accountId, displayName} of the user who has the account, or 404 if no user has it. applicationId names the wiki or tracker that asks, which the caller must be able to read; a standalone application returns 400.',
    reason: 'The path was seen in use; wikis and trackers identify their users by these accounts.',
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
