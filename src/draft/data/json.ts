/** Reads the JSON of a file that may be hostile: bounded in depth, and without fields that are there twice. */
import { invalidRequest, tooLarge } from '../../model/input/errors.ts'
import { jsonProblem } from '../../model/input/json-problem.ts'
import { repeatedFields } from '../../model/input/repeated-fields.ts'
import { hasMembers } from '../../world/objects.ts'

/** Levels of a JSON text: a section of StrictDoc takes two. */
const MAXIMUM_DEPTH = 200

/** Throws a Refusal: INVALID for text that is no JSON or repeats a field, TOO_LARGE for JSON that is nested too deeply. */
export function readJson(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw invalidRequest('its JSON is damaged', jsonProblem(text) ?? 'export the file again')
  }
  boundDepth(value)
  const [repeated] = repeatedFields(text, value, 1)
  if (repeated !== undefined)
    throw invalidRequest(
      `field ${repeated.join('.').slice(0, 200)}`,
      'is there twice, and only the last would count: remove or rename one',
    )
  return value
}

function boundDepth(root: unknown): void {
  let level = [root]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAXIMUM_DEPTH)
      throw tooLarge('its JSON', 'more levels than a draft reads', `${MAXIMUM_DEPTH}`)
    const next: unknown[] = []
    for (const value of level)
      if (hasMembers(value)) for (const member of Object.values(value)) next.push(member)
    level = next
  }
}
