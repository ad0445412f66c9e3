// Code as pages show it.

export interface CodeBlock {
  readonly language: string
  readonly text: string
  /** Why it is not run, where the page says so in a comment before it: `<!-- not run: … -->`. */
  readonly reason?: string
}

/** The fenced blocks of a page, in order. */
export function codeBlocks(markdown: string): CodeBlock[] {
  const fences = /(?:^<!-- not run: (.+) -->\n\n)?^```(\w*)\n([\s\S]*?)^```$/gm
  return [...markdown.matchAll(fences)].map(([, reason, language = '', text = '']) => ({
    language,
    text: text.trim(),
    ...(reason === undefined ? {} : { reason }),
  }))
}

/** The code with the names under which the package offers the project's own modules. */
export function packageNames(code: string): string {
  return code
    .replaceAll(/'(?:\.\.\/)+src\/index\.ts'/g, "'reqsim'")
    .replaceAll(/'(?:\.\.\/)+src\/adapters\/(\w+)\.ts'/g, "'reqsim/$1'")
}
