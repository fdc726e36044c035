// The calls and reports of a branch's agent. A report counts only for attempts of which the agent has the newest
// fence.
import type { ImpresoraAgente, InformeIntento, SaludImpresora, Tarea } from '@imprimitodo/shared/api/agente'
import type { Fase } from '@imprimitodo/shared/rules/taller/impresion'
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
  isFaseFinal,
  lockIntento,
  lockTomables,
  renewArriendos,
  updateIntento,
} from './arriendos-store.ts'
import { nombreAtPrinter } from './nombre-trabajo.ts'
import { dropIntento } from './resolve.ts'
import { fichaOf, papelPerdido, repiteCopias } from './respuesta.ts'
import {
  type AgenteRow,
  findImpresora,
  type ImpresionRow,
  type ImpresoraRow,
  impresorasOfSucursal,
  isPapel,
  noteHuella,
  noteSalud,
  updateImpresion,
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
    ({ id, nombre, uri, usuario, clave, cuenta, huella, perfil }) => ({
      id,
      nombre,
      uri,
      usuario,
      clave,
      cuenta,
      huella,
      // A task already asks for one copy where its document repeats them. An agent keeps this profile for a while,
      // so it says the same whatever the owner sets: an older agent would go on making copies as before
      perfil: perfil && { ...perfil, copias: 'impresora' },
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
      const impresora = await findImpresora(tx, impresion.impresora_id)
      if (!impresora) continue
      const mensaje = preguntaOf(impresion, impresora, now)
      if (mensaje) {
        await ask(tx, deps, impresion, { mensaje, agente })
        continue
      }
      const hasta = new Date(now.getTime() + LEASE_MS)
      const intento = await insertIntento(tx, {
        impresion_id: impresion.id,
        agente_id: agente.id,
        now,
        hasta,
      })
      tareas.push(await tareaOf(tx, impresion, impresora, intento))
    }
    return tareas
  })
}

/** The question that the counter has to answer before this work goes to its printer; null: none. */
function preguntaOf(impresion: ImpresionRow, impresora: ImpresoraRow, now: Date): string | null {
  const perdido = papelPerdido(fichaOf(impresion), impresora)
  if (perdido) return perdido
  const isStale = now.getTime() - impresion.pedida.getTime() > STALE_MS
  return isStale ? 'Esperó muchas horas: ¿la imprimimos ahora?' : null
}

/** The work waits for the counter's answer. A slip does not: it is cancelled. */
async function ask(
  tx: Tx,
  { events, now }: Pick<Deps, 'events' | 'now'>,
  impresion: ImpresionRow,
  { mensaje, agente }: { mensaje: string; agente: AgenteRow },
): Promise<void> {
  await updateImpresion(
    tx,
    impresion.id,
    isPapel(impresion)
      ? { estado: 'cancelada', mensaje: TARDE, terminada: now() }
      : { consultar: true, mensaje },
  )
  await events.tell(tx, 'impresion', branchOf(agente))
}

async function tareaOf(
  tx: Tx,
  impresion: ImpresionRow,
  impresora: ImpresoraRow,
  { id, cerca }: Intento,
): Promise<Tarea> {
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
      ...(repiteCopias(impresion, impresora) && { copias: 1 }),
    },
    documento: { sha256, bytes },
  }
}

/**
 * The final permission, asked before any byte is sent to the printer. An agent may have held its work for hours: the
 * counter is asked then, too. @throws 409
 */
export async function authoriseEntrega(
  deps: Pick<Deps, 'dataDir' | 'db' | 'events' | 'jobs' | 'now' | 'publicUrl'>,
  agente: AgenteRow,
  of: { intento: number; cerca: number },
): Promise<void> {
  const pregunta = await deps.db.transaction(async (tx) => {
    const { intento, impresion } = await needWanted(tx, { ...of, agente_id: agente.id })
    const pedido = impresion.pedido_id ? await lockPedido(tx, impresion.pedido_id) : undefined
    if (isDeshecho(pedido?.estado)) throw refuse(409, 'Ese pedido se canceló.')
    const impresora = await findImpresora(tx, impresion.impresora_id)
    if (!impresora) throw refuse(409, 'Esa impresora ya no está.')
    const mensaje = preguntaOf(impresion, impresora, deps.now())
    if (mensaje && intento.autorizado === null) {
      await dropIntento(tx, deps, impresion.id)
      await ask(tx, deps, impresion, { mensaje, agente })
      return mensaje
    }
    const perdido = papelPerdido(fichaOf(impresion), impresora)
    if (perdido) throw refuse(409, perdido)
    await updateIntento(tx, intento.id, { autorizado: intento.autorizado ?? deps.now() })
    await updateImpresion(tx, impresion.id, { estado: 'imprimiendo', mensaje: null })
    if (pedido?.estado === 'pagado' && !isPapel(impresion))
      await movePedido(tx, deps, pedido, 'en_produccion', { quien: impresora.nombre })
    await deps.events.tell(tx, 'impresion', branchOf(agente))
    return null
  })
  if (pregunta) throw refuse(409, pregunta)
}

/** The agent's open attempt and its work, locked. @throws 409 */
async function needWanted(tx: Tx, of: Parameters<typeof lockIntento>[1]) {
  const found = await lockIntento(tx, of)
  const isWanted =
    found && ['en_cola', 'imprimiendo'].includes(found.impresion.estado) && !found.impresion.cancelar
  if (!isWanted || isFaseFinal(found.intento.fase))
    throw refuse(409, 'Esa impresión ya no es de este agente.')
  return found
}

/** Each line counts once and in order; a line of an attempt that is no longer this agent's does not count. */
export async function recordInforme(
  deps: Pick<Deps, 'counters' | 'db' | 'events' | 'now' | 'tienda'>,
  agente: AgenteRow,
  informe: InformeIntento,
): Promise<void> {
  const outcome = await deps.db.transaction(async (tx) => {
    const found = await lockIntento(tx, { ...informe, agente_id: agente.id })
    if (!found || informe.seq <= found.intento.seq) return null
    const { intento, impresion } = found
    const { seq, fase, job_id, uuid, mensaje } = informe
    // Once the document was allowed a count of 0 proves nothing: many printers count no sides of a PDF
    const impresiones = informe.impresiones === 0 && intento.autorizado ? null : informe.impresiones
    const isLate = isFaseFinal(intento.fase)
    await updateIntento(tx, intento.id, {
      seq,
      job_id,
      uuid,
      impresiones,
      mensaje,
      actualizado: deps.now(),
      ...(!isLate && { fase }),
    })
    if (isLate) return null
    const ended = isFaseFinal(fase) ? await end(tx, deps, impresion, { fase, impresiones, mensaje }) : null
    if (!ended && impresion.mensaje) await updateImpresion(tx, impresion.id, { mensaje: null })
    await deps.events.tell(tx, 'impresion', branchOf(agente))
    return ended
  })
  if (!outcome) return
  const sucursal = (await deps.tienda.read()).sucursales.find(({ id }) => id === agente.sucursal_id)
  deps.counters.add('prints', { state: outcome, branch: sucursal?.nombre ?? '' })
}

const TARDE = 'Esperó muchas horas a su impresora y no se imprimió.'

const ENDINGS: Partial<Record<Fase, ImpresionRow['estado']>> = {
  completo: 'impresa',
  verificar: 'verificar',
  abortado: 'detenida',
}

async function end(
  tx: Tx,
  deps: Pick<Deps, 'now'>,
  impresion: ImpresionRow,
  { fase, impresiones, mensaje }: Pick<InformeIntento, 'fase' | 'impresiones' | 'mensaje'>,
): Promise<ImpresionRow['estado']> {
  // Cancelled by the clerk: over if certainly nothing came out; otherwise a person has to say what did
  const isByClerk = fase === 'cancelado' && impresion.cancelar && impresiones !== 0
  const asked = ENDINGS[fase] ?? (impresion.cancelar && impresiones === 0 ? 'cancelada' : 'detenida')
  // A doubtful or failed ticket is cancelled; the clerk can send it again
  const estado = isPapel(impresion) && asked !== 'impresa' ? 'cancelada' : asked
  const isOver = estado === 'impresa' || estado === 'cancelada'
  await updateImpresion(tx, impresion.id, {
    estado,
    // The agent only sees that the job was cancelled at its printer
    mensaje: isByClerk ? 'Se canceló desde el mostrador.' : mensaje,
    contadas: impresiones,
    terminada: isOver ? deps.now() : null,
  })
  return estado
}

type Saludes = z.infer<typeof SaludImpresora>[]

type Vivo = { intento: number; cerca: number; espera: string | null }

/** Stores signs of life. @returns the attempts that the agent should stop */
export async function noteLatido(
  deps: Pick<Deps, 'db' | 'events' | 'now'>,
  agente: AgenteRow,
  vivos: Vivo[],
  salud: Saludes,
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
  if (await noteImpresoras(deps, agente, salud)) changed = true
  if (changed) await deps.events.tell(deps.db, 'impresion', branchOf(agente))
  const gone = vivos.filter(({ intento }) => !abiertos.some(({ id }) => id === intento))
  return [
    ...abiertos.filter(({ cancelar }) => cancelar).map(({ id }) => id),
    ...gone.map(({ intento }) => intento),
  ]
}

/** Stores how the branch's printers are. @returns whether any is otherwise than before */
async function noteImpresoras(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { sucursal_id }: AgenteRow,
  salud: Saludes,
): Promise<boolean> {
  const vista = now()
  let changed = false
  const own = await impresorasOfSucursal(db, sucursal_id)
  for (const { id, uri, anda, texto, aviso, perfil, certificado } of salud) {
    const before = own.find((impresora) => impresora.id === id)
    if (!before) continue
    const isNew = !before.vista || before.anda !== anda || before.texto !== texto || before.aviso !== aviso
    const found = { anda, texto, aviso, vista, ...(perfil && { perfil }) }
    if ((await noteSalud(db, { id, uri: uri ?? before.uri }, found)) && isNew) changed = true
    if (certificado && (await noteHuella(db, id, certificado))) changed = true
  }
  return changed
}
