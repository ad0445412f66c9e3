/** Records as the control API shows them: what identifies a secret is never among their fields. */

type Fields = Readonly<Record<string, unknown>>

/** True for a field that holds the hash of a password, token or session. */
export function isSecret(field: string): boolean {
  return field === 'hash' || field.endsWith('Hash')
}

/**
 * A timeline may have saved a token, and a failed step may quote it: only the names of saved values and the outcomes of
 * steps are shown. Rate windows are named after the credential that they count, which for a session is its hash.
 */
export function withoutSecrets(table: string, record: Fields): Fields {
  const visible = Object.entries(record).filter(([field]) => !isSecret(field))
  if (table === 'timeline')
    return {
      ...Object.fromEntries(visible),
      saved: namesOf(record['saved']),
      results: endsOf(record['results'] ?? []),
    }
  if (table !== 'rateWindow') return Object.fromEntries(visible)
  return Object.fromEntries(
    visible.map(([field, value]) => [field, typeof value === 'string' ? withoutHashes(value) : value]),
  )
}

function namesOf(saved: unknown): { readonly name: string }[] {
  return (saved as readonly { readonly name: string }[]).map(({ name }) => ({ name }))
}

function endsOf(results: unknown): { readonly path: string; readonly outcome: string }[] {
  const steps = results as readonly { readonly path: string; readonly outcome: string }[]
  return steps.map(({ path, outcome }) => ({ path, outcome }))
}

/** A text in which no hash can be read. */
export function withoutHashes(text: string): string {
  return text.replace(/[0-9a-f]{64}/g, 'hidden')
}
