// Restores a backup into an installation without an owner, for a person with its code. 409 once there is an
// owner.
import * as z from 'zod'
import { filledField, textField } from './campos.ts'

const codigo = filledField(40, 'Escribí el código.', 'Ese código no va.')

/** Where a backup is taken from: uploaded by the browser, in BACKUP_DIR, or where BACKUP_COPY says. */
export const LUGARES_RESPALDO = ['subido', 'servidor', 'copia'] as const
export type LugarRespaldo = (typeof LUGARES_RESPALDO)[number]

/** Bytes of a piece of the file; the last one is smaller. */
export const PEDAZO_BYTES = 8 * 1024 ** 2
/** Header of each piece: the installation's code. */
export const CODIGO_HEADER = 'x-instalacion'

/** 64 hex digits, however they were copied: spaces and hyphens between them do not count. */
const Clave = textField(200, 'Escribí la clave.')
  .transform((typed) => typed.replace(/[\s-]/g, '').toLowerCase())
  .refine(
    (text) => /^[\da-f]{64}$/.test(text),
    'La clave son 64 letras (de la a a la f) y números. Copiala entera.',
  )

const Restauracion = z.object({
  /**
   * `actualizando`: the backup is of an earlier version, and is being updated. `reiniciando`: it is restored,
   * and the server restarts with it.
   */
  fase: z.enum(['nada', 'revisando', 'actualizando', 'restaurando', 'reiniciando']),
  /** Bytes read of the backup in this phase, and how many there are. */
  hecho: z.int(),
  total: z.int(),
  /** Why the last try failed, with what to do; the installation is unchanged. */
  problema: z.string().nullable(),
  /** The uploaded file, whole or in part, in bytes. */
  subida: z.object({ nombre: z.string(), bytes: z.int(), recibidos: z.int() }).nullable(),
})
export type Restauracion = z.infer<typeof Restauracion>

export const RestaurarBody = z.object({
  codigo,
  clave: Clave,
  lugar: z.enum(LUGARES_RESPALDO),
  /** The file's name in that place. */
  nombre: filledField(255, 'Elegí un respaldo.'),
})

/**
 * Between the first and the last, `PUT /api/mostrador/instalacion/respaldo/:desde` takes a piece (octet-stream, with the code in
 * `CODIGO_HEADER`) that begins at that byte: 200 {recibidos}; 409 {detail, recibidos} where another byte comes next.
 */
export const restauracionApi = {
  /**
   * Begins a file, or continues the same one: `modificado` in ms since 1970. 400 {codigo: [..]}, 409, 429,
   * 507.
   */
  'POST /api/mostrador/instalacion/respaldo': {
    body: z.object({
      codigo,
      nombre: filledField(255, 'Elegí un archivo.'),
      bytes: z
        .int()
        .min(1)
        .max(1024 ** 4),
      modificado: z.int(),
    }),
    answer: z.object({ recibidos: z.int() }),
  },
  /** Backups in the places that the server is configured with, the newest first. */
  'POST /api/mostrador/instalacion/respaldos': {
    body: z.object({ codigo }),
    answer: z.object({
      lugares: z.array(
        z.object({
          lugar: z.enum(LUGARES_RESPALDO),
          /** A readable name without secrets. */
          nombre: z.string(),
          respaldos: z.array(z.object({ nombre: z.string(), cuando: z.iso.datetime(), bytes: z.int() })),
          /** Why it could not be read. */
          problema: z.string().nullable(),
        }),
      ),
    }),
  },
  /** Starts it; the next call answers its progress. 400 {campo: [..]}; 409 while another one runs. */
  'POST /api/mostrador/instalacion/restaurar': {
    body: RestaurarBody,
    answer: Restauracion,
  },
  'POST /api/mostrador/instalacion/restauracion': { body: z.object({ codigo }), answer: Restauracion },
}
