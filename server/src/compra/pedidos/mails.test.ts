import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEFAULT_TARIFAS } from '@imprimitodo/shared/rules/precio'
import { afterAll, describe, expect, it } from 'vitest'
import type { Sucursal } from '../../base/runtime/deps.ts'
import { mailListo, mailPagado } from './mails.ts'
import type { Pedido } from './store.ts'

const SUCURSAL: Sucursal = {
  ...{ id: 1, nombre: 'Alberdi', direccion: 'Av. San Martín 512', whatsapp: '5493865000000', lat: 0, lng: 0 },
  horario: 'Lunes a viernes de 8:30 a 13',
}
const PEDIDO: Pedido = {
  ...{
    id: 'abc',
    numero: 1042,
    estado: 'pagado',
    carrito: null,
    referencia: 'ref',
    tarifas: DEFAULT_TARIFAS,
  },
  ...{ descuento_hojas: 0, descuento_codigo: 0 },
  ...{ descuento_porcentaje: 5, total_impresion: 1800_00, total_anillado: 2400_00, final_impresion: 1710_00 },
  ...{ final_anillado: 2280_00, importe_final: 3990_00, email: 'ana@example.com', celular: '3865412233' },
  ...{ sucursal_id: 1, modo_entrega: 'retiro', direccion_entrega: null, distancia_m: null },
  ...{ distancia_estimada: false, costo_delivery: 0, codigo_retiro: 'AAAA-BBBB-CCCC', preferencia_id: null },
  ...{
    init_point: null,
    preferencia_importe: null,
    prometido: new Date('2026-11-23T21:00:00Z'),
    origen: null,
  },
  ...{ creado: new Date(0), tocado: new Date(0), confirmado: new Date(0), pagado: new Date(0), vence: null },
  ...{ cerrado: null, archivos_borrados: null },
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
const AROUND = { publicUrl: URL, dataDir }

describe('the mail of a paid order', () => {
  it('says what was paid, where, when and with which code, in both parts', () => {
    const { clave, para, asunto, texto, html } = mailPagado(PEDIDO, SUCURSAL, AROUND)
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
    const { asunto, texto } = mailPagado(free, SUCURSAL, AROUND)
    expect(asunto).toBe('Recibimos tu pedido 1042')
    expect(texto).toContain('no tiene cargo')
    expect(texto).toContain('Total: $ 0,00')
    expect(texto).not.toMatch(/pago/i)
  })

  it('tells what free sheets and a code took off, and names the code with the sheets that are left', () => {
    const pedido = {
      ...PEDIDO,
      ...{ descuento_hojas: 1600_00, descuento_codigo: 8, final_impresion: 174_00, final_anillado: 2088_00 },
      importe_final: 2262_00,
    }
    const left = { codigo: 'CCCC-DDDD-EEEE', hojas: 1, vence: new Date('2027-02-20T15:00:00Z') }
    const { texto, html } = mailPagado(pedido, SUCURSAL, AROUND, [left])
    for (const word of [
      'Te queda 1 hoja gratis en otro código: CCCC-DDDD-EEEE, hasta el 20/02/2027.',
      '5% off por la web + 8% off por tu código',
      '−$ 1.600,00',
    ])
      for (const part of [texto, html]) expect(part).toContain(word)
    expect(texto).toContain('Total pagado: $ 2.262,00')
  })

  it('of a delivery says where it goes and that bringing it is paid on receipt, whatever the address holds', () => {
    const { texto, html } = mailPagado(DELIVERY, SUCURSAL, AROUND)
    expect(texto).toContain('Lo enviamos a Belgrano 12 <b>fondo</b>.')
    expect(html).toContain('Belgrano 12 &lt;b&gt;fondo&lt;/b&gt;')
    expect(texto).toContain('Envío (se paga al recibir): $ 2.000,00')
    expect(texto).not.toContain('Av. San Martín')
  })
})

describe('the mail of a ready order', () => {
  it('says where to get it and with which code', () => {
    const { clave, asunto, texto } = mailListo(PEDIDO, SUCURSAL, AROUND)
    expect([clave, asunto]).toEqual(['listo:abc', 'Tu pedido 1042 está listo'])
    for (const word of ['Código de retiro: AAAA-BBBB-CCCC', 'Av. San Martín 512', `${URL}/pedido/abc`])
      expect(texto).toContain(word)
    expect(texto).not.toContain('$')
  })

  it('of a delivery says that it is on its way, and what to have ready', () => {
    const { asunto, texto } = mailListo(DELIVERY, SUCURSAL, AROUND)
    expect(asunto).toBe('Tu pedido 1042 está listo')
    expect(texto).toContain('Envío (se paga al recibir): $ 2.000,00')
  })
})
