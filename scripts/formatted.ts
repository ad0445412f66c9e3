/** Generated text as the project's formatter lays it out, so that its check agrees. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { format, type FormatConfig } from 'oxfmt'

const CONFIG = resolve(import.meta.dirname, '..', '.oxfmtrc.json')

/** The formatted text; throws for what cannot be parsed as the kind of file that the path says. */
export async function formatted(path: string, text: string): Promise<string> {
  const options = JSON.parse(readFileSync(CONFIG, 'utf8')) as FormatConfig
  const { code, errors } = await format(path, text, options)
  if (errors.length > 0) throw new Error(`${path} cannot be formatted: ${JSON.stringify(errors)}`)
  return code
}
