/** The process of the command line: runs the command of its arguments and exits with its code. */
import { setFlagsFromString } from 'node:v8'
import { runCommandLine } from './command-line.ts'
import { surviveLostOutput } from './output/lost-output.ts'

// V8 decides from the first objects of a kind where to allocate later ones, permanently. If requests arrive while it still
// collects a large new world, it decides that all their objects live long: in one of ten starts, each young collection then
// took 15 ms instead of 1, and a quarter of the throughput was lost.
if (Number.parseInt(process.versions.v8) <= 14) setFlagsFromString('--no-allocation-site-pretenuring')

surviveLostOutput()

const exitCode = await runCommandLine(process.argv.slice(2))
if (exitCode !== 0) process.exitCode = exitCode
