import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allAt, element, envelope, MAX_XML, NotXml, readXml, SOAP, textAt } from './arca-xml.ts'

test('any text that is written is read again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const body = readXml(envelope(element('a', [element('b', text), null])))
      expect(textAt(body, 'Body', 'a', 'b')).toBe(text.trim())
    }),
  )
})

test('prefixes, attributes, comments, CDATA, entities and empty elements of real answers', () => {
  const node = readXml(
    `\uFEFF<?xml version="1.0"?><!-- hi --><s:E xmlns:s="u" b="1>2"><s:L><x:I xmlns:x='v'>1</x:I><I>2</I><J/></s:L><T>a &lt;b&gt; &#241;&#xF1; &amp;amp;</T><C><![CDATA[<k>&]]></C><D>0<!-- -->0<?p q?>1</D></s:E>`,
  )
  expect(node.name).toBe('E')
  expect(allAt(node, 'I', 'L').map(({ text }) => text)).toEqual(['1', '2'])
  expect(textAt(node, 'T')).toBe('a <b> ññ &amp;')
  expect(textAt(node, 'C')).toBe('<k>&')
  expect(textAt(node, 'D')).toBe('001')
  expect(textAt(node, 'no', 'such')).toBe('')
})

test('an element knows its namespace: by prefix, by default, declared anew within, none', () => {
  const node = readXml(
    `<s:a xmlns:s="uno&amp;1" xmlns="dos"><b/><s:b/><s:b xmlns:s="tres"/><b xmlns=""/><xml:b/></s:a>`,
  )
  expect(node.namespace).toBe('uno&1')
  expect(node.children.map(({ namespace }) => namespace)).toEqual([
    'dos',
    'uno&1',
    'tres',
    '',
    'http://www.w3.org/XML/1998/namespace',
  ])
  expect(readXml(envelope(element('p:a', [element('b', 1)], 'urna'))).children[0]?.children[0]).toMatchObject(
    {
      name: 'a',
      namespace: 'urna',
      children: [{ name: 'b', namespace: '', text: '1' }],
    },
  )
  expect(readXml(envelope(element('a', 1))).namespace).toBe(SOAP)
})

test('numbers of characters that no database takes become U+FFFD', () => {
  expect(textAt(readXml('<a><b>&#0;&#x1F;&#xD800;&#x110000;&#9;x&#x1F600;</b></a>'), 'b')).toBe(
    `${'\uFFFD'.repeat(4)}\tx😀`,
  )
})

test.each([
  '',
  'hola',
  '<a>',
  '<a></b>',
  '</a>',
  '<a/><b/>',
  '<a>&nada;</a>',
  '<a>& solo</a>',
  '<!DOCTYPE html><html></html>',
  '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>',
  '<html><body><br><p>Sitio en mantenimiento</body></html>',
  '<a b=1></a>',
  '<a><![CDATA[ </a>',
  '<a>\0</a>',
  '<a>1</a><![CDATA[2]]>',
  '<a>&constructor;</a>',
  '<s:a/>',
  '<s:a xmlns:s="u"></t:a>',
  '<a:b:c xmlns:a="u" xmlns:b="v"/>',
  '<toString:a/>',
  '<a><__proto__>1</__proto__></a>',
  '<a b="1" b="2"/>',
])('is no answer: %j', (text) => expect(() => readXml(text)).toThrow(NotXml))

const LAUGHS = Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join('')
const HOSTILE: [string, string][] = [
  ['a billion laughs', `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY l0 "ja">${LAUGHS}]><a>&l9;</a>`],
  ['an entity from a file', '<!DOCTYPE a [<!ENTITY f SYSTEM "file:///etc/passwd">]><a>&f;</a>'],
  ['an entity from elsewhere', '<!DOCTYPE a SYSTEM "http://127.0.0.1:1/a.dtd"><a>&f;</a>'],
  ['a name of 64 KB', `<${'n'.repeat(65_536)}>1</${'n'.repeat(65_536)}>`],
  ['a prefix of 64 KB', `<${'n'.repeat(65_536)}:a xmlns:${'n'.repeat(65_536)}="u"/>`],
  ['a thousand levels', '<a>'.repeat(1_000) + '</a>'.repeat(1_000)],
  ['a quarter of a megabyte and one character', `<a>${'x'.repeat(MAX_XML - 6)}</a>`],
]
test.each(HOSTILE)('is refused: %s', (_, text) => expect(() => readXml(text)).toThrow(NotXml))

test('as long as is allowed is read', () => {
  expect(readXml(`<a>${'x'.repeat(MAX_XML - 7)}</a>`).text).toHaveLength(MAX_XML - 7)
})

test('cut anywhere it is no answer', () => {
  const whole = envelope(element('a', [element('b', 'ñ & <1>'), element('c', '')]))
  const readable = Array.from({ length: whole.length }, (_, at) => at).filter((at) => {
    try {
      return readXml(whole.slice(0, at))
    } catch (error) {
      return !(error instanceof NotXml)
    }
  })
  expect(readable).toEqual([])
})

test('nothing that arrives makes anything but a document or NotXml', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom(
          '<a>',
          '</a>',
          '<',
          '>',
          '&',
          ';',
          '#x',
          ']]>',
          '<![CDATA[',
          '<!--',
          '-->',
          ' ',
          '"',
          'b',
        ),
      ),
      (parts) => {
        try {
          readXml(parts.join(''))
        } catch (error) {
          expect(error).toBeInstanceOf(NotXml)
        }
      },
    ),
    { numRuns: 500 },
  )
})
