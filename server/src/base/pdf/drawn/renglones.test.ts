import { PDFDocument } from '@cantoo/pdf-lib'
import { expect, it } from 'vitest'
import type { Renglon } from '../renglon.ts'
import { makeRenglones } from './renglones.ts'

const lines = (count: number, tamano: 1 | 2 | 4 = 1): Renglon[] =>
  Array.from({ length: count }, () => ({ texto: 'Ñandú', tamano }))
const qr: Renglon = { qr: 'https://example.com/c/E0VC5ZVYTJJW' }
const pagesOf = async (renglones: Renglon[]) =>
  (await PDFDocument.load(await makeRenglones('Pedido 1042', renglones))).getPageCount()

it('a slip has as many pages as its lines need', async () => {
  expect(await pagesOf([...lines(10), qr, ...lines(1)])).toBe(1)
  expect(await pagesOf([...lines(50), qr, ...lines(2)])).toBe(2)
})

it('the code is drawn smaller where only that keeps a slip on one page', async () => {
  // Lines of the largest letters, the delivery, the code: the label of most names
  expect(await pagesOf([...lines(5, 4), ...lines(5, 2), qr])).toBe(1)
  expect(await pagesOf([...lines(26), qr, ...lines(3)])).toBe(1)
})

it('the code stays large enough to be read', async () => {
  expect(await pagesOf([...lines(31), qr, ...lines(1)])).toBe(2)
})
