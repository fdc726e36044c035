import { closeSync, openSync } from 'node:fs'
import {
  A4,
  type Matrix,
  type Placement,
  placeOnA4,
  quarterTurns,
  type Shape,
  shownBox,
  shownSize,
} from './geometry.ts'
import { GREY_GROUP, greyContent, SATURATION_STATE } from './grey.ts'
import { findLayers, type Layer, layersEntry } from './layers.ts'
import { type Content, contentOf } from './page-content.ts'
import { openPdfFile, type PdfFile } from './pdf-file.ts'
import { type Dictionary, numbersIn, referenceIn, referencesIn, writeDictionary } from './pdf-syntax.ts'
import { type NewObject, rewriteForPaper } from './print-file.ts'

const DIFFERENT = 1 // point, between two readings of one page's size

/** A page of the finished work: one of the merged file's, in order, or a blank. */
export type Leaf = { blank: true } | { blank: false; grey: boolean; width: number; height: number }

/** `layersKnown`: hidden layers were marked in the merged files. `lenient`: contents are joined as far as they can be. */
type Manner = { layersKnown: boolean; lenient: boolean }

/** The merged file is not what PDFium read: page `index` (0-based, among those that are not blank). */
export class ReadDifferently extends Error {
  index: number
  constructor(index: number) {
    super(`Page ${index} of the merged file`)
    this.index = index
  }
}

/** The merged file has layers, and nobody has looked yet which of them are hidden. */
export class HasLayers extends Error {}

/**
 * Turns the merged file into the print work: every page in an A4 portrait box, blanks in between, and nothing that
 * these pages do not need.
 * @throws ReadDifferently, NeedsCoalescing, HasLayers
 */
export function layOut(path: string, leaves: Leaf[], { layersKnown, lenient }: Manner): void {
  const fd = openSync(path, 'r+')
  try {
    const file = openPdfFile(fd)
    const layers = findLayers(file)
    if (layers.length > 0 && !layersKnown) throw new HasLayers('Layers')
    const work = startWork(file)
    const pages = mergedPages(file)
    let next = 0
    const kids = leaves.map((leaf) => {
      if (leaf.blank) return work.add(pageDictionary(work.pages, new Map([['/Resources', '<< >>']])))
      const index = next++
      const number = pages[index]
      if (number === undefined) throw new ReadDifferently(index)
      const page = file.dictionary(number)
      const shape = shapeOf(file, page)
      if (!isSameSize(shownSize(shape), leaf)) throw new ReadDifferently(index)
      work.set(
        number,
        pageDictionary(work.pages, placed(file, work, page, { shape, grey: leaf.grey, lenient })),
      )
      return number
    })
    if (pages.length > next) throw new ReadDifferently(next)
    work.finish(kids, layers)
    rewriteForPaper(file, work.objects)
  } finally {
    closeSync(fd)
  }
}

type Work = ReturnType<typeof startWork>

/** The objects of the work that are ours; whatever they refer to comes from the merged file. */
function startWork(file: PdfFile) {
  const objects = new Map<number, NewObject>()
  let size = file.size
  const add = (text: string, data?: Buffer) => {
    objects.set(size, { text, data })
    return size++
  }
  const pages = add('')
  let saturation: number | undefined

  function finish(kids: number[], layers: Layer[]): void {
    const list = kids.map((number) => `${number} 0 R`).join(' ')
    objects.set(pages, { text: `<< /Type /Pages /Count ${kids.length} /Kids [ ${list} ] >>` })
    const catalog: Dictionary = new Map([
      ['/Type', '/Catalog'],
      ['/Pages', `${pages} 0 R`],
      ['/ViewerPreferences', '<< /PrintScaling /None >>'],
    ])
    if (layers.length > 0) catalog.set('/OCProperties', layersEntry(layers))
    objects.set(file.root, { text: writeDictionary(catalog) })
  }

  return {
    objects,
    pages,
    add,
    set: (number: number, text: string) => objects.set(number, { text }),
    /** The state that takes colour away, once per file. */
    saturation: () => {
      saturation ??= add(SATURATION_STATE)
      return saturation
    },
    finish,
  }
}

function mergedPages(file: PdfFile): number[] {
  const pages = referenceIn(file.dictionary(file.root).get('/Pages'))
  if (pages === undefined) throw new Error('No pages')
  return referencesIn(file.dictionary(pages).get('/Kids') ?? '')
}

function shapeOf(file: PdfFile, page: Dictionary): Shape {
  const value = (key: string) => {
    const found = page.get(key)
    const number = referenceIn(found)
    return number === undefined ? found : file.object(number)?.text
  }
  const box = (key: string) => {
    const text = value(key)?.replace(
      /(?<!\d)(\d+) \d+ R/g,
      (_all, number: string) => file.object(Number(number))?.text ?? 'null',
    )
    return text === undefined ? undefined : numbersIn(text)
  }
  return {
    box: shownBox(box('/MediaBox'), box('/CropBox')),
    rotate: quarterTurns(Number(value('/Rotate') ?? 0)),
  }
}

const isSameSize = (a: { width: number; height: number }, b: { width: number; height: number }) =>
  Math.abs(a.width - b.width) < DIFFERENT && Math.abs(a.height - b.height) < DIFFERENT

/** What the page keeps, and how it gets where it belongs. */
function placed(
  file: PdfFile,
  work: Work,
  page: Dictionary,
  { shape, grey, lenient }: { shape: Shape; grey: boolean; lenient: boolean },
): Dictionary {
  const placement = placeOnA4(shape)
  if (!grey && placement.how !== 'matrix') {
    const kept = pick(page, ['/Contents', '/Resources', '/Group'])
    if (placement.how === 'box') kept.set('/MediaBox', `[ ${placement.box.map(decimal).join(' ')} ]`)
    return kept
  }
  // A form and not a matrix in front of the content: patterns are drawn in the page's own coordinates, which only
  // a form brings along, and a form ends as it began whatever its content forgot to restore.
  const matrix = matrixOf(placement)
  const form: Dictionary = new Map([
    ['/Type', '/XObject'],
    ['/Subtype', '/Form'],
    ['/BBox', `[ ${shape.box.map(decimal).join(' ')} ]`],
    ['/Matrix', `[ ${matrix.map(decimal).join(' ')} ]`],
    ['/Resources', page.get('/Resources') ?? '<< >>'],
  ])
  const group = page.get('/Group')
  if (grey && group) form.set('/Group', group)
  const xobject = `/XObject << /P ${addForm(work, form, contentOf(file, page, lenient))} 0 R >>`
  if (!grey) {
    const wrapped: Dictionary = new Map([
      ['/Resources', `<< ${xobject} >>`],
      ['/Contents', `${addContent(work, '/P Do')} 0 R`],
    ])
    return group ? wrapped.set('/Group', group) : wrapped
  }
  return new Map([
    ['/Resources', `<< ${xobject} /ExtGState << /S ${work.saturation()} 0 R >> >>`],
    ['/Contents', `${addContent(work, greyContent('/P Do', 'S'))} 0 R`],
    ['/Group', GREY_GROUP],
  ])
}

function matrixOf(placement: Placement): Matrix {
  if (placement.how === 'matrix') return placement.matrix
  const [left, bottom] = placement.how === 'box' ? placement.box : [0, 0]
  return [1, 0, 0, 1, -left, -bottom]
}

function pick(dictionary: Dictionary, keys: string[]): Dictionary {
  return new Map(
    keys.flatMap((key) => {
      const value = dictionary.get(key)
      return value === undefined ? [] : [[key, value] as const]
    }),
  )
}

function pageDictionary(parent: number, kept: Dictionary): string {
  return writeDictionary(
    new Map([
      ['/Type', '/Page'],
      ['/Parent', `${parent} 0 R`],
      ['/MediaBox', `[ 0 0 ${A4.width} ${A4.height} ]`],
      ...kept,
    ]),
  )
}

function addForm(work: Work, form: Dictionary, { dictionary, data }: Content): number {
  const entries: Dictionary = new Map([...form, ...dictionary, ['/Length', String(data.length)]])
  return work.add(writeDictionary(entries), data)
}

const addContent = (work: Work, content: string): number =>
  work.add(`<< /Length ${content.length} >>`, Buffer.from(content, 'latin1'))

/** PDF knows no exponents, and a very large page needs a very small factor. */
const decimal = (value: number) => value.toFixed(Math.abs(value) < 1 ? 12 : 5).replace(/\.?0{1,12}$/, '')
