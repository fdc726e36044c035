// @vitest-environment happy-dom
import type { ReposicionMostrador } from '@imprimitodo/shared/api/mostrador'
import { expect, it } from 'vitest'
import { askText, whatsappToCliente } from '../ficha/contacto.ts'
import { differenceText } from './diferencia.ts'

const of = (paginas: number, diferencia: number): ReposicionMostrador => ({
  n: 1,
  nombre: 'tesis.pdf',
  danado: 'cambió',
  estado: 'recibida',
  pedida: null,
  quien: null,
  enlace: null,
  vez: 2,
  paginas: 3,
  recibido: { cuando: '2026-11-23T13:00:00Z', paginas, diferencia, revisado: true, imposibles: [] },
})

it.each([
  [
    5,
    160,
    /^El del pedido tiene 3 páginas y este 5: 2 más\. Costaría \$\s160,00 más: el precio no cambia\.$/,
  ],
  [
    1,
    -160,
    /^El del pedido tiene 3 páginas y este 1: 2 menos\. Costaría \$\s160,00 menos: el precio no cambia\.$/,
  ],
  [3, 0, /^Tiene 3 páginas, como el del pedido, pero no es el mismo archivo\. El precio no cambia\.$/],
])('a file of %i pages instead of 3', (paginas, diferencia, expected) => {
  expect(differenceText(of(paginas, diferencia))).toMatch(expected)
})

it('the WhatsApp text names the file, and where to send it', () => {
  const text = askText(
    { numero: 1042, sucursal: 'Alberdi' },
    { nombre: 'a&b.pdf', enlace: 'https://x/y#llave=1' },
  )
  expect(new URL(whatsappToCliente('3865412233', text)).searchParams.get('text')).toBe(
    '¡Hola! Te escribimos de imprimitodo Alberdi. Se nos dañó «a&b.pdf» de tu pedido 1042, disculpanos. Mandalo de nuevo desde acá y seguimos; el precio no cambia: https://x/y#llave=1',
  )
})
