import { describe, expect, it } from 'vitest'
import { createEstimado } from './estimado.ts'
import { AddressNotFound } from './port.ts'

const ALBERDI = { lat: -27.58611, lng: -65.61972 }
const AGUILARES = { lat: -27.43333, lng: -65.61667 }
const maps = createEstimado()

describe('an address with a town', () => {
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
    ['25 de Mayo 800 S. M. de Tucumán', 101],
    ['25 de Mayo 800 San Miguel de Tucumán depto 3', 101],
    ['Belgrano s/n La Cocha portón verde', 49],
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
    'Ruta 38 Concepción 200',
    'Mitre 30 frente a la plaza Concepción 2',
  ])('«%s» is in the town of the branch, whose name it gets', async (address) => {
    const route = await maps.route(ALBERDI, address, null)
    expect(route).toMatchObject({ km: 0, estimated: true, label: `${address}, Juan Bautista Alberdi` })
  })

  it('with the name of a town does not lead there', async () => {
    expect((await maps.route(ALBERDI, 'calle Concepción 12', null)).km).toBe(0)
    expect((await maps.route(ALBERDI, 'Mitre 4, barrio Concepción', null)).km).toBe(0)
  })

  it('of a branch near no known town is not found', async () => {
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
  const route = await maps.route(ALBERDI, 'San Martín 450, Alberdi', pin)
  expect(route).toMatchObject({ point: pin, precision: 'puerta', duda: null })
  expect(route.km).toBeCloseTo(1.3 * 1.846, 2)
  expect((await maps.route(ALBERDI, 'donde está el pin', pin)).label).toBe('donde está el pin')
})

describe('a pin that differs from the address', () => {
  const near = { lat: -27.59, lng: -65.62 }
  it.each([
    [
      '25 de Mayo 800, San Miguel de Tucumán',
      'El pin está cerca de Juan Bautista Alberdi, y la dirección dice San Miguel de Tucumán.',
      120,
    ],
    [
      '25 de Mayo 800 San Miguel de Tucumán depto 3',
      'El pin está cerca de Juan Bautista Alberdi, y la dirección dice San Miguel de Tucumán.',
      120,
    ],
    ['Mitre 30, La Cocha', 'El pin está cerca de Juan Bautista Alberdi, y la dirección dice La Cocha.', 27],
    ['Rivadavia 10, Córdoba', 'No sabemos dónde queda la dirección así como está escrita.', 0.6],
  ])('«%s» is told, and the longer way counts', async (address, duda, km) => {
    const route = await maps.route(ALBERDI, address, near)
    expect(route).toMatchObject({ point: near, duda })
    expect(Math.abs(route.km - km)).toBeLessThan(1.5)
  })

  it.each(['Belgrano 120', 'Belgrano 120, Alberdi', 'Ruta 38, portón verde', 'el portón verde'])(
    'nothing speaks against it where the address says «%s»',
    async (address) => expect((await maps.route(ALBERDI, address, near)).duda).toBeNull(),
  )
})
