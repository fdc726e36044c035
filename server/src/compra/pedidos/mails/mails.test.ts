import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEFAULT_TARIFAS } from '@imprimitodo/shared/rules/compra/precio'
import { vueltaOf } from '@imprimitodo/shared/rules/dinero/medio'
import jsQR from 'jsqr'
import { afterAll, describe, expect, it } from 'vitest'
import type { Sucursal } from '../../../base/runtime/deps.ts'
import type { NewCorreo } from '../../../gestion/correos/service.ts'
import type { Pedido } from '../filas/store.ts'
import {
  mailCupon,
  mailEnRevision,
  mailEspera,
  mailListo,
  mailPagado,
  mailPorVencer,
  mailRechazado,
} from './mails.ts'
import { mailCancelado, mailDevuelto, mailSobra } from './mails-devolucion.ts'

const SUCURSAL: Sucursal = {
  id: 1,
  nombre: 'Alberdi',
  direccion: 'Av. San Martín 512',
  whatsapp: '5493865000000',
  lat: 0,
  lng: 0,
  horario: 'Lunes a viernes de 8:30 a 13',
  hojas: [],
}
const PEDIDO: Pedido = {
  id: 'abc',
  numero: 1042,
  estado: 'pagado',
  carrito: null,
  referencia: 'ref',
  tarifas: DEFAULT_TARIFAS,
  descuento_hojas: 0,
  descuento_codigo: 0,
  total_otros: 0,
  descuento_mano: 0,
  resta: 0,
  descuento_porcentaje: 5,
  total_impresion: 1800_00,
  total_anillado: 2400_00,
  final_impresion: 1710_00,
  final_anillado: 2280_00,
  importe_final: 3990_00,
  email: 'ana@example.com',
  celular: '3865412233',
  sucursal_id: 1,
  modo_entrega: 'retiro',
  direccion_entrega: null,
  distancia_m: null,
  distancia_estimada: false,
  costo_delivery: 0,
  codigo_retiro: 'AAAA-BBBB-CCCC',
  preferencia_id: null,
  init_point: null,
  preferencia_importe: null,
  preferencia_vence: null,
  prometido: new Date('2026-11-23T21:00:00Z'),
  origen: null,
  creado: new Date(0),
  tocado: new Date(0),
  confirmado: new Date(0),
  pagado: new Date(0),
  vence: null,
  cerrado: null,
  archivos_borrados: null,
} as Pedido
const DELIVERY: Pedido = {
  ...PEDIDO,
  modo_entrega: 'delivery',
  direccion_entrega: 'Belgrano 12 <b>fondo</b>',
  costo_delivery: 2000_00,
}
const URL = 'https://imprimitodo.example'
const dataDir = mkdtempSync(join(tmpdir(), 'imprimitodo-mails-'))
afterAll(() => rmSync(dataDir, { recursive: true }))
const PIEZAS = [
  { title: 'Anillado 1: tesis.pdf + anexo <1>.pdf', note: '180 hojas por 2 copias' },
  { title: 'cv.pdf', note: '1 hoja, doble faz' },
]
const CON = { sucursal: SUCURSAL, around: { publicUrl: URL, dataDir }, piezas: PIEZAS }
const UNPAID: Pedido = { ...PEDIDO, estado: 'confirmado', vence: new Date('2026-11-25T19:10:00Z') }
const VISA = vueltaOf({ medio: 'visa', en_caja: false })

describe('the mail of a paid order', () => {
  it('says what was paid, where, when and with which code, in both parts', () => {
    const { clave, para, asunto, texto, html } = mailPagado(PEDIDO, CON)
    expect([clave, para, asunto]).toEqual(['pagado:abc', 'ana@example.com', 'Recibimos tu pedido 1042'])
    for (const part of [texto, html]) {
      for (const word of [
        '$ 1.800,00',
        '$ 2.400,00',
        '−$ 210,00',
        '$ 3.990,00',
        'AAAA-BBBB-CCCC',
        'Lun 23/11, 18:00',
      ])
        expect(part).toContain(word)
      expect(part).toContain(`${URL}/pedido/abc`)
      expect(part).toContain('Av. San Martín 512')
      expect(part).toContain('Lunes a viernes de 8:30 a 13')
      expect(part).not.toContain('recibir)')
    }
    expect(html).toMatch(/^<!doctype html><html lang="es-AR">/)
    expect(html).not.toMatch(/<script|<img|http-equiv|undefined|null/)
  })

  it('of a free one says that nothing was charged', () => {
    const free = {
      ...PEDIDO,
      final_impresion: 0,
      final_anillado: 0,
      importe_final: 0,
      descuento_porcentaje: 100,
    }
    const { asunto, texto } = mailPagado(free, CON)
    expect(asunto).toBe('Recibimos tu pedido 1042')
    expect(texto).toContain('no tiene cargo')
    expect(texto).toContain('Total: $ 0,00')
    expect(texto).not.toMatch(/pago/i)
  })

  it('tells what free sheets and a code took off, and names the code with the sheets that are left', () => {
    const pedido = {
      ...PEDIDO,
      descuento_hojas: 1600_00,
      descuento_codigo: 8,
      final_impresion: 174_00,
      final_anillado: 2088_00,
      importe_final: 2262_00,
    }
    const left = { codigo: 'CCCC-DDDD-EEEE', hojas: 1, vence: new Date('2027-02-20T15:00:00Z') }
    const { texto, html } = mailPagado(pedido, CON, { vueltos: [left] })
    for (const word of [
      'Te queda 1 hoja gratis en otro código: CCCC-DDDD-EEEE, hasta el 20/02/2027.',
      '5% off por la web + 8% off por tu código',
      '−$ 1.600,00',
    ])
      for (const part of [texto, html]) expect(part).toContain(word)
    expect(texto).toContain('Total pagado: $ 2.262,00')
  })

  it('of a delivery says where it goes and that bringing it is paid on receipt, whatever the address holds', () => {
    const { texto, html } = mailPagado(DELIVERY, CON)
    expect(texto).toContain('Lo enviamos a Belgrano 12 <b>fondo</b>.')
    expect(html).toContain('Belgrano 12 &lt;b&gt;fondo&lt;/b&gt;')
    expect(texto).toContain('Envío (se paga al recibir): $ 2.000,00')
    expect(texto).not.toContain('Av. San Martín')
  })
})

describe('the mail of a ready order', () => {
  it('says where to get it and with which code', () => {
    const { clave, asunto, texto } = mailListo(PEDIDO, CON, 7)
    expect([clave, asunto]).toEqual(['listo:abc:7', 'Tu pedido 1042 está listo'])
    for (const word of ['Código de retiro: AAAA-BBBB-CCCC', 'Av. San Martín 512', `${URL}/pedido/abc`])
      expect(texto).toContain(word)
    expect(texto).not.toContain('$')
  })

  it('of a delivery says that it is on its way, and what to have ready', () => {
    const { asunto, texto } = mailListo(DELIVERY, CON, 7)
    expect(asunto).toBe('Tu pedido 1042 está listo')
    expect(texto).toContain('Envío (se paga al recibir): $ 2.000,00')
  })
})

/** All mails that a customer may get, and the words that both parts of each must have. */
const ALL: [name: string, mail: NewCorreo, words: string[]][] = [
  ['waiting', mailEspera(UNPAID, CON), ['Pagar $ 3.990,00', 'mié 25/11, 16:10 h', 'Total a pagar']],
  ['under review', mailEnRevision(UNPAID, CON), ['No vuelvas a pagar']],
  [
    'ticket',
    mailCupon(UNPAID, CON, {
      id: '77',
      importe: 3990_00,
      url: 'https://pagos.example/cupon/77',
      numero: '333500880000',
    }),
    [
      'Número del cupón',
      '3335 0088 0000',
      'https://pagos.example/cupon/77',
      'Ver el cupón',
      'mié 25/11, 16:10 h',
      'Ver mi pedido',
    ],
  ],
  [
    'ticket elsewhere',
    mailCupon(UNPAID, CON, { id: '77', importe: 3990_00, url: null, numero: null }),
    ['Ver mi pedido'],
  ],
  [
    'refused',
    mailRechazado(UNPAID, CON, '77'),
    ['No se te cobró nada', 'Probar de nuevo', 'Lo guardamos hasta'],
  ],
  ['paid', mailPagado(PEDIDO, CON), ['Lun 23/11, 18:00 h', 'AAAA-BBBB-CCCC']],
  ['ready', mailListo(PEDIDO, CON, 7), ['AAAA-BBBB-CCCC']],
  [
    'expiring',
    mailPorVencer(UNPAID, CON, { now: new Date('2026-11-25T07:10:00Z'), acreditado: 0 }),
    ['en 12 horas', 'no debés nada', 'Pagar $ 3.990,00'],
  ],
  [
    'expiring, paid in part',
    mailPorVencer(UNPAID, CON, { now: new Date('2026-11-25T18:00:00Z'), acreditado: 1000_00 }),
    ['en 1 hora', 'faltan $\u00a02.990,00', 'en la sucursal'],
  ],
  [
    'cancelled',
    mailCancelado(PEDIDO, CON, {
      quien: 'local',
      motivo: 'No hay papel <A3>',
      isUncharged: false,
      devueltos: [{ importe: 3990_00, vuelta: VISA }],
    }),
    ['Te devolvemos', '$ 3.990,00', 'a tu tarjeta Visa', '10 días hábiles'],
  ],
  [
    'cancelled unpaid',
    mailCancelado(UNPAID, CON, { quien: 'cliente', motivo: null, devueltos: [], isUncharged: true }),
    ['No se te cobró nada'],
  ],
  [
    'refunded',
    mailDevuelto(PEDIDO, CON, {
      clave: '77:1',
      devuelto: { importe: 100_00, vuelta: VISA },
      motivo: 'Se manchó',
    }),
    ['una parte', '$ 100,00', 'Se manchó', 'a tu tarjeta Visa'],
  ],
  [
    'paid twice',
    mailSobra(PEDIDO, CON, { pagoId: '78', devuelto: { importe: 3990_00, vuelta: VISA } }),
    ['ya estaba pagado', '$ 3.990,00'],
  ],
]

describe('every mail of an order', () => {
  it.each(ALL)(
    '%s: says the same in both parts, with a link to the order',
    (_name, { texto, html, asunto }, words) => {
      const read = html.replaceAll('&lt;', '<').replaceAll('&gt;', '>')
      for (const word of [...words, `${URL}/pedido/abc`]) {
        expect(texto).toContain(word)
        expect(read).toContain(word)
      }
      expect(asunto).toContain('1042')
      expect(asunto).toMatch(/^\p{Lu}/u)
      expect(html).not.toMatch(/<script|<img|http-equiv|undefined|null|url\(/)
      expect(html).toContain('prefers-color-scheme:dark')
      // Mail apps cut longer mails off
      expect(Buffer.byteLength(html)).toBeLessThan(60_000)
    },
  )

  it('has a key of its own', () => {
    const claves = ALL.map(([, { clave }]) => clave)
    // Four pairs of mails share a key, since only one of each pair is ever sent
    expect(new Set(claves).size).toBe(claves.length - 4)
  })

  it('names its files where they matter', () => {
    for (const mail of [mailEspera(UNPAID, CON), mailPagado(PEDIDO, CON), mailListo(PEDIDO, CON, 7)]) {
      expect(mail.texto).toContain('- Anillado 1: tesis.pdf + anexo <1>.pdf: 180 hojas por 2 copias')
      expect(mail.html).toContain('anexo &lt;1&gt;.pdf')
    }
  })

  it('with the pickup code has a QR that a scanner reads as its address', () => {
    const { html } = mailListo(PEDIDO, CON, 7)
    const rows = [...html.matchAll(/<tr height="5"[^>]*>(.*?)<\/tr>/g)].map(([, row = '']) =>
      [...row.matchAll(/colspan="(\d+)" bgcolor="#(000000|ffffff)"/g)].flatMap(([, long, ink]) =>
        Array.from({ length: Number(long) }, () => ink === '000000'),
      ),
    )
    const scale = 4
    const side = rows.length * scale
    const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
    for (let y = 0; y < side; y++)
      for (let x = 0; x < side; x++)
        if (rows[Math.floor(y / scale)]?.[Math.floor(x / scale)])
          pixels.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3)
    expect(jsQR.default(pixels, side, side)?.data).toBe(`${URL}/c/AAAA-BBBB-CCCC`)
  })
})
