// As much of curl as the pages use, so that they can be tested where curl is not installed.

/** Sends what a curl command would send. Throws for flags that it does not know. */
export function sendCurl(command: string): Promise<Response> {
  const words = shellWords(command)
  if (words.shift() !== 'curl') throw new Error(`not a curl command: ${command}`)
  const headers: [string, string][] = []
  const data: string[] = []
  let url = ''
  let method: string | undefined
  let inQuery = false
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === '-H') headers.push(headerOf(words.shift() ?? ''))
    else if (word === '-X') method = words.shift()
    else if (word === '-G') inQuery = true
    else if (word === '-d') data.push(words.shift() ?? '')
    else if (word === '--data-urlencode') data.push(encoded(words.shift() ?? ''))
    else if (!word.startsWith('-')) url = word
    else throw new Error(`curl ${word} is not known here: ${command}`)
  }
  const joined = data.join('&')
  if (inQuery || joined === '')
    return fetch(joined === '' ? url : `${url}?${joined}`, { method: method ?? 'GET', headers })
  return fetch(url, { method: method ?? 'POST', headers, body: joined })
}

function headerOf(text: string): [string, string] {
  const colon = text.indexOf(':')
  return [text.slice(0, colon), text.slice(colon + 1).trim()]
}

function encoded(text: string): string {
  const [name = '', ...value] = text.split('=')
  return `${name}=${encodeURIComponent(value.join('='))}`
}

/** Words as a shell divides them: by spaces, with single and double quotes, over lines that end with a backslash. */
function shellWords(command: string): string[] {
  const joined = command.replaceAll(/\\\n\s*/g, ' ')
  return [...joined.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map((match) =>
    match[0].replaceAll(/'([^']*)'|"([^"]*)"/g, '$1$2'),
  )
}
