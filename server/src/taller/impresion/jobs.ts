import type { Deps } from '../../base/runtime/deps.ts'
import { type Trabajos, whyNot } from '../trabajos/service.ts'
import { fingerprintFile, Irrecuperable, printableOf } from './documento.ts'
import { printAlone } from './enqueue.ts'
import { findImpresion, findImpresora, holdImpresora, lockImpresion, updateImpresion } from './store.ts'

export function impresionJobs(
  deps: Pick<Deps, 'db' | 'events' | 'files' | 'jobs' | 'now' | 'pdf' | 'publicUrl'>,
  trabajos: Trabajos,
): void {
  deps.jobs.work('imprimir_pedido', ({ pedido_id }) => printAlone(deps, pedido_id))
  deps.jobs.work('preparar_impresion', ({ id }) => prepare(deps, trabajos, id))
}

/** Makes the document and wakes the agents. A work that can never be made stops, with its reason. */
async function prepare(
  deps: Pick<Deps, 'db' | 'events' | 'files' | 'pdf' | 'publicUrl'>,
  trabajos: Trabajos,
  id: number,
): Promise<void> {
  const impresion = await findImpresion(deps.db, id)
  if (impresion?.estado !== 'en_cola' || impresion.sha256) return
  const impresora = await findImpresora(deps.db, impresion.impresora_id)
  if (!impresora) return
  const { sucursal_id } = impresora
  try {
    const { path, sin_color } = await printableOf(deps, trabajos, impresion, impresora)
    const made = { ...(await fingerprintFile(path)), sin_color: sin_color.length > 0 ? sin_color : null }
    await deps.db.transaction(async (tx) => {
      const there = await holdImpresora(tx, impresora.id)
      const current = await lockImpresion(tx, id)
      // Moved meanwhile, or its printer's copies are made in another way now: another job makes it anew
      const isWanted =
        current?.estado === 'en_cola' &&
        current.impresora_id === impresora.id &&
        current.caratula === impresion.caratula &&
        there?.repetir_copias === impresora.repetir_copias
      if (!isWanted) return
      await updateImpresion(tx, id, { ...made, ...(!current.consultar && { mensaje: null }) })
      await deps.events.tell(tx, 'impresion', { sucursal_id })
    })
  } catch (error) {
    const { texto: mensaje, forGood } =
      error instanceof Irrecuperable ? { texto: error.message, forGood: true } : whyNot(error)
    await updateImpresion(deps.db, id, { mensaje, ...(forGood && { estado: 'detenida' }) })
    await deps.events.tell(deps.db, 'impresion', { sucursal_id })
    if (!forGood) throw error
  }
}
