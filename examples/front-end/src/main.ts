/** The page: a list with a search, and a form that edits the selected requirement. */
import { type Reply, read, type Requirement, search, ServiceError, write } from './service.ts'

// During development, the service is a simulator in this page. A test that routes the page itself starts none.
if (import.meta.env.DEV && !location.search.includes('no-worker')) {
  await import('./simulator.ts').then(({ startSimulator }) => startSimulator())
}

const element = <T extends HTMLElement>(id: string) => document.getElementById(id) as T
const list = element('list')
const words = element<HTMLInputElement>('words')
const editor = element<HTMLFormElement>('editor')
const text = element<HTMLTextAreaElement>('text')
const saved = element('saved')
const problem = element('problem')
let chosen: string | undefined

element('search').addEventListener('submit', (event) => {
  event.preventDefault()
  void attempt(showList)
})

editor.addEventListener('submit', (event) => {
  event.preventDefault()
  void attempt(save)
})

await attempt(showList)
document.body.dataset.ready = 'true'

async function showList(): Promise<void> {
  const { results, count } = noted(await search(words.value.trim()))
  list.replaceChildren(...results.map(entryOf))
  element('count').textContent = `${count} requirement${count === 1 ? '' : 's'}`
  markChosen()
}

function entryOf({ key, htmlExcerpt }: Requirement): HTMLElement {
  const button = document.createElement('button')
  button.dataset.key = key
  const name = document.createElement('b')
  name.textContent = key
  const excerpt = document.createElement('span')
  excerpt.textContent = plainText(htmlExcerpt)
  button.append(name, excerpt)
  button.addEventListener('click', () => void attempt(() => choose(key)))
  const item = document.createElement('li')
  item.append(button)
  return item
}

async function choose(key: string): Promise<void> {
  const { htmlExcerpt, properties } = noted(await read(key))
  chosen = key
  element('key').textContent = key
  element('facts').textContent = properties
    .map((property) => `${property.key}: ${property.display}`)
    .join(' · ')
  text.value = plainText(htmlExcerpt)
  saved.textContent = ''
  editor.hidden = false
  element('hint').hidden = true
  markChosen()
  text.focus()
}

async function save(): Promise<void> {
  if (chosen === undefined) return
  saved.textContent = ''
  noted(await write(chosen, asHtml(text.value)))
  saved.textContent = 'Saved.'
  await showList()
}

function markChosen(): void {
  for (const button of list.querySelectorAll('button')) {
    button.setAttribute('aria-current', String(button.dataset.key === chosen))
  }
}

/** Runs an action and shows its error where readers and screen readers find it. */
async function attempt(action: () => Promise<void>): Promise<void> {
  problem.hidden = true
  try {
    await action()
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    problem.textContent = error.message
    problem.hidden = false
  }
}

function noted<T>({ value, remaining }: Reply<T>): T {
  element('rate').textContent = `${remaining} requests left in this minute`
  return value
}

/** The text of untrusted HTML. A parsed document runs no scripts. */
function plainText(html: string): string {
  return new DOMParser().parseFromString(html, 'text/html').body.textContent ?? ''
}

function asHtml(plain: string): string {
  const holder = document.createElement('div')
  holder.textContent = plain
  return holder.innerHTML
}
