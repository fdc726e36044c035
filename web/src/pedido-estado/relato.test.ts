import { ESTADOS } from '@imprimitodo/shared/rules/compra/pedido'
import { describe, expect, it } from 'vitest'
import { formatPromise, promiseTitle, relate } from './relato.ts'

const pedido = {
  estado: 'confirmado',
  pago: null,
  vence: '2026-11-24T13:38:00.000Z',
  modo_entrega: 'retiro',
  sucursal: 'Alberdi',
  direccion_entrega: null,
  importe_final: 3990,
  acreditado: 3990,
  reemplazado_por: null,
} as const

describe('relate', () => {
  it.each([
    [null, 'Falta pagar tu pedido', 'pagar'],
    ['pendiente', 'Esperamos tu pago', 'ver-pago'],
    ['en_proceso', 'Estamos confirmando tu pago', undefined],
    ['aprobado', 'Estamos confirmando tu pago', undefined],
    ['rechazado', 'Tu pago no se aprobó', 'pagar'],
    ['devuelto', 'Falta pagar tu pedido', 'pagar'],
  ] as const)('an unpaid order whose payment is %s: %s', (pago, title, accion) => {
    const told = relate({ ...pedido, pago })
    expect([told.title, told.accion]).toEqual([title, accion])
  })

  it('never says an order is paid before its state does', () => {
    for (const estado of ['borrador', 'confirmado', 'vencido', 'cancelado'] as const)
      for (const pago of [null, 'pendiente', 'en_proceso', 'aprobado', 'rechazado', 'devuelto'] as const) {
        const { title, text } = relate({ ...pedido, estado, pago })
        expect(`${title} ${text}`).not.toMatch(/Recibimos|acreditado\b/)
      }
  })

  it('says until when it can be paid, in the shop’s time', () => {
    expect(relate(pedido).text).toContain('antes del martes 24/11 a las 10:38')
    expect(relate({ ...pedido, vence: null }).text).toContain('Pagalo y lo imprimimos')
  })

  it('has words for every state, a different title each', () => {
    const titles = ESTADOS.map((estado) => relate({ ...pedido, estado }).title)
    expect(new Set(titles).size).toBe(ESTADOS.length)
  })

  it('tells what happens with the money of a cancelled order', () => {
    const text = (pago: 'aprobado' | 'devuelto' | null) =>
      relate({ ...pedido, estado: 'cancelado', pago }).text
    expect(text(null)).toBe('No se te cobró nada.')
    expect(text('aprobado')).toMatch(/vamos a devolver/)
    expect(text('devuelto')).toMatch(/Te devolvimos/)
  })

  it('says of an order whose options were changed that another one took its place, and leads there', () => {
    const replaced = { ...pedido, estado: 'cancelado', reemplazado_por: 'P2' } as const
    expect(relate(replaced)).toEqual({
      title: 'Cambiaste este pedido',
      text: 'Ahora es otro, con las opciones nuevas. De este no se te cobró nada.',
      accion: 'ver-nuevo',
    })
    expect(relate({ ...replaced, pago: 'devuelto' }).text).toBe(
      'Ahora es otro, con las opciones nuevas. Te devolvimos el pago. Puede tardar unos días en verse en tu cuenta.',
    )
  })

  it('tells what happens with money that came after an order expired', () => {
    const text = (pago: 'aprobado' | 'devuelto' | null) => relate({ ...pedido, estado: 'vencido', pago }).text
    expect(text(null)).toMatch(/72 horas/)
    expect(text('aprobado')).toMatch(/te lo vamos a devolver/)
    expect(text('devuelto')).toMatch(/te lo devolvimos/)
  })

  it('says how much is missing after a payment that was too small, and what to do about it', () => {
    const short = { ...pedido, pago: 'aprobado', acreditado: 1000.5 } as const
    const { title, text, accion } = relate(short)
    expect([title, accion]).toEqual(['Tu pago no alcanza', undefined])
    expect(text).toContain('Se acreditaron $\u00a01.000,50 y faltan $\u00a02.989,50.')
    expect(text).toContain('en Alberdi antes del martes 24/11 a las 10:38')
    expect(text).not.toMatch(/confirmando|te avisamos por mail/)
    expect(relate({ ...short, estado: 'vencido' }).text).toMatch(
      /\$\u00a01\.000,50 de \$\u00a03\.990,00\. Escribinos/,
    )
  })

  it('nor is one in another currency being confirmed', () => {
    const { title, text } = relate({ ...pedido, pago: 'aprobado', acreditado: 0 })
    expect(`${title}. ${text}`).toMatch(/otra moneda.*escribinos/)
  })

  it('speaks of the address where it is delivered, of the branch where it is picked up', () => {
    const delivery = { ...pedido, modo_entrega: 'delivery', direccion_entrega: 'Belgrano 348' } as const
    expect(relate({ ...delivery, estado: 'listo' }).text).toContain('Belgrano 348')
    expect(relate({ ...pedido, estado: 'listo' }).text).toContain('Alberdi')
    const [prometido, before, after] = [
      '2026-11-23T14:30:00Z',
      '2026-11-23T14:29:00Z',
      '2026-11-23T14:31:00Z',
    ]
    const title = (of: object, now: string) =>
      promiseTitle({ ...pedido, prometido, nueva_hora: null, ...of }, new Date(now))
    expect(title(delivery, before)).toBe('Listo para llevarte a Belgrano 348')
    expect(title({}, before)).toBe('Listo para retirar en Alberdi')
    expect(title({}, after)).toBe('Estamos demorados. Lo habíamos prometido para')
    const nueva_hora = '2026-11-23T15:30:00Z'
    expect(title({ nueva_hora }, after)).toBe('Se demoró. La nueva hora')
    expect(title({ nueva_hora }, '2026-11-23T15:31:00Z')).toBe('Seguimos demorados. Habíamos dicho')
  })
})

describe('formatPromise', () => {
  it('is the shop’s time, whatever the visitor’s zone', () => {
    expect(formatPromise('2026-11-23T14:30:00Z')).toBe('Lunes 23/11 a las 11:30')
    expect(formatPromise('2026-11-24T02:59:00Z')).toBe('Lunes 23/11 a las 23:59')
    expect(formatPromise('2026-11-25T03:00:00Z')).toBe('Miércoles 25/11 a las 00:00')
    expect(formatPromise('2026-12-01T14:30:00Z')).toBe('Martes 01/12 a las 11:30')
  })
})
