// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  forgetVenta,
  keepVenta,
  letGoVenta,
  openVenta,
  otrasVentas,
  takeVenta,
  type VentaGuardada,
} from './guardada.ts'

const DE = '1'
const HOUR = 3600_000
const MINE = 'venta-en-curso'
const kept = () => Object.keys(localStorage).filter((key) => key.startsWith('venta:'))
const withName = (venta: VentaGuardada, nombre: string): VentaGuardada => ({
  ...venta,
  datos: { cliente: '', nombre },
})

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => vi.restoreAllMocks())

it('an empty sale is not stored, nor one that was emptied', () => {
  const venta = openVenta(DE)
  expect(keepVenta(venta)).toBe(true)
  expect(kept()).toEqual([])
  keepVenta(withName(venta, 'Carla'))
  expect(kept()).toEqual([`venta:${venta.id}`])
  keepVenta(withName(venta, ' '))
  expect(kept()).toEqual([])
})

it('after a reload it is there with its key; its price only as long as the draft certainly exists', () => {
  const cotizada = { de: 'x', cotizacion: { pedido_id: 'P1' } } as unknown as VentaGuardada['cotizada']
  const venta = { ...withName(openVenta(DE), 'Carla'), cotizada }
  keepVenta(venta)
  expect(openVenta(DE)).toMatchObject({ id: venta.id, clave: venta.clave, cotizada })
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 31 * 60_000)
  expect(openVenta(DE)).toMatchObject({ id: venta.id, cotizada: null, datos: { nombre: 'Carla' } })
})

it('a sale of another person, or of another version of the screen, is not read', () => {
  const venta = withName(openVenta(DE), 'Carla')
  keepVenta(venta)
  expect(openVenta('2').id).not.toBe(venta.id)
  sessionStorage.setItem(MINE, venta.id)
  for (const text of ['{', 'null', '7', JSON.stringify({ ...venta, version: 0 })]) {
    localStorage.setItem(`venta:${venta.id}`, text)
    expect(openVenta(DE).id).not.toBe(venta.id)
  }
})

it('a sale that an earlier version of the screen kept with its branch is still there', () => {
  const venta = withName(openVenta(DE), 'Carla')
  keepVenta(venta)
  localStorage.setItem(`venta:${venta.id}`, JSON.stringify({ ...venta, de: '1:Alberdi' }))
  expect(openVenta(DE)).toMatchObject({ id: venta.id, datos: { nombre: 'Carla' } })
})

it('other sales are offered, the latest first, except charged ones; they are deleted after a day', () => {
  const start = Date.now()
  const made = ['a', 'b', 'cobrada'].map((nombre, n) => {
    sessionStorage.removeItem(MINE) // another tab
    const venta = withName(openVenta(DE), nombre)
    vi.spyOn(Date, 'now').mockReturnValue(start + n * 1000)
    keepVenta({ ...venta, cobro: nombre === 'cobrada' ? 'cobrada' : 'no' })
    return venta
  })
  const names = () => otrasVentas(DE, '').map(({ datos }) => datos.nombre)
  expect(names()).toEqual(['b', 'a'])
  expect(otrasVentas('2', '')).toEqual([])
  const [first] = made
  if (first) forgetVenta(first)
  expect(names()).toEqual(['b'])
  vi.spyOn(Date, 'now').mockReturnValue(start + 25 * HOUR)
  expect(names()).toEqual([])
  expect(kept()).toEqual([])
})

it('with a full storage the sale lasts as long as the page', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key: string) {
    if (key.startsWith('venta:')) throw new DOMException('Full', 'QuotaExceededError')
  })
  const venta = withName(openVenta(DE), 'Carla')
  expect(keepVenta(venta)).toBe(true)
  vi.restoreAllMocks()
  takeVenta(venta)
  expect(openVenta(DE)).toMatchObject({ id: venta.id, datos: { nombre: 'Carla' } })
})

it('where the browser forbids storage, a sale lasts as long as the page', () => {
  const forbidden = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  }
  for (const area of ['localStorage', 'sessionStorage'] as const)
    vi.spyOn(globalThis, area, 'get').mockImplementation(forbidden)
  const venta = withName(openVenta(DE), 'Carla')
  expect(keepVenta(venta)).toBe(true)
  expect(openVenta(DE)).toMatchObject({ id: venta.id, clave: venta.clave })
  letGoVenta()
  expect(openVenta(DE).id).not.toBe(venta.id)
  expect(otrasVentas(DE, 'another').map(({ id }) => id)).toEqual([venta.id])
  takeVenta(venta)
  forgetVenta(venta)
  expect(openVenta(DE).id).not.toBe(venta.id)
  expect(otrasVentas(DE, 'another')).toEqual([])
})
