import { codigoFrom } from '@imprimitodo/shared/rules/fidelidad/codigo'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { codigoIn, isDeBarras, isDeCliente } from './leido.ts'

it.each([
  ['K5GN-4JS1-APAF', 'K5GN-4JS1-APAF'],
  [' k5gn 4js1 apaf ', 'K5GN-4JS1-APAF'],
  ['https://imprimitodo.example/c/K5GN-4JS1-APAF', 'K5GN-4JS1-APAF'],
  ['http://localhost:3000/c/k5gn-4js1-apaf/', 'K5GN-4JS1-APAF'],
  ["httpsÑ--imprimitodo.example-c-K5GN'4JS1'APAF", 'K5GN-4JS1-APAF'],
  ['httpsÑ--imprimitodo.example-C-K5GN-4JS1-APAF', 'K5GN-4JS1-APAF'],
  [']C1K5GN4JS1APAF', 'K5GN-4JS1-APAF'],
  ['+Q1k5gn4js1apaf', 'K5GN-4JS1-APAF'],
  ['Tu código: K5GN-4JS1-APAF', 'K5GN-4JS1-APAF'],
  ['Premio «Taza» (k5gn-4js1-apaf).', 'K5GN-4JS1-APAF'],
  ['K5GN-4JS1', null],
  ['K5GN-K5GN-4JS1-APAF', null],
  ['Sello fechador', null],
  ['llavero acrilico', null],
  ['fotocopiadora', null],
  ['ficha c fotocopiadora', null],
  ['https://imprimitodo.example/imprimitodo', null],
  ['', null],
])('%j holds %j', (text, codigo) => expect(codigoIn(text)).toBe(codigo))

it('every code is found in the address of its QR', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 12, maxLength: 12 }), fc.webUrl(), (bytes, url) => {
      const codigo = codigoFrom(bytes)
      expect(codigoIn(`${new URL(url).origin}/c/${codigo}`)).toBe(codigo)
    }),
  )
})

it.each([
  ['7791234567898', true],
  [']E07791234567898', true],
  ['77912343', true],
  ['036000291452', true],
  ['17791234567895', true],
  ['7791234567891', false],
  ['1800', false],
  ['12.345.670', false],
  ['K5GN4JS1APAF', false],
])('whether %s is the number under an article’s bars: %s', (text, is) => expect(isDeBarras(text)).toBe(is))

it.each([
  ['cliente:ana@example.com', true],
  ['clienteÑana"example.com', true],
  [']Q1cliente:ana@example.com', true],
  ['ana@example.com', false],
])('whether %s is a customer’s QR: %s', (text, is) => expect(isDeCliente(text)).toBe(is))
