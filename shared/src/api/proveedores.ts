import * as z from 'zod'
import { mapField, textField } from './campos.ts'

/** A provider of something that the shop needs: an outside service, or a built-in one. */
export const Proveedor = z.object({
  cual: z.string(),
  titulo: z.string(),
  servicio: z.string(),
  integrado: z.boolean(),
  /** Tells what a built-in provider does with mails, payments and so on; null for others. */
  nota: z.string().nullable(),
  /** Where its settings are from; null: it has none. */
  origen: z.enum(['entorno', 'pantalla']).nullable(),
  /** Which settings are set; {} where the screen cannot set them. Never their values, except for a choice. */
  valores: z.record(z.string(), z.object({ puesto: z.boolean(), opcion: z.string().optional() })),
  /** Keys of required settings that are not set. */
  faltan: z.array(z.string()),
  /** When a test here last succeeded since its last change. */
  probado: z.iso.datetime().nullable(),
  /** The address for payment notifications, to be pasted at the provider. */
  direccion: z.string().nullable(),
})
export type Proveedor = z.infer<typeof Proveedor>

export const proveedoresApi = {
  'GET /api/mostrador/proveedores': { answer: z.array(Proveedor) },
  /**
   * A key of `valores` that is absent keeps its value. So does a required key that is sent empty; an optional
   * key that is sent empty loses it. `valores: null` disconnects the provider. 400 {clave: [..]}; 404 for a
   * provider that is not connected here; 409 for one that the environment sets.
   */
  'PUT /api/mostrador/proveedores/:cual': {
    params: z.object({ cual: textField(40) }),
    body: z.object({ valores: mapField(z.string().max(40), textField(60_000), 10).nullable() }),
    answer: z.array(Proveedor),
  },
  /**
   * The certificate request for ARCA (PKCS #10, PEM). Its key is made with the first one and stays here. 409
   * before the CUIT is stored, and where the environment sets ARCA.
   */
  'POST /api/mostrador/proveedores/arca/solicitud': { answer: z.object({ solicitud: z.string() }) },
  /** The points of sale that ARCA knows for web services; 502 {detail} where it does not answer. */
  'GET /api/mostrador/proveedores/arca/puntos-venta': {
    answer: z.object({ puntos: z.array(z.object({ numero: z.int(), sirve: z.boolean() })) }),
  },
  'POST /api/mostrador/proveedores/:cual/probar': {
    params: z.object({ cual: textField(40) }),
    /**
     * The provider's answer; `anda` false is an answer too. For `correo` it also sends a mail to the caller.
     */
    answer: z.object({ anda: z.boolean(), texto: z.string(), ms: z.int() }),
  },
}
