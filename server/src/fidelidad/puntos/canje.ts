// Exchanging points: for a prize, or for sheets as a code.
import type { CodigoCanje } from '@imprimitodo/shared/api/puntos'
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { hojasDeCanje } from '@imprimitodo/shared/rules/fidelidad/premio'
import type { Tx } from '../../base/db/open.ts'
import { notFound, Refusal, refuse } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { type ClienteRow, holdCliente } from '../../cuentas/auth/service.ts'
import { queueCorreo } from '../../gestion/correos/service.ts'
import { type CodigoRow, createCodigo, findComprado, type NewCodigo } from '../codigos/service.ts'
import { mailPremio } from './mails.ts'
import { findPremio, insertPuntos, type Premio, sumaOf, takeUnit } from './store.ts'

/** How long codes bought with points last. */
const CODIGO_DAYS = 90
const DAY = 24 * 3600_000
/** PostgreSQL's largest integer; more sheets go into another code. */
const MAX_HOJAS = 2 ** 31 - 1

/** A press of the button: its key, and the numbers that the customer saw. */
type Press = { clave: string | null; visto: { puntos?: number | undefined; hojas?: number | undefined } }

/**
 * Exchanges all whole multiples of the points for one code of sheets; the rest stays. Calls at once wait for
 * the account's lock, and each finds what the one before left. A press whose answer was lost gets the same code
 * again.
 * @throws 404; 400 {detail} below one multiple, or for a prize that is no code; 409 {detail} for a prize of
 * no sheets; 409 {detail, puntos, hojas} where these are not what was seen
 */
export function redeemHojas(
  deps: Pick<Deps, 'db' | 'now'>,
  cliente: Pick<ClienteRow, 'id'>,
  premioId: number,
  { clave, visto }: Press,
): Promise<CodigoRow> {
  return deps.db.transaction(async (tx) => {
    await holdCliente(tx, cliente.id)
    const made = await boughtBefore(tx, cliente, premioId, clave)
    if (made) return made
    const premio = await needPremio(tx, premioId)
    if (!premio.es_codigo_canje)
      throw refuse(400, `«${premio.nombre}» no es un código: canjealo como premio.`)
    const suma = await sumaOf(tx, cliente.id)
    const most = Math.floor(MAX_HOJAS / Math.max(1, premio.cantidad)) * premio.puntos_requeridos
    const { hojas, puntos } = hojasDeCanje(Math.min(suma, most), premio)
    if (puntos === 0) throw notEnough(premio, suma)
    if (hojas === 0) throw soldOut(premio)
    needSeen(visto, { puntos, hojas })
    const motivo = `Canje: ${premio.nombre} (${count(hojas, 'hoja')})`
    return buy(tx, deps, cliente, premio, { tipo: 'hojas', hojas, puntos, motivo, clave })
  })
}

/**
 * Exchanges points for one unit of a prize, with a pickup code; once for each press, as `redeemHojas`.
 * @throws 404; 400 {detail} too few points, or for sheets; 409 {detail} when no unit is left; 409 {detail, puntos} where
 * these are not what was seen
 */
export function redeemProducto(
  deps: Pick<Deps, 'db' | 'now' | 'jobs' | 'publicUrl'>,
  cliente: Pick<ClienteRow, 'id' | 'email'>,
  premioId: number,
  { clave, visto }: Press,
): Promise<{ codigo: string; producto_nombre: string; puntos: number }> {
  return deps.db.transaction(async (tx) => {
    await holdCliente(tx, cliente.id)
    const suma = await sumaOf(tx, cliente.id)
    const made = await boughtBefore(tx, cliente, premioId, clave)
    if (made) return { codigo: made.codigo, producto_nombre: made.producto_nombre, puntos: Math.max(0, suma) }
    const premio = await needPremio(tx, premioId)
    if (premio.es_codigo_canje) throw refuse(400, `«${premio.nombre}» se canjea como código de hojas.`)
    const puntos = premio.puntos_requeridos
    if (suma < puntos) throw notEnough(premio, suma)
    needSeen(visto, { puntos })
    if (!(await takeUnit(tx, premio.id))) throw soldOut(premio)
    const motivo = `Canje: ${premio.nombre}`
    const bought = await buy(tx, deps, cliente, premio, { tipo: 'premio', puntos, motivo, clave })
    await queueCorreo(tx, deps, mailPremio(bought, cliente, deps.publicUrl))
    return { codigo: bought.codigo, producto_nombre: premio.nombre, puntos: suma - puntos }
  })
}

/** The code that this press bought already. The account is locked. */
const boughtBefore = async (
  tx: Tx,
  { id }: Pick<ClienteRow, 'id'>,
  premio_id: number,
  clave: string | null,
): Promise<CodigoRow | undefined> =>
  clave === null ? undefined : findComprado(tx, { cliente_id: id, premio_id, clave })

async function needPremio(tx: Tx, id: number): Promise<Premio> {
  const found = await findPremio(tx, id)
  if (!found) throw notFound('Ese premio no existe.')
  return found
}

/** Points cannot be taken back: no others are taken than the customer agreed to. */
function needSeen(visto: Press['visto'], now: { puntos: number; hojas?: number }): void {
  const isSame = (before: number | undefined, of: number | undefined) => before === undefined || before === of
  if (isSame(visto.puntos, now.puntos) && isSame(visto.hojas, now.hojas)) return
  const what =
    count(now.puntos, 'punto') + (now.hojas === undefined ? '' : ` por ${count(now.hojas, 'hoja')}`)
  const detail = `Cambió mientras mirabas: ahora son ${what}.`
  throw new Refusal(409, { detail, ...now }, { codigo: 'puntos_cambiaron' })
}

const soldOut = ({ nombre }: Premio) => refuse(409, `Ya no quedan unidades de «${nombre}».`)

/** `suma`: below zero with a debt, which counts too. */
function notEnough({ puntos_requeridos }: Premio, suma: number): Refusal {
  const missing = puntos_requeridos - suma
  return refuse(400, `Te ${missing === 1 ? 'falta' : 'faltan'} ${count(missing, 'punto')} para este canje.`)
}

type Bought = Pick<NewCodigo, 'tipo' | 'hojas'> & { puntos: number; motivo: string; clave: string | null }

/** Writes the code and the line of the ledger, both or none. */
async function buy(
  tx: Tx,
  { now }: Pick<Deps, 'now'>,
  { id }: Pick<ClienteRow, 'id'>,
  { id: premio_id, nombre }: Premio,
  { tipo, hojas, puntos, motivo, clave }: Bought,
): Promise<CodigoRow> {
  const cuando = now()
  const codigo = await createCodigo(tx, {
    tipo,
    hojas,
    cliente_id: id,
    premio_id,
    producto_nombre: nombre,
    clave,
    creado: cuando,
    vence: new Date(cuando.getTime() + CODIGO_DAYS * DAY),
  })
  await insertPuntos(tx, {
    cliente_id: id,
    tipo: 'canje',
    puntos: -puntos,
    motivo,
    clave: `canje:${codigo.id}`,
    quien: 'cliente',
    cuando,
  })
  return codigo
}

/** A code on the wire. `aplicado`: used, or held by an order. */
export const codigoAnswer = (codigo: CodigoRow, aplicado: boolean): CodigoCanje => ({
  id: codigo.id,
  codigo: codigo.codigo,
  producto_nombre: codigo.producto_nombre,
  cantidad: codigo.hojas ?? 0,
  vence: codigo.vence.toISOString(),
  aplicado,
})
