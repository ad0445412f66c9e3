/** Redacts credentials in free text, such as the message of an error or the output of a command. */
import { redactJson } from './redact-json.ts'
import { redactParameters, redactUserInfo } from './redact-markup.ts'
import { redactTickets } from './redact-tickets.ts'
import { isSecretName } from './redact.ts'
import { REDACTED } from './secret-repeats.ts'

/** A header that holds nothing but credentials, up to the end of the line or of the text in quotation marks. */
const HEADER =
  /\b((?:proxy-)?authorization|(?:set-)?cookie)(["']?[ \t]{0,20}[:=][ \t]{0,20}["'`]?)([^\n"'`]+)/gi
/** A credential by its scheme. Prose such as `Bearer token` has neither a digit nor punctuation. */
const SCHEME = /\b(bearer|basic|digest|negotiate)([ \t]{1,20})(?=[a-z]*[\d._~+/=-])([\w.~+/=-]{4,})/gi
/** A name with its value in quotation marks. */
const QUOTED =
  /([\w.-]{1,100})(["'`]?[ \t]{0,20}(?::|=>?)[ \t]{0,20})("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`)/g
/** A name with its value behind an equals sign or a colon. */
const BARE = /([\w.-]{1,100})([ \t]{0,20}[:=][ \t]{0,20})([^\s"'`,;{}()[\]&<>]+)(?=([ \t]+[a-z]+)?)/gi

/** A JSON Web Token, the user of `curl`, and a flag of a command with its value. */
const JWT = /\beyJ[\w-]{10,}\.[\w-]+(?:\.[\w-]*)?/g
const CURL_USER = /(\s(?:-u|--user)[ =]["']?[^\s:"']{1,100}:)([^\s"']+)/g
const FLAG =
  /(\s--?[\w-]{0,50}(?:token|secret|passw(?:or)?d|api-?key)[\w-]{0,20} )([^\s<{-]\S*)(?=([ \t]+[a-z]+)?)/gi
/** A word such as `<token>` stands for a credential, and a trace writes `{token:eu:12}` in place of one. */
const STANDS_FOR_ONE = /^(?:\w+ +)?(?:<[^>]*>|\{(?:token|session|password|unknown):[^}]*\})/

/** The text without values of secret names, credentials by scheme, and what addresses hold. */
export function redactText(text: string): string {
  const replace = () => REDACTED
  const withoutAddresses = redactParameters(
    redactTickets(redactUserInfo(text, replace, true), replace),
    isSecret,
    replace,
  )
  const withoutFields = withoutAddresses.includes('"')
    ? redactJson(withoutAddresses, isSecret, replace)
    : withoutAddresses
  return withoutFields
    .replace(HEADER, (whole, name: string, between: string, value: string) =>
      STANDS_FOR_ONE.test(value) ? whole : `${name}${between}${REDACTED}`,
    )
    .replace(SCHEME, (_whole, scheme: string, space: string) => `${scheme}${space}${REDACTED}`)
    .replace(QUOTED, (whole, name: string, between: string, value: string) =>
      isSecret(name) && !STANDS_FOR_ONE.test(value.slice(1))
        ? `${name}${between}${value.charAt(0)}${REDACTED}${value.charAt(0)}`
        : whole,
    )
    .replace(BARE, (whole, ...parts: unknown[]) => bareReplacement(whole, parts))
    .replace(JWT, REDACTED)
    .replace(FLAG, (whole, flag: string, value: string, next: string | undefined) =>
      isProse(value, next) ? whole : `${flag}${REDACTED}`,
    )
    .replace(CURL_USER, (_whole, user: string) => `${user}${REDACTED}`)
}

function bareReplacement(whole: string, parts: readonly unknown[]): string {
  const [name, between, value, next, offset, text] = parts as [
    string,
    string,
    string,
    string | undefined,
    number,
    string,
  ]
  const isPlaceholder = text.charAt(offset - 1) === '{' && STANDS_FOR_ONE.test(text.slice(offset - 1))
  // Headers were redacted to the end of their line.
  if (
    !isSecret(name) ||
    /authorization|cookie$/i.test(name) ||
    isPlaceholder ||
    (between.includes(':') && isProse(value, next))
  )
    return whole
  return `${name}${between}${REDACTED}`
}

/** Environment variables have the name of a user behind that of the secret. */
function isSecret(name: string): boolean {
  return isSecretName(name) || /(?:^|_)(?:TOKEN|SECRET|PASSWORD)_/.test(name)
}

/** `token: must be …` is a problem of a token, and `token: abc` is one. */
function isProse(value: string, next: string | undefined): boolean {
  return next !== undefined && /^[a-z]+$/.test(value)
}
