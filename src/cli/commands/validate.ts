/** `reqsim validate`: lists every problem of scenario files with line and column. */
import { loadScenarioFile } from '../../adapters/node/scenarios.ts'
import { problemLine, ScenarioError, type ScenarioProblem } from '../../scenario/format/problems.ts'
import { ToolFailure } from '../../replay/failure.ts'
import { visible } from '../../replay/text.ts'
import { type CommandFailure, problemPath, tellGithub } from '../output/github.ts'
import { listedJson } from '../output/json.ts'
import { countText } from '../../world/count-text.ts'

interface CheckedFile {
  readonly file: string
  readonly valid: boolean
  readonly problems: readonly ScenarioProblem[]
}

/**
 * Writes a line for each problem and each valid file, or all of it as JSON in the shape of `schema/validate.schema.json`. Exits
 * with 1 if there are problems.
 */
export async function runValidate(
  files: readonly string[],
  { json = false }: { readonly json?: boolean },
): Promise<void> {
  const checked: CheckedFile[] = []
  for (const file of files) {
    const problems = await problemsOf(file)
    checked.push({ file, valid: problems.length === 0, problems })
    if (!json) process.stdout.write(linesOf(file, problems))
  }
  if (json) process.stdout.write(listedJson(checked))
  const faulty = checked.filter(({ valid }) => !valid)
  if (faulty.length === 0) return
  const total = faulty.flatMap(({ problems }) => problems).length
  const summary = `${countText(total, 'problem')} in ${faulty.length} of ${countText(files.length, 'file')}`
  tellGithub({
    heading: `reqsim validate: ${summary}`,
    failures: faulty.flatMap(({ file, problems }) => problems.map(failureIn(file))),
  })
  throw new ToolFailure(1, summary)
}

function failureIn(scenario: string): (problem: ScenarioProblem) => CommandFailure {
  return ({ file, line, column = 1, path, message }) => {
    const place = problemPath(scenario, file)
    return {
      title: path === '' ? file : path,
      error: message,
      place: line === undefined ? place : `${place}:${line}:${column}`,
    }
  }
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

function linesOf(file: string, problems: readonly ScenarioProblem[]): string {
  return problems.length === 0
    ? `${visible(file)}: valid\n`
    : problems.map((problem) => `${visible(problemLine(problem))}\n`).join('')
}
