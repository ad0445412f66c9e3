/** Several recordings as one session, in their order. */
import type { Archive, ArchivedExchange } from '../replay/archive.ts'

/**
 * A caller of a recording that does not name users is another one in each file: `2.1` is the first credential of the second file.
 * Users that an archive names are the same in all.
 */
export function joinArchives(archives: readonly Archive[]): Archive {
  const [first] = archives
  if (first !== undefined && archives.length === 1) return first
  return {
    file: archives.map(({ file }) => file).join(', '),
    own: archives.every(({ own }) => own),
    exchanges: archives.flatMap(({ own, exchanges }, index) =>
      own || index === 0 ? exchanges : exchanges.map((exchange) => ofFile(exchange, index + 1)),
    ),
  }
}

const NUMBER = /^\d+$/

function ofFile(exchange: ArchivedExchange, file: number): ArchivedExchange {
  const { caller } = exchange
  return caller === undefined || !NUMBER.test(caller)
    ? exchange
    : { ...exchange, caller: `${file}.${caller}` }
}
