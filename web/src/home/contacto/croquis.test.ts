import { expect, it } from 'vitest'
import { HOJA, otrasDesde, UNITS_PER_KM } from './croquis.ts'

const ALBERDI = { nombre: 'Alberdi', lat: -27.58611, lng: -65.61972 }
const AGUILARES = { nombre: 'Aguilares', lat: -27.43333, lng: -65.61667 }
const at = (km: { north?: number; east?: number }) => ({
  nombre: 'Otra',
  lat: ALBERDI.lat + (km.north ?? 0) / 111.19,
  lng: ALBERDI.lng + (km.east ?? 0) / (111.19 * Math.cos((ALBERDI.lat * Math.PI) / 180)),
})
const [x, y] = [HOJA.width / 2, HOJA.height / 2]

it('a branch of another town is on the edge, in its direction, with its distance', () => {
  const [up] = otrasDesde(ALBERDI, [ALBERDI, AGUILARES])
  expect(up).toMatchObject({ nombre: 'Aguilares', isOutside: true })
  expect(up?.km).toBeCloseTo(16.99, 1)
  expect(up?.angle).toBeCloseTo(1, 0)
  expect(up?.y).toBeLessThan(y)
  const [down] = otrasDesde(AGUILARES, [ALBERDI, AGUILARES])
  expect(down?.y).toBeGreaterThan(y)
  expect(Math.abs(down?.angle ?? 0)).toBeGreaterThan(175)
})

it.each([
  [{ north: 2 }, x, y - 2 * UNITS_PER_KM],
  [{ north: -2 }, x, y + 2 * UNITS_PER_KM],
  [{ east: 3 }, x + 3 * UNITS_PER_KM, y],
  [{ east: -3 }, x - 3 * UNITS_PER_KM, y],
])('one nearby (%o km) is where it is, to scale', (km, left, top) => {
  const [other] = otrasDesde(ALBERDI, [ALBERDI, at(km)])
  expect(other?.isOutside).toBe(false)
  expect(other?.x).toBeCloseTo(left, 0)
  expect(other?.y).toBeCloseTo(top, 0)
})

it('a branch at the same place stays on the sheet', () => {
  expect(otrasDesde(ALBERDI, [ALBERDI, { ...ALBERDI, nombre: 'Otra' }])).toEqual([
    { nombre: 'Otra', km: 0, x, y, angle: expect.any(Number), isOutside: false },
  ])
})

it('a single branch has no others', () => expect(otrasDesde(ALBERDI, [ALBERDI])).toEqual([]))
