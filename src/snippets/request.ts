/** A request as snippets write it: with placeholders for what must not be copied. */

export interface SnippetRequest {
  /** Upper case. */
  readonly method: string
  /** Absolute, with the characters only that every client takes. */
  readonly url: string
  /** Without the credential. */
  readonly headers: Readonly<Record<string, string>>
  /** Absent for an anonymous request. */
  readonly credential?: SnippetCredential
  readonly body?: SnippetBody
  /** What to know before it is sent, a line each. */
  readonly notes: readonly string[]
}

/** The header of a credential, which ends with a token. */
export interface SnippetCredential {
  readonly header: 'Authorization' | 'X-Api-Key'
  /** What precedes the token: `Bearer `, or nothing. */
  readonly scheme: string
  /** One that may be shown, such as that of the demo; by default the placeholder `TOKEN`. */
  readonly token?: string
}

/** `file` and `form` are for bytes that are no text, which a snippet reads from files beside it. */
export type SnippetBody =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'form'; readonly parts: readonly FormPart[] }

export type FormPart =
  | { readonly name: string; readonly value: string }
  | {
      readonly name: string
      /** The file beside the snippet. */
      readonly file: string
      /** The name that is sent. */
      readonly fileName: string
      readonly type: string
    }

/** The placeholder for a token, and the one for another secret in an address or a body. */
export const TOKEN = 'TOKEN'
export const SECRET = 'SECRET'
