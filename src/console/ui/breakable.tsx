/** A text whose addresses break between their parts. */
import { Fragment } from 'preact'

/** After a slash, and before what begins another part: `/rest/`, `.test`, `?limit`, `&offset`. */
const BREAKS = /(?<=\/)(?!\/)|(?=[.?&]\w)/

/** Words without a slash stay whole, so that no sentence breaks before its dot. The text that is copied is the same. */
export function Breakable({ text }: { readonly text: string }) {
  if (!text.includes('/')) return <>{text}</>
  const pieces = text
    .split(/(?<=\s)/)
    .flatMap((word) => (word.includes('/') ? word.split(BREAKS).filter((piece) => piece !== '') : [word]))
  return (
    <>
      {pieces.map((piece, index) => (
        <Fragment key={index}>
          {index === 0 ? null : <wbr />}
          {piece}
        </Fragment>
      ))}
    </>
  )
}
