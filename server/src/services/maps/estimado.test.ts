import { describe, expect, it } from 'vitest'
import { createEstimado } from './estimado.ts'
import { AddressNotFound } from './port.ts'

const ALBERDI = { lat: -27.58611, lng: -65.61972 }
const AGUILARES = { lat: -27.43333, lng: -65.61667 }
const maps = createEstimado()

describe('a town that is named', () => {
  it.each([
    ['San Martín 450, Aguilares', 0],
    ['San Martin 450 Aguilares', 0],
    ['San Martín 450, T4152 Aguilares, Tucumán, Argentina', 0],
    ['aguilares', 0],
    ['Belgrano 12, Aguilares, portón verde', 0],
    ['Alberdi 250, Aguilares', 0],
    ['Av. Juan Bautista Alberdi 100, Aguilares, prov. de Tucumán', 0],
    ['Mitre 30, Concepción', 13],
    ['Mitre 30, La Cocha', 49],
    ['Rivadavia 1, J. B. Alberdi', 22],
    ['25 de Mayo 800, San Miguel de Tucumán', 101],
  ])('%s is about %d km from Aguilares', async (address, km) => {
    const route = await maps.route(AGUILARES, address, null)
    expect(Math.abs(route.km - km)).toBeLessThan(1.5)
    expect(route).toMatchObject({ label: address, estimated: true, line: null })
  })
})

describe('a street alone', () => {
  it.each([
    'San Martín 450',
    'Alberdi 250',
    'Aguilares 33',
    'Belgrano s/n',
    'Mitre 30, piso 2, depto B',
    '9 de Julio 12, barrio Jardín',
    'Barrio Sur, manzana 4, lote 8',
  ])('«%s» is in the town of the branch, whose name it gets', async (address) => {
    const route = await maps.route(ALBERDI, address, null)
    expect(route).toMatchObject({ km: 0, estimated: true, label: `${address}, Juan Bautista Alberdi` })
  })

  it('that is called like a town does not lead there', async () => {
    expect((await maps.route(ALBERDI, 'calle Concepción 12', null)).km).toBe(0)
    expect((await maps.route(ALBERDI, 'Mitre 4, barrio Concepción', null)).km).toBe(0)
  })

  it('near no town we know is not found', async () => {
    await expect(maps.route({ lat: -31, lng: -64 }, 'San Martín 450', null)).rejects.toThrow(AddressNotFound)
  })
})

it.each([
  'San Martín 450, Los Sarmientos',
  'Rivadavia 10, Córdoba',
  'xyz',
  'hola qué tal',
  '450',
  'Tucumán',
  '?',
])('«%s» is not found', (address) =>
  expect(maps.route(ALBERDI, address, null)).rejects.toThrow(AddressNotFound),
)

it('the pin wins over the text', async () => {
  const pin = { lat: -27.6, lng: -65.63 }
  const route = await maps.route(ALBERDI, 'San Martín 450, Concepción', pin)
  expect(route.point).toEqual(pin)
  expect(route.km).toBeCloseTo(1.3 * 1.846, 2)
  expect((await maps.route(ALBERDI, 'donde está el pin', pin)).label).toBe('donde está el pin')
})
