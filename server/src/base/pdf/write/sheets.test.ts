// The options, the price and the paper of random orders are compared, by pictures of the finished sheets.
import { join } from 'node:path'
import { DEFAULT_OPCIONES, GRUPOS } from '@imprimitodo/shared/rules/compra/archivo'
import { type Contado, countHojas } from '@imprimitodo/shared/rules/compra/hojas'
import { POR_CARILLA, type PorCarilla, pagesOf, readRango } from '@imprimitodo/shared/rules/compra/paginas'
import { DEFAULT_TARIFAS, quote } from '@imprimitodo/shared/rules/compra/precio'
import { type Trabajo, trabajosOf } from '@imprimitodo/shared/rules/taller/trabajo'
import fc from 'fast-check'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openEngine } from '../../../testing/pdf-engine.ts'
import { stream, tinyPdf } from '../../../testing/tiny-pdf.ts'

const { engine, file, folder } = openEngine()

/**
 * The grey of a page: different for all pages of an order, and never that of paper, of marks or of hidden
 * parts.
 */
const shadeOf = (number: number) => 60 + number * 9
const MARK = 0
const HIDDEN = 30
const MOST_PAGES = 16

type Page = {
  size: readonly [width: number, height: number]
  origin: readonly [x: number, y: number]
  rotate: 0 | 90 | 180 | 270
  cropped: boolean
  inherits: boolean
  /** How the mark in the lower left corner of the original page is drawn. */
  mark: 'content' | 'link' | 'stamp'
}
type Pedido = { archivo: Contado & { nombre: string }; pages: Page[]; first: number }

/**
 * Each page filled with its grey, with more around it that its box hides, and a mark that shows its
 * orientation.
 */
function pdfOf({ pages, first }: Pick<Pedido, 'pages' | 'first'>): Buffer {
  const objects: (string | Buffer)[] = ['', '']
  const add = (object: string | Buffer) => objects.push(object)
  const kids = pages.map((page, index) => {
    const { size, origin, rotate, cropped, inherits, mark } = page
    const [x, y] = origin
    const [width, height] = size
    const grey = (shade: number) => `${(shade / 255).toFixed(4)} g`
    const side = Math.min(width, height) / 4
    const box = `[ ${x} ${y} ${x + width} ${y + height} ]`
    const draw = [
      `${grey(HIDDEN)} ${x - 500} ${y - 500} ${width + 1000} ${height + 1000} re f`,
      `/X gs ${grey(shadeOf(first + index))} ${x} ${y} ${width} ${height} re f`,
      mark === 'stamp' ? '' : `${grey(MARK)} ${x} ${y} ${side} ${side} re f`,
    ]
    const form = add(stream(`${grey(MARK)} 0 0 9 9 re f`, '/Type /XObject /Subtype /Form /BBox [0 0 9 9]'))
    const rect = `/Rect [ ${x} ${y} ${x + side} ${y + side} ]`
    const annotations = {
      content: '',
      link: `/Annots [ << /Type /Annot /Subtype /Link ${rect} /A << /S /URI /URI (https://example.com) >> >> ]`,
      stamp: `/Annots [ << /Type /Annot /Subtype /Stamp ${rect} /F 4 /AP << /N ${form} 0 R >> >> ]`,
    }
    const shape = [
      `/MediaBox ${cropped ? `[ ${x - 50} ${y - 70} ${x + width + 90} ${y + height + 20} ]` : box}`,
      cropped ? `/CropBox ${box}` : '',
      `/Rotate ${rotate} /Resources << /ExtGState << /X << /Type /ExtGState /CA 1 >> >> >>`,
    ].join(' ')
    const contents = add(stream(draw.join(' ')))
    const node = objects.length + 2
    const leaf = `<< /Type /Page /Parent ${node} 0 R /Contents ${contents} 0 R ${annotations[mark]}`
    add(`${leaf} ${inherits ? '' : shape} >>`)
    return add(`<< /Type /Pages /Parent 2 0 R /Count 1 /Kids [ ${node - 1} 0 R ] ${inherits ? shape : ''} >>`)
  })
  objects[0] = '<< /Type /Catalog /Pages 2 0 R >>'
  objects[1] = `<< /Type /Pages /Count ${kids.length} /Kids [ ${kids.map((kid) => `${kid} 0 R`).join(' ')} ] >>`
  return tinyPdf(objects)
}

const shownOf = ({ size: [width, height], rotate }: Page) =>
  rotate % 180 === 0 ? { width, height } : { width: height, height: width }
const lies = (page: Page) => shownOf(page).width > shownOf(page).height

type Part = { page: Page; shade: number }

/** The sides of a work by its stretches: the parts of each; a blank one has none. */
function sidesOf({ tramos }: Trabajo, order: Pedido[]): { parts: Part[]; perSide: PorCarilla }[] {
  const sides: { parts: Part[]; perSide: PorCarilla }[] = []
  for (const { archivo, paginas, por_carilla, blankBacks, fillSheet } of tramos) {
    const { pages, first } = order[archivo] as Pedido
    const parts = pagesOf(paginas).map((page) => ({
      page: pages[page - 1] as Page,
      shade: shadeOf(first + page - 1),
    }))
    for (let at = 0; at < parts.length; at += por_carilla) {
      sides.push({ parts: parts.slice(at, at + por_carilla), perSide: por_carilla })
      if (blankBacks) sides.push({ parts: [], perSide: 1 })
    }
    if (fillSheet && sides.length % 2 === 1) sides.push({ parts: [], perSide: 1 })
  }
  return sides
}

const MM = 400 / 210
const CLEAR = 3 * MM
/** Pictures are compressed: around an edge a few pixels are not quite what they were. */
const NEAR = 3
const LIGHT = 215

/** A side as a person reads it: a lying side is turned back, its top was at the left. */
async function readSide(path: string, page: number, turned: boolean) {
  const upright = sharp(await engine.thumbnail(path, page, 400))
  const { data, info } = await (turned ? upright.rotate(90) : upright)
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  return { width, height, at: (x: number, y: number) => data[Math.round(y) * width + Math.round(x)] ?? 255 }
}

const CORNERS = ['lower left', 'upper left', 'upper right', 'lower right'] as const
type Corner = (typeof CORNERS)[number]

type Place = { left: number; top: number; right: number; bottom: number; mark: Corner }

/** The expected place of a page on a side with so many pixels, read in rows of parts. */
function placeOf(
  { page }: Part,
  index: number,
  { width, height, columns, rows }: { width: number; height: number; columns: number; rows: number },
): Place {
  const clear = columns * rows === 1 ? 0 : CLEAR
  const [cellWidth, cellHeight] = [width / columns - 2 * clear, height / rows - 2 * clear]
  const turn = lies(page) !== cellWidth > cellHeight
  const shown = shownOf(page)
  const [w, h] = turn ? [shown.height, shown.width] : [shown.width, shown.height]
  const scale = Math.min(cellWidth / w, cellHeight / h)
  const x = ((index % columns) + 0.5) * (width / columns)
  const y = (Math.floor(index / columns) + 0.5) * (height / rows)
  const corner = (page.rotate / 90 + (turn ? 3 : 0)) % 4
  return {
    left: x - (w * scale) / 2,
    right: x + (w * scale) / 2,
    top: y - (h * scale) / 2,
    bottom: y + (h * scale) / 2,
    mark: CORNERS[corner] as Corner,
  }
}

async function checkSide(path: string, number: number, parts: Part[], perSide: PorCarilla): Promise<void> {
  const most = parts.filter(({ page }) => lies(page)).length * 2 > parts.length
  const turned = perSide === 2 ? !most && parts.length > 0 : most
  const { width, height, at } = await readSide(path, number, turned)
  const columns = perSide === 4 || (perSide === 2 && turned) ? 2 : 1
  const grid = { width, height, columns, rows: perSide / columns }
  const places = parts.map((part, index) => placeOf(part, index, grid))
  for (const [index, { shade }] of parts.entries()) {
    const { left, right, top, bottom, mark } = places[index] as Place
    expect(Math.abs(at((left + right) / 2, (top + bottom) / 2) - shade)).toBeLessThan(5)
    for (const corner of CORNERS) {
      const x = corner.endsWith('left') ? left + 5 : right - 5
      const y = corner.startsWith('upper') ? top + 5 : bottom - 5
      expect(Math.abs(at(x, y) - (corner === mark ? MARK : shade))).toBeLessThan(7)
    }
  }
  const isOutside = (x: number, y: number) =>
    places.every(
      ({ left, right, top, bottom }) =>
        x < left - NEAR || x > right + NEAR || y < top - NEAR || y > bottom + NEAR,
    )
  for (let y = 1; y < height; y += 2)
    for (let x = 1; x < width; x += 2)
      if (isOutside(x, y) && at(x, y) < LIGHT) expect.unreachable(`ink at ${x}, ${y} of side ${number}`)
}

const sizes = [
  [595.28, 841.89],
  [841.89, 595.28],
  [612, 792],
  [300, 420],
  [960, 540],
  [400, 1300],
] as const

const anyPage: fc.Arbitrary<Page> = fc.record({
  size: fc.constantFrom(...sizes),
  origin: fc.constantFrom([0, 0] as const, [-100, 37] as const, [250, -400] as const),
  rotate: fc.constantFrom(0, 90, 180, 270),
  cropped: fc.boolean(),
  inherits: fc.boolean(),
  mark: fc.constantFrom('content', 'link', 'stamp'),
})

const anyArchivo = fc.record({
  pages: fc.array(anyPage, { minLength: 1, maxLength: 9 }),
  chosen: fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { minLength: 1 })),
  opciones: fc.record({
    por_carilla: fc.constantFrom(...POR_CARILLA),
    doble_faz: fc.boolean(),
    color: fc.constantFrom('color' as const, 'blanco y negro' as const),
    grupo: fc.constantFrom('default' as const, GRUPOS[0], GRUPOS[1]),
    anillado: fc.boolean(),
    duplicado: fc.integer({ min: 1, max: 3 }),
  }),
})

const anyOrder = fc.array(anyArchivo, { minLength: 1, maxLength: 4 }).map((files) => {
  let first = 0
  return files.flatMap(({ pages: all, chosen, opciones }, index): Pedido[] => {
    const pages = all.slice(0, MOST_PAGES - first)
    if (pages.length === 0) return []
    const asked = chosen?.filter((page) => page <= pages.length).sort((a, b) => a - b) ?? []
    const read = asked.length > 0 ? readRango(asked.join(',')) : { rango: null }
    if ('problem' in read) throw new Error(read.problem)
    const found = { paginas: pages.length, paginas_color: new Set<number>(), color_hasta: pages.length }
    const archivo = { ...DEFAULT_OPCIONES, ...opciones, ...found, rango: read.rango, nombre: `${index}.pdf` }
    first += pages.length
    return [{ archivo, pages, first: first - pages.length }]
  })
})

/** Tomes of three sheets, so that small orders have some. */
const TARIFAS = { ...DEFAULT_TARIFAS, anillado: [{ hasta: 3, precio: 1200_00 }] }

test('any boxes, turns, inheritance, annotations, ranges, pages per side, caras, groups and copies: the paper has the priced pages, in order, each within its sheet', async () => {
  let run = 0
  const check = async (order: Pedido[]) => {
    const paths = order.map(({ pages, first }, index) =>
      file(`${++run}-${index}.pdf`, pdfOf({ pages, first })),
    )
    const archivos = order.map(({ archivo }) => archivo)
    const works = trabajosOf(archivos, TARIFAS)
    let printed = 0
    for (const work of works) {
      const out = join(folder, `${run}-trabajo-${work.id}.pdf`)
      const stretches = work.tramos.map(({ archivo, paginas, por_carilla, ...stretch }) => ({
        path: paths[archivo] ?? '',
        pages: paginas,
        perSide: por_carilla,
        ...stretch,
      }))
      await engine.assemble(stretches, out)
      const found = await engine.inspect(out)
      expect(found.sizes).toEqual([{ pages: work.paginas, width: 595.28, height: 841.89 }])
      const sides = sidesOf(work, order)
      expect(sides).toHaveLength(work.paginas)
      expect(Math.ceil(sides.length / work.lados)).toBe(work.hojas)
      for (const [index, { parts, perSide }] of sides.entries())
        await checkSide(out, index + 1, parts, perSide)
      printed += sides.filter(({ parts }) => parts.length > 0).length
    }
    const priced = archivos
      .flatMap((archivo) => countHojas(archivo, true))
      .reduce((sum, { clase, cantidad }) => sum + clase.caras * cantidad, 0)
    expect(printed).toBe(priced)
    const copies = new Map(works.flatMap(({ tramos, copias }) => tramos.map((one) => [one.archivo, copias])))
    const sheets = quote(archivos, TARIFAS).archivos.reduce(
      (sum, { hojas }, index) => sum + hojas * (copies.get(index) ?? 0),
      0,
    )
    expect(works.reduce((sum, { hojas, copias }) => sum + hojas * copias, 0)).toBe(sheets)
  }
  await fc.assert(fc.asyncProperty(anyOrder, check), {
    numRuns: 25,
    endOnFailure: true, // each try makes all of its paper
  })
}, 600_000)
