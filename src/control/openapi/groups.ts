/** What the routes of each group are for. */

export const GROUP_DESCRIPTIONS: Readonly<Record<string, string>> = {
  Worlds: 'The loaded scenario, and the worlds in use.',
  Snapshots: 'The state of a world, kept to be restored or compared.',
  Past: 'The steps that changed a world, and the world as it was after each.',
  Clock: 'The virtual clock of a world and its pending jobs.',
  Timeline: 'The steps of the loaded scenario.',
  Events: 'What happens in worlds, as it happens.',
  Journal: 'Recorded exchanges, verification and the report.',
  State: 'Records of any table, and the queues between wikis and trackers.',
  Requirements: 'Requirements, read without permissions.',
  Faults: 'Injected faults.',
  Pages: 'Pages of a wiki, as authors and readers use them.',
  Issues: 'Issues of a tracker, as people edit them.',
  Rules: 'Rules that requirements keep or break.',
  Sites: 'Outages of wikis and trackers.',
  Credentials: 'Tokens, sessions and linked accounts.',
  'Link requests': 'Requests of applications to join an organization.',
  'Export and import': 'A whole world as one document.',
  Catalogue: 'Lists of operations, assumptions, descriptions and routes.',
  'State machines': 'The state machines of the service.',
}
