/** What a release manager does with the client: check a frozen release against the current texts, and bring texts in. */
import type { Client, Requirement } from './client.ts'

export interface ReleaseCheck {
  /** Keys whose text is another one than in the baseline. */
  readonly changed: readonly string[]
  /** Keys that the baseline does not have. */
  readonly added: readonly string[]
  /** Keys that only the baseline has. */
  readonly removed: readonly string[]
  /** Keys of the baseline whose current requirement no issue implements. */
  readonly unplanned: readonly string[]
}

/** Compares the current requirements of a space with those that a baseline froze. Each list is in the order of the keys. */
export async function checkRelease(
  client: Client,
  spaceKey: string,
  baseline: number,
): Promise<ReleaseCheck> {
  const frozen = byKey(await client.readAll(spaceKey, { baseline }))
  const current = byKey(await client.readAll(spaceKey))
  const both = [...frozen.keys()].filter((key) => current.has(key))
  return {
    changed: both.filter((key) => current.get(key)?.htmlExcerpt !== frozen.get(key)?.htmlExcerpt),
    added: [...current.keys()].filter((key) => !frozen.has(key)),
    removed: [...frozen.keys()].filter((key) => !current.has(key)),
    unplanned: both.filter(
      (key) => !current.get(key)?.issues.some(({ relationship }) => relationship === 'implements'),
    ),
  }
}

/** Writes those texts that differ, in one request. Returns the keys that it wrote. */
export async function syncTexts(
  client: Client,
  spaceKey: string,
  texts: Readonly<Record<string, string>>,
): Promise<string[]> {
  const current = byKey(await client.readAll(spaceKey))
  const changes = Object.entries(texts).flatMap(([key, htmlExcerpt]) =>
    current.has(key) && current.get(key)?.htmlExcerpt !== htmlExcerpt ? [{ key, htmlExcerpt }] : [],
  )
  if (changes.length > 0) await client.writeMany(spaceKey, changes)
  return changes.map(({ key }) => key)
}

function byKey(requirements: readonly Requirement[]): Map<string, Requirement> {
  return new Map(requirements.map((requirement) => [requirement.key, requirement]))
}
