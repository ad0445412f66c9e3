/** Random pages: trees as authors write them, spelt as storage format or as XHTML of requirement interchange, and HTML with mistakes. */
import fc from 'fast-check'
import { characterEntities } from 'character-entities'

/** A part of a page: its source, or an element around others. */
export type Part =
  | { readonly source: string }
  | { readonly name: string; readonly attributes?: string; readonly parts: readonly Part[] }

/** Elements of which text goes on in the same word. */
export const INLINE = (
  'a abbr acronym b bdi bdo big cite code del dfn em ex-term font i ins kbd label mark q s samp small span strike strong sub ' +
  'sup tt u var wbr ac:emoticon ac:inline-comment-marker ac:link ac:link-body ac:plain-text-link-body ac:structured-macro ' +
  'ac:task-body ri:attachment ri:page'
).split(' ')

/** Elements of the storage format that no page shows. */
export const HIDDEN = 'ac:parameter ac:placeholder ac:task-id ac:task-status ac:task-uuid'.split(' ')

const names = Object.keys(characterEntities)
const words = 'bat tery Müller ünit 10 km shall must R&amp;D a&lt;b π 𝒜 naïve'.split(' ')
const blanks = [' ', '\n  ', '\t', '\u00A0', '&nbsp;', '&#160;', '&#xA0;', '&shy;', '&#8203;']

const word = fc.constantFrom(...words)
const named = fc.constantFrom(...names).map((name) => `&${name};`)
/** Numbers of characters that XML takes too, without those that HTML reads as windows-1252. */
const point = fc.oneof(
  fc.integer({ min: 0x20, max: 0x7f }),
  fc.integer({ min: 0xa0, max: 0xd7ff }),
  fc.integer({ min: 0xe000, max: 0xfffd }),
  fc.integer({ min: 0x10000, max: 0x10ffff }),
)
const numbered = fc.oneof(
  point.map((code) => `&#${code};`),
  point.map((code) => `&#x${code.toString(16)};`),
  point.map((code) => `&#x00${code.toString(16).toUpperCase()};`),
)
const written = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: word },
      { weight: 3, arbitrary: fc.constantFrom(...blanks) },
      { weight: 1, arbitrary: named },
      { weight: 1, arbitrary: numbered },
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((pieces): Part => ({ source: pieces.join('') }))

const cdata = fc
  .array(fc.constantFrom(...words, ' ', '\n', '<b>', '</p>', '&uuml;', '&', '<', '>', ']]', '-->', '"'), {
    maxLength: 6,
  })
  .map((pieces): Part => ({ source: `<![CDATA[${pieces.join('').replaceAll(']]>', ']] >')}]]>` }))

const unseen = fc
  .constantFrom('<!-- a > b <p> -->', '<!---->', '<?editor keep?>', '<!-- <![CDATA[ -->')
  .map((source): Part => ({ source }))

const attributes = fc.constantFrom(
  '',
  ' class="a > b"',
  ' title=\'&lt;p> "x"\'',
  ' id="x"\n',
  ' style = "a=\'b\'"',
)

const element = (name: string, parts: readonly Part[], own = ''): Part => ({ name, attributes: own, parts })
const parameter = (name: string, value: string) =>
  element('ac:parameter', [{ source: value }], ` ac:name="${name}"`)

const picture = element(
  'ac:image',
  [element('ri:attachment', [], ' ri:filename="a.png"')],
  ' ac:alt="A picture"',
)

interface Drawn {
  readonly html: Part
  readonly storage: Part
}

const { html, storage } = fc.letrec<Drawn>((tie) => {
  /** What both kinds of pages have, around parts of their own kind. */
  const shared = (kind: 'html' | 'storage') => {
    const part = tie(kind) as fc.Arbitrary<Part>
    const parts = fc.array(part, { maxLength: 4 })
    const few = fc.array(part, { maxLength: 2 })
    const of = (...elements: readonly string[]) =>
      fc
        .tuple(fc.constantFrom(...elements), attributes, parts)
        .map(([name, own, inside]) => element(name, inside, own))
    const rows = (cell: string) =>
      fc.array(fc.array(few, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }).map((cells) =>
        cells.map((row) =>
          element(
            'tr',
            row.map((inside) => element(cell, inside)),
          ),
        ),
      )
    return [
      { weight: 5, arbitrary: written },
      { weight: 1, arbitrary: unseen },
      {
        weight: 3,
        arbitrary: of(...INLINE.filter((name) => !name.includes(':') && name !== 'wbr' && name !== 'a')),
      },
      { weight: 2, arbitrary: of('p', 'div', 'h1', 'h3', 'blockquote', 'pre', 'section', 'address') },
      { weight: 1, arbitrary: fc.constantFrom('br', 'wbr', 'hr', 'img').map((name) => element(name, [])) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.constantFrom('ul', 'ol'), fc.array(few, { minLength: 1, maxLength: 3 }))
          .map(([name, items]) =>
            element(
              name,
              items.map((inside) => element('li', inside)),
            ),
          ),
      },
      {
        weight: 1,
        arbitrary: fc
          .tuple(few, few)
          .map(([term, meaning]) => element('dl', [element('dt', term), element('dd', meaning)])),
      },
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.option(few, { nil: undefined }), rows('th'), rows('td'))
          .map(([caption, head, body]) =>
            element('table', [
              ...(caption === undefined ? [] : [element('caption', caption)]),
              element('thead', head),
              element('tbody', body),
            ]),
          ),
      },
    ]
  }
  const own = fc.array(tie('storage') as fc.Arbitrary<Part>, { maxLength: 3 })
  const ofHtml = fc.array(tie('html') as fc.Arbitrary<Part>, { maxLength: 3 })
  const macroBody = fc.oneof(
    own.map((inside) => [element('ac:rich-text-body', inside)]),
    cdata.map((inside) => [element('ac:plain-text-body', [inside])]),
    fc.constant([]),
  )
  const target = fc.constantFrom(
    element('ri:page', [], ' ri:space-key="ENG" ri:content-title="Flight &amp; control"'),
    element('ri:attachment', [], " ri:filename='plan.pdf'"),
    element('ac:emoticon', [], ' ac:name="tick"'),
  )
  // No link has another one in it.
  const linkBody = fc.oneof(
    ofHtml.map((inside) => [element('ac:link-body', inside)]),
    cdata.map((inside) => [element('ac:plain-text-link-body', [inside])]),
    fc.constantFrom([], [element('ac:link-body', [picture])]),
  )
  const task = fc
    .tuple(own, fc.constantFrom('complete', 'incomplete'))
    .map(([inside, status]) =>
      element('ac:task', [
        element('ac:task-id', [{ source: '7' }]),
        element('ac:task-uuid', [{ source: '9f-1' }]),
        element('ac:task-status', [{ source: status }]),
        element('ac:task-body', inside),
      ]),
    )
  return {
    html: fc.oneof({ depthSize: 'small', withCrossShrink: true }, ...shared('html')),
    storage: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      ...shared('storage'),
      {
        weight: 2,
        arbitrary: own.map((inside) => element('ac:inline-comment-marker', inside, ' ac:ref="a-1"')),
      },
      {
        weight: 2,
        arbitrary: fc
          .tuple(
            macroBody,
            fc.constantFrom('code', 'info', 'status'),
            fc.constantFrom('java', 'a &gt; b', ''),
          )
          .map(([body, macro, value]) =>
            element(
              'ac:structured-macro',
              [parameter('language', value), ...body],
              ` ac:name="${macro}" ac:schema-version="1"`,
            ),
          ),
      },
      {
        weight: 1,
        arbitrary: fc.tuple(target, linkBody).map(([to, body]) => element('ac:link', [to, ...body])),
      },
      {
        weight: 1,
        arbitrary: fc
          .array(task, { minLength: 1, maxLength: 3 })
          .map((tasks) => element('ac:task-list', tasks)),
      },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          picture,
          element('ac:emoticon', [], ' ac:name="smile"'),
          element('ac:placeholder', [{ source: 'Write here' }]),
        ),
      },
      {
        weight: 1,
        arbitrary: own.map((inside) =>
          element('ac:layout', [element('ac:layout-section', [element('ac:layout-cell', inside)])]),
        ),
      },
    ),
  }
})

const VOID = new Set('br wbr hr img'.split(' '))

/** XML of parts, where elements of HTML have a prefix such as `xhtml:`. */
export function spelt(parts: readonly Part[], prefix = ''): string {
  return parts
    .map((part) => {
      if ('source' in part) return part.source
      const { name, attributes: own = '', parts: inside } = part
      const full = name.includes(':') ? name : `${prefix}${name}`
      const isEmpty = inside.length === 0 && (VOID.has(name) || name.startsWith('ri:'))
      return isEmpty ? `<${full}${own}/>` : `<${full}${own}>${spelt(inside, prefix)}</${full}>`
    })
    .join('')
}

/** Pages in the storage format. */
export const storagePages = fc.array(storage, { maxLength: 6 }).map((parts) => spelt(parts))

/** XHTML of requirement interchange; a CDATA section is text there too. */
export const interchangePages = fc
  .tuple(
    fc.array(fc.oneof({ weight: 5, arbitrary: html }, { weight: 1, arbitrary: cdata }), { maxLength: 6 }),
    fc.constantFrom('xhtml:', 'reqif-xhtml:', 'h:', ''),
  )
  .map(([parts, prefix]) => spelt([element('div', parts)], prefix))

const plain = [...words, ' ', '\n', '<', '< ', '<3', '>', '&', '& ', '&zz;', '&zzz', '"', "'", '=']
const tags =
  "<p> <p/> <p\tclass=a> <p title='>'> <b> <b class=\"a > b\"> <b x=y\"> <i> <i =a> <i a=b=c'> <span> <span a'b> <div> <li> <ul> " +
  '<h1> <ex-term> <ex-term/> <a href=/x/> <u a = ">" > </p> </b> </i> </span> </div> </li> </ul> </h1> </ex-term> </a> <br> ' +
  '<br/> </br> <hr> <!----> <!--> <!-- <b> --> <!doctype> <!x> <?y> </> </3> </p\nx=">"> <script>x<b></script > ' +
  '<style>.a{}</style> <STYLE></b></sTyLe> <template>t<b>u</b></template> <B> </B>'
const loose = [
  '&copy ',
  '&amp;amp;',
  '&lt,',
  '&#65 ',
  '&#65',
  '&#x41;',
  '&#x80;',
  '&#150;',
  '&#0;',
  '&#xD800;',
  '&#x110000;',
  '&#99999999999999999999;',
  '&#;',
  '&#x;',
  '&#xg;',
]

/** HTML with mistakes. A browser moves what stands between the cells of a table, so it has none. */
export const carelessPages = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...plain) },
      { weight: 5, arbitrary: fc.constantFrom(...tags.split(/ (?=<)/)) },
      { weight: 1, arbitrary: fc.constantFrom(...loose) },
      { weight: 1, arbitrary: named },
    ),
    { maxLength: 20 },
  )
  .chain((pieces) =>
    fc.constantFrom('', '<b', '<b a="', '<!-- x', '<script>x', '<').map((end) => pieces.join('') + end),
  )
