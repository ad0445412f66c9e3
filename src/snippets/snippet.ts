/** A request as text for the clipboard, in one of several languages. */
import { curlSnippet } from './curl.ts'
import { fetchSnippet } from './fetch.ts'
import { goSnippet } from './go.ts'
import { javaSnippet } from './java.ts'
import { pythonSnippet } from './python.ts'
import type { SnippetRequest } from './request.ts'

export const SNIPPET_LANGUAGES = ['curl', 'fetch', 'Python', 'Java', 'Go'] as const
export type SnippetLanguage = (typeof SNIPPET_LANGUAGES)[number]

const WRITERS: Readonly<Record<SnippetLanguage, (request: SnippetRequest) => string>> = {
  curl: curlSnippet,
  fetch: fetchSnippet,
  Python: pythonSnippet,
  Java: javaSnippet,
  Go: goSnippet,
}

export function snippetOf(language: SnippetLanguage, request: SnippetRequest): string {
  return WRITERS[language](request)
}
