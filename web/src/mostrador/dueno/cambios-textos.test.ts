import { describe, expect, it } from 'vitest'
import { cambioLineasOf } from './cambios-textos.ts'

describe('lineasOf', () => {
  it('lists the values of a created thing, in its form’s words', () =>
    expect(
      cambioLineasOf({
        que: 'impresora',
        antes: null,
        despues: { uri: 'ipp://ricoh/ipp', huella: null, nombre: 'Ricoh', usuario: '', automatica: false },
      }),
    ).toEqual({
      antes: [],
      despues: ['Dirección: ipp://ricoh/ipp', 'Nombre: Ricoh', 'Imprime sola lo que se paga: No'],
    }))

  it('lists the nested settings that differ, amounts in pesos', () =>
    expect(
      cambioLineasOf({
        que: 'ajustes',
        antes: { precios: { byn: { una: 120, dos: 160 }, color: { una: 500, dos: 900 } } },
        despues: { precios: { byn: { una: 130.5, dos: 160 }, color: { una: 500, dos: 900 } } },
      }),
    ).toEqual({
      antes: ['Blanco y negro, simple faz: $ 120,00'],
      despues: ['Blanco y negro, simple faz: $ 130,50'],
    }))

  it.each([
    ['ajustes', 'color_por_hoja', true, 'Cobrar el color por hoja: Sí'],
    ['ajustes', 'puntos_por_peso', 0.5, 'Puntos por peso: 0,5'],
    ['ajustes', 'vendedor', { condicion_iva: 'RI' }, 'Condición frente al IVA: Responsable inscripto'],
    ['ajustes', 'facturacion', { puntos_venta: { Aguilares: 3 } }, 'Punto de venta de Aguilares: 3'],
    ['ajustes', 'facturacion', { inicio_actividades: '2020-03-01' }, 'Inicio de actividades: 01/03/2020'],
    ['ajustes', 'ruleta', { pesos: [5, 3, 1] }, 'Ruleta: probabilidad de cada valor (%): 5; 3; 1'],
    ['ajustes', 'anillado', [{ hasta: 50, precio: 1200 }], 'Precio del anillado: hasta 50 hojas $ 1.200,00'],
    ['ajustes', 'redes', [{ nombre: 'TikTok', url: 'https://a.b' }], 'Redes: TikTok https://a.b'],
    ['categoria', 'orden_productos', ['Taza', 'Lápiz'], 'Orden de sus productos: Taza; Lápiz'],
    ['producto', 'importe', 900, 'Precio: $ 900,00'],
    ['venta', 'puntos', 65_000, 'Puntos: 65.000'],
    ['puntos', 'saldo', -1_500, 'Puntos: -1.500'],
    ['producto', 'imagenes', [{ imagen_id: 'a' }, { imagen_id: 'b' }], 'Fotos: 2 fotos'],
    ['producto', 'retirado', '2026-11-22T10:00:00.000Z', 'Retirado: Sí'],
    ['cartel', 'tipo', 'luz_interior', 'Tipo: Con luz interior'],
    ['usuario', 'rol', 'operador', 'Rol: Operador'],
    ['usuario', 'contraseña', 'nueva', 'Contraseña: nueva'],
  ] as const)('%s %s', (que, field, value, line) =>
    expect(cambioLineasOf({ que, antes: null, despues: { [field]: value } }).despues).toEqual([line]),
  )

  it('names a category that still exists', () =>
    expect(
      cambioLineasOf(
        { que: 'producto', antes: { categoria_id: 7 }, despues: { categoria_id: 2 } },
        new Map([[2, 'Anillados']]),
      ),
    ).toEqual({ antes: ['Categoría: 7'], despues: ['Categoría: Anillados'] }))

  it('says that something was removed, without ids and addresses of pictures', () =>
    expect(
      cambioLineasOf({
        que: 'cartel',
        antes: { id: 3, imagen: '/i/a', imagen_id: 'a', titulo: 'Luz' },
        despues: { id: 3, imagen: null, imagen_id: null, titulo: 'Luz' },
      }),
    ).toEqual({ antes: ['Foto: una'], despues: ['Foto: —'] }))
})
