import { ANCHOS, FORMATOS } from '@imprimitodo/shared/rules/vidriera/imagen'
import type { Deps } from '../../base/runtime/deps.ts'
import { findImagenes, setLista } from './store.ts'
import type { Variantes } from './variantes.ts'

/** Makes the widths after a picture arrived, so that no visitor waits for them. */
export function imagenesJobs(
  { db, jobs, now }: Pick<Deps, 'db' | 'jobs' | 'now'>,
  variantes: Variantes,
): void {
  jobs.work('imagen', async ({ imagen_id }, signal) => {
    if ((await findImagenes(db, [imagen_id])).length === 0) return
    for (const formato of FORMATOS)
      for (const ancho of ANCHOS) {
        signal.throwIfAborted()
        await variantes.bytes(imagen_id, ancho, formato)
      }
    await setLista(db, imagen_id, now())
  })
}
