import * as z from 'zod'
import { cursorField, emailField, filledField, nombreField, textField } from './campos.ts'

export const arrepentimientoApi = {
  /**
   * No account, no order number needed (Disposición 954/2025). The same request on the same day answers the
   * same code.
   */
  'POST /api/arrepentimiento': {
    body: z.object({
      nombre: nombreField(120, 'El nombre es obligatorio'),
      email: emailField,
      /** The order's number, or what was bought. */
      compra: filledField(500, 'Contanos qué compraste, o el número de pedido'),
      motivo: textField(1000).trim().nullish(),
    }),
    answer: z.object({ codigo: z.string(), recibido: z.string() }),
  },
}

export const ArrepentimientoFila = z.object({
  id: z.int(),
  codigo: z.string(),
  nombre: z.string(),
  email: z.string(),
  compra: z.string(),
  motivo: z.string().nullable(),
  creado: z.iso.datetime(),
  /** Null while it waits. */
  atendido: z.iso.datetime().nullable(),
  atendido_por: z.string().nullable(),
  nota: z.string().nullable(),
})
export type ArrepentimientoFila = z.infer<typeof ArrepentimientoFila>

/** For the back office. */
export const arrepentimientosMostradorApi = {
  'GET /api/mostrador/arrepentimientos': {
    query: z.object({
      /** Open ones all at once, oldest first; attended ones by pages, newest first. */
      cuales: z.enum(['abiertos', 'atendidos']).default('abiertos'),
      cursor: cursorField.optional(),
    }),
    answer: z.object({
      arrepentimientos: z.array(ArrepentimientoFila),
      /** How many requests wait, whichever ones the call asked for. */
      abiertos: z.int(),
      siguiente: z.string().nullable(),
    }),
  },
  /** A second call gets 409 {detail}, which names the person who attended the request. 404 unknown. */
  'POST /api/mostrador/arrepentimientos/:id/atender': {
    params: z.object({
      id: z.coerce
        .number()
        .int()
        .min(0)
        .max(2 ** 31 - 1),
    }),
    body: z.object({ nota: filledField(500, 'Escribí qué se hizo.') }),
    answer: ArrepentimientoFila,
  },
}
