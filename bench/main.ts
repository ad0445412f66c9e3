/**
 * Prints every figure that the project watches: target, measured, ratio. `--quick` shortens the rounds of HTTP load.
 * Exit code 1 when a target is missed.
 */
import { runChild } from './child.ts'
import { measureKernel } from './kernel.ts'
import { formatRows, isMet, type Row } from './measure.ts'

const rows: Row[] = [...measureKernel(), ...(await runChild<Row[]>('memory.ts', ['--expose-gc']))]
console.log(formatRows(rows))
process.exitCode = rows.every(isMet) ? 0 : 1
