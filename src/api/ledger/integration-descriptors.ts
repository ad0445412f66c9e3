/** Choices about integrations, their versions and modes. */
import type { Entries } from './entry.ts'

export const integrationDescriptorEntries = {
  A142: {
    title: 'Descriptors of integrations',
    section: '2.4',
    behaviour:
      "A descriptor has the documented fields; applinkId is the wiki's id of the application link. Lists are by service id. The literal service id null is the integration whose tracker has the base address url, as its own base address or as displayUrl or rpcUrl of the descriptor; a trailing slash makes no difference. A site that is DISABLED moves no messages and answers nothing to the other product, but still answers calls of its own interface. filterJira=true leaves out integrations whose address is of no tracker.",
    reason: 'The order, and what an address is compared with, are not given.',
  },
  A143: {
    title: 'Application links of a wiki',
    section: '2.4',
    behaviour:
      'A wiki has an application link to every tracker of the organizations that it belongs to, with ids drawn from the seed of the world, and one for every integration that it has or had. The trackers are integrated with it only where an integration is made over the link.',
    reason: 'Application links are of the host platform; the service only names them.',
  },
  A144: {
    title: 'Creating an integration',
    section: '4.5',
    behaviour:
      'With applinkId, label, addresses and endpoint are those of the application link, whatever the body says. Without, rpcUrl or displayUrl is compulsory (else 400), and what is missing follows from it. An address begins with http:// or https:// and has no user, query or fragment (400), because everyone who is signed in reads it. version defaults to the latest, status to ACTIVE, the mode of the tracker to AUTO. An unknown link is 404, a link or address that is integrated already 409, and so is the 101st integration. Over a link that was integrated before, its issue links and the messages that wait take part again. The tracker is the one of the world that has the address; any other address answers nothing.',
    reason: 'Only the random service id and the copying of values are given.',
  },
  A145: {
    title: 'Updating an integration',
    section: '4.5',
    behaviour:
      'fields takes label, displayUrl, rpcUrl, endpoint, version, status, username and userKey, any other name is 400; where it is absent, every such field of the body is updated. username and userKey go when they are named and have no value; the others must have one. serviceId and applinkId of the body are ignored. username and userKey say who acts for the application link, rpcUrl and endpoint where it goes: to write one of them takes an administrator of the wiki or the user whom username names at present (403); the other fields are open to everyone who is signed in. The tracker receives no message, because it is the sender.',
    reason: 'Four of the names are given as examples.',
  },
  A146: {
    title: 'Deleting an integration',
    section: '4.5',
    behaviour:
      'The descriptor goes, with the schedule of its synchronisation, the answers that the wiki kept and the users who were authenticated. The application link stays, and so do issue links of both products and messages that wait; nothing moves them until an integration is created over the link again.',
    reason: 'Only the descriptor is said to be deleted; what people have linked is not part of it.',
  },
  A147: {
    title: 'Checking application links',
    section: '4.5',
    behaviour:
      "check-applinks goes through all application links of the wiki, whichever integration the path names, and answers {applinkId, serviceId, label, displayUrl, rpcUrl, reachable, message, updated}. It writes the tracker's addresses, its version and, where an address has become that of a tracker, the tracker itself into the integrations; updated names the fields. applink/test answers {serviceId, applinkId, reachable, message, mode, version, authenticated, username} and changes nothing. The wiki reaches a tracker that is ACTIVE and whose base address is the rpcUrl of the descriptor.",
    reason: 'No answer is given; a check is of use when it says what it found and mended.',
  },
  A148: {
    title: 'Users of the wiki in the tracker',
    section: '5.7',
    behaviour:
      'An integration knows for each user of the wiki who was authenticated which user of the tracker they act as. authenticate-user of the wiki does that for the caller: as username, else as before, else by the same name; somebody else takes an administrator of the wiki (403), an unknown user is 404, a tracker that does not respond is 409. On the side of the tracker, authenticate-user takes {username}, a user of the wiki, and set-remote-user {user, username}, where username null removes the user; both return {serviceId, user, authenticated, username, authenticatedAt}. This is only stored and returned, by these responses and by applink/test: it gives no permission, does not change who may act for the application link (username of the descriptor), and nothing is done in the name of the user of the tracker; each call has the permissions of its own credential, each message the name of who made it.',
    reason: 'Only the paths and the payload of the wiki are given.',
  },
  A149: {
    title: 'Versions of an application link',
    section: '9.2',
    behaviour:
      "Versions 1 to 9 are supported; a higher one returns 9 as accepted, a lower one is 400. A version accepted by the tracker is sent to the wiki at once, unless the wiki does not respond: then each product goes by its own. performUpgrade goes to desiredVersion, performUpgradeIfAuto to the latest version where the mode is AUTO; an upgrade is available where either product is below that; it never goes down, and brings both products up. The answer's upgrade says {currentVersion, desiredVersion, available, performed, version, mode}; it is there where the call asks about upgrades.",
    reason: 'Negotiation is documented, supported versions and the shape of its answers are not.',
  },
  A150: {
    title: "Changing the descriptor's version",
    section: '4.5',
    behaviour:
      'At least one of version and status is compulsory (else 400). The descriptor changes in any case; the answer {descriptor, requestedVersion, notified, message} says whether the tracker heard of it. A tracker that does not answer, or has the application link in mode DISABLED, keeps its version until it is told another, or the application links are checked and the wiki takes over the version of the tracker. status DISABLED leaves the integration out of synchronisation.',
    reason: 'The notification is said to be tried; how a failure shows is not.',
  },
  A151: {
    title: 'Generic information of the tracker',
    section: '4.7',
    behaviour:
      'The response is {apiVersion, minimumApiVersion, messageFormatVersion, title, baseUrl, username, displayName}; an anonymous call gets no user, and title and baseUrl only where the address says which tracker it is.',
    reason: "Only the current user's name is documented.",
  },
  A152: {
    title: 'Posting messages to the tracker',
    section: '4.7',
    behaviour:
      "A message has the operation and fields of outbound messages; applinkId is the tracker's id of the application link or the wiki's, and may be missing where the tracker has only one. An unknown application link is 404 and an unknown operation 400, and nothing is done then; otherwise each message is answered {id, operation, status, message} in order, one that cannot be followed with FAILED. At most 3,000 messages are taken; past 30 s of the tracker's time the rest are answered NOT_EXECUTED. Names are trimmed, and a blank one counts as absent. The queue of the wiki is not touched.",
    reason: 'Only that a list of messages is posted is documented.',
  },
  A153: {
    title: 'Modes of an application link',
    section: '3',
    behaviour:
      'DISABLED refuses POST /api (a list without messages where all application links of the tracker are DISABLED) and upgrades, and messages stay PENDING in both queues; MANUAL takes messages and changes its version by request only; AUTO also takes part in performUpgradeIfAuto. The answer to a change is {applinkId, mode}; setting the mode that is in force is no error.',
    reason: 'The values are documented, what they do is not.',
  },
} as const satisfies Entries
