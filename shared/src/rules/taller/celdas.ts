// How pages get onto a sheet that stands upright. Lengths are points, corners count from the bottom left.
import { type Hoja, isOfHojaPt } from '../compra/hoja.ts'

/** Corners: left, bottom, right, top. */
export type Box = readonly [number, number, number, number]
export type Size = { width: number; height: number }

const MM = 72 / 25.4
const CLEAR = 3 * MM // no printer prints nearer to the edge

/** A part of a sheet for one of its pages. `turned`: the sheet is read lying, its top to the left. */
export type Cell = { box: Box; turned: boolean }

/**
 * How a page is placed: its middle in the middle of `box`, turned by this many quarters counter-clockwise
 * from how it is displayed, and scaled.
 */
export type Fit = { turns: 0 | 1 | 2; scale: number; box: Box }

/** Whether a side with this many pages is read lying, its top to the sheet's left. `lying`: its pages are. */
export const isReadLying = (perSide: 1 | 2 | 4, lying: boolean): boolean => lying === (perSide !== 2)

/**
 * The parts of a side for its pages, in reading order: four on a sheet that stands or lies as the pages do,
 * two side by side on a sheet that lies, or above each other where the pages lie. Each keeps a distance to
 * the sheet's edges and to the others.
 */
export function cellsOf(hoja: Hoja, perSide: 2 | 4, lying: boolean): Cell[] {
  const turned = isReadLying(perSide, lying)
  const [width, height] = turned ? [hoja.height, hoja.width] : [hoja.width, hoja.height]
  const columns = perSide === 4 || turned ? 2 : 1
  const rows = perSide / columns
  return Array.from({ length: perSide }, (_, index) => {
    const [column, row] = [index % columns, Math.floor(index / columns)]
    const left = (column * width) / columns + CLEAR
    const top = height - (row * height) / rows - CLEAR
    const right = left + width / columns - 2 * CLEAR
    const bottom = top - height / rows + 2 * CLEAR
    // Counter-clockwise: the top goes to the left
    const box: Box = turned
      ? [hoja.width - top, left, hoja.width - bottom, right]
      : [left, bottom, right, top]
    return { box, turned }
  })
}

const lies = ({ width, height }: Size): boolean => width > height

/** Whether most pages of a side lie. */
export const isLying = (pages: readonly Size[]): boolean => pages.filter(lies).length * 2 > pages.length

/** Places a page in a cell as large as it fits, turned if the page lies and the cell is upright, or the reverse. */
export function fitInCell(page: Size, { box, turned }: Cell): Fit {
  const [cellWidth, cellHeight] = [box[2] - box[0], box[3] - box[1]]
  const isCellLying = turned ? cellHeight > cellWidth : cellWidth > cellHeight
  const isAcross = lies(page) !== isCellLying
  const turns = turned ? (isAcross ? 2 : 1) : isAcross ? 1 : 0
  const [width, height] = turns === 1 ? [page.height, page.width] : [page.width, page.height]
  return { turns, scale: Math.min(cellWidth / width, cellHeight / height), box }
}

/**
 * Places a page that has its side for itself. A lying page is turned 90 degrees counter-clockwise, its top
 * towards the binding edge of a right-hand page. A page of the sheet's own size keeps it, any other is scaled
 * to fit.
 */
export function fitOnSheet(hoja: Hoja, page: Size): Fit {
  const turns = lies(page) ? 1 : 0
  const [width, height] = turns === 1 ? [page.height, page.width] : [page.width, page.height]
  const scale = isOfHojaPt(width, height, hoja) ? 1 : Math.min(hoja.width / width, hoja.height / height)
  return { turns, scale, box: boxOf(hoja) }
}

/** The whole sheet. */
export const boxOf = ({ width, height }: Hoja): Box => [0, 0, width, height]
