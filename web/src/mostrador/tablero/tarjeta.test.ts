import type { PedidoFila } from '@imprimitodo/shared/api/mostrador'
import { describe, expect, it } from 'vitest'
import { cornerOf, tagsOf, toCollect } from './tarjeta.ts'

// 11:00 in Tucumán
const NOW = Date.parse('2026-11-21T14:00:00Z')
const fila = (change: Partial<PedidoFila>): PedidoFila => ({
  pedido_id: 'x',
  numero: 1042,
  estado: 'pagado',
  email: 'a@b.com',
  celular: '3865417720',
  sucursal: 'Alberdi',
  modo_entrega: 'retiro',
  direccion_entrega: null,
  nota: null,
  importe_final: 3990,
  resta: 0,
  costo_delivery: 0,
  hojas_byn: 0,
  hojas_color: 0,
  anillados: 0,
  archivos: 1,
  codigo_retiro: 'ABCD-1234-EFGH',
  pago: null,
  nombre: null,
  tomado: null,
  impresos: { hechos: 0, de: 1 },
  urgente: false,
  estante: null,
  partes: { listas: 0, de: 1 },
  reposicion: null,
  confirmado: '2026-11-21T13:00:00Z',
  prometido: null,
  nueva_hora: null,
  vence: null,
  ...change,
})

describe('tagsOf', () => {
  it.each([
    [{ hojas_byn: 1 }, ['1 hoja b/n']],
    [{ hojas_byn: 1206, anillados: 1 }, ['1.206 hojas b/n', '1 anillado']],
    [{ hojas_color: 96, anillados: 2, modo_entrega: 'delivery' }, ['96 hojas color', '2 anillados', 'Envío']],
  ] as const)('%o', (change, texts) => expect(tagsOf(fila(change)).map(({ text }) => text)).toEqual(texts))
})

describe('cornerOf', () => {
  const vence = '2026-11-24T12:58:00Z'
  it.each([
    [{ estado: 'confirmado', vence }, 'Vence mar 24/11'],
    [{ estado: 'confirmado', vence, pago: 'en_proceso' }, 'Pago en proceso'],
    [{ estado: 'confirmado', vence, pago: 'pendiente' }, 'Pago en proceso'],
    [{ estado: 'confirmado', vence, pago: 'rechazado' }, 'Pago rechazado'],
    [{ estado: 'confirmado' }, undefined],
    [{ estado: 'pagado', prometido: '2026-11-21T14:40:00Z' }, '11:40'],
    [{ estado: 'en_produccion', prometido: '2026-11-21T13:52:00Z' }, '8 min tarde'],
    [{ estado: 'pagado' }, undefined],
    [{ estado: 'pagado', prometido: '2026-11-21T13:52:00Z', nueva_hora: '2026-11-21T14:30:00Z' }, '11:30'],
    [{ estado: 'listo', prometido: '2026-11-21T13:52:00Z' }, undefined],
  ] as const)('%o', (change, text) => expect(cornerOf(fila(change), NOW)?.text).toBe(text))
})

it('money is still to be collected only for a ready delivery', () => {
  const envio = { modo_entrega: 'delivery', costo_delivery: 2000 } as const
  expect(toCollect(fila({ ...envio, estado: 'listo' }))).toBe('Cobrar $ 2.000,00')
  expect(toCollect(fila({ ...envio, estado: 'pagado' }))).toBeNull()
  expect(toCollect(fila({ estado: 'listo' }))).toBeNull()
})
