// What a branch's agent asks and reports. A report counts only for attempts of which it holds the newest
// fence.
import type { ImpresoraAgente, InformeIntento, SaludImpresora, Tarea } from '@imprimitodo/shared/api/agente'
import type { Fase } from '@imprimitodo/shared/rules/impresion'
import type * as z from 'zod'
import type { Tx } from '../../base/db/open.ts'
import { refuse } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { lockPedido, movePedido } from '../../compra/pedidos/service.ts'
import {
  abiertosOf,
  type Intento,
  insertIntento,
  isDeshecho,
  isFinal,
  lockIntento,
  lockTomables,
  renewArriendos,
  updateIntento,
} from './arriendos-store.ts'
import { nombreAtPrinter } from './nombre-trabajo.ts'
import { fichaOf, papelPerdido } from './respuesta.ts'
import {
  type AgenteRow,
  findImpresora,
  type Impresion,
  type Impresora,
  impresorasOfSucursal,
  isPapel,
  lockImpresion,
  noteHuella,
  updateImpresion,
  updateImpresoraRow,
} from './store.ts'

const LEASE_MS = 60_000
/**
 * A printer that was off over night must not print yesterday's works in the morning before the counter is
 * asked.
 */
const STALE_MS = 8 * 3600_000

/** For events: the branch whose agents and screens are woken. */
const branchOf = ({ sucursal_id }: AgenteRow) => ({ sucursal_id })

export const impresorasAgente = async (
  { db }: Pick<Deps, 'db'>,
  { sucursal_id }: AgenteRow,
): Promise<ImpresoraAgente[]> =>
  (await impresorasOfSucursal(db, sucursal_id)).map(
    ({ id, nombre, uri, usuario, clave, huella, perfil, repetir_copias }) => ({
      id,
      nombre,
      uri,
      usuario,
      clave,
      huella,
      perfil: perfil && { ...perfil, copias: repetir_copias ? 'repetir_en_pdf' : 'impresora' },
    }),
  )

/** Leases the works that can be tried now: at most one for each printer. */
export async function takeTarea(
  deps: Pick<Deps, 'db' | 'events' | 'now'>,
  agente: AgenteRow,
): Promise<Tarea[]> {
  return deps.db.transaction(async (tx) => {
    const now = deps.now()
    const tareas: Tarea[] = []
    for (const impresion of await lockTomables(tx, agente.sucursal_id, now)) {
      const mensaje = await preguntaOf(tx, impresion, now)
      if (mensaje && isPapel(impresion)) {
        // A late ticket is cancelled without asking the counter
        await updateImpresion(tx, impresion.id, { estado: 'cancelada', mensaje: TARDE, terminada: now })
        continue
      }
      if (mensaje) {
        await updateImpresion(tx, impresion.id, { consultar: true, mensaje })
        await deps.events.tell(tx, 'impresion', branchOf(agente))
        continue
      }
      const hasta = new Date(now.getTime() + LEASE_MS)
      const intento = await insertIntento(tx, {
        impresion_id: impresion.id,
        agente_id: agente.id,
        now,
        hasta,
      })
      tareas.push(await tareaOf(tx, impresion, intento))
    }
    return tareas
  })
}

/** What the counter has to answer before this work goes to its printer; null: nothing. */
async function preguntaOf(tx: Tx, impresion: Impresion, now: Date): Promise<string | null> {
  const impresora = await findImpresora(tx, impresion.impresora_id)
  const perdido = papelPerdido(fichaOf(impresion), impresora)
  if (perdido) return perdido
  const isStale = now.getTime() - impresion.pedida.getTime() > STALE_MS
  return isStale ? 'Esperó muchas horas: ¿la imprimimos ahora?' : null
}

/** @throws 409 */
function needPapel(impresion: Impresion, impresora: Impresora | undefined): void {
  const perdido = papelPerdido(fichaOf(impresion), impresora)
  if (perdido) throw refuse(409, perdido)
}

async function tareaOf(tx: Tx, impresion: Impresion, { id, cerca }: Intento): Promise<Tarea> {
  const { sha256, bytes, sin_color } = impresion
  if (!sha256 || bytes === null) throw new Error('Only what has been made is leased.')
  return {
    intento: id,
    cerca,
    impresora: impresion.impresora_id,
    nombre: await nombreAtPrinter(tx, impresion, id),
    ficha: {
      ...fichaOf(impresion),
      ...(sin_color && { sin_color }),
      // With a cover the document itself repeats the copies
      ...(impresion.caratula && { copias: 1 }),
    },
    documento: { sha256, bytes },
  }
}

/** The final permission, asked before any byte is sent to the printer. @throws 409 */
export async function authoriseEntrega(
  deps: Pick<Deps, 'dataDir' | 'db' | 'events' | 'jobs' | 'now' | 'publicUrl'>,
  agente: AgenteRow,
  of: { intento: number; cerca: number },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const intento = await lockIntento(tx, { ...of, agente_id: agente.id })
    const impresion = intento && (await lockImpresion(tx, intento.impresion_id))
    const isWanted = impresion && ['en_cola', 'imprimiendo'].includes(impresion.estado) && !impresion.cancelar
    if (!intento || !isWanted || isFinal(intento.fase))
      throw refuse(409, 'Esa impresión ya no es de este agente.')
    const pedido = impresion.pedido_id ? await lockPedido(tx, impresion.pedido_id) : undefined
    if (isDeshecho(pedido?.estado)) throw refuse(409, 'Ese pedido se canceló.')
    const impresora = await findImpresora(tx, impresion.impresora_id)
    needPapel(impresion, impresora)
    await updateIntento(tx, intento.id, { autorizado: intento.autorizado ?? deps.now() })
    await updateImpresion(tx, impresion.id, { estado: 'imprimiendo', mensaje: null })
    if (pedido?.estado === 'pagado' && !isPapel(impresion))
      await movePedido(tx, deps, pedido, 'en_produccion', { quien: impresora?.nombre ?? 'impresora' })
    await deps.events.tell(tx, 'impresion', branchOf(agente))
  })
}

/** Each line counts once and in order; a line of an attempt that is no longer this agent's does not count. */
export async function recordInforme(
  deps: Pick<Deps, 'counters' | 'db' | 'events' | 'now' | 'tienda'>,
  agente: AgenteRow,
  informe: InformeIntento,
): Promise<void> {
  const outcome = await deps.db.transaction(async (tx) => {
    const intento = await lockIntento(tx, { ...informe, agente_id: agente.id })
    if (!intento || informe.seq <= intento.seq) return null
    const { seq, fase, job_id, uuid, impresiones, mensaje } = informe
    const isLate = isFinal(intento.fase)
    await updateIntento(tx, intento.id, {
      seq,
      job_id,
      uuid,
      impresiones,
      mensaje,
      actualizado: deps.now(),
      ...(!isLate && { fase }),
    })
    const impresion = await lockImpresion(tx, intento.impresion_id)
    if (!impresion || isLate) return null
    const ended = isFinal(fase) ? await end(tx, deps, impresion, informe) : null
    if (!ended && impresion.mensaje) await updateImpresion(tx, impresion.id, { mensaje: null })
    await deps.events.tell(tx, 'impresion', branchOf(agente))
    return ended
  })
  if (!outcome) return
  const sucursal = (await deps.tienda.read()).sucursales.find(({ id }) => id === agente.sucursal_id)
  deps.counters.add('prints', { state: outcome, branch: sucursal?.nombre ?? '' })
}

const TARDE = 'Esperó muchas horas a su impresora y no se imprimió.'

const ENDINGS: Partial<Record<Fase, Impresion['estado']>> = {
  completo: 'impresa',
  verificar: 'verificar',
  abortado: 'detenida',
}

async function end(
  tx: Tx,
  deps: Pick<Deps, 'now'>,
  impresion: Impresion,
  { fase, impresiones, mensaje }: InformeIntento,
): Promise<Impresion['estado']> {
  // Cancelled by the clerk: over if certainly nothing came out; otherwise a person has to say what did
  const asked = ENDINGS[fase] ?? (impresion.cancelar && impresiones === 0 ? 'cancelada' : 'detenida')
  // A doubtful or failed ticket is cancelled; the clerk can send it again
  const estado = isPapel(impresion) && asked !== 'impresa' ? 'cancelada' : asked
  const isOver = estado === 'impresa' || estado === 'cancelada'
  await updateImpresion(tx, impresion.id, {
    estado,
    mensaje,
    contadas: impresiones,
    terminada: isOver ? deps.now() : null,
  })
  return estado
}

type Vivo = { intento: number; cerca: number; espera: string | null }

/** Stores signs of life. @returns the attempts that the agent should stop */
export async function noteLatido(
  deps: Pick<Deps, 'db' | 'events' | 'now'>,
  agente: AgenteRow,
  vivos: Vivo[],
  salud: z.infer<typeof SaludImpresora>[],
): Promise<number[]> {
  const now = deps.now()
  await renewArriendos(deps.db, agente.id, vivos, new Date(now.getTime() + LEASE_MS))
  const abiertos = await abiertosOf(deps.db, agente.id)
  let changed = false
  for (const { intento, espera } of vivos) {
    const open = abiertos.find(({ id }) => id === intento)
    if (!open || open.impresion.mensaje === espera) continue
    await updateImpresion(deps.db, open.impresion.id, { mensaje: espera })
    changed = true
  }
  const own = await impresorasOfSucursal(deps.db, agente.sucursal_id)
  for (const { id, anda, texto, aviso, perfil, certificado } of salud) {
    const before = own.find((impresora) => impresora.id === id)
    if (!before) continue
    changed ||= !before.vista || before.anda !== anda || before.texto !== texto || before.aviso !== aviso
    await updateImpresoraRow(deps.db, id, { anda, texto, aviso, vista: now, ...(perfil && { perfil }) })
    if (certificado && (await noteHuella(deps.db, id, certificado))) changed = true
  }
  if (changed) await deps.events.tell(deps.db, 'impresion', branchOf(agente))
  const gone = vivos.filter(({ intento }) => !abiertos.some(({ id }) => id === intento))
  return [
    ...abiertos.filter(({ cancelar }) => cancelar).map(({ id }) => id),
    ...gone.map(({ intento }) => intento),
  ]
}
