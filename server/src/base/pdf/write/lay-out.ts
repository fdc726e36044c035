import { closeSync, openSync } from 'node:fs'
import type { Hoja } from '@imprimitodo/shared/rules/compra/hoja'
import type { PorCarilla } from '@imprimitodo/shared/rules/compra/paginas'
import { cellsOf, isLying, type Size } from '@imprimitodo/shared/rules/taller/celdas'
import { openPdfFile, type PdfFile } from '../syntax/pdf-file.ts'
import {
  type Dictionary,
  numbersIn,
  referenceIn,
  referencesIn,
  writeDictionary,
} from '../syntax/pdf-syntax.ts'
import {
  type Matrix,
  type Placement,
  placeInCell,
  placeOnHoja,
  quarterTurns,
  type Shape,
  shownBox,
  shownSize,
} from './geometry.ts'
import { GREY_GROUP, greyContent, SATURATION_STATE } from './grey.ts'
import { findLayers, type Layer, layersEntry } from './layers.ts'
import { type Content, contentOf, contentReferences } from './page-content.ts'
import { type NewObject, rewriteForPaper } from './print-file.ts'

const DIFFERENT = 1 // point, between two readings of one page's size

/**
 * A page of the finished work, made of the next pages of the merged file, of these sizes. No pages: a blank
 * side.
 */
export type Side = { pages: Size[]; perSide: PorCarilla; grey: boolean }

/**
 * `layersKnown`: hidden layers were marked in the merged files. `lenient`: unreadable parts of contents are
 * left out.
 */
type Manner = { layersKnown: boolean; lenient: boolean }

/** The merged file differs from PDFium's reading: at its page `index`, from 0. */
export class ReadDifferently extends Error {
  index: number
  constructor(index: number) {
    super(`Page ${index} of the merged file`)
    this.index = index
  }
}

/** The merged file has layers, and it is not known yet which of them are hidden. */
export class HasLayers extends Error {}

/**
 * Turns the merged file into the print work: every side in the box of its sheet, upright, with blanks in
 * between, and without anything that its pages do not need.
 * @throws ReadDifferently, NeedsCoalescing, HasLayers
 */
export function layOut(path: string, hoja: Hoja, sides: Side[], { layersKnown, lenient }: Manner): void {
  const fd = openSync(path, 'r+')
  try {
    const file = openPdfFile(fd)
    const layers = findLayers(file)
    if (layers.length > 0 && !layersKnown) throw new HasLayers('Layers')
    const work = startWork(file, hoja)
    const pages = mergedPages(file)
    let next = 0
    const take = (size: Size): Merged => {
      const index = next++
      const number = pages[index]
      if (number === undefined) throw new ReadDifferently(index)
      const page = file.dictionary(number)
      const shape = shapeOf(file, page)
      if (!isSameSize(shownSize(shape), size)) throw new ReadDifferently(index)
      return {
        page,
        shape,
        contents: () => contentReferences(file, page.get('/Contents')),
        draw: () => contentOf(file, page, lenient),
      }
    }
    const kids = sides.map((side) => work.add(pageDictionary(work, sideOf(work, side, side.pages.map(take)))))
    if (pages.length > next) throw new ReadDifferently(next)
    work.finish(kids, layers)
    rewriteForPaper(file, work.objects)
  } finally {
    closeSync(fd)
  }
}

type Work = ReturnType<typeof startWork>

/** The objects that we add to the work; everything they refer to comes from the merged file. */
function startWork(file: PdfFile, hoja: Hoja) {
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
    hoja,
    objects,
    pages,
    add,
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

const isSameSize = (a: Size, b: Size) =>
  Math.abs(a.width - b.width) < DIFFERENT && Math.abs(a.height - b.height) < DIFFERENT

/** A page of the merged file. */
type Merged = { page: Dictionary; shape: Shape; contents: () => number[]; draw: () => Content }

function sideOf(work: Work, { pages, perSide, grey }: Side, merged: Merged[]): Dictionary {
  const [first] = merged
  if (!first) return new Map([['/Resources', '<< >>']])
  if (perSide === 1) return onItsOwn(work, first, grey)
  const cells = cellsOf(work.hoja, perSide, isLying(pages))
  const forms = merged.flatMap((one, index) => {
    const cell = cells[index]
    return cell ? [formOf(work, one, { matrix: placeInCell(one.shape, cell), grouped: true })] : []
  })
  return drawn(work, forms, grey)
}

/** A page that has a side for itself keeps its content, and is only moved to its place. */
function onItsOwn(work: Work, merged: Merged, grey: boolean): Dictionary {
  const { page, shape } = merged
  const placement = placeOnHoja(work.hoja, shape)
  if (!grey && placement.how !== 'matrix') {
    const kept = pick(page, ['/Contents', '/Resources', '/Group'])
    if (placement.how !== 'box') return kept
    kept.set('/MediaBox', `[ ${placement.box.map(decimal).join(' ')} ]`)
    return placement.clipped ? kept.set('/Contents', clippedContents(work, merged)) : kept
  }
  const form = formOf(work, merged, { matrix: matrixOf(placement), grouped: grey })
  const group = page.get('/Group')
  return group && !grey ? drawn(work, [form], grey).set('/Group', group) : drawn(work, [form], grey)
}

/**
 * The page's content behind a clip to its own box: the sheet is larger, and what a customer cut off would show. The
 * clip stands alone in front, so a scan stays a page of one picture, which is proved without drawing it.
 */
function clippedContents(work: Work, { shape, contents }: Merged): string {
  const [left, bottom, right, top] = shape.box
  const clip = `${[left, bottom, right - left, top - bottom].map(decimal).join(' ')} re W n`
  return `[ ${[addContent(work, clip), ...contents()].map((number) => `${number} 0 R`).join(' ')} ]`
}

/** A side on which forms are drawn, one after another. */
function drawn(work: Work, forms: number[], grey: boolean): Dictionary {
  const xobject = `/XObject << ${forms.map((form, index) => `/P${index} ${form} 0 R`).join(' ')} >>`
  const content = forms.map((_, index) => `/P${index} Do`).join(' ')
  if (!grey)
    return new Map([
      ['/Resources', `<< ${xobject} >>`],
      ['/Contents', `${addContent(work, content)} 0 R`],
    ])
  return new Map([
    ['/Resources', `<< ${xobject} /ExtGState << /S ${work.saturation()} 0 R >> >>`],
    ['/Contents', `${addContent(work, greyContent(work.hoja, content, 'S'))} 0 R`],
    ['/Group', GREY_GROUP],
  ])
}

/**
 * A page as a form. Not a matrix before the content: patterns are drawn in the page's own coordinates, which
 * only a form has, and a form restores the state that its content forgot to restore. `grouped`: the form gets
 * the page's transparency entry.
 */
function formOf(
  work: Work,
  { page, shape, draw }: Merged,
  { matrix, grouped }: { matrix: Matrix; grouped: boolean },
): number {
  const form: Dictionary = new Map([
    ['/Type', '/XObject'],
    ['/Subtype', '/Form'],
    ['/BBox', `[ ${shape.box.map(decimal).join(' ')} ]`],
    ['/Matrix', `[ ${matrix.map(decimal).join(' ')} ]`],
    ['/Resources', page.get('/Resources') ?? '<< >>'],
  ])
  const group = page.get('/Group')
  if (grouped && group) form.set('/Group', group)
  return addForm(work, form, draw())
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

function pageDictionary({ pages, hoja }: Work, kept: Dictionary): string {
  return writeDictionary(
    new Map([
      ['/Type', '/Page'],
      ['/Parent', `${pages} 0 R`],
      ['/MediaBox', `[ 0 0 ${hoja.width} ${hoja.height} ]`],
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

/** PDF has no exponents, and a very large page needs a very small factor. */
const decimal = (value: number) => value.toFixed(Math.abs(value) < 1 ? 12 : 5).replace(/\.?0{1,12}$/, '')
