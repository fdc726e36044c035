// Shows a PDF with another renderer than the shop's: Debian's poppler-utils.
import { execFileSync, spawnSync } from 'node:child_process'
import { A4, isOfHojaPt } from '@imprimitodo/shared/rules/compra/hoja'

const DPI = 36
/** A page is drawn this much larger and then averaged, so that it lies on its sheet to a part of a pixel. */
const FINER = 2
export const SHEET = { width: 298, height: 421 }
const FINE = { width: (A4.width * DPI * FINER) / 72, height: (A4.height * DPI * FINER) / 72 }
const PAGE_MS = 20_000
const MOST_BYTES = 2 ** 28

export const hasPoppler = (): boolean =>
  ['pdftoppm', 'pdftotext', 'pdfinfo'].every((name) => spawnSync(name, ['-v']).error === undefined)

/** RGBA, as base/pdf/prove/compare.ts takes it. */
export type Sheet = Uint8Array

/** Points, as shown. */
type Size = { width: number; height: number }

/** Pages as they are shown, from 1. @throws where poppler cannot read the file */
export function sizesOf(path: string): Size[] {
  const text = run('pdfinfo', ['-f', '1', '-l', '100000', path]).toString('latin1')
  const turned = new Map([...text.matchAll(/^Page +(\d+) rot: +(\d+)/gm)].map(([, page, rot]) => [page, rot]))
  return [...text.matchAll(/^Page +(\d+) size: +([\d.e+]+) x ([\d.e+]+) pts/gm)].map(([, page, a, b]) => {
    const [width, height] = [Number(a), Number(b)]
    // Only quarter turns count
    const isTurned = [90, 270].includes(Number(turned.get(page)))
    return isTurned ? { width: height, height: width } : { width, height }
  })
}

/** The words of each page, in poppler's order. */
export function wordsOf(path: string): string[][] {
  const pages = run('pdftotext', ['-enc', 'UTF-8', '-cropbox', path, '-']).toString('utf8').split('\f')
  return pages.slice(0, -1).map((text) => text.split(/\s+/).filter(Boolean))
}

const AT_ONCE = 20

/** Each page of print-ready paper as a sheet at 36 dpi. */
export function paperOf(path: string): Sheet[] {
  const pages = sizesOf(path).length
  const sheets: Sheet[] = []
  for (let from = 1; from <= pages; from += AT_ONCE) {
    const which = ['-f', `${from}`, '-l', `${Math.min(pages, from + AT_ONCE - 1)}`]
    for (const picture of picturesOf(run('pdftoppm', [...which, '-r', String(DPI * FINER), path])))
      sheets.push(onSheet(picture))
  }
  return sheets
}

/** A page of a customer's file on its A4 sheet: drawn by poppler, and placed by this program. */
export function originalOf(path: string, page: number, size: Size, annotations: boolean): Sheet {
  const [short, long] = [Math.min(size.width, size.height), Math.max(size.width, size.height)]
  const scale = isOfHojaPt(short, long, A4) ? 1 : Math.min(A4.width / short, A4.height / long)
  const which = ['-f', `${page}`, '-l', `${page}`, '-cropbox', ...(annotations ? [] : ['-hide-annotations'])]
  const [picture] = picturesOf(run('pdftoppm', [...which, '-r', String(DPI * FINER * scale), path]))
  if (!picture) throw new Error(`poppler draws nothing of page ${page}`)
  return onSheet(size.width > size.height ? turned(picture) : picture)
}

const INK = 180
const PAPER = 230

/** The ink of `wanted` that has no ink at the same place or beside it on `there`, in black on white. */
export function missingInk(wanted: Sheet, there: Sheet): Sheet {
  const { width, height } = SHEET
  const missing = new Uint8Array(wanted.length).fill(255)
  const light = (sheet: Sheet, at: number) =>
    Math.min(sheet[at] ?? 255, sheet[at + 1] ?? 255, sheet[at + 2] ?? 255)
  const around = [0, -1, 1, -width, width, -width - 1, -width + 1, width - 1, width + 1]
  for (let at = width; at < width * (height - 1); at++) {
    if (light(wanted, at * 4) > INK) continue
    if (around.every((step) => light(there, (at + step) * 4) > PAPER)) missing.fill(0, at * 4, at * 4 + 3)
  }
  return missing
}

export function toGrey(sheet: Sheet): Sheet {
  const grey = Uint8Array.from(sheet)
  for (let at = 0; at < grey.length; at += 4) {
    const light = 0.3 * (grey[at] ?? 0) + 0.59 * (grey[at + 1] ?? 0) + 0.11 * (grey[at + 2] ?? 0)
    grey.fill(light, at, at + 3)
  }
  return grey
}

function run(program: string, args: string[]): Buffer {
  return execFileSync(program, args, {
    maxBuffer: MOST_BYTES,
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: PAGE_MS * 10,
  })
}

type Picture = { width: number; height: number; rgb: Uint8Array }

/** Splits a stream of PPM pictures (P6) that follow one another. */
function picturesOf(data: Buffer): Picture[] {
  const pictures: Picture[] = []
  for (let at = 0; at < data.length; ) {
    const head = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(data.toString('latin1', at, at + 40))
    if (!head) throw new Error('no PPM')
    const [width, height] = [Number(head[1]), Number(head[2])]
    const from = at + head[0].length
    at = from + width * height * 3
    pictures.push({ width, height, rgb: data.subarray(from, at) })
  }
  return pictures
}

/** A quarter turn counter-clockwise. */
function turned({ width, height, rgb }: Picture): Picture {
  const out = new Uint8Array(rgb.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const to = ((width - 1 - x) * height + y) * 3
      out.set(rgb.subarray((y * width + x) * 3, (y * width + x) * 3 + 3), to)
    }
  }
  return { width: height, height: width, rgb: out }
}

/** Puts the picture in the middle of a white sheet and cuts off the parts that lie outside. */
function onSheet({ width, height, rgb }: Picture): Sheet {
  const missing = new Uint16Array(SHEET.width * SHEET.height * 4)
  const [left, top] = [Math.round((FINE.width - width) / 2), Math.round((FINE.height - height) / 2)]
  const [right, bottom] = [SHEET.width * FINER - left, SHEET.height * FINER - top]
  for (let y = Math.max(0, -top); y < Math.min(height, bottom); y++) {
    const row = Math.floor((y + top) / FINER) * SHEET.width
    for (let x = Math.max(0, -left); x < Math.min(width, right); x++) {
      const from = (y * width + x) * 3
      const to = (row + Math.floor((x + left) / FINER)) * 4
      for (let channel = 0; channel < 3; channel++)
        missing[to + channel] = (missing[to + channel] ?? 0) + 255 - (rgb[from + channel] ?? 255)
    }
  }
  return Uint8Array.from(missing, (sum) => 255 - Math.round(sum / FINER ** 2))
}
