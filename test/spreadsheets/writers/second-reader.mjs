// node second-reader.mjs FOLDER FILE…: prints as JSON what xlsx reads of the cells of workbooks, with the text that it shows.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { read, utils } from 'xlsx'

const [folder, ...files] = process.argv.slice(2)
const books = files.map((file) => {
  const book = read(readFileSync(join(folder, file)), { cellNF: true, cellText: true })
  return book.SheetNames.map((name) => {
    const cells = Object.entries(book.Sheets[name]).filter(([place]) => !place.startsWith('!'))
    return cells.map(([place, { t, v, w = '', z = 'General' }]) => {
      const { r, c } = utils.decode_cell(place)
      return { row: r + 1, column: c, type: t, value: v, shown: w, format: z }
    })
  })
})
process.stdout.write(JSON.stringify(books))
