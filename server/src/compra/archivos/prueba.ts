// The proof of a file: its pages as they will be printed, compared with the file, before its price is binding.

import type { Prueba } from '../../base/db/schema/archivos.ts'
import type { Proof } from '../../base/pdf/port.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { pathToRead } from './lectura.ts'
import { findContenidos, setPrueba } from './store.ts'

type Proving = Pick<Deps, 'db' | 'files' | 'pdf'>

/** By contenido: what this process is proving now, so that two who wait have it done once. */
const underWay = new Map<string, Promise<void>>()

/** Proves a file unless it was proved; the job `prueba` calls it, and callers that cannot wait for the job. */
export function provePrueba(deps: Proving, id: string, signal?: AbortSignal): Promise<void> {
  const start = () => {
    const mine = prove(deps, id, signal).finally(() => underWay.delete(id))
    underWay.set(id, mine)
    return mine
  }
  return underWay.get(id) ?? start()
}

async function prove(deps: Proving, id: string, signal: AbortSignal | undefined): Promise<void> {
  const [contenido] = await findContenidos(deps.db, [id])
  if (!contenido || contenido.paginas === null || contenido.prueba) return
  const proof = await deps.pdf.prove(await pathToRead(deps, contenido), contenido.paginas, {
    reparado: contenido.reparado,
    signal,
  })
  await setPrueba(deps.db, id, pruebaOf(proof))
}

const pruebaOf = ({ imagen, imposibles, findings }: Proof): Prueba => ({
  imagen,
  imposibles,
  avisos: [...findings].map(([codigo, paginas]) => ({ codigo, paginas })),
})
