/** Percent encoding of URLs and forms. */

/** A part of a path; as it is when its encoding is broken. */
export function decodedSegment(segment: string): string {
  return percentDecoded(segment) ?? segment
}

/** A name or value of a query or form; undefined when its encoding is broken. */
export function decodedParameter(text: string): string | undefined {
  return percentDecoded(text.includes('+') ? text.replaceAll('+', ' ') : text)
}

function percentDecoded(text: string): string | undefined {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
