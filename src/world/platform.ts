/** What the platform must have: an old one would otherwise fail with the name of a function, and no reason. */

/** Throws an error that names the versions that work, unless this platform is one of them. */
export function requirePlatform(): void {
  if ('groupBy' in Map) return
  throw new Error(
    'reqsim needs Node 22.12 or newer, or a browser of 2024 or newer: this one has no Map.groupBy',
  )
}
