// npm run build:exe [-- PLATFORM…]: builds the command line with Node into one executable file for each platform, or for
// `host` alone, with checksums, a bill of materials and licences in dist-exe/. docs/executable.md describes them.

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ASSET_PREFIX } from '../../src/adapters/node/packaged-files.ts'
import { GO_CLIENT } from '../../src/cli/init/go.ts'
import { JUNIT_CLIENT } from '../../src/cli/init/junit.ts'
import { CLIENT_SOURCE } from '../../src/cli/init/pytest.ts'
import { VERSION } from '../../src/version.ts'
import { compiledPackages, consolePackages } from '../bundled.ts'
import { notice, notices } from '../notices.ts'
import { elementsLicences } from '../report-elements.ts'
import { billOfMaterials } from './bill-of-materials.ts'
import { bundleProgram } from './bundle.ts'
import { embed } from './embed.ts'
import { nodeFor, nodeLicence, pinnedVersion, stripped } from './node-binary.ts'
import { chosenPlatforms, hostPlatform, type Platform } from './platforms.ts'

const project = resolve(import.meta.dirname, '../..')
const output = join(project, 'dist-exe')
const LICENCES = 'third-party-licences.txt'
/** What `reqsim init` writes for other languages. */
const CLIENTS = [CLIENT_SOURCE, GO_CLIENT, JUNIT_CLIENT]

const platforms = chosenPlatforms(process.argv.slice(2))
const host = hostPlatform()
const work = mkdtempSync(join(tmpdir(), 'reqsim-build-exe-'))
try {
  await buildAll()
} finally {
  rmSync(work, { recursive: true, force: true })
}

async function buildAll(): Promise<void> {
  for (const script of ['build-console.ts', 'pages/build-bundle.ts'])
    execFileSync(process.execPath, [join(project, 'scripts', script), '--if-stale'], { stdio: 'inherit' })
  execFileSync(process.execPath, [join(project, 'scripts/pages/build-report-elements.ts')], {
    stdio: 'inherit',
  })
  const bundle = await bundleProgram(project, 'src/cli/main.ts', work)
  const packages = [...new Set([...bundle.packages, ...compiledPackages, ...consolePackages])].toSorted()
  const builder = await nodeFor(host)
  rmSync(output, { recursive: true, force: true })
  mkdirSync(output)
  writeFileSync(
    join(output, LICENCES),
    notices(packages, notice('Node.js', pinnedVersion(), await nodeLicence(host)), elementsLicences()),
  )
  for (const platform of platforms) await buildOne(platform, bundle.file, builder)
  const versions = execFileSync(builder, ['-p', 'JSON.stringify(process.versions)'], {
    encoding: 'utf8',
  })
  const bill = billOfMaterials(project, packages, JSON.parse(versions) as Record<string, string>)
  writeFileSync(join(output, 'reqsim.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`)
  writeChecksums()
}

async function buildOne(platform: Platform, main: string, builder: string): Promise<void> {
  const isHost = platform === host
  const node = isHost ? builder : await nodeFor(platform)
  const file = join(output, platform.file)
  embed(builder, {
    main,
    node: isHost && host.os === 'linux' ? stripped(node, join(work, 'node')) : node,
    output: file,
    assets: assets(),
    // Node refuses the cache of another platform.
    useCodeCache: isHost,
  })
  // Building breaks the signature, and macOS runs nothing without a valid one.
  if (platform.os === 'darwin' && host.os === 'darwin')
    execFileSync('codesign', ['--force', '--sign', '-', file], { stdio: 'inherit' })
  if (isHost && execFileSync(file, ['--version'], { encoding: 'utf8' }) !== `${VERSION}\n`)
    throw new Error(`${file} does not print its version`)
  console.log(`dist-exe/${platform.file}  ${Math.round(statSync(file).size / 1_000_000)} MB`)
}

/** The files inside the executable, by the names under which `readPackagedFile` reads them. */
function assets(): Record<string, string> {
  const files = {
    'schema/scenario.schema.json': join(project, 'schema/scenario.schema.json'),
    ...Object.fromEntries(CLIENTS.map((name) => [name, join(project, name)])),
    [`dist/${LICENCES}`]: join(output, LICENCES),
    ...Object.fromEntries(
      globSync('docs/**/*.md', { cwd: project })
        .map((path) => path.replaceAll('\\', '/'))
        .map((path) => [path, join(project, path)]),
    ),
    ...builtFiles('dist/console'),
    ...builtFiles('dist/bundle'),
    ...builtFiles('dist/report-elements'),
  }
  return Object.fromEntries(Object.entries(files).map(([name, path]) => [ASSET_PREFIX + name, path]))
}

function builtFiles(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(join(project, folder)).map((name) => [`${folder}/${name}`, join(project, folder, name)]),
  )
}

/** In the format of sha256sum. */
function writeChecksums(): void {
  const lines = readdirSync(output)
    .toSorted()
    .map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(join(output, name)))
          .digest('hex')}  ${name}\n`,
    )
  writeFileSync(join(output, 'SHA256SUMS'), lines.join(''))
}
