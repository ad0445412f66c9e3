/** What trials have shown: which files of tests notice changes of which files of the source. */

/** How much more a file of tests is worth that kills every mutant of a source, beside one of which nothing is known. */
const SURE_KILL = 40
/** Trials that a file of tests is taken to have made in vain before its first. */
const DOUBT = 5

export type LearnedLine = readonly [source: string, testFile: string, trials: number, kills: number]

export class Learned {
  readonly #counts = new Map<string, { trials: number; kills: number }>()

  constructor(lines: readonly LearnedLine[] = []) {
    for (const [source, file, trials, kills] of lines)
      this.#counts.set(`${source} ${file}`, { trials, kills })
  }

  note(source: string, testFile: string, isKill: boolean): void {
    const name = `${source} ${testFile}`
    const counts = this.#counts.get(name) ?? { trials: 0, kills: 0 }
    counts.trials += 1
    if (isKill) counts.kills += 1
    this.#counts.set(name, counts)
  }

  /** What a file of tests is worth for the mutants of a source: 1 where nothing is known, less where it failed to notice any. */
  worth(source: string, testFile: string): number {
    const { trials, kills } = this.#counts.get(`${source} ${testFile}`) ?? { trials: 0, kills: 0 }
    return (DOUBT + SURE_KILL * kills) / (DOUBT + trials)
  }

  lines(): readonly LearnedLine[] {
    return [...this.#counts].map(([name, { trials, kills }]): LearnedLine => {
      const [source = '', file = ''] = name.split(' ')
      return [source, file, trials, kills]
    })
  }
}
