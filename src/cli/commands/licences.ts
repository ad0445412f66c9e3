/** `reqsim licences`: prints the licences of the packages that are built in. */
import { readPackagedFile } from '../../adapters/node/packaged-files.ts'
import { ToolFailure } from '../../replay/failure.ts'

export async function runLicences(): Promise<void> {
  const notices = await readPackagedFile('dist/third-party-licences.txt')
  if (notices === undefined)
    throw new ToolFailure(1, 'the licences are not built in this checkout: npm run build')
  process.stdout.write(notices)
}
