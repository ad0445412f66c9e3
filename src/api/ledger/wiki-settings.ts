/** Assumptions about settings, onboarding, property names, types, Excel attachments, saved queries and POST /sync. */
import type { Entries } from './entry.ts'

export const wikiSettingEntries = {
  A97: {
    title: 'Settings of the wiki',
    section: '4.6',
    behaviour:
      'The settings are isolateSpaces, extendedModeSpaces (keys of the spaces in extended mode), limitForPages (default 4000, A78), baselineMaximumRequirements (default 12000), defaultRelationship (default Dependency) and messageMilliseconds (default 10, the time that one queue message takes the receiver; a scenario sets it for a tracker too), and four settings that only the requirements of a page return (A254): popup-on-click, collapse-excerpts, popup-delay and indexing-mode. If extended mode is switched off again, keys of ACTIVE requirements stay and can be written, and new ones need plain characters. GET /settings returns and PUT /settings takes an object with a value for each name; a single setting is returned as {name, value, default, type, description} and takes {value}. The value null restores the default. Callers see the spaces of extendedModeSpaces that they may read. The response of GET can be sent back: onboarding, an object, changes the onboarding settings that it names. An unknown name returns 404 in a path and 400 in a body, a value of a wrong type 400, and then nothing changes.',
    reason: 'Only the paths are documented; these are the settings that other operations refer to.',
  },
  A98: {
    title: 'Onboarding',
    section: '4.6',
    behaviour:
      'The name of an onboarding setting consists of letters, digits, dots, underscores and hyphens, its value is a text of up to 10,000 characters; a wiki stores at most 100 of them, which GET /settings lists under onboarding. POST /onboarding/notifications notifies the administrators of the wiki or, with sendeveryone=true, also everyone who has a permission on one of its spaces. No user is notified twice; the response {recipients, created} counts all of these users and those who were notified now.',
    reason: 'Only paths, body type and parameter are documented.',
  },
  A99: {
    title: 'Property names of a space',
    section: '4.6',
    behaviour:
      'The list has the registered names and those of inline properties of ACTIVE requirements of the space, sorted by code point: {name, dataType, description, registered, count}, where count is the number of requirements with the property. A name that is not registered has the type of the property with the lowest requirement id. Registering a name twice returns 409. Changing a data type changes the name, not the existing values.',
    reason: 'Only the paths are documented; authors use property names without registering them.',
  },
  A100: {
    title: 'Renaming a property',
    section: '4.6',
    behaviour:
      'The inline property of every ACTIVE requirement of the current variant is renamed, and so are the definitions on pages (their versions rise), the columns of Excel attachments, saved queries of the space, PROPERTY columns and operands of formulas in its matrices, including those in variables, and references in its dashboards, templates and rules. This covers all matrices of the space, regardless of who may see or change them, and their updatedAt changes. Names that contain a variable, values of variables, DELETED matrices, frozen baselines, texts that cannot be parsed or would become too long, and matrices and queries of other spaces stay as they are. Frozen copies keep the name they were frozen with. A name that the space already has returns 409. Without a space in the path, every space that has the name is changed, or none.',
    reason: 'A rename that left values under the old name would be no more than a registration.',
  },
  A101: {
    title: 'Deleting a property name',
    section: '4.6',
    behaviour:
      'The registration is removed in every space; values of requirements stay, and a name in use is still listed as not registered. If no space has it registered, the response is 404.',
    reason:
      'Values belong to the pages that define them; the documentation does not say that they are deleted.',
  },
  A102: {
    title: 'Types of requirements',
    section: '4.6',
    behaviour:
      'A type is {id, name, pattern, description, count}. Its pattern is text around one number, written as zeros in braces: REQ-{000} is the pattern of REQ-001 and REQ-1000, not of REQ-01. A requirement has the type of its space whose pattern its key matches; if several match, the one with the most text, then with the most digits, then the oldest. A second type of a space with the same name or pattern returns 409; a space has at most 100.',
    reason: 'Only the paths are documented; the query language refers to types by id and name.',
  },
  A103: {
    title: 'Creating and replacing a type',
    section: '4.6',
    behaviour:
      'The new type replaces the one of the same name, or the one whose id the field replaces contains, and keeps its id. Saved queries of the space that name the replaced type by its name are updated, including those in variables, and so are queries and criteria of formulas in its dashboards and templates. This covers all matrices of the space, regardless of who may see or change them, and their updatedAt changes. Values of variables, texts that contain a variable, and matrices and queries of other spaces stay as they are. If no type has the same name, a new one is created.',
    reason: 'References to the type should stay valid.',
  },
  A104: {
    title: 'Configuration of an Excel attachment',
    section: '4.6',
    behaviour:
      'The response is {attachmentId, spaceKey, pageId, fileName, sheet, headerRow, columns, integrationState, requirementCount}; a column is {column, header, role, name}. integrationState is NOT_INTEGRATED, INTEGRATED or PAUSED, sent as a plain JSON string or as {integrationState}. PAUSED can only follow INTEGRATED, and setting the current state again returns 409.',
    reason: 'Only the paths and the name of the body are documented.',
  },
  A105: {
    title: 'Effects of the integration state of an Excel attachment',
    section: '4.6',
    behaviour:
      "INTEGRATED reads the attachment again: its ACTIVE requirements that have a page are flagged 'needs excerpt', and are gathered at the next view of the page. PAUSED and NOT_INTEGRATED leave them unchanged. Deleting the attachment removes its configuration; requirements stay, without the attachment, and frozen copies keep it.",
    reason: 'No effect is documented; the wiki uses this flag for content that must be read again.',
  },
  A106: {
    title: 'Migrating saved queries',
    section: '4.6',
    behaviour:
      'The queries of all matrices of the space, regardless of who may see or change them, and of its baselines that are not DONE are rewritten in canonical spelling (= for ==, space for spacekey), and updatedAt of the matrices changes with them. Queries of matrices that contain variables stay as they are; $$ is not a variable, and baselines have none. The response is {migrated, unchanged, failed}; failed lists {kind, id, message} for queries that cannot be parsed, which stay as they are.',
    reason: 'Only the path is documented; deleted matrices and frozen baselines are history.',
  },
  A107: {
    title: 'POST /sync of the wiki',
    section: '4.6',
    behaviour:
      'The parameter from names a tracker that the wiki is integrated with: its base address, the application link id or the service id; any other value returns 404. The body is a list of issue keys, separated by commas or line breaks. For each requirement that is linked to them through that integration, a REQUIREMENT_UPDATED message is queued. The response is {queued, unlinked}, where unlinked lists the issue keys without a link.',
    reason: 'Deprecated; its newer counterpart on the tracker takes issue keys.',
  },
} as const satisfies Entries
