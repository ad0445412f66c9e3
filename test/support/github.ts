/** Reads what a step printed as the runner of GitHub Actions does: workflow commands, and their escapes. */

export interface ReadAnnotation {
  readonly command: string
  readonly properties: Readonly<Record<string, string>>
  readonly message: string
}

/** The commands in an output, in order. A line is one if it begins with `::`, a name and a second `::`. */
export function readAnnotations(output: string): readonly ReadAnnotation[] {
  return output.split('\n').flatMap((line) => {
    const text = line.trimStart()
    if (!text.startsWith('::')) return []
    const end = text.indexOf('::', 2)
    if (end === -1) return []
    const head = text.slice(2, end)
    const space = head.indexOf(' ')
    const command = space === -1 ? head : head.slice(0, space)
    const properties = space === -1 ? '' : head.slice(space + 1).trim()
    const pairs = properties.split(',').flatMap((pair) => {
      const at = pair.indexOf('=')
      return at === -1 ? [] : [[pair.slice(0, at), propertyOf(pair.slice(at + 1))] as const]
    })
    return [{ command, properties: Object.fromEntries(pairs), message: dataOf(text.slice(end + 2)) }]
  })
}

function dataOf(text: string): string {
  return text.replaceAll('%0A', '\n').replaceAll('%0D', '\r').replaceAll('%25', '%')
}

function propertyOf(text: string): string {
  return text
    .replaceAll('%0A', '\n')
    .replaceAll('%0D', '\r')
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%25', '%')
}

/** The rows of the tables of a summary, each as its cells, without those of the heads. */
export function readRows(markdown: string): readonly (readonly string[])[] {
  const lines = markdown.split('\n').filter((line) => line.startsWith('|'))
  const isRule = (line = '') => /^\|(?: -+ \|)+$/.test(line)
  return lines
    .filter((line, index) => !isRule(line) && !isRule(lines[index + 1]))
    .map((line) =>
      line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim()),
    )
}

/** The variables of a job, with its summary in a file. */
export const githubVariables = (workspace: string, summary: string): Record<string, string> => ({
  GITHUB_ACTIONS: 'true',
  GITHUB_WORKSPACE: workspace,
  GITHUB_STEP_SUMMARY: summary,
  GITHUB_SERVER_URL: 'https://github.com',
  GITHUB_REPOSITORY: 'northwind/client',
  GITHUB_SHA: '0123456789abcdef0123456789abcdef01234567',
})

/** The address of a file of that job. */
export const BLOB = 'https://github.com/northwind/client/blob/0123456789abcdef0123456789abcdef01234567'
