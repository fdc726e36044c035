// A copier that counts by page: a side counts as a colour click unless it is all grey.
import { join } from 'node:path'
import { DEFAULT_OPCIONES, GRUPOS } from '@imprimitodo/shared/rules/compra/archivo'
import { applyGroups } from '@imprimitodo/shared/rules/compra/grupo'
import { type Contado, countHojas } from '@imprimitodo/shared/rules/compra/hojas'
import { POR_CARILLA, pagesOf } from '@imprimitodo/shared/rules/compra/paginas'
import { DEFAULT_TARIFAS } from '@imprimitodo/shared/rules/compra/precio'
import { ladosSinColor, type Trabajo, trabajosOf } from '@imprimitodo/shared/rules/taller/trabajo'
import fc from 'fast-check'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openEngine } from '../../../testing/pdf-engine.ts'
import { rounds } from '../../../testing/rounds.ts'
import { tinyPages } from '../../../testing/tiny-pdf.ts'

const { engine, file, folder } = openEngine()

/**
 * Contents of pages. `velado` has an off-grey ink too faint to be sold as colour: a copier counts it all the
 * same.
 */
const CONTENT = {
  negro: '0 g 100 600 200 100 re f',
  velado: '0.980 0.965 0.945 rg 0 0 596 842 re f 0.10 0.10 0.13 rg 100 600 200 100 re f',
  color: '0.85 0.1 0.1 rg 100 600 200 100 re f',
}
type Tinta = keyof typeof CONTENT

/** The highest difference between a side's red, green and blue; above it the copier counts a colour click. */
const NEUTRAL = 4

const anyArchivo = fc.record({
  tintas: fc.array(fc.constantFrom<Tinta>('negro', 'velado', 'color'), { minLength: 1, maxLength: 8 }),
  opciones: fc.record({
    color: fc.constantFrom('color' as const, 'color' as const, 'blanco y negro' as const),
    doble_faz: fc.boolean(),
    por_carilla: fc.constantFrom(...POR_CARILLA),
    grupo: fc.constantFrom('default' as const, GRUPOS[0], GRUPOS[1]),
    anillado: fc.boolean(),
    duplicado: fc.integer({ min: 1, max: 3 }),
  }),
})
type Archivo = Contado & { nombre: string }

/** The file as the shop reads it. */
async function read(path: string, nombre: string, paginas: number, opciones: object): Promise<Archivo> {
  const found = await engine.colorPages(path, 1, paginas)
  const paginas_color = new Set(found.flatMap((color, index) => (color ? [index + 1] : [])))
  return { ...DEFAULT_OPCIONES, ...opciones, nombre, paginas, paginas_color, color_hasta: paginas }
}

async function make(trabajo: Trabajo, paths: string[], name: string): Promise<string> {
  const out = join(folder, name)
  const work = trabajo.tramos.map(({ archivo, paginas, por_carilla, ...stretch }) => ({
    path: paths[archivo] ?? '',
    pages: paginas,
    perSide: por_carilla,
    ...stretch,
  }))
  await engine.assemble(work, out)
  return out
}

async function isClick(path: string, side: number): Promise<boolean> {
  const picture = sharp(await engine.thumbnail(path, side, 60)).removeAlpha()
  const { data } = await picture.raw().toBuffer({ resolveWithObject: true })
  for (let at = 0; at < data.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3)
    if (Math.max(red, green, blue) - Math.min(red, green, blue) > NEUTRAL) return true
  }
  return false
}

async function clicksOf(path: string, { paginas }: Trabajo): Promise<boolean[]> {
  const found: boolean[] = []
  for (let side = 1; side <= paginas; side++) found.push(await isClick(path, side))
  return found
}

test('clicks equal the colour sheets sold: random volumes, on a copier that counts by page', async () => {
  let run = 0
  let veiled = 0
  const check = async (order: { tintas: Tinta[]; opciones: object }[]) => {
    run++
    const paths = order.map(({ tintas }, index) =>
      file(`${run}-${index}.pdf`, tinyPages(tintas.map((tinta) => ({ content: CONTENT[tinta] })))),
    )
    const archivos: Archivo[] = []
    for (const [index, { tintas, opciones }] of order.entries())
      archivos.push(await read(paths[index] ?? '', `${index}.pdf`, tintas.length, opciones))
    let clicked = 0
    for (const trabajo of trabajosOf(archivos, DEFAULT_TARIFAS)) {
      const out = await make(trabajo, paths, `${run}-trabajo-${trabajo.id}.pdf`)
      const clicks = await clicksOf(out, trabajo)
      expect(trabajo.color).toBe(clicks.includes(true))
      // A page that is sent as colourless must have no colour
      for (const side of pagesOf(ladosSinColor(trabajo))) expect(clicks[side - 1]).toBe(false)
      for (let hoja = 0; hoja < trabajo.hojas; hoja++) {
        const sides = clicks.slice(hoja * trabajo.lados, (hoja + 1) * trabajo.lados)
        if (sides.includes(true)) clicked += trabajo.copias
      }
    }
    const sold = applyGroups(archivos).reduce(
      (sum, archivo) =>
        sum +
        countHojas(archivo, true).reduce(
          (sheets, { clase, cantidad }) => sheets + (clase.color ? cantidad * archivo.duplicado : 0),
          0,
        ),
      0,
    )
    expect(clicked).toBe(sold)
    for (const [index, { tintas }] of order.entries())
      veiled += tintas.filter(
        (tinta, at) => tinta === 'velado' && !archivos[index]?.paginas_color.has(at + 1),
      ).length
  }
  await fc.assert(fc.asyncProperty(fc.array(anyArchivo, { minLength: 1, maxLength: 4 }), check), {
    numRuns: rounds(12, 200),
    endOnFailure: true, // each try makes all of its paper
  })
  expect(veiled).toBeGreaterThan(0)
}, 600_000)

test('a copier counts a page of faint colour that is printed unchanged, and none that is printed grey', async () => {
  const path = file('velado.pdf', tinyPages([{ content: CONTENT.velado }]))
  expect(await engine.colorPages(path, 1, 1)).toEqual([false])
  const stretch = { path, pages: [[1, 1] as const], blankBacks: false, fillSheet: false }
  const [asItIs, grey] = [join(folder, 'como-es.pdf'), join(folder, 'gris.pdf')]
  await engine.assemble([{ ...stretch, grey: false }], asItIs)
  await engine.assemble([{ ...stretch, grey: true }], grey)
  expect([await isClick(asItIs, 1), await isClick(grey, 1)]).toEqual([true, false])
})
