import * as z from 'zod'
import { ESTADOS_RECIBIDO } from '../rules/recepcion.ts'
import { filledField, sucursalField, textField } from './campos.ts'

const instant = z.iso.datetime()

/** A file that a phone sent, as it sees it and as the counter does. */
export const Recibido = z.object({
  /** The upload in parts that brings it, by which `archivos_data` names it. */
  subida: z.string(),
  nombre: z.string(),
  estado: z.enum(ESTADOS_RECIBIDO),
  bytes: z.number(),
  /** How many of them are here. */
  llegado: z.number(),
  paginas: z.int().nullable(),
  /** Why it cannot be printed. */
  problema: z.string().nullable(),
})
export type Recibido = z.infer<typeof Recibido>

/** `quien`: the first name of who attends. From `vence` on no other file may be begun. */
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

/** The token of the QR, or the code that is typed where there is no camera. */
const RecepcionParams = z.object({ token: textField(64) })
const Subida = textField(64).regex(/^[\w-]+$/, 'La subida no es válida.')

/** Of customers at the counter: files for the sale that is being made. 404 {detail} unknown, 410 {detail} over. */
export const recepcionesApi = {
  'GET /api/subir/:token': { params: RecepcionParams, answer: RecepcionAnswer },
  /**
   * Names an upload in parts as a file of this sale: once when it was announced, so that the counter sees it come, and
   * once when all of it is here: then it is read. Repeated it answers the same. 400 {nombre: [..]}; 404 {detail} where
   * there is no such upload; 409 {detail} beyond the number of files.
   */
  'POST /api/subir/:token': {
    params: RecepcionParams,
    body: z.object({ subida: Subida, nombre: filledField(255, 'El archivo no tiene nombre.') }),
    answer: RecepcionAnswer,
  },
  /** Not wanted after all. */
  'DELETE /api/subir/:token/:subida': {
    params: RecepcionParams.extend({ subida: Subida }),
    answer: RecepcionAnswer,
  },
}

const id = z.object({ id: z.coerce.number().int() })

export const recepcionesMostradorApi = {
  /** Token and code are shown this once. `anterior`: ends with it, as it is of the same sale. */
  'POST /api/mostrador/recepciones': {
    body: z.object({ sucursal: sucursalField, anterior: z.int().nullish() }),
    answer: RecepcionMostrador.extend({ url: z.string(), codigo: z.string() }),
    status: 201 as const,
  },
  'GET /api/mostrador/recepciones/:id': { params: id, answer: RecepcionMostrador },
  /** Its sale is over. Repeated it answers the same. */
  'POST /api/mostrador/recepciones/:id/cerrar': { params: id, answer: RecepcionMostrador },
}
