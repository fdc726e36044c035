// The counter's decisions on an impresion: the answer to a doubt, another printer, an end.
import type { Impresion } from '@imprimitodo/shared/api/impresion'
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { FASES_CON_PAPEL } from '@imprimitodo/shared/rules/taller/impresion'
import type { Tx } from '../../base/db/open.ts'
import { notFound, refuse } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { lockPedido } from '../../compra/pedidos/service.ts'
import { intentoAbierto, updateIntento } from './arriendos-store.ts'
import { hasCaratula } from './caratula.ts'
import {
  fichaOf,
  impresionesAnswer,
  needAble,
  needAnswer,
  needImpresora,
  noteOf,
  papelPerdido,
  SILENT_MS,
} from './respuesta.ts'
import {
  findImpresora,
  type ImpresionRow,
  type ImpresoraRow,
  insertImpresion,
  isPapel,
  lockEnCola,
  lockImpresion,
  sucursalOfImpresion,
  updateImpresion,
} from './store.ts'

type Respuesta = {
  respuesta: 'salio_bien' | 'reimprimir' | 'reimprimir_desde' | 'cancelar'
  desde?: number | null | undefined
  copias?: number | null | undefined
  motivo?: string | null | undefined
}

/** The answer of the person at the tray, who alone can see what came out. @throws 404, 409 */
export async function resolveImpresion(
  deps: Pick<Deps, 'db' | 'events' | 'jobs' | 'now'>,
  id: number,
  dicho: Respuesta,
  quien: string,
) {
  const pedido_id = await deps.db.transaction(async (tx) => {
    const impresion = await needImpresion(tx, id)
    // Before the new work, whose insert would lock its row a little: two answers at once would wait for each other
    if (impresion.pedido_id) await lockPedido(tx, impresion.pedido_id)
    await needDoubtful(tx, deps, impresion)
    const { respuesta } = dicho
    const isGood = respuesta === 'salio_bien'
    await close(tx, deps, impresion, isGood ? 'impresa' : 'cancelada', quien)
    if (respuesta === 'reimprimir' || respuesta === 'reimprimir_desde')
      await repeat(tx, deps, impresion, dicho, quien)
    await noteOf(
      tx,
      deps,
      impresion,
      quien,
      {
        salio_bien: `«${impresion.nombre}» salió bien (lo confirmó quien estaba en la bandeja).`,
        reimprimir: `«${impresion.nombre}» se imprime de nuevo${dicho.copias ? ` (${dicho.copias} de ${count(impresion.copias, 'copia')})` : ''}: ${dicho.motivo ?? 'no salió'}.`,
        reimprimir_desde: `«${impresion.nombre}» se imprime desde la página ${dicho.desde ?? 1}: ${dicho.motivo ?? 'salió una parte'}.`,
        cancelar: `«${impresion.nombre}» no se imprime.`,
      }[respuesta],
    )
    return impresion.pedido_id
  })
  return pedido_id ? impresionesAnswer(deps, { pedido_id }) : impresionesAnswer(deps, { id })
}

async function repeat(
  tx: Tx,
  deps: Pick<Deps, 'jobs' | 'now'>,
  of: ImpresionRow,
  dicho: Respuesta,
  quien: string,
): Promise<void> {
  const desde = dicho.respuesta === 'reimprimir_desde' ? (dicho.desde ?? 1) : of.desde_pagina
  if (desde > of.paginas) throw refuse(409, `Ese trabajo tiene ${count(of.paginas, 'página')}.`)
  // Two sides of one sheet stay together
  const desde_pagina = of.lados === 2 && desde % 2 === 0 ? desde - 1 : desde
  const copias = dicho.respuesta === 'reimprimir' ? (dicho.copias ?? of.copias) : of.copias
  if (copias > of.copias) throw refuse(409, `Ese trabajo lleva ${count(of.copias, 'copia')}.`)
  const { pedido_id, trabajo, nombre, borde, color, paginas, impresora_id, lados, hoja } = of
  const hojas = Math.ceil((paginas - desde_pagina + 1) / lados)
  const made = await insertImpresion(tx, {
    pedido_id,
    trabajo,
    nombre,
    copias,
    lados,
    borde,
    color,
    hojas,
    paginas,
    impresora_id,
    hoja,
    desde_pagina,
    de_id: of.id,
    motivo: dicho.motivo ?? 'No salió',
    pedida: deps.now(),
    pedida_por: quien,
  })
  if (!made) throw refuse(409, 'Ya está en camino a la impresora.')
  await deps.jobs.send(tx, 'preparar_impresion', { id: made.id })
}

/**
 * Doubtful or stopped; or with an agent that has been silent for minutes, whose lease no other agent may
 * take.
 */
async function needDoubtful(tx: Tx, deps: Pick<Deps, 'now'>, { id, estado }: ImpresionRow): Promise<void> {
  if (estado === 'verificar' || estado === 'detenida') return
  if (estado === 'imprimiendo') {
    const intento = await intentoAbierto(tx, id)
    const silent = intento && deps.now().getTime() - intento.arriendo_hasta.getTime()
    if (intento && silent !== undefined && silent > SILENT_MS) {
      await updateIntento(tx, intento.id, { fase: 'verificar', actualizado: deps.now() })
      return
    }
  }
  throw refuse(409, 'Esta impresión no espera ninguna respuesta.')
}

export async function confirmImpresion(
  deps: Pick<Deps, 'db' | 'events' | 'now'>,
  id: number,
): Promise<Impresion> {
  await deps.db.transaction(async (tx) => {
    const impresion = await needImpresion(tx, id)
    if (!impresion.consultar) throw refuse(409, 'Esta impresión no espera ninguna respuesta.')
    const impresora = await findImpresora(tx, impresion.impresora_id)
    const perdido = impresora && papelPerdido(fichaOf(impresion), impresora)
    if (perdido) throw refuse(409, perdido)
    await updateImpresion(tx, id, { consultar: false, mensaje: null, pedida: deps.now() })
    await tellImpresion(tx, deps, id)
  })
  return needAnswer(deps, id)
}

/**
 * Before the document is allowed it ends here; after it the printer is told, and a person is asked how much
 * came out.
 */
export async function cancelImpresion(
  deps: Pick<Deps, 'db' | 'events' | 'now'>,
  id: number,
  quien: string,
): Promise<Impresion> {
  await deps.db.transaction(async (tx) => {
    const impresion = await needImpresion(tx, id)
    if (!['en_cola', 'imprimiendo'].includes(impresion.estado))
      throw refuse(409, 'Esta impresión ya terminó.')
    await updateImpresion(tx, id, { cancelar: true })
    if (await mayHavePaper(tx, id)) {
      const nota = `Se pidió cancelar «${impresion.nombre}», que ya estaba en la impresora.`
      if (!impresion.cancelar) await noteOf(tx, deps, impresion, quien, nota)
      return tellImpresion(tx, deps, id)
    }
    await dropIntento(tx, deps, id)
    await close(tx, deps, impresion, 'cancelada', quien)
    await noteOf(tx, deps, impresion, quien, `Se canceló la impresión de «${impresion.nombre}».`)
  })
  return needAnswer(deps, id)
}

/** Moves it to another printer of the same branch, as long as nothing can have come out of this one. */
export async function moveImpresion(
  deps: Pick<Deps, 'db' | 'events' | 'jobs' | 'now'>,
  id: number,
  impresora_id: number,
  quien: string,
): Promise<Impresion> {
  await deps.db.transaction(async (tx) => {
    const impresion = await needImpresion(tx, id)
    const from = await findImpresora(tx, impresion.impresora_id)
    const isUnprinted =
      impresion.estado === 'en_cola' || (impresion.estado === 'detenida' && impresion.contadas === 0)
    if (!isUnprinted || (await mayHavePaper(tx, id)))
      throw refuse(409, 'Ya empezó a salir por esta impresora: cancelala primero.')
    const target = await needImpresora(tx, impresora_id, from?.sucursal_id ?? 0)
    needAble(fichaOf(impresion), target)
    await dropIntento(tx, deps, id)
    await updateImpresion(tx, id, {
      estado: 'en_cola',
      impresora_id,
      sha256: null,
      bytes: null,
      mensaje: null,
      contadas: null,
      cancelar: false,
      // The person who moves it wants it now, however long it waited
      consultar: false,
      pedida: deps.now(),
      caratula: await mayHaveCaratula(tx, impresion, target),
    })
    await deps.jobs.send(tx, 'preparar_impresion', { id })
    await tellImpresion(tx, deps, id)
    await noteOf(tx, deps, impresion, quien, `«${impresion.nombre}» pasa a ${target.nombre}.`)
  })
  return needAnswer(deps, id)
}

/** Whether it may have a cover at its new printer. A reprint has none there either. */
async function mayHaveCaratula(
  tx: Tx,
  { id, pedido_id, de_id }: ImpresionRow,
  target: ImpresoraRow,
): Promise<boolean> {
  if (pedido_id === null) return false
  return hasCaratula(tx, target, { pedido_id, impresion_id: id, repite: de_id !== null })
}

/**
 * Its document was made again with other bytes (by another qpdf, or another release of it): the agent is told
 * again, with the new hash. Not if paper may be out: then its agent has the old bytes.
 */
export async function announceAgain(deps: Pick<Deps, 'db' | 'jobs' | 'now'>, id: number): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const impresion = await lockImpresion(tx, id)
    if (impresion?.estado !== 'en_cola' || (await mayHavePaper(tx, id))) return
    await remake(tx, deps, id)
  })
}

/** The works that wait for this printer are made anew, since copies are made in another way now. */
export async function remakeEnCola(
  tx: Tx,
  deps: Pick<Deps, 'jobs' | 'now'>,
  impresora_id: number,
): Promise<void> {
  for (const { id } of await lockEnCola(tx, impresora_id)) await remake(tx, deps, id)
}

async function remake(tx: Tx, deps: Pick<Deps, 'jobs' | 'now'>, id: number): Promise<void> {
  await dropIntento(tx, deps, id)
  await updateImpresion(tx, id, { sha256: null, bytes: null })
  await deps.jobs.send(tx, 'preparar_impresion', { id })
}

/** Closes an attempt that may not send any more: its fence is no longer the open one. */
export async function dropIntento(tx: Tx, deps: Pick<Deps, 'now'>, impresion_id: number): Promise<void> {
  const open = await intentoAbierto(tx, impresion_id)
  if (open) await updateIntento(tx, open.id, { fase: 'cancelado', actualizado: deps.now() })
}

export async function mayHavePaper(tx: Tx, impresion_id: number): Promise<boolean> {
  const open = await intentoAbierto(tx, impresion_id)
  return open !== undefined && (open.autorizado !== null || FASES_CON_PAPEL.includes(open.fase))
}

async function close(
  tx: Tx,
  deps: Pick<Deps, 'events' | 'now'>,
  { id }: ImpresionRow,
  estado: 'impresa' | 'cancelada',
  quien: string,
): Promise<void> {
  await updateImpresion(tx, id, { estado, terminada: deps.now(), resuelta_por: quien })
  await tellImpresion(tx, deps, id)
}

/** Wakes the branch whose printer has it: the works of an order that moved stay where they were printed. */
export async function tellImpresion(tx: Tx, { events }: Pick<Deps, 'events'>, id: number): Promise<void> {
  const sucursal_id = await sucursalOfImpresion(tx, id)
  if (sucursal_id !== undefined) await events.tell(tx, 'impresion', { sucursal_id })
}

/** Without slips: a ticket is no work, and is printed anew instead. @throws 404 */
async function needImpresion(tx: Tx, id: number): Promise<ImpresionRow> {
  const found = await lockImpresion(tx, id)
  if (!found || isPapel(found)) throw notFound('Esa impresión no existe.')
  return found
}
