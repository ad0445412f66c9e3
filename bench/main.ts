/**
 * Prints every figure that the project watches: target, measured, ratio. `--quick` shortens the rounds of HTTP load and leaves the long
 * queues out.
 * Exit code 1 when a target is missed.
 */
import { runChild } from './child.ts'
import { measureHttp } from './http.ts'
import { measureIntegration } from './integration.ts'
import { measureKernel } from './kernel.ts'
import { formatRows, isMet, type Row } from './measure.ts'
import { measurePerTest } from './per-test.ts'
import { measureVirtualYear } from './virtual-year.ts'

const quick = process.argv.includes('--quick')

const rows: Row[] = [
  ...measureKernel(),
  ...(await measurePerTest()),
  ...(await measureVirtualYear()),
  ...(quick ? [] : await measureIntegration()),
  ...(await runChild<Row[]>('memory.ts', ['--expose-gc'])),
  ...(await runChild<Row[]>('memory.ts', ['--expose-gc'], ['scenario'])),
  ...(await runChild<Row[]>('memory.ts', ['--expose-gc'], ['baselines'])),
  ...(await measureHttp(quick ? { rounds: 3, seconds: 1 } : { rounds: 7, seconds: 3 })),
]
console.log(formatRows(rows))
process.exitCode = rows.every(isMet) ? 0 : 1
