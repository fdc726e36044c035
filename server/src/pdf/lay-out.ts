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

const DIFFERENT = 1 // point, between two readings of one page's size

/** A page of the finished work: one of the merged file's, in order, or a blank. */
export type Leaf = { blank: true } | { blank: false; grey: boolean; width: number; height: number }

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
 * Turns the merged file into the print work, by an update behind its end: every page in an A4 portrait box, blanks
 * in between, no annotations, a catalog with nothing but the pages.
 * @param layersKnown whether hidden layers were marked in the merged files
 * @throws ReadDifferently, NeedsCoalescing, HasLayers
 */
export function layOut(path: string, leaves: Leaf[], layersKnown: boolean): void {
  const fd = openSync(path, 'r+')
  try {
    const file = openPdfFile(fd)
    const layers = findLayers(file)
    if (layers.length > 0 && !layersKnown) throw new HasLayers('Layers')
    const update = startUpdate(file, layers)
    const merged = mergedPages(file)
    let next = 0
    const kids = leaves.map((leaf) => {
      if (leaf.blank) return update.add(pageDictionary(update.pages, new Map([['/Resources', '<< >>']])))
      const index = next++
      const number = merged[index]
      if (number === undefined) throw new ReadDifferently(index)
      const page = file.read(number).dictionary
      const shape = shapeOf(file, page)
      if (!isSameSize(shownSize(shape), leaf)) throw new ReadDifferently(index)
      update.set(number, pageDictionary(update.pages, placed(file, update, page, shape, leaf.grey)))
      return number
    })
    if (merged.length > next) throw new ReadDifferently(next)
    update.finish(kids)
  } finally {
    closeSync(fd)
  }
}

type Update = ReturnType<typeof startUpdate>

function startUpdate(file: PdfFile, layers: Layer[]) {
  const objects = new Map<number, Buffer | string>()
  let size = file.size
  const add = (body: Buffer | string) => {
    objects.set(size, body)
    return size++
  }
  const pages = add('')
  let saturation: number | undefined

  function finish(kids: number[]): void {
    const list = kids.map((number) => `${number} 0 R`).join(' ')
    objects.set(pages, `<< /Type /Pages /Count ${kids.length} /Kids [ ${list} ] >>`)
    const catalog: Dictionary = new Map([
      ['/Type', '/Catalog'],
      ['/Pages', `${pages} 0 R`],
      ['/ViewerPreferences', '<< /PrintScaling /None >>'],
    ])
    if (layers.length > 0) catalog.set('/OCProperties', layersEntry(layers))
    objects.set(file.root, writeDictionary(catalog))
    file.append(objects, file.root, size)
  }

  return {
    pages,
    add,
    set: (number: number, body: string) => objects.set(number, body),
    /** The state that takes colour away, once per file. */
    saturation: () => {
      saturation ??= add(SATURATION_STATE)
      return saturation
    },
    finish,
  }
}

function mergedPages(file: PdfFile): number[] {
  const pages = referenceIn(file.read(file.root).dictionary.get('/Pages'))
  if (pages === undefined) throw new Error('No pages')
  return referencesIn(file.read(pages).dictionary.get('/Kids') ?? '')
}

function shapeOf(file: PdfFile, page: Dictionary): Shape {
  const value = (key: string) => {
    const found = page.get(key)
    const number = referenceIn(found)
    return number === undefined ? found : file.readValue(number)
  }
  const box = (key: string) => {
    const text = value(key)?.replace(/(\d+) \d+ R/g, (_all, number: string) => file.readValue(Number(number)))
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
function placed(file: PdfFile, update: Update, page: Dictionary, shape: Shape, grey: boolean): Dictionary {
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
  const xobject = `/XObject << /P ${update.add(streamObject(form, contentOf(file, page)))} 0 R >>`
  if (!grey) {
    const wrapped: Dictionary = new Map([
      ['/Resources', `<< ${xobject} >>`],
      ['/Contents', `${update.add(stream('/P Do'))} 0 R`],
    ])
    return group ? wrapped.set('/Group', group) : wrapped
  }
  return new Map([
    ['/Resources', `<< ${xobject} /ExtGState << /S ${update.saturation()} 0 R >> >>`],
    ['/Contents', `${update.add(stream(greyContent('/P Do', 'S')))} 0 R`],
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

function streamObject(form: Dictionary, content: Content): Buffer {
  const dictionary = new Map([
    ...form,
    ...content.dictionary,
    ['/Length', String(content.data.length)] as const,
  ])
  return Buffer.concat([
    Buffer.from(`${writeDictionary(dictionary)}\nstream\n`, 'latin1'),
    content.data,
    Buffer.from('\nendstream'),
  ])
}

const stream = (content: string) => `<< /Length ${content.length} >>\nstream\n${content}\nendstream`

/** PDF knows no exponents. */
const decimal = (value: number) => String(Number(value.toFixed(5)))
