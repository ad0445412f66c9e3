// Pages of one folder, which lead from one to the next.

import { target } from './links.ts'

/** Says at the head of a page where it comes from. */
export const GENERATED = '<!-- Written by `npm run generate`; changes made here are lost. -->'

const PLACE = '<!-- navigation -->'

/** The pages with a last line that leads to the page before, to the index and to the page after. */
export function withNavigation(index: string, pages: ReadonlyMap<string, string>): Map<string, string> {
  const paths = [...pages.keys()]
  return new Map(
    [...pages].map(([path, text], place) => {
      const link = (to: string | undefined, words: (title: string) => string) =>
        to === undefined ? [] : [`[${words(titleOf(to, pages.get(to) ?? ''))}](${target(path, to)})`]
      const links = [
        ...link(paths[place - 1], (title) => `← ${title}`),
        `[Index](${target(path, index)})`,
        ...link(paths[place + 1], (title) => `${title} →`),
      ]
      const [body = ''] = text.split(PLACE)
      return [path, `${body.trimEnd()}\n\n${PLACE}\n\n${links.join(' · ')}\n`]
    }),
  )
}

/** The pages with a last line that leads to the index alone. */
export function withIndex(index: string, pages: ReadonlyMap<string, string>): Map<string, string> {
  return new Map(
    [...pages].map(([path, text]) => {
      const [body = ''] = text.split(PLACE)
      return [path, `${body.trimEnd()}\n\n${PLACE}\n\n[Index](${target(path, index)})\n`]
    }),
  )
}

function titleOf(path: string, text: string): string {
  const title = /^# (.+)$/m.exec(text)?.[1]
  if (title === undefined) throw new Error(`${path} has no title`)
  return title
}
