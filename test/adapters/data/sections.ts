/** Sections with something of every kind: plain fields, lists, nested values, references by name, by id and by key. */
import type { Sections } from '../../../src/scenario/format/format.ts'

export const sections: Sections = {
  organizations: [
    { id: 2, name: 'Contoso Avionics' },
    { id: 1, name: 'Northwind Robotics', createdAt: '2026-01-05T09:00:00Z' },
  ],
  users: [
    { id: 7, name: 'alice', organizations: [{ organization: 1, role: 'member' }] },
    {
      id: 3,
      name: 'admin',
      displayName: 'Ada Min',
      organizations: [{ organization: 1, role: 'admin' }, { organization: 2 }],
    },
  ],
  sites: [
    {
      id: 101,
      name: 'wiki',
      type: 'CONFLUENCE',
      baseUrl: 'https://wiki.northwind.test/wiki',
      organization: 1,
      administrators: ['admin'],
    },
  ],
  spaces: [
    {
      container: 1001,
      site: 'wiki',
      key: 'ENG',
      name: 'Engineering',
      grants: { read: ['alice'], edit: ['admin'] },
    },
  ],
  requirements: [
    {
      id: 6002,
      space: 'ENG',
      key: 'REQ-002',
      text: 'Second 😀',
      dependencies: [{ relationship: 'refines', to: 'REQ-001' }],
    },
    {
      id: 6001,
      space: 'ENG',
      key: 'REQ-001',
      properties: { Category: 'Safety', Tags: ['a', 'b'] },
      external: { Cost: 100, Final: true },
    },
  ],
}
