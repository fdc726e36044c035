import type { Ajustes } from '@imprimitodo/shared/api/ajustes'
import { DEFAULT_PLANTILLAS } from '@imprimitodo/shared/rules/mostrador/plantilla'
import { describe, expect, it } from 'vitest'
import {
  type AjustesForm,
  ajustesFormOf,
  changesOf,
  problemsOfAnswer,
  readAjustesForm,
} from './ajustes-form.ts'
import { AJUSTES } from './testing.ts'

describe('readForm', () => {
  const read = (change: Partial<AjustesForm>) =>
    readAjustesForm({ ...ajustesFormOf(AJUSTES), ...change }, AJUSTES)

  it('gives back the settings that it was given, without those that the form does not show', () => {
    const { precios, hojas, color_por_hoja, anillado, ...numbers } = AJUSTES
    const {
      descuentoCompra,
      radioPermitido,
      precioDelivery,
      promesa,
      retencion_dias,
      retencion_listo_dias,
      sensibilidad_color,
      limites,
      puntos_venta,
      whatsapp,
    } = numbers
    const shown = {
      precios,
      hojas,
      color_por_hoja,
      anillado,
      descuentoCompra,
      radioPermitido,
      precioDelivery,
    }
    expect(read({})).toEqual({
      problems: null,
      ajustes: {
        ...shown,
        promesa,
        retencion_dias,
        retencion_listo_dias,
        sensibilidad_color,
        limites,
        puntos_venta,
        whatsapp,
      },
    })
  })

  const rows = (...pairs: [string, string][]) => pairs.map(([hasta, precio], key) => ({ key, hasta, precio }))
  it.each([
    [{ byn: { una: '100', dos: '90' } }, 'precios', /Doble faz/],
    [{ color: { una: '90', dos: '700' } }, 'precios', /Color no puede/],
    [{ byn: { una: '-1', dos: '90' } }, 'precios', /negativo/],
    [{ byn: { una: 'x', dos: '90' } }, 'precios', /importe/],
    [{ anillado: rows() }, 'anillado', /al menos un/],
    [{ anillado: rows(['50', '1200'], ['120', '1100']) }, 'anillado', /más grueso/],
    [{ anillado: rows(['50', '1200'], ['50', '1300']) }, 'anillado', /de menos a más/],
    [{ anillado: rows(['1,5', '1200']) }, 'anillado', /número entero/],
    [{ anillado: rows(['50', '']) }, 'anillado', /Cada renglón/],
    [{ descuentoCompra: '100,1' }, 'descuentoCompra', /0 a 100/],
    [{ radioPermitido: '-1' }, 'radioPermitido', /kilómetros/],
    [{ precioDelivery: '' }, 'precioDelivery', /importe/],
    [{ minutos_anillado: '2,5' }, 'promesa', /anillado son un número entero de 0 a 240/],
    [{ minutos_margen: '2881' }, 'promesa', /2880/],
    [{ minutos_margen: '' }, 'promesa', /margen son un número entero/],
    [{ whatsapp: { ...DEFAULT_PLANTILLAS, listo: 'Hola {nombre' } }, 'whatsapp', /^Está listo: Falta cerrar/],
    [{ retencion_dias: '0' }, 'retencion_dias', /1 a 3650/],
    [{ retencion_dias: '7,5' }, 'retencion_dias', /1 a 3650/],
    [{ retencion_listo_dias: '' }, 'retencion_listo_dias', /1 a 3650/],
    [{ paginas_archivo: '0' }, 'limites', /1 a 100000/],
    [{ paginas_pedido: '100.001' }, 'limites', /1 a 100000/],
    [{ pedidos_abiertos: '0' }, 'limites', /1 a 1000/],
    [{ pedidos_abiertos: '10,5' }, 'limites', /1 a 1000/],
    [{ por_venta: '1,5' }, 'puntos_venta', /enteros/],
    [{ por_cliente_dia: '100000001' }, 'puntos_venta', /100 millones/],
  ] as const)('%o is refused under %s', (change, part, message) => {
    const { problems } = read(change as Partial<AjustesForm>)
    expect(Object.keys(problems ?? {})).toEqual([part])
    expect(problems?.[part]).toMatch(message)
  })

  it('tells of both halves of the price list at once', () => {
    const { problems } = read({ byn: { una: '100', dos: '90' }, anillado: rows() })
    expect(Object.keys(problems ?? {}).sort()).toEqual(['anillado', 'precios'])
  })
})

describe('a price list that is not filled yet', () => {
  const empty: Ajustes = { ...AJUSTES, precios: { byn: null, color: null }, anillado: [] }
  const sent = (change: Partial<AjustesForm>) => {
    const read = readAjustesForm({ ...ajustesFormOf(empty), ...change }, empty)
    return read.problems ?? changesOf(empty, read.ajustes)
  }

  it('may stay empty, and is filled part by part', () => {
    expect(sent({})).toEqual({})
    expect(sent({ byn: { una: '100', dos: '160' } })).toEqual({ precios: { byn: { una: 100, dos: 160 } } })
  })

  it('takes no half of a pair', () =>
    expect(sent({ color: { una: '400', dos: '' } })).toMatchObject({
      precios: expect.stringMatching(/importe/),
    }))
})

it('sends only what changed', () => {
  const read = readAjustesForm({ ...ajustesFormOf(AJUSTES), descuentoCompra: '10' }, AJUSTES)
  expect(read.problems === null && changesOf(AJUSTES, read.ajustes)).toEqual({ descuentoCompra: 10 })
  expect(changesOf(AJUSTES, {})).toEqual({})
})

it.each([
  [{ precios: ['a', 'b'] }, { precios: 'a b' }],
  [{ 'precios.byn.dos': ['a'] }, { precios: 'a' }],
  [{ anillado: 'a' }, { anillado: 'a' }],
  [{ detail: 'a' }, { general: 'a' }],
  [{ otra: ['a'], detail: 'b' }, { general: 'a b' }],
  [null, { general: 'de errores' }],
])('problemsOfAnswer(%o)', (body, problems) => expect(problemsOfAnswer(body, 'de errores')).toEqual(problems))
