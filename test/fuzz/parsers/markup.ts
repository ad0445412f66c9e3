/** HTML, XHTML with prefixes and the storage format of wikis. */
import { htmlToText, valueToText } from '../../../src/model/records/text/excerpt.ts'
import { inertHtml } from '../../../src/model/rich-text/inert.ts'
import { check, never, repeat, type TextParser } from './parser.ts'

const characters = (text: string) => text.replaceAll(/\s/g, '')

export const markup: TextParser = {
  kind: 'text',
  name: 'markup',
  corpus: [
    '<p>M&uuml;ller &copy 2026 &#8230;&#x2026;&#150</p><xhtml:b>x</xhtml:b><br/><!-- a --><?keep?>',
    '<ac:link><ri:page ri:content-title="A &amp; B"/><ac:link-body>a</ac:link-body></ac:link>',
    '<ac:structured-macro ac:name="code"><ac:parameter ac:name="a">b</ac:parameter><ac:plain-text-body><![CDATA[a<b]]></ac:plain-text-body></ac:structured-macro>',
    "<table><tr><td title='>'>1</td></tr></table><script a=b>x</script><style>.a{}</style>",
  ],
  words: [
    '</',
    '/>',
    '<!',
    '&#',
    '&#x',
    '&amp',
    '="',
    "='",
    ']]>',
    '<ac:placeholder>',
    '<template>',
    'ri:filename',
  ],
  refuses: never,
  read(text) {
    const read = htmlToText(text)
    check(read.length <= text.length, `reads ${read.length} characters of ${text.length}`)
    valueToText(text)
    const inert = inertHtml(text)
    check(inertHtml(inert) === inert, 'is not inert')
    check(characters(htmlToText(inert)) === characters(read), 'reads otherwise when it is inert')
  },
  families: {
    tags: repeat('', '<b>'),
    'open tags': repeat('', '<'),
    'nested tags': (size) => '<div>'.repeat(size) + '</div>'.repeat(size),
    'end tags': repeat('', '</div>'),
    'open end tags': repeat('', '</'),
    attributes: repeat('<a ', 'b="c" ', '>'),
    'unclosed values': repeat('', '<a b="'),
    'one unclosed value': repeat('<a b="', 'c'),
    'equals signs': repeat('<a ', '=', '>'),
    'blanks after an equals sign': repeat('<a b=', ' ', '>'),
    'one long name': repeat('<', 'a:', '>'),
    comments: repeat('', '<!--'),
    instructions: repeat('', '<?a'),
    sections: repeat('', '<![CDATA[a]]>'),
    'open sections': repeat('', '<![CDATA['),
    scripts: repeat('', '<script>'),
    parameters: (size) => '<ac:parameter>'.repeat(size) + '</ac:parameter>'.repeat(size),
    links: repeat('', '<ac:link><ri:page ri:content-title="a"/></ac:link>'),
    'targets of one link': repeat('<ac:link>', '<ri:page ri:content-title= ri:filename/>'),
    'blanks of a target': repeat('<ac:link><ri:page ri:filename', ' ', '/></ac:link>'),
    ampersands: repeat('', '&'),
    entities: repeat('', '&lt;'),
    names: repeat('', '&CounterClockwiseContourIntegral;'),
    'unknown names': repeat('', '&abcdefghijklmnopqrstuvwxyzabcdefghi'),
    'one unknown name': repeat('&', 'a', ';'),
    numbers: repeat('', '&#x1F600;'),
    'one long number': repeat('&#', '9', ';'),
  },
}
