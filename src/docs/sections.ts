/** Where the documentation describes the sections of the service's description. Paths are below docs/. */

/** The page of each chapter or section; a section without a page is on that of its chapter. */
const SERVICE_PAGES: Readonly<Record<string, string>> = {
  '1': 'service/resources.md',
  '2': 'service/resources.md',
  '3': 'service/states.md',
  '4': 'service/standalone-operations.md',
  '4.2': 'service/wiki-operations.md',
  '4.3': 'service/wiki-operations.md',
  '4.4': 'service/wiki-operations.md',
  '4.5': 'service/wiki-operations.md',
  '4.6': 'service/wiki-operations.md',
  '4.7': 'service/tracker-operations.md',
  '5': 'service/authentication.md',
  '6': 'service/events-errors-limits.md',
  '7': 'service/events-errors-limits.md',
  '8': 'service/events-errors-limits.md',
  '9': 'service/versions.md',
}

/** The page that describes a section. Throws for a section of no known chapter. */
export function pageOfSection(section: string): string {
  const page = SERVICE_PAGES[section] ?? SERVICE_PAGES[section.split('.')[0] ?? '']
  if (page === undefined) throw new Error(`no page describes section ${section} of the service`)
  return page
}

/** The anchor of a section on its page. */
export function sectionAnchor(section: string): string {
  return `section-${section.replace('.', '-')}`
}
