import type { NombreHoja } from '@imprimitodo/shared/rules/compra/hoja'
import type { Sensibilidad } from '@imprimitodo/shared/rules/taller/tinta'
import type { TicketDePedido } from '../drawn/ticket.ts'
import type { Inspection, PdfRefusalReason, ProvedPage, Stretch } from '../port.ts'
import type { Renglon } from '../renglon.ts'

/** The name of the finished work in its temporary folder: the child makes it, the parent moves it. */
export const FINISHED = 'trabajo.pdf'

/** The jobs of a child process. Only paths of customers' files cross the boundary, never their bytes. */
export type PdfJob =
  | { kind: 'inspect'; path: string; most: number }
  | { kind: 'repair'; path: string; most: number; folder: string }
  | {
      kind: 'color'
      path: string
      from: number
      to: number
      sliceMs: number
      sensibilidad?: Sensibilidad | undefined
    }
  | { kind: 'risky'; path: string; pages: number[] }
  | {
      kind: 'prove'
      path: string
      hoja: NombreHoja
      pages: number[]
      imagen: number[]
      folder: string
      sensibilidad?: Sensibilidad | undefined
    }
  | { kind: 'thumbnail'; path: string; page: number; width: number }
  | { kind: 'assemble'; work: Stretch[]; hoja: NombreHoja; folder: string }
  | { kind: 'ticket'; ticket: TicketDePedido }
  | { kind: 'renglones'; titulo: string; renglones: readonly Renglon[] }

/** The answer of each job. `color` may end early, after its slice of time, with the answers so far. */
export type Answers = {
  inspect: Omit<Inspection, 'reparado'> & { sound: boolean }
  /** The path of the sound file, in `folder`. */
  repair: string
  color: { answered: number }
  /** The pages that may print differently from the screen. */
  risky: number[]
  prove: { answered: number }
  thumbnail: Uint8Array
  assemble: { pages: number }
  ticket: Uint8Array
  renglones: Uint8Array
}

/** Milliseconds, or as many as the last time. */
type Allowance = number | 'again'

/** A sign of life: the job may now go on for this long (a page's worth if not said). */
export type Beat = (allowance?: Allowance) => void

export type Request = { id: number; job: PdfJob }
export type Reply =
  | { id: number; is: 'beat'; allowance?: Allowance | undefined }
  | { id: number; is: 'page'; page: number; color: boolean }
  | { id: number; is: 'proved'; proved: ProvedPage }
  | { id: number; is: 'done'; answer: Answers[keyof Answers] }
  | { id: number; is: 'refused'; reason: PdfRefusalReason }
  | { id: number; is: 'crashed'; message: string } // inside WASM: this process cannot be used any more
  | { id: number; is: 'failed'; message: string; code: string | undefined } // no file, no space: not the PDF
