/** Credentials in markup, and in addresses within any text; each goes through the text once. */

/** Receives each credential and returns its replacement. */
type Replace = (secret: string) => string

const ELEMENT = /(<(?:[\w.-]{1,100}:)?([\w.-]{1,100})(?:\s[^<>]*)?>\s*(?:<!\[CDATA\[)?)([^<\]]+)/g
const ATTRIBUTE = /([\s:]([\w.-]{1,100})\s?=\s?)("[^"]*"|'[^']*')/g
const USER_INFO = /(?<=[a-z0-9+.-]:\/\/)([^\s/?#"'<>\\]*)@/gi
/** A parameter behind `?`, `&` or `#`, as text, as markup or as JSON writes them; then one of an address that is itself a parameter. */
const PARAMETER = /([?&#]|&amp;|\\u0026)([\w.~-]{1,100})=([^&#\s"'<>\\]+)/gi
const ENCODED_PARAMETER =
  /(%(?:3F|26|23))([\w.~-]{1,100})%3D([^%&#\s"'<>\\]+(?:%(?!26|23)[^%&#\s"'<>\\]*)*)/gi
const PASSWORD_IN_USER_INFO = /(?<=[a-z0-9+.-]:\/\/)([^\s/?#"'<>\\@:]*:[^\s/?#"'<>\\]*)@/gi

/** Replaces the texts of elements and the values of attributes whose names, without prefix, are secret. */
export function redactMarkup(text: string, isSecret: (name: string) => boolean, replace: Replace): string {
  return text
    .replace(ELEMENT, (whole, begin: string, name: string, content: string) =>
      isSecret(name) ? begin + replace(content.trim()) : whole,
    )
    .replace(ATTRIBUTE, (whole, begin: string, name: string, value: string) =>
      isSecret(name) ? `${begin}"${replace(value.slice(1, -1))}"` : whole,
    )
}

/** Replaces what stands before the host of addresses: all of it, or only where it has a password. */
export function redactUserInfo(text: string, replace: Replace, passwordsOnly = false): string {
  if (!text.includes('@')) return text
  return text.replace(
    passwordsOnly ? PASSWORD_IN_USER_INFO : USER_INFO,
    (_whole, person: string) => `${replace(person.slice(person.indexOf(':') + 1))}@`,
  )
}

/** Replaces the values of secret parameters of addresses, wherever an address stands. */
export function redactParameters(
  text: string,
  isSecret: (name: string) => boolean,
  replace: Replace,
): string {
  const plain = text.replace(PARAMETER, (whole, begin: string, name: string, value: string) =>
    isSecret(name) ? `${begin}${name}=${replace(value)}` : whole,
  )
  if (!plain.includes('%')) return plain
  return plain.replace(ENCODED_PARAMETER, (whole, begin: string, name: string, value: string) =>
    isSecret(name) ? `${begin}${name}%3D${replace(value)}` : whole,
  )
}
