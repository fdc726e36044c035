import type { Impresion, Impresora } from '@imprimitodo/shared/api/impresion'
import { describe, expect, it } from 'vitest'
import {
  contadasText,
  enTarjeta,
  hojasDe,
  missingCopias,
  missingText,
  paginaToGoOn,
  unableTo,
} from './textos.ts'

const impresion = (change: Partial<Impresion> = {}): Impresion => ({
  id: 1,
  pedido_id: 'x',
  numero: 1042,
  trabajo: 1,
  nombre: 'Anillado 1',
  copias: 1,
  hojas: 93,
  paginas: 186,
  desde_pagina: 1,
  lados: 2,
  borde: 'largo',
  color: false,
  estado: 'imprimiendo',
  impresora: { id: 7, nombre: 'Ricoh' },
  motivo: null,
  mensaje: null,
  contadas: null,
  consultar: false,
  sin_noticias: null,
  pedida: '2026-11-21T13:00:00Z',
  pedida_por: 'Nadia',
  terminada: null,
  resuelta_por: null,
  ...change,
})

const impresora = (change: Partial<Impresora> = {}): Impresora => ({
  id: 7,
  nombre: 'Ricoh',
  sucursal: 'Alberdi',
  uri: 'ipp://x',
  usuario: null,
  cuenta: null,
  tiene_clave: false,
  huella: null,
  huella_vista: null,
  perfil: null,
  repetir_copias: false,
  caratula: false,
  automatica: false,
  anda: true,
  texto: 'Lista',
  aviso: null,
  vista: null,
  sin_noticias: null,
  en_cola: { pedidos: 0, hojas: 0 },
  ...change,
})

describe('the printer’s count', () => {
  it.each([
    [{}, 'La impresora no dice cuántas hojas salieron de 93.'],
    [{ contadas: 0 }, 'Según la impresora no salió ninguna de 93 hojas.'],
    [{ contadas: 96 }, 'Según la impresora salieron 48 de 93 hojas.'],
    [
      { contadas: 192, copias: 2 },
      'Según la impresora salieron 96 de 186 hojas: 1 copia completa y 3 hojas de la que sigue.',
    ],
    [{ contadas: 999 }, 'Según la impresora salieron 93 de 93 hojas.'],
    [{ contadas: 10, lados: 1, desde_pagina: 177 }, 'Según la impresora salieron 10 de 10 hojas.'],
  ] as const)('%o: %s', (change, text) => expect(contadasText(impresion(change))).toBe(text))

  it.each([
    [{}, null],
    [{ contadas: 96 }, 97],
    [{ contadas: 97 }, 97],
    [{ contadas: 186 }, null],
    [{ contadas: 96, copias: 2 }, null],
    [{ contadas: 3, lados: 1, desde_pagina: 5 }, 8],
  ] as const)('to go on with, %o: %s', (change, page) => expect(paginaToGoOn(impresion(change))).toBe(page))

  it.each([
    [{ copias: 50, paginas: 6, contadas: null }, null],
    [{ copias: 50, paginas: 6, contadas: 0 }, null],
    [{ copias: 50, paginas: 6, contadas: 5 }, null],
    [{ copias: 50, paginas: 6, contadas: 23 * 6 }, 27],
    [{ copias: 50, paginas: 6, contadas: 23 * 6 + 2 }, 27],
    [{ copias: 50, paginas: 6, contadas: 49 * 6 + 4 }, 1],
    [{ copias: 50, paginas: 6, contadas: 300 }, null],
    [{ copias: 4, paginas: 5, lados: 1, contadas: 12 }, 2],
    [{ copias: 1, paginas: 6, contadas: 4 }, null],
    [{ copias: 10, paginas: 5, contadas: 20 }, 7],
  ] as const)('copies that are missing, %o: %s', (change, missing) =>
    expect(missingCopias(impresion(change))).toBe(missing),
  )

  it('a reprint from a page on has fewer sheets', () => {
    expect(hojasDe(impresion({ desde_pagina: 97, copias: 2 }))).toBe(90)
  })
})

describe('the reason why an order is not ready', () => {
  it.each([
    [[], null],
    [[{ estado: 'impresa' }, { estado: 'cancelada' }], null],
    [[{ estado: 'en_cola' }, { estado: 'imprimiendo' }], 'Falta imprimir 2 trabajos'],
    [[{ estado: 'verificar' }, { estado: 'en_cola' }], 'Falta resolver 1 trabajo'],
    [[{ estado: 'en_cola', consultar: true }], 'Falta resolver 1 trabajo'],
    [[{ sin_noticias: '2026-11-21T13:00:00Z' }], 'Falta resolver 1 trabajo'],
  ] as const)('%o: %s', (changes, text) =>
    expect(missingText(changes.map((one) => impresion(one)))).toBe(text),
  )
})

describe('on a card', () => {
  const hechos = (n: number) => ({ hechos: n, de: 2 })
  const out = impresora({ anda: false, texto: 'Sin papel' })
  it.each([
    ['nothing', [], [impresora()], 0, null],
    [
      'some are out',
      [],
      [impresora()],
      1,
      { text: 'Impresos 1 de 2 trabajos', tone: 'normal', accion: null },
    ],
    ['all are out', [], [impresora()], 2, { text: 'Impreso', tone: 'normal', accion: null }],
    ['printing', [{}], [impresora()], 0, { text: 'Imprimiendo en Ricoh', tone: 'normal', accion: null }],
    [
      'out of paper before it began: another printer may take it',
      [{ estado: 'en_cola' }],
      [out],
      0,
      { text: 'Sin papel: Ricoh', tone: 'atencion', accion: 'cambiar' },
    ],
    [
      'out of paper in the middle',
      [{}, { estado: 'en_cola' }],
      [out],
      0,
      { text: 'Sin papel: Ricoh', tone: 'atencion', accion: null },
    ],
    [
      'a doubt comes before all else',
      [{ estado: 'en_cola' }, { estado: 'verificar' }],
      [out],
      0,
      { text: '¿Salió entero «Anillado 1»?', tone: 'atencion', accion: 'resolver' },
    ],
    [
      'what waited all night',
      [{ estado: 'en_cola', consultar: true }],
      [impresora()],
      0,
      { text: 'Esperó muchas horas: ¿imprimir ahora?', tone: 'atencion', accion: 'resolver' },
    ],
    [
      'what its printer has no paper for any more',
      [{ estado: 'en_cola', consultar: true, papel_perdido: 'Ricoh ya no dice que tiene hojas A3.' }],
      [impresora()],
      0,
      { text: 'Ricoh ya no dice que tiene hojas A3.', tone: 'atencion', accion: 'resolver' },
    ],
  ] as const)('%s', (_, changes, impresoras, done, said) =>
    expect(
      enTarjeta(
        changes.map((one) => impresion(one)),
        impresoras,
        hechos(done),
      ),
    ).toEqual(said),
  )
})

it('a printer is unsuitable if any work is; one that was not read yet may be suitable', () => {
  const perfil = {
    uuid: null,
    modelo: 'x',
    pdf: true,
    dos_pasos: true,
    lados: ['one-sided' as const],
    color: false,
    copias_max: 0,
    copias: 'impresora' as const,
    ppm: null,
    ppm_color: null,
    escala: true,
  }
  const fichas = [impresion(), impresion({ color: true })]
  expect(unableTo(fichas, impresora())).toEqual([])
  expect(unableTo(fichas, impresora({ perfil }))).toEqual([
    'No imprime en doble faz de esa manera.',
    'No imprime en color.',
  ])
})
