/** The failure of a test for its trace: paths are relative to the root of the project. */
import type { FailedRun } from '../../simulator/past/failed-run.ts'
import { decodedSegment } from '../../world/percent-encoding.ts'

export interface FailedTest {
  readonly runner: string
  /** The title of the test behind those of its suites. */
  readonly titles: readonly string[]
  /** Of the test, absolute or from the root. */
  readonly file?: string | undefined
  /** The absolute path of the project's folder; undefined if it is not known. */
  readonly root: string | undefined
  readonly error?: TestErrorLike | undefined
}

/** What runners pass on of an error. */
export interface TestErrorLike {
  readonly message?: string | undefined
  /** The difference between expected and received values. */
  readonly diff?: string | undefined
  readonly stack?: string | undefined
}

export function failedTest({ runner, titles, file, root, error }: FailedTest): FailedRun {
  const { message = '', diff = '', stack = '' } = error ?? {}
  const inProject = (text: string) => withoutRoot(text, root)
  const thrown = framesOf(stack).find(isOfProject)
  return {
    runner,
    title: titles.filter((each) => each !== '').join(' > '),
    ...(file === undefined ? {} : { file: inProject(file) }),
    error: inProject([message, diff].filter((each) => each !== '').join('\n\n')),
    ...(thrown === undefined ? {} : { thrownAt: inProject(thrown) }),
  }
}

/** The folder of the project, which the path of a file ends the name of the file with. */
export function rootOf(path: string, name: string): string | undefined {
  const plain = path.replaceAll('\\', '/')
  return plain.endsWith(`/${name}`) ? plain.slice(0, -name.length - 1) : undefined
}

/** A line of a stack of V8, `at read (file:///app/client.ts?v=1:4:27)`, or of Firefox and Safari, `read@http://…:4:27`. */
const FRAME =
  /^\s*(?:at\b.*?[( ]|[^\s@]*@)((?:file:\/\/|https?:\/\/)?[^\s()]+?)(?:\?[^\s()]*?)?:(\d+):(\d+)\)?$/

/** The places of a stack, `/app/client.ts:4:27`, from the one that threw. */
export function framesOf(stack: string): readonly string[] {
  return stack.split('\n').flatMap((line) => {
    const [, file, row, column] = FRAME.exec(line) ?? []
    return file === undefined ? [] : [`${pathOf(file)}:${row}:${column}`]
  })
}

/** True for a place in neither a package nor Node. */
export function isOfProject(place: string): boolean {
  return !/\/node_modules\/|^node:|^<|^native/.test(place.replaceAll('\\', '/'))
}

function pathOf(file: string): string {
  return file.startsWith('file://') ? decodedSegment(file.slice('file://'.length)) : file
}

/** The text with the paths in the project from its root. */
function withoutRoot(text: string, root: string | undefined): string {
  if (root === undefined || root.length < 2) return text
  const plain = root.replaceAll('\\', '/').replace(/\/$/, '')
  return text
    .replaceAll(`file://${plain}/`, '')
    .replaceAll(`${plain}/`, '')
    .replaceAll(`${plain.replaceAll('/', '\\')}\\`, '')
}
