import * as z from 'zod'
import { ESTADOS_RECIBIDO } from '../rules/compra/recepcion.ts'
import { filledField, sucursalField, textField } from './campos.ts'

const instant = z.iso.datetime()

/** A file sent by a phone, as the phone and the counter see it. */
export const Recibido = z.object({
  /** The upload in parts that brings it; `archivos_data` refers to it by this id. */
  subida: z.string(),
  nombre: z.string(),
  estado: z.enum(ESTADOS_RECIBIDO),
  bytes: z.number(),
  /** Bytes that have arrived. */
  llegado: z.number(),
  paginas: z.int().nullable(),
  /** Why it cannot be printed. */
  problema: z.string().nullable(),
})
export type Recibido = z.infer<typeof Recibido>

/** `quien`: the clerk's first name. From `vence` on no other file may be begun. */
export const RecepcionAnswer = z.object({
  sucursal: z.string(),
  quien: z.string(),
  vence: instant,
  retencion_dias: z.int(),
  archivos: z.array(Recibido),
})
export type RecepcionAnswer = z.infer<typeof RecepcionAnswer>

export const RecepcionMostrador = z.object({
  recepcion_id: z.int(),
  vence: instant,
  cerrada: z.boolean(),
  archivos: z.array(Recibido),
})
export type RecepcionMostrador = z.infer<typeof RecepcionMostrador>

/** The token of the QR, or the code that customers type without a camera. */
const RecepcionParams = z.object({ token: textField(64) })
const Subida = textField(64).regex(/^[\w-]+$/, 'La subida no es válida.')

/** For customers at the counter: files for the sale in progress. 404 {detail} unknown, 410 {detail} over. */
export const recepcionesApi = {
  'GET /api/subir/:token': { params: RecepcionParams, answer: RecepcionAnswer },
  /**
   * Adds an upload in parts to this sale as a file: once when it was announced, so that the counter sees it
   * come, and once when all of it has arrived: then it is read. A repeated call answers the same. 400
   * {nombre: [..]}; 404 {detail} for an unknown upload; 409 {detail} beyond the number of files.
   */
  'POST /api/subir/:token': {
    params: RecepcionParams,
    body: z.object({ subida: Subida, nombre: filledField(255, 'El archivo no tiene nombre.') }),
    answer: RecepcionAnswer,
  },
  /** The customer takes the file back. */
  'DELETE /api/subir/:token/:subida': {
    params: RecepcionParams.extend({ subida: Subida }),
    answer: RecepcionAnswer,
  },
}

const id = z.object({
  id: z.coerce
    .number()
    .int()
    .positive()
    .max(2 ** 31 - 1),
})

export const recepcionesMostradorApi = {
  /**
   * Token and code are shown only in this answer. `anterior`: the sale's earlier one, which this one ends.
   */
  'POST /api/mostrador/recepciones': {
    body: z.object({ sucursal: sucursalField, anterior: z.int32().nullish() }),
    answer: RecepcionMostrador.extend({ url: z.string(), codigo: z.string() }),
    status: 201 as const,
  },
  'GET /api/mostrador/recepciones/:id': { params: id, answer: RecepcionMostrador },
  /** Its sale is over. A repeated call answers the same. */
  'POST /api/mostrador/recepciones/:id/cerrar': { params: id, answer: RecepcionMostrador },
}
