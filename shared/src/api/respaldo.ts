import * as z from 'zod'

/** Besides, `POST /api/mostrador/respaldo` answers a whole sealed backup as a file (owner, with step-up). */
export const respaldoApi = {
  /** The key that opens this shop's backups, 64 hex digits. 409 where the server makes none. */
  'POST /api/mostrador/respaldo/clave': { answer: z.object({ clave: z.string() }) },
}
