import type { NombreHoja } from '@imprimitodo/shared/rules/compra/hoja'
import type { PorCarilla, Run } from '@imprimitodo/shared/rules/compra/paginas'
import type { Sensibilidad } from '@imprimitodo/shared/rules/taller/tinta'
import type { TicketDePedido } from './drawn/ticket.ts'
import type { Renglon } from './renglon.ts'

/** Why a PDF is refused. Each has its own Spanish message in shared/src/rules/compra/archivo.ts. */
export type PdfRefusalReason =
  | 'no-es-pdf' // the bytes are something else (by content, whatever the name)
  | 'vacio' // no bytes at all
  | 'danado' // damaged beyond reading, or a page does not load
  | 'cifrado' // needs a password or certificate to open (an owner-only password is fine)
  | 'sin-paginas' // opens, and has no page
  | 'demasiado-grande' // 4 GiB or more
  | 'demasiadas-paginas' // more than the caller allows
  | 'demasiado-complejo' // did not open or load within its deadline or memory ceiling

export class PdfRefused extends Error {
  reason: PdfRefusalReason
  constructor(reason: PdfRefusalReason) {
    super(reason)
    this.reason = reason
  }
}

/** The engine's processes are killed from outside, as where memory runs out: the file is not to blame. */
export class EngineDown extends Error {}

/** Sizes as seen by a reader (crop box, after /Rotate), in pt, run-length coded in page order. */
export type PageRun = { pages: number; width: number; height: number }
export type Inspection = {
  pages: number
  sizes: PageRun[]
  /**
   * It is damaged: the rest describes its repaired copy, which every other call needs instead of the file.
   */
  reparado: boolean
  /** A form in XFA (ISO 32000-1, 12.7.8), which only Adobe's reader draws. */
  xfa: boolean
}

/**
 * A stretch of a print work, in order: pages of a file, from 1, on sides of one page or of `perSide`.
 * `blankBacks`: a blank side after each side (a one-sided member of a two-sided volume).
 * `fillSheet`: after the stretch, one blank side if the count so far is odd (the next file starts a fresh sheet).
 * `grey`: colours become grey (a b/w member of a colour volume, or a b/w work).
 */
export type Stretch = {
  path: string
  pages: Run[]
  perSide?: PorCarilla
  grey: boolean
  blankBacks: boolean
  fillSheet: boolean
  /** Pages of the file to be printed as pictures, as its proof found. */
  imagen?: number[]
}

/** Further findings of a page's proof, besides whether it prints the same. */
export type Finding =
  | 'en_blanco'
  | 'borde'
  | 'color_en_byn'
  | 'no_se_imprime'
  | 'baja_resolucion'
  | 'fuente_ausente'
export type ProvedPage = { page: number; same: boolean; findings: Finding[] }
/**
 * Page numbers from 1, ascending: pages to be printed as pictures, and pages that cannot be printed. `hasta`:
 * the last page that was examined: the file's last if the turn was long enough.
 */
export type Proof = {
  imagen: number[]
  imposibles: number[]
  findings: Map<Finding, number[]>
  hasta: number
  /** Time that children worked for it, without the wait for them. */
  ms: number
  /** The pages that are still to be proved, for the next turn's `wanted`. */
  wanted: number[]
}

/** Work that a person waits for. */
type Waited = {
  signal?: AbortSignal | undefined
  /**
   * The address of that person. The one with the least work so far goes first, so that many slow files of one
   * delay the others by one file. Absent: goes before all of them.
   */
  sender?: string | undefined
}

/**
 * Everything that opens a customer's PDF. All of it runs in killable child processes with deadlines and a
 * memory ceiling; only paths cross the boundary. Every call takes a signal: aborted, it frees its child. One
 * way for pricing and printing: the pages that `inspect` counts and `colorPages` sees are those that
 * `assemble` prints.
 */
export type PdfEngine = {
  /**
   * Counts by loading every page, and repairs a damaged file to count it. Pages beyond `most` are not read.
   * @throws PdfRefused
   */
  inspect(path: string, options?: { most?: number } & Waited): Promise<Inspection>
  /** Writes the repaired copy of a damaged file to `out`; the same copy each time. @throws PdfRefused */
  repair(path: string, out: string, signal?: AbortSignal): Promise<void>
  /**
   * For pages from..to (1-based, inclusive): does it print any colour? A page that cannot be examined within
   * its deadline counts as colour. `onProgress` gets each page's answer as soon as it is known, in order.
   * After `turnMs`, and at least one page, it returns the answers so far.
   */
  colorPages(
    path: string,
    from: number,
    to: number,
    options?: {
      signal?: AbortSignal
      turnMs?: number | undefined
      /** For scans; 'normal' if it is absent. */
      sensibilidad?: Sensibilidad | undefined
      onProgress?: (page: number, color: boolean) => void
    },
  ): Promise<boolean[]>
  /**
   * Makes the pages of a file as they will be printed, and compares each with the file drawn for print. With
   * more than 600 pages: all risky ones (annotations, transparency), and of the others every k-th.
   * @param options `hoja`: the sheet, A4 by default. `reparado`: the file was damaged, so every page is
   * risky. `after`: the page after which this turn goes on. `turnMs`: no new page is begun after this time
   */
  prove(
    path: string,
    pages: number,
    options?: {
      hoja?: NombreHoja
      reparado?: boolean
      after?: number
      /** The pages left by an earlier turn; without it the file is searched for risky pages again. */
      wanted?: number[] | undefined
      turnMs?: number
      sensibilidad?: Sensibilidad | undefined
      signal?: AbortSignal | undefined
    },
  ): Promise<Proof>
  /** WebP of one page, `width` pixels wide, on white, as it will be printed. @throws PdfRefused */
  thumbnail(path: string, page: number, width: number, options?: Waited): Promise<Buffer>
  /**
   * Writes one copy of a print work to `out` (temporary name beside it, fsync, rename): every side is a page
   * with the box of `hoja` (A4 by default), upright; landscape pages are turned 90 degrees, never cropped;
   * pages of another size are scaled to fit, centred; pages that share a side are scaled into their parts of
   * it.
   * @returns the number of pages, and the files that could only be printed as pictures, whole.
   * @throws PdfRefused
   */
  assemble(
    work: Stretch[],
    out: string,
    options?: { hoja?: NombreHoja; signal?: AbortSignal },
  ): Promise<{ pages: number; drawn: string[] }>
  /**
   * The ticket of an order; thousands of works take seconds, so it is not made in the server's own process.
   */
  ticket(ticket: TicketDePedido, signal?: AbortSignal): Promise<Uint8Array>
  /** A slip of A6, from the lines for a thermal printer. */
  renglones(titulo: string, renglones: readonly Renglon[], signal?: AbortSignal): Promise<Uint8Array>
  /** Ends every child. Calls under way are rejected. */
  close(): Promise<void>
}
