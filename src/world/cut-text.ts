/** Long texts within messages and tables. */

/** The first `maximum` UTF-16 units of a text, with an ellipsis after them if there are more. */
export function cutText(text: string, maximum: number): string {
  return text.length <= maximum ? text : `${text.slice(0, maximum)}…`
}
