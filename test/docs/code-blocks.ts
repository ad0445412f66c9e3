// Code as pages show it.

export interface CodeBlock {
  readonly language: string
  readonly text: string
}

/** The fenced blocks of a page, in order. */
export function codeBlocks(markdown: string): CodeBlock[] {
  return [...markdown.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map((match) => ({
    language: match[1] ?? '',
    text: (match[2] ?? '').trim(),
  }))
}

/** The code with the names under which the package offers the project's own modules. */
export function packageNames(code: string): string {
  return code
    .replaceAll(/'(?:\.\.\/)+src\/index\.ts'/g, "'reqsim'")
    .replaceAll(/'(?:\.\.\/)+src\/adapters\/(\w+)\.ts'/g, "'reqsim/$1'")
}
