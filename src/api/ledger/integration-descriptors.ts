/** Assumptions about integrations, their versions and modes. */
import type { Entries } from './entry.ts'

export const integrationDescriptorEntries = {
  A142: {
    title: 'Descriptors of integrations',
    section: '2.4',
    behaviour:
      "A descriptor has the documented fields; applinkId is the wiki's id of the application link. Lists are sorted by service id. The literal service id null selects the integration whose tracker has the base address url, compared with its own base address and with displayUrl and rpcUrl of the descriptor; a trailing slash makes no difference, and a blank url counts as absent. A DISABLED site exchanges no messages and does not respond to the other product, but still responds to calls of its own interface. filterJira=true leaves out integrations whose address belongs to no tracker.",
    reason: 'Neither the order nor the compared addresses are documented.',
  },
  A143: {
    title: 'Application links of a wiki',
    section: '2.4',
    behaviour:
      'A wiki has an application link to every tracker of the organizations that it belongs to, with ids drawn from the seed of the world, and one for every integration that it has or had. A tracker is integrated with the wiki only after an integration is created over the link.',
    reason: 'Application links belong to the host platform; the service only names them.',
  },
  A144: {
    title: 'Creating an integration',
    section: '4.5',
    behaviour:
      'With applinkId, the label, addresses and endpoint come from the application link, whatever the body says. Without it, rpcUrl or displayUrl is required (else 400), and missing fields are derived from it. An address begins with http:// or https:// and has no user, query or fragment (400), because every signed-in user can read it. version defaults to the latest, status to ACTIVE, the mode of the tracker to AUTO. An unknown link returns 404; a link or address that is already integrated, and the 101st integration, return 409. If the link was integrated before, its issue links and waiting messages become active again. The tracker is the one of the world that has the address; no other address responds.',
    reason: 'Only the random service id and the copying of values are documented.',
  },
  A145: {
    title: 'Updating an integration',
    section: '4.5',
    behaviour:
      'fields lists the fields to update: label, displayUrl, rpcUrl, endpoint, version, status, username and userKey; any other name returns 400. Without it, every such field of the body is updated. username and userKey are removed if they are listed without a value; the others require one. serviceId and applinkId of the body are ignored. username and userKey define who acts for the application link, rpcUrl and endpoint where it leads: only an administrator of the wiki or the user in username may write these four (403), and every signed-in user the other fields. The tracker receives no message, because it is the sender.',
    reason: 'Four of the names are documented as examples.',
  },
  A146: {
    title: 'Deleting an integration',
    section: '4.5',
    behaviour:
      'The descriptor is removed with the schedule of its synchronisation, the responses that the wiki stored and the authenticated users. The application link stays, and so do issue links of both products and waiting messages; nothing sends them until an integration is created over the link again.',
    reason:
      'The documentation says that the descriptor is deleted, and does not count the links that people made as part of it.',
  },
  A147: {
    title: 'Checking application links',
    section: '4.5',
    behaviour:
      "check-applinks checks all application links of the wiki, whatever integration the path names, and returns {applinkId, serviceId, label, displayUrl, rpcUrl, reachable, message, updated}. It copies the tracker's addresses and version into the integrations, and also the tracker itself if an address now belongs to one; updated lists the changed fields. applink/test returns {serviceId, applinkId, reachable, message, mode, version, authenticated, username} and changes nothing. The wiki reaches a tracker that is ACTIVE and whose base address is the rpcUrl of the descriptor.",
    reason: 'No response is documented; a check is useful if it reports what it found and corrected.',
  },
  A148: {
    title: 'Users of the wiki in the tracker',
    section: '5.7',
    behaviour:
      'For each authenticated user of the wiki, an integration stores the user of the tracker as whom they act. authenticate-user of the wiki stores it for the caller: username, else the stored user, else the user of the same name. Another user than that requires an administrator of the wiki (403), an unknown user returns 404, and a tracker that does not respond 409. In the tracker, authenticate-user takes {username}, a user of the wiki, and set-remote-user {user, username}, where username null removes the user; both return {serviceId, user, authenticated, username, authenticatedAt}. The value is only stored and returned, by these responses and by applink/test: it gives no permission, does not change who may act for the application link (username of the descriptor), and nothing runs as the user of the tracker. Each call has the permissions of its own credential, and each message carries the name of the user who caused it.',
    reason: 'Only the paths and the body of the wiki operation are documented.',
  },
  A149: {
    title: 'Versions of an application link',
    section: '9.2',
    behaviour:
      'Versions 1 to 9 are supported; a higher one is accepted as 9, a lower one returns 400. A version accepted by the tracker is sent to the wiki at once; if the wiki does not respond, each product keeps its own. performUpgrade upgrades to desiredVersion, performUpgradeIfAuto to the latest version if the mode is AUTO. An upgrade is available if either product is below that version; it never lowers a version, and it raises both products. The field upgrade of the response is {currentVersion, desiredVersion, available, performed, version, mode}; it is present if the call asks about upgrades.',
    reason: 'Negotiation is documented; supported versions and the shape of the responses are not.',
  },
  A150: {
    title: "Changing the descriptor's version",
    section: '4.5',
    behaviour:
      'At least one of version and status is required (else 400). The descriptor changes in any case; the response {descriptor, requestedVersion, notified, message} reports whether the tracker was notified. A tracker that does not respond, or has the application link in mode DISABLED, keeps its version until it is notified of another one, or until the application links are checked and the wiki takes over the version of the tracker. status DISABLED excludes the integration from synchronisation.',
    reason: 'The documentation says that a notification is attempted, and not how a failure shows.',
  },
  A151: {
    title: 'Generic information of the tracker',
    section: '4.7',
    behaviour:
      'The response is {apiVersion, minimumApiVersion, messageFormatVersion, title, baseUrl, username, displayName}. An anonymous call gets no user, and gets title and baseUrl only if the address identifies the tracker.',
    reason: "Only the current user's name is documented.",
  },
  A152: {
    title: 'Posting messages to the tracker',
    section: '4.7',
    behaviour:
      "A message has the operation and fields of outbound messages; applinkId is the tracker's or the wiki's id of the application link, and is optional if the tracker has only one. An unknown application link returns 404 and an unknown operation 400, and then nothing is processed. Otherwise the response lists {id, operation, status, message} for each message in order, with FAILED for one that cannot be carried out. At most 3,000 messages are accepted; after 30 s of the tracker's time the rest get NOT_EXECUTED. Names are trimmed, and a blank one counts as absent. Other fields that the queue of the wiki lists are ignored; that queue does not change.",
    reason: 'The documentation says only that a list of messages is posted.',
  },
  A153: {
    title: 'Modes of an application link',
    section: '3',
    behaviour:
      'DISABLED refuses POST /api (also a list without messages if all application links of the tracker are DISABLED) and upgrades, and messages stay PENDING in both queues. MANUAL accepts messages and changes its version only on request. AUTO also takes part in performUpgradeIfAuto. The response to a change is {applinkId, mode}; setting the current mode again is not an error.',
    reason: 'The values are documented, their effects are not.',
  },
} as const satisfies Entries
