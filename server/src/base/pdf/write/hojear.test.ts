import { join } from 'node:path'
import { DEFAULT_OPCIONES } from '@imprimitodo/shared/rules/compra/archivo'
import { POR_CARILLA } from '@imprimitodo/shared/rules/compra/paginas'
import { splitTomos } from '@imprimitodo/shared/rules/compra/precio'
import { leafingOf, type PaginaPuesta, type ParaHojear } from '@imprimitodo/shared/rules/taller/hojear'
import { trabajosIn } from '@imprimitodo/shared/rules/taller/trabajo'
import fc from 'fast-check'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openEngine } from '../../../testing/pdf-engine.ts'
import { tinyPages } from '../../../testing/tiny-pdf.ts'

// The rule by which customers leaf through their order is compared with the PDF that goes to the printer.

const { engine, file, folder } = openEngine()

/** Thin bindings, so that few pages make several tomes. */
const TARIFAS = { anillado: [{ hasta: 3, precio: 100 }] }
const MM = 25.4 / 72
const COLUMNS = 4
const ROWS = 3

/** A page shows its number in black and white blocks, and with the first row its top left corner. */
const blocksOf = (archivo: number, pagina: number): boolean[] => [
  true,
  false,
  false,
  false,
  ...Array.from({ length: 8 }, (_, bit) => (((archivo * 64 + pagina) >> bit) & 1) === 1),
]

function pageOf(archivo: number, pagina: number, { width, height }: Size) {
  const [w, h] = [width / COLUMNS, height / ROWS]
  const blocks = blocksOf(archivo, pagina).map((black, at) => {
    const [column, row] = [at % COLUMNS, Math.floor(at / COLUMNS)]
    return `${black ? '0' : '0.8'} g ${column * w} ${height - (row + 1) * h} ${w} ${h} re f`
  })
  return { content: blocks.join('\n'), entries: `/MediaBox [0 0 ${width} ${height}]` }
}

/** Where a point of a page is on the upright sheet; both from 0 to 1, counted from the top left as they are seen. */
function onSheet({ turns, box }: PaginaPuesta, u: number, v: number): [number, number] {
  const [x, y] = turns === 0 ? [u, v] : turns === 1 ? [v, 1 - u] : [1 - u, 1 - v]
  return [box.left + x * box.width, box.top + y * box.height]
}

type Size = { width: number; height: number }

const SIZES: Size[] = [
  { width: 595.28, height: 841.89 },
  { width: 841.89, height: 595.28 },
  { width: 612, height: 792 },
  { width: 298, height: 420 },
  { width: 1190, height: 842 },
]

const anyFile = fc.record({
  sizes: fc.array(fc.constantFrom(...SIZES), { minLength: 1, maxLength: 9 }),
  doble_faz: fc.boolean(),
  anillado: fc.boolean(),
  orientacion: fc.constantFrom('vertical' as const, 'horizontal' as const),
  color: fc.constantFrom('color' as const, 'blanco y negro' as const),
  grupo: fc.constantFrom('default' as const, 'grupo0' as const, 'grupo0' as const),
  por_carilla: fc.constantFrom(...POR_CARILLA),
  rango: fc.constantFrom(null, null, '1', '1,3-', '2-'),
})

type Mixed = typeof anyFile extends fc.Arbitrary<infer One> ? One : never

const member: Omit<Mixed, 'sizes'> = {
  doble_faz: true,
  anillado: false,
  orientacion: 'vertical',
  color: 'color',
  grupo: 'grupo0',
  por_carilla: 1,
  rango: null,
}
const [A4, LYING, LETTER] = SIZES as [Size, Size, Size]
/**
 * Cases that a random order may miss: each kind of blank, in a tome and at its end, and a file that begins in
 * tome 2.
 */
const VOLUMEN: Mixed[] = [
  { ...member, sizes: [A4, LYING, A4] },
  { ...member, sizes: [LETTER], doble_faz: false },
  { ...member, sizes: [A4, A4, A4, LYING, A4, A4], por_carilla: 2 },
]

async function sideOf(path: string, page: number): Promise<(x: number, y: number) => number> {
  const webp = await engine.thumbnail(path, page, 240)
  const { data, info } = await sharp(webp).greyscale().raw().toBuffer({ resolveWithObject: true })
  return (x, y) =>
    data[
      (Math.round(y * (info.height - 1)) * info.width + Math.round(x * (info.width - 1))) * info.channels
    ] ?? 0
}

test('for any order the printed PDF has on each side the pages that the viewer shows there, at the same places', async () => {
  let order = 0
  let looked = 0
  await fc.assert(
    fc.asyncProperty(fc.array(anyFile, { minLength: 1, maxLength: 3 }), async (mix) => {
      order++
      const archivos: ParaHojear[] = mix.map(({ sizes, rango, ...opciones }, index) => ({
        ...DEFAULT_OPCIONES,
        ...opciones,
        nombre: `${index}.pdf`,
        paginas: sizes.length,
        rango: sizes.length > 2 ? rango : null,
        tamanos: sizes.map(({ width, height }) => ({ paginas: 1, ancho: width * MM, alto: height * MM })),
      }))
      const paths = mix.map(({ sizes }, archivo) =>
        file(`${order}-${archivo}.pdf`, tinyPages(sizes.map((size, at) => pageOf(archivo, at + 1, size)))),
      )
      for (const [at, trabajo] of trabajosIn(archivos, (hojas) => splitTomos(hojas, TARIFAS)).entries()) {
        const shown = leafingOf(archivos, trabajo.tramos[0]?.archivo ?? 0, (hojas) =>
          splitTomos(hojas, TARIFAS),
        )
        if (!shown) throw new Error('A work that cannot be leafed through')
        const out = join(folder, `${order}-${at}-out.pdf`)
        const { pages } = await engine.assemble(
          trabajo.tramos.map(({ archivo, paginas, por_carilla, ...stretch }) => ({
            ...stretch,
            path: paths[archivo] ?? '',
            pages: paginas,
            perSide: por_carilla,
          })),
          out,
        )
        const before = shown.tomos[(trabajo.tomo?.numero ?? 1) - 2] ?? 0
        for (let side = 0; side < trabajo.hojas * trabajo.lados; side++) {
          const hoja = before + Math.floor(side / trabajo.lados) + 1
          const cara = shown.caraOf({ hoja, cara: side % trabajo.lados === 0 ? 'frente' : 'dorso' })
          if (side >= pages) {
            expect(cara.blank).toBe('final')
            continue
          }
          const tone = await sideOf(out, side + 1)
          if (cara.blank)
            for (const x of [0.1, 0.4, 0.6, 0.9])
              for (const y of [0.1, 0.5, 0.9]) expect(tone(x, y)).toBeGreaterThan(250)
          for (const puesta of cara.paginas) {
            const read = blocksOf(puesta.archivo, puesta.pagina).map((_, block) => {
              const u = ((block % COLUMNS) + 0.5) / COLUMNS
              const v = (Math.floor(block / COLUMNS) + 0.5) / ROWS
              return tone(...onSheet(puesta, u, v)) < 100
            })
            expect(read, `${order}: sheet ${hoja}, ${JSON.stringify(puesta)}`).toEqual(
              blocksOf(puesta.archivo, puesta.pagina),
            )
            looked++
          }
        }
      }
    }),
    { numRuns: process.env.SOAK === '1' ? 200 : 15, examples: [[VOLUMEN]] },
  )
  expect(looked).toBeGreaterThan(15)
})
