/** Choices about settings, onboarding, property names, types, Excel attachments, saved queries and POST /sync of the wiki. */
import type { Entries } from './entry.ts'

export const wikiSettingEntries = {
  A97: {
    title: 'Settings of the wiki',
    section: '4.6',
    behaviour:
      'The settings are isolateSpaces, extendedModeSpaces (keys of the spaces in extended mode), limitForPages (default 4000, A78), baselineMaximumRequirements (default 12000), defaultRelationship (default Dependency) and messageMilliseconds (default 10, what one queue message costs the product that receives it; a scenario sets it for a tracker too), and four settings that only the requirements of a page return (A254): popup-on-click, collapse-excerpts, popup-delay and indexing-mode. Where extended mode is switched off again, keys that ACTIVE requirements have stay and can be written, and new ones need plain characters. GET /settings answers and PUT /settings takes an object with a value for each name; one setting is answered as {name, value, default, type, description} and takes {value}. The value null is the default. Callers see the spaces of extendedModeSpaces that they may read. What GET answers can be sent back: onboarding, an object, changes the onboarding settings that it names. An unknown name is 404 in a path and 400 in a body, a value of a wrong type 400, and then nothing is changed.',
    reason: 'Only the paths are given; these are the settings that the rest of the interface speaks of.',
  },
  A98: {
    title: 'Onboarding',
    section: '4.6',
    behaviour:
      'Onboarding settings have any name of letters, digits, dots, underscores and hyphens, and a text of up to 10,000 characters; a wiki keeps at most 100 of them, which GET /settings lists under onboarding. POST /onboarding/notifications notifies the administrators of the wiki or, with sendeveryone=true, also everyone who has a permission on one of its spaces; no user is notified twice, and the response {recipients, created} counts who was meant and who was notified now.',
    reason: 'Only paths, body type and parameter are given.',
  },
  A99: {
    title: 'Property names of a space',
    section: '4.6',
    behaviour:
      'A space knows the names that were registered and those that inline properties of its ACTIVE requirements have, by name in order of code points: {name, dataType, description, registered, count}, where count says how many requirements have the property; a name that is not registered has the type of the property with the lowest requirement id. Registering a name twice is refused with 409. A data type that is changed counts for the name, not for the values that are there.',
    reason: 'Only the paths are given; authors use property names without registering them.',
  },
  A100: {
    title: 'Renaming a property',
    section: '4.6',
    behaviour:
      'The inline property of every ACTIVE requirement of the current variant is renamed, and so are the definitions on pages (their versions rise), the columns of Excel attachments, the saved queries of the space that name it, in its matrices the PROPERTY columns and the operands of formulas, among variables too, and what dashboards, templates and rules of the space name. This covers all matrices of the space, regardless of who may see or change them, and their updatedAt changes; names that a variable is part of, values of variables, DELETED matrices, frozen baselines, and texts that cannot be read or would become too long stay as they are, and so do matrices and queries of other spaces. Frozen copies keep the name they were frozen with. A name that the space knows already is refused with 409; without a space in the path, every space that knows the name is changed, or none.',
    reason: 'A rename that left values behind under the old name would only be a registration.',
  },
  A101: {
    title: 'Deleting a property name',
    section: '4.6',
    behaviour:
      'The name is no longer registered in any space; values of requirements stay, and a name in use is still listed as not registered. Where no space has it registered: 404.',
    reason: 'Values belong to the pages that define them; nothing says that they go.',
  },
  A102: {
    title: 'Types of requirements',
    section: '4.6',
    behaviour:
      'A type is {id, name, pattern, description, count}. Its pattern is text around one number, written as zeros in braces: REQ-{000} is the pattern of REQ-001 and REQ-1000, not of REQ-01. A requirement has the type of its space whose pattern its key has; of several the one with the most text, then with the most digits, then the oldest. Two types of a space with one name or one pattern are refused with 409; a space has at most 100.',
    reason: 'Only the paths are given; the query language names types by id and name.',
  },
  A103: {
    title: 'Creating and replacing a type',
    section: '4.6',
    behaviour:
      'The new type takes the place of the one of the same name, or of the one whose id the field replaces names, and keeps its id; saved queries of the space that name the replaced type by its name follow, among variables too, and so do queries and criteria of formulas in its dashboards and templates. This covers all matrices of the space, regardless of who may see or change them, and their updatedAt changes; values of variables, texts that a variable is part of, and matrices and queries of other spaces stay as they are. Where there is none of the same name, a type is created.',
    reason: 'What refers to the type should still find one.',
  },
  A104: {
    title: 'Configuration of an Excel attachment',
    section: '4.6',
    behaviour:
      'The response is {attachmentId, spaceKey, pageId, fileName, sheet, headerRow, columns, integrationState, requirementCount}; a column is {column, header, role, name}. integrationState is NOT_INTEGRATED, INTEGRATED or PAUSED, sent as a bare JSON string or as {integrationState}; PAUSED is reached from INTEGRATED only, and the state that it has already is refused with 409.',
    reason: 'Only the paths and the name of the body are given.',
  },
  A105: {
    title: 'Effects of integrating an Excel attachment',
    section: '4.6',
    behaviour:
      "Reaching INTEGRATED reads the attachment again: its ACTIVE requirements that have a page are flagged 'needs excerpt', and are gathered at the next view of the page. PAUSED and NOT_INTEGRATED leave them as they are. Deleting the attachment removes its configuration; requirements stay, without the attachment, and frozen copies keep it.",
    reason: 'No effect is given; the flag is what the wiki uses for content that is to be read again.',
  },
  A106: {
    title: 'Migrating saved queries',
    section: '4.6',
    behaviour:
      'The queries of all matrices of the space, regardless of who may see or change them, and of its baselines that are not DONE are written in their canonical spelling (= for ==, space for spacekey), and updatedAt of the matrices changes with them. Queries of matrices that hold variables stay as they are; $$ is no variable, and in baselines nothing is. The response is {migrated, unchanged, failed}; failed lists {kind, id, message} for queries that cannot be read, which stay as they are.',
    reason: 'Only the path is given; deleted matrices and frozen baselines are history.',
  },
  A107: {
    title: 'POST /sync of the wiki',
    section: '4.6',
    behaviour:
      'The parameter from names a tracker that the wiki is integrated with: its base address, the application link id or the service id; any other is 404. The body is a list of issue keys, joined by commas or line breaks. A REQUIREMENT_UPDATED message is queued for each requirement that is linked to them through that integration; the response is {queued, unlinked}, where unlinked lists the issue keys without a link.',
    reason: 'Deprecated; its newer counterpart on the tracker takes issue keys.',
  },
} as const satisfies Entries
