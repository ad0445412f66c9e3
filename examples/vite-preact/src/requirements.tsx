/** A list of requirements with a search; each can be marked as reviewed. */
import { useEffect, useState } from 'preact/hooks'
import { type Requirement, search, write } from './service.ts'

export interface RequirementsProps {
  /** The address that the interfaces of the service lie below. */
  readonly base: string
}

export function Requirements({ base }: RequirementsProps) {
  const [words, setWords] = useState('')
  const [found, setFound] = useState<readonly Requirement[]>()
  const [problem, setProblem] = useState('')

  const [changes, setChanges] = useState(0)

  useEffect(() => {
    let isLatest = true
    const show = async () => {
      try {
        const requirements = await search(base, words)
        if (isLatest) setFound(requirements)
        if (isLatest) setProblem('')
      } catch (error) {
        if (isLatest) setProblem((error as Error).message)
      }
    }
    void show()
    return () => {
      isLatest = false
    }
  }, [base, words, changes])

  const review = async ({ key, htmlExcerpt }: Requirement) => {
    try {
      await write(base, key, `${htmlExcerpt} (reviewed)`)
      setChanges((count) => count + 1)
    } catch (error) {
      setProblem((error as Error).message)
    }
  }

  return (
    <main>
      <h1>Requirements</h1>
      <label>
        Search <input type="search" onInput={({ currentTarget }) => setWords(currentTarget.value)} />
      </label>
      {problem !== '' && <p role="alert">{problem}</p>}
      {found === undefined && problem === '' && <p role="status">Loading…</p>}
      {found?.length === 0 && <p>No requirement has these words.</p>}
      <ul>
        {found?.map((requirement) => (
          <li key={requirement.key}>
            <b>{requirement.key}</b> <span>{plainText(requirement.htmlExcerpt)}</span>{' '}
            <button onClick={() => review(requirement)}>Reviewed</button>
          </li>
        ))}
      </ul>
    </main>
  )
}

/** The text of HTML that may not be trusted: a parsed document runs nothing. */
function plainText(html: string): string {
  return new DOMParser().parseFromString(html, 'text/html').body.textContent
}
