import { describe, expect, it } from 'vitest'
import { type Contacto, NO_CONTACTO } from '../carrito/carrito-state.ts'
import { bloqueoOf, type CalculoDeEntrega, camposOf, compraOf, formatKm, pendienteText } from './modelo.ts'

const datos: Contacto = {
  ...NO_CONTACTO,
  email: ' lucia@gmail.com ',
  celular: '38 6541 2233',
  sucursal: 'Alberdi',
}
const NADA: CalculoDeEntrega = { kind: 'sin-datos' }
const priced = { color_pendiente: false, prueba_pendiente: false }
const entrega = {
  direccion: 'Belgrano 348',
  lat: -27.58,
  lng: -65.61,
  distancia_km: 1.8,
  costo: 2000,
  dentro_de_radio: true,
  estimada: true,
  precision: 'puerta',
  duda: null,
  ruta: null,
} as const

describe('bloqueoOf', () => {
  it('lets a complete pickup pay', () => expect(bloqueoOf(datos, NADA, priced)).toBeNull())

  it('waits while a code is being applied', () =>
    expect(bloqueoOf(datos, NADA, priced, { areCodigosBusy: true })).toEqual({
      campo: null,
      motivo: 'Esperá a que terminemos con tus códigos.',
    }))

  it.each([
    ['email', { email: '' }],
    ['email', { email: 'lucia' }],
    ['celular', { celular: '' }],
    ['celular', { celular: '38 6541 223' }],
    ['sucursal', { sucursal: '' }],
  ] as const)('blocks without a good %s: %o', (campo, change) => {
    expect(bloqueoOf({ ...datos, ...change }, NADA, priced)?.campo).toBe(campo)
  })

  it('names the first missing field of the screen', () => {
    expect(bloqueoOf({ ...datos, email: '', celular: '', sucursal: '' }, NADA, priced)?.campo).toBe('email')
  })

  it('waits for the price and for the colour', () => {
    expect(bloqueoOf(datos, NADA, undefined)).toMatchObject({ campo: null })
    expect(bloqueoOf(datos, NADA, { ...priced, color_pendiente: true })?.motivo).toMatch(/color/)
    expect(bloqueoOf(datos, NADA, { ...priced, prueba_pendiente: true })?.motivo).toMatch(/cómo sale/)
  })

  it('without a connection nothing is awaited, and it says so; missing fields are still asked for', () => {
    const motivo = 'Sin conexión: cuando vuelva internet, seguís desde acá.'
    const off = (
      contacto: Contacto,
      calculo: CalculoDeEntrega,
      pedido?: typeof priced,
      areCodigosBusy = false,
    ) => bloqueoOf(contacto, calculo, pedido, { areCodigosBusy, isOnline: false })
    expect(off(datos, NADA)).toEqual({ campo: null, motivo })
    expect(off(datos, NADA, { ...priced, color_pendiente: true })).toEqual({ campo: null, motivo })
    expect(off(datos, NADA, { ...priced, prueba_pendiente: true })).toEqual({ campo: null, motivo })
    expect(off(datos, NADA, priced, true)).toEqual({ campo: null, motivo })
    const delivery: Contacto = { ...datos, modo: 'delivery', direccion: 'Belgrano 348' }
    expect(off(delivery, { kind: 'calculando' }, priced)).toEqual({ campo: 'direccion', motivo })
    expect(off({ ...datos, email: '' }, NADA)?.campo).toBe('email')
    expect(off(datos, NADA, priced)).toBeNull()
  })

  it('delivers only to a measured address within the radius; pickup ignores the address', () => {
    const delivery: Contacto = { ...datos, modo: 'delivery', direccion: 'Belgrano 348' }
    const lista: CalculoDeEntrega = { kind: 'lista', entrega }
    const lejos: CalculoDeEntrega = { kind: 'lista', entrega: { ...entrega, dentro_de_radio: false } }
    expect(bloqueoOf(delivery, lista, priced)).toBeNull()
    expect(bloqueoOf({ ...delivery, direccion: '  ' }, lista, priced)?.campo).toBe('direccion')
    expect(bloqueoOf(delivery, { kind: 'calculando' }, priced)?.campo).toBe('direccion')
    const falla: CalculoDeEntrega = { kind: 'falla', campo: 'sucursal', text: 'No se pudo.' }
    expect(bloqueoOf(delivery, falla, priced)).toEqual({ campo: 'sucursal', motivo: 'No se pudo.' })
    expect(bloqueoOf(delivery, lejos, priced)?.motivo).toMatch(/no llegamos/)
    expect(bloqueoOf({ ...delivery, modo: 'retiro' }, lejos, priced)).toBeNull()
  })

  it('asks for a pin where only the town is known, and about a pin that is not where the address is', () => {
    const delivery: Contacto = { ...datos, modo: 'delivery', direccion: 'Belgrano 348' }
    const of = (change: object): CalculoDeEntrega => ({ kind: 'lista', entrega: { ...entrega, ...change } })
    const town = of({ precision: 'localidad' })
    expect(bloqueoOf(delivery, town, priced)).toEqual({ campo: 'pin', motivo: 'Marcá tu puerta en el mapa.' })
    const doubtful = of({ duda: 'El pin está a 3 km.' })
    expect(bloqueoOf(delivery, doubtful, priced)?.campo).toBe('pin')
    const kept = { ...delivery, pinConfirmado: true }
    expect(bloqueoOf(kept, doubtful, priced)).toBeNull()
    expect(bloqueoOf(kept, town, priced)?.campo).toBe('pin')
    expect(compraOf('p1', kept, 1, doubtful, [])).toMatchObject({ pin_confirmado: true })
    expect(compraOf('p1', delivery, 1, doubtful, [])).not.toHaveProperty('pin_confirmado')
  })
})

it('a name or a note that the shop cannot take blocks, and says why', () => {
  expect(bloqueoOf({ ...datos, nombre: 'x'.repeat(61) }, { kind: 'sin-datos' }, priced)).toEqual({
    campo: 'nombre',
    motivo: 'El nombre puede tener hasta 60 caracteres.',
  })
  expect(bloqueoOf({ ...datos, nota: 'x'.repeat(301) }, { kind: 'sin-datos' }, priced)).toEqual({
    campo: 'nota',
    motivo: 'La nota puede tener hasta 300 caracteres.',
  })
  const said = { nombre: ['El nombre…'], nota: ['La nota…'] }
  expect(camposOf(said).campos).toEqual({ nombre: 'El nombre…', nota: 'La nota…' })
})

it('pendienteText: all empty fields at once, else the one problem', () => {
  const bloqueo = { campo: null, motivo: 'Esperá.' }
  expect(pendienteText(NO_CONTACTO, bloqueo)).toBe('Para pagar completá: E-mail, Celular y Sucursal.')
  expect(pendienteText({ ...datos, modo: 'delivery' }, bloqueo)).toBe(
    'Para pagar completá: Dirección de entrega.',
  )
  expect(pendienteText(datos, bloqueo)).toBe('Esperá.')
})

describe('compraOf', () => {
  it('is the payload of the call, without delivery leftovers on a pickup', () => {
    const pickup = { ...datos, direccion: 'Belgrano 348', lat: 1, lng: 2 }
    expect(compraOf('p1', pickup, 3990, { kind: 'lista', entrega }, ['9XR2-C4VN-60KE'])).toEqual({
      pedido_id: 'p1',
      email: 'lucia@gmail.com',
      celular: '3865412233',
      sucursal: 'Alberdi',
      modo_entrega: 'retiro',
      importe_total: 3990,
      codigosAplicados: ['9XR2-C4VN-60KE'],
      nombre: null,
      nota: null,
      direccion_entrega: null,
      distancia_km: null,
      costo_delivery: 0,
      lat: null,
      lng: null,
    })
  })

  it('carries address, distance, cost and the pin of a delivery', () => {
    const delivery: Contacto = {
      ...datos,
      modo: 'delivery',
      direccion: ' Belgrano 348 ',
      lat: 1,
      lng: 2,
      nombre: ' Lucía ',
      nota: 'Tapa transparente.\n',
    }
    expect(compraOf('p1', delivery, 3990, { kind: 'lista', entrega }, [])).toMatchObject({
      modo_entrega: 'delivery',
      direccion_entrega: 'Belgrano 348',
      distancia_km: 1.8,
      costo_delivery: 2000,
      lat: 1,
      lng: 2,
      nombre: 'Lucía',
      nota: 'Tapa transparente.',
    })
  })
})

it.each([
  [0, 'menos de 0,1 km'],
  [0.1, '0,1 km'],
  [1.8, '1,8 km'],
  [1.834, '1,8 km'],
  [5, '5 km'],
  [5.04, '5,04 km'],
  [4.96, '4,96 km'],
  [5.1, '5,1 km'],
])('formatKm %d: %s', (km, text) => expect(formatKm(km)).toBe(text))

it('camposOf: the server’s messages by field, the rest apart', () => {
  expect(
    camposOf({ email: ['Por favor ingresa un email válido'], direccion_entrega: ['Lejos.'], detail: 'No.' }),
  ).toEqual({
    campos: { email: 'Por favor ingresa un email válido', direccion: 'Lejos.' },
    rest: ['No.'],
  })
  expect(camposOf(null)).toEqual({ campos: {}, rest: [] })
})
