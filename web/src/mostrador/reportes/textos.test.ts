import { type Canal, medioTitle } from '@imprimitodo/shared/rules/gestion/reporte'
import { expect, test } from 'vitest'
import {
  cajaTitle,
  cajaTotals,
  entrado,
  lugaresOf,
  marcasOf,
  mediosDeCaja,
  promesasTitle,
  ventasTitle,
} from './textos.ts'

const venta = (clave: string, bruto: number, devuelto = 0) => ({
  clave,
  bruto,
  devuelto,
  neto: bruto - devuelto,
  pedidos: 1,
  gratis: 0,
  mostrador: 0,
})
const caja = (medio_clave: string | null, cobrado: number, devuelto = 0, canal: Canal = 'web') => ({
  dia: '2026-11-21',
  sucursal: 'Alberdi',
  canal,
  medio: medioTitle(medio_clave),
  medio_clave,
  operaciones: 1,
  cobrado,
  devuelto,
  neto: cobrado - devuelto,
})

test('a chart of sales names the goods that sold most, and the refunds', () => {
  const filas = [venta('2026-11-20', 0.1), venta('2026-11-21', 0.2, 0.05)]
  expect(ventasTitle(filas, marcasOf(filas, 'dia'))).toBe(
    'Se vendieron $\u00a00,30: lo que más, 21/11 con $\u00a00,20. Se devolvieron $\u00a00,05.',
  )
  expect(ventasTitle([venta('2026-11-20', 0)], [])).toBe('No hubo ventas.')
})

test('many days are grouped by month', () => {
  const filas = Array.from({ length: 40 }, (_, day) =>
    venta(new Date(Date.UTC(2026, 9, 1 + day)).toISOString().slice(0, 10), 1),
  )
  expect(marcasOf(filas, 'dia')).toEqual([
    { clave: '2026-10', texto: '10/2026', valor: 31 },
    { clave: '2026-11', texto: '11/2026', valor: 9 },
  ])
})

test('the cash report names the total, and where it came from', () => {
  const filas = [caja('tarjeta', 300.1, 100), caja('efectivo', 50.2)]
  expect(cajaTotals(filas)).toEqual({ operaciones: 2, cobrado: 350.3, devuelto: 100, neto: 250.3 })
  expect(cajaTitle(filas)).toBe('Quedaron $\u00a0250,30, con $\u00a0100,00 devueltos. Lo que más, Tarjeta.')
  expect(cajaTitle([])).toBe('No entró ni salió plata.')
})

test('cash in the drawer is not the cash that the provider takes', () => {
  const filas = [
    caja('efectivo', 100),
    caja('efectivo', 50, 20, 'mostrador'),
    caja('transferencia', 30, 0, 'mostrador'),
    caja(null, 5, 0, 'venta'),
    caja('efectivo', 40, 0, 'venta'),
    caja(null, 7, 0, 'envio'),
  ]
  expect(lugaresOf(filas).map(({ titulo, neto, detalle }) => [titulo, neto, detalle])).toEqual([
    ['En el cajón, efectivo', 70, '2 cobros, $\u00a020,00 devueltos'],
    ['Mostrador, sin efectivo', 30, '1 cobro'],
    ['Ventas cargadas', 5, '1 cobro'],
    ['Envíos, al recibir', 7, '1 cobro'],
    ['Por la web', 100, '1 cobro'],
  ])
  expect(mediosDeCaja(filas).map(({ texto }) => texto)).toEqual([
    'Efectivo',
    'Efectivo, mostrador',
    'Transferencia, mostrador',
    'Envíos',
    'Ventas cargadas',
  ])
})

test('charges to a cuenta corriente are listed apart; its payments are in the drawer', () => {
  const filas = [
    caja('cuenta', 900, 100, 'mostrador'),
    caja('efectivo', 50, 0, 'mostrador'),
    caja('efectivo', 300, 0, 'cuenta'),
    caja('transferencia', 20, 0, 'cuenta'),
  ]
  expect(lugaresOf(filas).map(({ titulo, neto }) => [titulo, neto])).toEqual([
    ['En el cajón, efectivo', 350],
    ['Mostrador, sin efectivo', 20],
    ['A cuenta corriente, por cobrar', 800],
  ])
  expect(cajaTotals(entrado(filas)).neto).toBe(370)
  expect(mediosDeCaja(entrado(filas)).map(({ texto, valor }) => [texto, valor])).toEqual([
    ['Pagos de cuentas corrientes', 320],
    ['Efectivo, mostrador', 50],
  ])
})

test('promises', () => {
  const fila = (cumplidas: number, tarde: number) => ({ sucursal: 'a', cumplidas, tarde, pendientes: 1 })
  expect(promesasTitle([fila(3, 0), fila(1, 0)])).toBe('Todos a tiempo: 4 pedidos.')
  expect(promesasTitle([fila(3, 1)])).toBe('1 pedido tarde, de 4 prometidos.')
  expect(promesasTitle([])).toBe('Todavía no venció ninguna hora prometida.')
})
