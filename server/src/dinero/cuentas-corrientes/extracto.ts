// The papers of an account, made on request, and each month's extracto, mailed once the month is over.
import { dayOf } from '@imprimitodo/shared/rules/base/fecha'
import { mesAnterior, mesOf } from '@imprimitodo/shared/rules/dinero/cuenta-corriente'
import { notFound } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { readAjustes } from '../../gestion/ajustes/service.ts'
import { insertDocumento, isQueued, queueCorreo } from '../../gestion/correos/service.ts'
import { extractoOf, reciboOf } from './contenido.ts'
import { claveExtracto, mailExtracto } from './mails.ts'
import type { Empleado } from './open-cuenta.ts'
import { findMovimientoCuenta, listConEmail, lockCuenta } from './store.ts'
import { findSeen, type Mes, readMes } from './vista.ts'

/** 'Extracto-Escuela-12-2026-11.pdf' */
const nameOf = ({ cuenta, mes }: Pick<Mes, 'cuenta' | 'mes'>): string =>
  `Extracto-${cuenta.nombre.replace(/[^\p{Letter}\p{Number}]+/gu, '-')}-${mes}.pdf`

const drawn = async (deps: Pick<Deps, 'db' | 'now'>, month: Mes): Promise<Uint8Array> => {
  const { vidriera } = await readAjustes(deps.db)
  const { makeExtracto } = await import('./pdf.ts') // with its library 10 MB that most starts never need
  return makeExtracto(extractoOf(month, vidriera, deps.now()))
}

/** The extracto of any month, also of the current one so far. @throws 404 */
export async function makeExtractoOf(
  deps: Pick<Deps, 'db' | 'now'>,
  quien: Empleado,
  id: number,
  mes: string = mesOf(dayOf(deps.now())),
): Promise<{ fileName: string; bytes: Uint8Array }> {
  const month = await deps.db.transaction(async (tx) => readMes(tx, await findSeen(tx, id, quien), mes), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  })
  return { fileName: nameOf(month), bytes: await drawn(deps, month) }
}

/** The receipt of a payment. @throws 404 */
export async function makeReciboOf(
  { db }: Pick<Deps, 'db'>,
  quien: Empleado,
  { id, movimiento_id }: { id: number; movimiento_id: number },
  papel: 'a4' | '80mm',
): Promise<{ fileName: string; bytes: Uint8Array }> {
  const cuenta = await findSeen(db, id, quien)
  const pago = await findMovimientoCuenta(db, id, movimiento_id)
  if (pago?.tipo !== 'pago') throw notFound('Ese recibo no existe.')
  const { makeRecibo, makeReciboTermico } = await import('./pdf.ts')
  const { vidriera } = await readAjustes(db)
  const recibo = reciboOf(cuenta, pago, vidriera)
  const bytes = await (papel === 'a4' ? makeRecibo : makeReciboTermico)(recibo)
  return { fileName: `Recibo-${movimiento_id}.pdf`, bytes }
}

/** A server that was off on the 1st sends the extractos until this day of the month. */
const LAST_DAY = 5

/**
 * Mails last month's extracto to each account with an e-mail that moved or owes, once, from any number of
 * processes. Holds the account's lock, under which a charge reads the clock: a charge after it belongs to the
 * new month.
 */
export async function sendExtractos(deps: Pick<Deps, 'db' | 'jobs' | 'now' | 'tienda'>): Promise<void> {
  const dia = dayOf(deps.now())
  if (Number(dia.slice(8)) > LAST_DAY) return
  const mes = mesAnterior(mesOf(dia))
  for (const { id } of await listConEmail(deps.db))
    if (!(await isQueued(deps.db, claveExtracto(id, mes)))) await sendExtracto(deps, id, mes)
}

const sendExtracto = (
  deps: Pick<Deps, 'db' | 'jobs' | 'now' | 'tienda'>,
  id: number,
  mes: string,
): Promise<void> =>
  deps.db.transaction(async (tx) => {
    const cuenta = await lockCuenta(tx, id)
    if (!cuenta?.email || (await isQueued(tx, claveExtracto(id, mes)))) return
    const month = await readMes(tx, cuenta, mes)
    if (month.movimientos.length === 0 && month.saldo_anterior === 0) return
    const pdf = await drawn(deps, month)
    const documento_id = await insertDocumento(tx, nameOf(month), pdf, deps.now())
    const { sucursales } = await deps.tienda.read()
    const sucursal = sucursales.find((one) => one.id === cuenta.sucursal_id)?.nombre ?? null
    await queueCorreo(tx, deps, mailExtracto(month, { documento_id, sucursal }))
  })
