import { expect, it } from 'vitest'
import { pdfStart } from './pdf-start.ts'

const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

it.each([
  ['a PDF', '%PDF-1.7\n', 0],
  ['a PDF behind other bytes', `${'x'.repeat(1000)}%PDF-1.4\n`, 1000],
  ['a signature that readers find too late, and the server finds', `${'%P '.repeat(9000)}%PDF-1.4\n`, 27_000],
  ['a PDF without its signature', '\n1 0 obj\n<< /Type /Catalog >>', -1],
])('finds %s', (_of, text, at) => expect(pdfStart(latin1(text))).toEqual({ at }))

it.each([
  ['a photo', '\xff\xd8\xff\xe0\x00\x10JFIF'],
  ['a PNG', '\x89PNG\r\n\x1a\n'],
  ['a Word document', 'PK\x03\x04\x14\x00'],
  ['an old Word document', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
  ['a Word document that holds a PDF', 'PK\x03\x04 %PDF-1.7'],
  ['a web page', '<!doctype html>%PD'],
  ['nothing', ''],
])('finds no PDF in %s', (_of, text) => expect(pdfStart(latin1(text))).toBeNull())
