import * as z from 'zod'
import { mapField, textField } from './campos.ts'

/** Who does something for the shop: a service outside, or what is built in. */
export const Proveedor = z.object({
  cual: z.string(),
  titulo: z.string(),
  servicio: z.string(),
  integrado: z.boolean(),
  /** What becomes of it where it is built in, or null. */
  nota: z.string().nullable(),
  /** Where its settings are from; null: it has none. */
  origen: z.enum(['entorno', 'pantalla']).nullable(),
  /** Which of them are set; {} where the screen cannot set them. Never what they are, but of a choice which one. */
  valores: z.record(z.string(), z.object({ puesto: z.boolean(), opcion: z.string().optional() })),
  /** Keys that are needed and not set. */
  faltan: z.array(z.string()),
  /** When it last worked as it was tried here, since it was changed. */
  probado: z.iso.datetime().nullable(),
  /** To be pasted at the provider: where it tells of payments. */
  direccion: z.string().nullable(),
})
export type Proveedor = z.infer<typeof Proveedor>

export const proveedoresApi = {
  'GET /api/mostrador/proveedores': { answer: z.array(Proveedor) },
  /**
   * What is left out stays as it is; null disconnects it. 400 {clave: [..]}; 404 for one that cannot be set here; 409 where
   * the environment sets it.
   */
  'PUT /api/mostrador/proveedores/:cual': {
    params: z.object({ cual: textField(40) }),
    body: z.object({ valores: mapField(z.string().max(40), textField(60_000), 10).nullable() }),
    answer: z.array(Proveedor),
  },
  /**
   * What is taken to ARCA for a certificate (PKCS #10, PEM). Its key is made with the first one and stays here. 409 before the CUIT
   * is kept, and where the environment sets ARCA.
   */
  'POST /api/mostrador/proveedores/arca/solicitud': { answer: z.object({ solicitud: z.string() }) },
  /** Those that ARCA knows, for web services; 502 {detail} where it does not answer. */
  'GET /api/mostrador/proveedores/arca/puntos-venta': {
    answer: z.object({ puntos: z.array(z.object({ numero: z.int(), sirve: z.boolean() })) }),
  },
  'POST /api/mostrador/proveedores/:cual/probar': {
    params: z.object({ cual: textField(40) }),
    /** What it answered; `anda` false is an answer too. Of `correo` also a mail to who asks. */
    answer: z.object({ anda: z.boolean(), texto: z.string(), ms: z.int() }),
  },
}
