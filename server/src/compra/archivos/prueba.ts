// The proof of a file: its pages as they will be printed, compared with the file, before its price is
// binding.

import type { PruebaDeArchivo, PruebaParcial } from '../../base/db/schema/archivos.ts'
import type { Proof } from '../../base/pdf/port.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { pathToRead } from './lectura.ts'
import { findContenidos, setPrueba, setPruebaParcial } from './store.ts'

type Proving = Pick<Deps, 'db' | 'files' | 'pdf' | 'tienda'>

export const TURN_MS = 20_000
/** Working time on one file, without its waiting: pages not proved by then count as impossible to print. */
const MOST_MS = 3_600_000

/** The proofs under way in this process, by contenido, so that two callers share one. */
const underWay = new Map<string, Promise<boolean>>()

/**
 * Proves a file for one turn, from where the last one ended, unless it was proved. The job `prueba` calls it,
 * and callers that cannot wait for the job.
 * @returns whether nothing is left
 */
export function provePrueba(deps: Proving, id: string, signal?: AbortSignal): Promise<boolean> {
  const mine = underWay.get(id) ?? prove(deps, id, signal).finally(() => underWay.delete(id))
  underWay.set(id, mine)
  return mine
}

async function prove(deps: Proving, id: string, signal: AbortSignal | undefined): Promise<boolean> {
  const [contenido] = await findContenidos(deps.db, [id])
  if (!contenido || contenido.paginas === null || contenido.prueba) return true
  const { paginas, reparado, prueba_parcial: before } = contenido
  const { sensibilidad_color: sensibilidad } = (await deps.tienda.read()).ajustes
  const proof = await deps.pdf.prove(await pathToRead(deps, contenido), paginas, {
    reparado,
    after: before?.hasta ?? 0,
    wanted: before?.quedan,
    turnMs: TURN_MS,
    sensibilidad,
    signal,
  })
  const ms = (before?.ms ?? 0) + Math.round(proof.ms)
  const found = pruebaOf(proof, before)
  const { hasta, wanted: quedan } = proof
  if (hasta < paginas && ms < MOST_MS) {
    await setPruebaParcial(deps.db, id, { ...found, hasta, ms, quedan })
    return false
  }
  await setPrueba(deps.db, id, { ...found, imposibles: [...found.imposibles, ...quedan] })
  return true
}

/** This turn's findings, added to those of earlier turns. */
function pruebaOf(
  { imagen, imposibles, findings }: Proof,
  before: PruebaParcial | null | undefined,
): PruebaDeArchivo {
  const avisos = new Map(before?.avisos.map(({ codigo, paginas }) => [codigo, paginas]))
  for (const [codigo, paginas] of findings) avisos.set(codigo, [...(avisos.get(codigo) ?? []), ...paginas])
  return {
    imagen: [...(before?.imagen ?? []), ...imagen],
    imposibles: [...(before?.imposibles ?? []), ...imposibles],
    avisos: [...avisos].map(([codigo, paginas]) => ({ codigo, paginas })),
  }
}
