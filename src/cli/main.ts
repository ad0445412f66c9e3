/** The process of the command line: runs the command that its arguments name, and ends with its exit code. */
import { setFlagsFromString } from 'node:v8'
import { runCommandLine } from './command-line.ts'
import { surviveLostOutput } from './output/lost-output.ts'

// V8 learns where to put objects of a kind from how the first of them fare, for good. Where requests come while it is still
// busy with a large world that was just made, it learns that all they leave behind lasts: in one of ten starts, each
// collection of young memory took 15 ms from then on instead of 1, and a quarter of the answers a second was lost.
// A V8 that did not know the flag any more would complain at every start.
if (Number.parseInt(process.versions.v8) <= 14) setFlagsFromString('--no-allocation-site-pretenuring')

surviveLostOutput()

const exitCode = await runCommandLine(process.argv.slice(2))
if (exitCode !== 0) process.exitCode = exitCode
