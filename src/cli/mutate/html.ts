/** The report as a page that needs no connection: the web component for reports of mutation testing, and the report. */
import { brotliDecompressSync } from 'node:zlib'
import { readPackagedFile } from '../../adapters/node/packaged-files.ts'
import { dataText, htmlText, jsonText, policyOf, scriptText } from '../../bundle/html-text.ts'
import { ToolFailure } from '../../replay/failure.ts'
import { VERSION } from '../../version.ts'
import type { MutationReport } from '../output/mutate-schema.ts'
import { elementsReport } from './elements-report.ts'
import { reportHeading } from './texts.ts'

const BUILT = 'dist/report-elements/'
/** In a checkout without dist. */
const INSTALLED = 'node_modules/mutation-testing-elements/'

/** Resolves with the page. Its colours change at the threshold, in percent. */
export async function htmlReport(report: MutationReport, threshold?: number): Promise<string> {
  const component = scriptText(await part('elements.js', 'dist/mutation-test-elements.js'))
  const licences = await part('licences.txt', 'LICENSE')
  const data = jsonText(await elementsReport(report, threshold))
  const begin = scriptText(
    `document.querySelector('mutation-test-report-app').report = JSON.parse(document.getElementById('report').textContent)`,
  )
  const title = htmlText(reportHeading(report))
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta http-equiv="Content-Security-Policy" content="${policyOf([component, begin])}" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="generator" content="reqsim ${VERSION}" />
<title>${title}</title>
<script>${component}</script>
</head>
<body>
<mutation-test-report-app title-postfix="${title}">${title}</mutation-test-report-app>
<script type="application/json" id="report">${data}</script>
<script>${begin}</script>
<script type="text/plain" id="licences">
${dataText(licences)}</script>
</body>
</html>
`
}

/** Built files are compressed. */
async function part(built: string, installed: string): Promise<string> {
  const packed = await readPackagedFile(`${BUILT}${built}.br`)
  if (packed !== undefined) return brotliDecompressSync(Buffer.from(packed, 'base64')).toString()
  const text = await readPackagedFile(INSTALLED + installed)
  if (text === undefined)
    throw new ToolFailure(1, `--html: the package lacks ${BUILT}${built}.br; install it again`)
  return text
}
