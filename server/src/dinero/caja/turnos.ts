// A shift of a drawer: opened, moved, counted and closed by the people of its branch.
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { toCentavos, toPesos } from '@imprimitodo/shared/rules/base/dinero'
import {
  type Billete,
  type MedioCaja,
  signOf,
  sumaDe,
  type TipoAMano,
} from '@imprimitodo/shared/rules/dinero/caja'
import type { Tx } from '../../base/db/open.ts'
import { notFound, refuse, refuseField } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { noteCambio, noteIntento, type Quien } from '../../gestion/auditoria/service.ts'
import { needPropia, needSucursal } from '../../gestion/sucursales/service.ts'
import {
  findMovimientoCaja,
  findMovimientoCajaByClave,
  insertMovimientoCaja,
  insertTurno,
  lockTurno,
  type MovimientoCaja,
  type Suma,
  sayMedio,
  sumasOf,
  type Turno,
  updateTurno,
} from './store.ts'
import { esperadoOf, sinMedioDe, viewEfectivo } from './sum-turno.ts'

type Having = Pick<Deps, 'db' | 'now'>
/** Pesos. */
type Conteo = { contado: number; billetes?: Billete[] | null }
type Diferencia = { esperado: number; contado: number; diferencia: number }

const nombreOf = ({ id, caja }: Pick<Turno, 'id' | 'caja'>): string => `Turno ${id}, cajón ${caja}`

/**
 * @param alcance the one branch of the person; null: all of them
 * @throws 400 {sucursal: [..]}; 403 of another branch; 409 that drawer is open
 */
export function openTurno(
  { db, now }: Having,
  quien: Quien,
  alcance: number | null,
  { sucursal: nombre, caja, fondo }: { sucursal: string; caja: number; fondo: number },
): Promise<{ turno_id: number }> {
  return db.transaction(async (tx) => {
    const sucursal = await needSucursal(tx, nombre)
    needPropia(alcance, sucursal.id, 'abrir la caja de')
    const abierto = now()
    const id = await insertTurno(tx, {
      sucursal_id: sucursal.id,
      caja,
      fondo: toCentavos(fondo),
      abierto,
      abierto_por: quien.id,
      abrio: quien.nombre,
    })
    if (id === undefined)
      throw refuse(409, `El cajón ${caja} de ${sucursal.nombre} ya está abierto.`, 'caja_abierta')
    await noteCambio(tx, quien, abierto, {
      que: 'turno',
      clave: id,
      nombre: nombreOf({ id, caja }),
      despues: { sucursal: sucursal.nombre, fondo },
    })
    return { turno_id: id }
  })
}

type AMano = {
  tipo: TipoAMano
  importe: number
  motivo: string
  key: string | null
  si_alcanza?: boolean | null | undefined
}

/**
 * Cash in or out that is no charge.
 * @param importe pesos, above 0
 * @param key of this click; null: each call is a movement
 * @param si_alcanza refuses what is more than the expected cash, so that the clerk is asked whether it is a slip.
 * A person who types another amount each time would learn the expected cash before the count, so Cambios keeps each.
 * @throws 404; 409 closed, the key belongs to another movement, or `caja_no_alcanza`
 */
export async function moveCash(
  { db, now }: Having,
  quien: Quien,
  id: number,
  { tipo, importe, motivo, key, si_alcanza }: AMano,
): Promise<{ movimiento_id: number }> {
  const centavos = signOf(tipo) * toCentavos(importe)
  const isAsked = si_alcanza === true && centavos < 0
  const done = await db.transaction(async (tx) => {
    const turno = await needTurno(tx, id, isAsked ? 'update' : 'share')
    const clave = `mano:${quien.id}:${key ?? crypto.randomUUID()}`
    const before = await findMovimientoCajaByClave(tx, clave)
    if (before) return sameAs(before, { id, tipo, centavos })
    needAbierto(turno)
    const cuando = now()
    const change = { que: 'turno', clave: id, nombre: nombreOf(turno), accion: 'cambiar' } as const
    if (isAsked && -centavos > mostOf(turno, await sumasOf(tx, id))) {
      const intento = { ...change, despues: { tipo, importe, motivo, no_alcanza: true } }
      if (key) await noteIntento(tx, quien, cuando, intento, REPEATED_MS)
      else await noteCambio(tx, quien, cuando, intento)
      return null
    }
    const made = await insertMovimientoCaja(tx, {
      turno_id: id,
      sucursal_id: turno.sucursal_id,
      tipo,
      medio: 'efectivo',
      importe: centavos,
      motivo,
      clave,
      operador_id: quien.id,
      quien: quien.nombre,
      cuando,
    })
    // Another process wrote the same click at the same moment
    if (made === null) return sameAs(await findMovimientoCajaByClave(tx, clave), { id, tipo, centavos })
    await noteCambio(tx, quien, cuando, { ...change, despues: { tipo, importe, motivo } })
    return { movimiento_id: made }
  })
  // After the commit, which keeps it in Cambios
  if (done === null) throw refuse(409, NO_ALCANZA, 'caja_no_alcanza')
  return done
}

/** A screen sends a call again whose answer was lost. The same amount again tells nothing new about the cash. */
const REPEATED_MS = 10 * 60_000
const NO_ALCANZA = 'Por lo que está anotado en el turno, en el cajón no hay tanto efectivo.'

/** The most cash that the drawer may hold, in centavos: charges whose means is not said yet may be cash. */
const mostOf = ({ fondo }: Turno, sumas: Suma[]): number =>
  esperadoOf(fondo, sumas) + sinMedioDe(sumas).centavos

function sameAs(
  before: MovimientoCaja | undefined,
  { id, tipo, centavos }: { id: number; tipo: TipoAMano; centavos: number },
): { movimiento_id: number } {
  if (before?.turno_id !== id || before.tipo !== tipo || before.importe !== centavos)
    throw refuse(409, 'Eso ya se anotó con otros datos. Fijate en la lista y empezá de nuevo.')
  return { movimiento_id: before.id }
}

/**
 * Counts without closing. Cambios keeps each count, so that a second one does not hide it. @throws 400, 404,
 * 409
 */
export function countCash({ db, now }: Having, quien: Quien, id: number, conteo: Conteo) {
  const { contado } = readConteo(conteo)
  return db.transaction(async (tx) => {
    const turno = await needTurno(tx, id, 'update')
    needAbierto(turno)
    const { esperado, sumas } = await needContable(tx, turno)
    const said = diferenciaOf(esperado, contado)
    await noteCambio(tx, quien, now(), {
      que: 'turno',
      clave: id,
      nombre: nombreOf(turno),
      accion: 'cambiar',
      despues: { ...said, conteo: true },
    })
    return { ...said, efectivo: viewEfectivo(sumas) }
  })
}

/**
 * Closes a shift. Charges wait for its row, find it closed and are not counted in it.
 * @throws 400 by field; 404; 409 closed already, or a charge has no means yet
 */
export function closeTurno(
  { db, now }: Having,
  quien: Quien,
  id: number,
  { nota, queda, ...conteo }: Conteo & { nota?: string | null; queda?: number | null },
): Promise<Diferencia> {
  const { contado, billetes } = readConteo(conteo)
  return db.transaction(async (tx) => {
    const turno = await needTurno(tx, id, 'update')
    needAbierto(turno)
    const { esperado } = await needContable(tx, turno)
    const stays = queda === null || queda === undefined ? Math.min(turno.fondo, contado) : toCentavos(queda)
    if (stays > contado) throw refuseField('queda', 'No puede quedar más de lo que se contó.')
    const cerrado = now()
    await updateTurno(tx, id, {
      cerrado,
      cerrado_por: quien.id,
      cerro: quien.nombre,
      esperado,
      contado,
      billetes,
      nota: nota || null,
      queda: stays,
    })
    const said = diferenciaOf(esperado, contado)
    await noteCambio(tx, quien, cerrado, {
      que: 'turno',
      clave: id,
      nombre: nombreOf(turno),
      accion: 'cambiar',
      despues: { ...said, nota: nota || null, cerrado: true },
    })
    return said
  })
}

/**
 * Sets the means of a charge that was typed without one.
 * @throws 404; 409 it was set before, or the shift is closed
 */
export function tellMedio(
  { db, now }: Having,
  quien: Quien,
  id: number,
  medio: MedioCaja,
): Promise<MovimientoCaja> {
  return db.transaction(async (tx) => {
    const found = await findMovimientoCaja(tx, id)
    if (!found) throw notFound('Ese movimiento no existe.')
    if (found.turno_id !== null) needAbierto(await needTurno(tx, found.turno_id, 'share'))
    if (!(await sayMedio(tx, id, medio))) throw refuse(409, 'Ya se dijo cómo pagó.')
    await noteCambio(tx, quien, now(), {
      que: 'turno',
      clave: found.turno_id ?? 0,
      nombre: `Venta ${found.venta_id ?? ''}`.trim(),
      accion: 'cambiar',
      despues: { medio, importe: toPesos(found.importe) },
    })
    return { ...found, medio }
  })
}

async function needTurno(tx: Tx, id: number, how: 'share' | 'update'): Promise<Turno> {
  const found = await lockTurno(tx, id, how)
  if (!found) throw notFound('Ese turno no existe.')
  return found
}

function needAbierto({ id, cerrado, cerro }: Turno): void {
  if (cerrado) throw refuse(409, `El turno ${id} ya está cerrado (${cerro}): no se cambia.`, 'caja_cerrada')
}

/** The expected cash of a shift locked against charges. @throws 409 while a charge has no means */
async function needContable(tx: Tx, { id, fondo }: Turno): Promise<{ esperado: number; sumas: Suma[] }> {
  const sumas = await sumasOf(tx, id)
  const { cobros } = sinMedioDe(sumas)
  if (cobros > 0)
    throw refuse(409, `Falta decir cómo se pagó: ${count(cobros, 'cobro')} sin medio.`, 'falta_medio')
  return { esperado: esperadoOf(fondo, sumas), sumas }
}

/** In centavos, notes in pesos. @throws 400 {billetes: [..]} */
function readConteo({ contado, billetes }: Conteo): { contado: number; billetes: Billete[] | null } {
  const centavos = toCentavos(contado)
  const own = billetes?.filter(({ cuantos }) => cuantos > 0) ?? []
  if (toCentavos(sumaDe(own)) > centavos)
    throw refuseField('billetes', 'Los billetes suman más que lo que contaste.')
  return { contado: centavos, billetes: own.length > 0 ? own : null }
}

const diferenciaOf = (esperado: number, contado: number): Diferencia => ({
  esperado: toPesos(esperado),
  contado: toPesos(contado),
  diferencia: toPesos(contado - esperado),
})
