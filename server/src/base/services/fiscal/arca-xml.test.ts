import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allAt, element, envelope, NotXml, readXml, textAt } from './arca-xml.ts'

test('what is written is read again, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const body = readXml(envelope(element('a', [element('b', text), null])))
      expect(textAt(body, 'Body', 'a', 'b')).toBe(text.trim())
    }),
  )
})

test('prefixes, attributes, comments, CDATA, entities and empty elements of real answers', () => {
  const node = readXml(
    `\uFEFF<?xml version="1.0"?><!-- hi --><s:E xmlns:s="u" a='<' b="1>2"><s:L><x:I>1</x:I><I>2</I><J/></s:L><T>a &lt;b&gt; &#241;&#xF1; &amp;amp;</T><C><![CDATA[<k>&]]></C></s:E>`.replace(
      `a='<' `,
      '',
    ),
  )
  expect(node.name).toBe('E')
  expect(allAt(node, 'I', 'L').map(({ text }) => text)).toEqual(['1', '2'])
  expect(textAt(node, 'T')).toBe('a <b> ññ &amp;')
  expect(textAt(node, 'C')).toBe('<k>&')
  expect(textAt(node, 'no', 'such')).toBe('')
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
])('is no answer: %j', (text) => expect(() => readXml(text)).toThrow(NotXml))

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
