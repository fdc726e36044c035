import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { drawnOn } from '../../../testing/pdf-text.ts'
import { makeTicket, type TicketDePedido, type TicketTrabajo } from './ticket.ts'

const trabajo = (nombre: string): TicketTrabajo => ({
  nombre,
  copias: 1,
  hojas: 12,
  lados: 2,
  color: false,
  anillado: true,
  tomo: { numero: 1, de: 2 },
  seleccion: [],
})

const ticket = (trabajos: TicketTrabajo[]): TicketDePedido => ({
  numero: 1042,
  codigoRetiro: '7K3M-9QXW-2TZA',
  enlaceRetiro: 'https://example.com/c/7K3M9QXW2TZA',
  nombre: null,
  estante: null,
  urgente: false,
  nota: null,
  email: 'ana@example.com',
  celular: '3815551234',
  tienda: 'ImprimiTodo',
  sucursal: 'Alberdi',
  modoEntrega: 'delivery',
  direccion: 'San Martín 123 🏠',
  pedidoEl: new Date('2026-11-21T14:05:00Z'),
  prometido: null,
  trabajos,
  entregado: false,
  otros: [],
  importes: [{ concepto: 'Impresión', centavos: 180_000 }],
  total: { concepto: 'Total', centavos: 180_000 },
  estadoPago: 'Pagado',
})

const pagesOf = async (made: Uint8Array) => (await PDFDocument.load(made)).getPages()

test.each([
  'ñandú — “tesis” ✅.pdf',
  `${'a'.repeat(5_000)}.pdf`,
  'Ελληνικά 中文 👩‍👩‍👧‍👦 \u0007\n.pdf',
  '',
  '🙂',
])('a name of any kind fits on one A4 page: %.40s', async (nombre) => {
  const pages = await pagesOf(await makeTicket(ticket([trabajo(nombre)])))
  expect(pages).toHaveLength(1)
  expect(pages[0]?.getSize()).toEqual({ width: 595.276, height: 841.89 })
})

test('forty works go on over several pages', async () => {
  const works = Array.from({ length: 40 }, (_, index) =>
    trabajo(`archivo ${index} con un nombre que ocupa dos renglones enteros.pdf`),
  )
  expect((await pagesOf(await makeTicket(ticket(works)))).length).toBeGreaterThan(1)
})

const textOf = async (made: Uint8Array) => (await drawnOn(made)).join('')

test('says which pages of a file are printed, and how many on a side', async () => {
  const lines = ['páginas 1 a 10 y 15 · 2 por carilla', '4 por carilla · «anexo.pdf»']
  const text = await textOf(await makeTicket(ticket([{ ...trabajo('tesis.pdf'), seleccion: lines }])))
  for (const line of lines) expect(text).toContain(line)
})

test('a volume of hundreds of chosen parts goes on over several pages', async () => {
  const seleccion = Array.from({ length: 300 }, (_, index) => `página ${index + 1} · «archivo ${index}.pdf»`)
  const made = await makeTicket(ticket([{ ...trabajo('Anillado 1'), seleccion }]))
  expect((await pagesOf(made)).length).toBeGreaterThan(4)
  expect(await textOf(made)).toContain('archivo 299.pdf')
})

test('has the name for the pickup and the customer’s note to the shop', async () => {
  const said = { nombre: 'Lucía Gómez', nota: 'Tapa transparente.\nSin anillar el anexo.' }
  const text = await textOf(await makeTicket({ ...ticket([]), ...said }))
  for (const line of ['Lucía Gómez', 'ana@example.com', 'Tapa transparente. Sin anillar el anexo.'])
    expect(text).toContain(line)
  const none = await textOf(await makeTicket(ticket([])))
  expect(none).not.toContain('Nota')
})

test('has the whole address of a delivery', async () => {
  const direccion = `Avenida San Martín 12345, ${'Barrio Nuestra Señora de la Merced, '.repeat(7)}portón verde`
  const text = await textOf(await makeTicket({ ...ticket([]), direccion }))
  expect(text).toContain('portón verde')
})

test('says where the order lies and that it is urgent, where it is so', async () => {
  const text = await textOf(await makeTicket({ ...ticket([]), estante: 'B3', urgente: true }))
  for (const word of ['Estante', 'B3', 'URGENTE']) expect(text).toContain(word)
  const none = await textOf(await makeTicket(ticket([])))
  for (const word of ['Estante', 'URGENTE']) expect(none).not.toContain(word)
})

test.each([1_800_00, 8_522_811_00, 12_345_687_00, 999_999_999_00])(
  'the word before a total of %i centavos ends left of its amount',
  async (centavos) => {
    const drawn = await textOf(
      await makeTicket({ ...ticket([]), importes: [], total: { concepto: 'Total', centavos } }),
    )
    const xOf = (word: string) => Number(drawn.split(`Tm\n${word}`)[0]?.trim().split(/\s+/).at(-2))
    const bold = await (await PDFDocument.create()).embedFont(StandardFonts.HelveticaBold)
    expect(xOf('Total') + bold.widthOfTextAtSize('Total', 16)).toBeLessThan(xOf('$') - 8)
  },
)
