import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ESTADOS } from '../compra/pedido.ts'
import {
  DEFAULT_PLANTILLAS,
  fillPlantilla,
  MARCAS,
  type Marca,
  PLANTILLAS,
  plantillaProblem,
  plantillasOf,
} from './plantilla.ts'

const FACTS: Record<Marca, string> = {
  nombre: 'Ana',
  numero: '1042',
  importe: '$ 95',
  hora: 'Jue 26/11, 18:00 h',
  vence: 'sáb 28/11',
  tienda: 'imprimitodo',
  sucursal: 'Alberdi',
  enlace: 'https://x/pedido/p',
}

describe('a text of the owner', () => {
  it.each([
    ['Hola {nombre}, son {importe}', null],
    ['sin datos', null],
    ['', 'Escribí un texto.'],
    ['   ', 'Escribí un texto.'],
    ['x'.repeat(601), 'Es demasiado largo: hasta 600 caracteres.'],
    ['{apellido}', /^«\{apellido\}» no existe\. Podés usar \{nombre\}, /],
    ['{Nombre}', /no existe/],
    ['{ nombre }', /no existe/],
    ['{}', /no existe/],
    ['Hola {nombre', 'Falta cerrar una llave: cada dato va entre { y }.'],
    ['Hola {{nombre}', 'Falta cerrar una llave: cada dato va entre { y }.'],
    ['Hola nombre}', 'Sobra una llave: cada dato va entre { y }.'],
    ['Hola {nombre}}', 'Sobra una llave: cada dato va entre { y }.'],
  ])('«%s»: %s', (text, problem) =>
    problem instanceof RegExp
      ? expect(plantillaProblem(text)).toMatch(problem)
      : expect(plantillaProblem(text)).toBe(problem),
  )

  it('that is accepted is sent without braces; an unknown fact is removed with its space', () => {
    const piece = fc.oneof(
      fc.constantFrom(...MARCAS.map((marca) => `{${marca}}`)),
      fc.string(),
      fc.constantFrom('{', '}'),
    )
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 12 }), (pieces) => {
        const text = pieces.join('')
        fc.pre(plantillaProblem(text) === null)
        expect(fillPlantilla(text, FACTS)).not.toMatch(/[{}]/)
      }),
    )
    expect(fillPlantilla('¡Hola {nombre}! {numero}', { ...FACTS, nombre: '' })).toBe('¡Hola! 1042')
  })

  it('of a new shop can be used, and names its order', () => {
    for (const one of PLANTILLAS) {
      expect(plantillaProblem(DEFAULT_PLANTILLAS[one])).toBeNull()
      expect(fillPlantilla(DEFAULT_PLANTILLAS[one], FACTS)).toMatch(/^¡Hola Ana!.*1042/)
    }
  })
})

it('each order that staff sees has texts that fit it; if a file is needed, the text that asks for it comes first', () => {
  for (const estado of ESTADOS.filter((one) => one !== 'borrador'))
    for (const modo_entrega of ['retiro', 'delivery'] as const)
      expect(plantillasOf({ estado, modo_entrega, isArchivoMal: false }).length).toBeGreaterThan(0)
  const about = { estado: 'pagado', modo_entrega: 'retiro' } as const
  expect(plantillasOf({ ...about, isArchivoMal: true })).toEqual(['archivo', 'en_marcha'])
  expect(plantillasOf({ ...about, isArchivoMal: false })).toEqual(['en_marcha', 'archivo'])
  expect(plantillasOf({ estado: 'listo', modo_entrega: 'delivery', isArchivoMal: false })).toEqual([
    'en_camino',
  ])
})
