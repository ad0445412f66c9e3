/** `reqsim validate`: lists every problem of scenario files with line and column. */
import { loadScenarioFile } from '../../adapters/node/scenarios.ts'
import { problemLine, ScenarioError, type ScenarioProblem } from '../../scenario/check/problems.ts'
import { ToolFailure } from '../../replay/failure.ts'
import { visible } from '../../replay/text.ts'
import { countText } from '../../world/count-text.ts'

/** Writes a line for each problem and each valid file. Exits with 1 if there are problems. */
export async function runValidate(files: readonly string[]): Promise<void> {
  let faulty = 0
  let total = 0
  for (const file of files) {
    const problems = await problemsOf(file)
    process.stdout.write(problems.length === 0 ? `${visible(file)}: valid\n` : problems.map(lineOf).join(''))
    faulty += problems.length === 0 ? 0 : 1
    total += problems.length
  }
  if (faulty === 0) return
  throw new ToolFailure(
    1,
    `${countText(total, 'problem')} in ${faulty} of ${countText(files.length, 'file')}`,
  )
}

async function problemsOf(file: string): Promise<readonly ScenarioProblem[]> {
  try {
    await loadScenarioFile(file)
    return []
  } catch (error) {
    if (error instanceof ScenarioError) return error.problems
    throw error
  }
}

function lineOf(problem: ScenarioProblem): string {
  return `${visible(problemLine(problem))}\n`
}
