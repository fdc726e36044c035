// Exchanging points: for a prize, or for sheets as a code.
import type { CodigoCanje } from '@imprimitodo/shared/api/puntos'
import { hojasDeCanje } from '@imprimitodo/shared/rules/premio'
import { count } from '@imprimitodo/shared/rules/resumen'
import { type Codigo, createCodigo, newCodigo } from '../codigos/service.ts'
import { createBatch } from '../core/batch.ts'
import type { Deps } from '../core/deps.ts'
import { notFound, type Refusal, refuse } from '../core/errors.ts'
import { queueCorreo } from '../correos/service.ts'
import type { Tx } from '../db/open.ts'
import type { clientes } from '../db/schema/clientes.ts'
import { mailPremio } from './mails.ts'
import {
  findPremios,
  insertPuntos,
  lockCliente,
  type Premio,
  spendOnCodigo,
  sumaOf,
  sumasOf,
  takeUnit,
} from './store.ts'

type Cliente = Pick<typeof clientes.$inferSelect, 'id' | 'email'>

/** Of codes that points bought (decisions, "Loyalty"). */
const CODIGO_DAYS = 90
const DAY = 24 * 3600_000
/** PostgreSQL's integer: more sheets than that are another code. */
const MAX_HOJAS = 2 ** 31 - 1

/** A code as its owner sees it. */
type Visible = Pick<Codigo, 'id' | 'codigo' | 'producto_nombre' | 'hojas' | 'vence'>

/**
 * All whole multiples of the points, as one code of sheets; the rest stays. Of many at once each finds what the one
 * before left: the database spends only from the balance that was seen here, or nothing, and it is seen again.
 * @throws 404; 400 {detail} below one multiple, or for a prize that is no code; 409 {detail} for one of no sheets
 */
export function createCanjeHojas({ db, now }: Pick<Deps, 'db' | 'now'>) {
  // Two hundred at once look together: it takes as long as their spending
  const premioOf = createBatch((ids: number[]) => findPremios(db, ids))
  const sumaNow = createBatch((ids: number[]) => sumasOf(db, ids))

  return async ({ id: cliente_id }: Pick<Cliente, 'id'>, premioId: number): Promise<Visible> => {
    for (;;) {
      const [found, suma = 0] = await Promise.all([premioOf(premioId), sumaNow(cliente_id)])
      const premio = needPremio(found)
      if (!premio.es_codigo_canje)
        throw refuse(400, `«${premio.nombre}» no es un código: canjealo como premio.`)
      const most = Math.floor(MAX_HOJAS / Math.max(1, premio.cantidad)) * premio.puntos_requeridos
      const { hojas, puntos } = hojasDeCanje(Math.min(suma, most), premio)
      if (puntos === 0) throw notEnough(premio, suma)
      if (hojas === 0) throw soldOut(premio)
      const cuando = now()
      const made = { codigo: newCodigo(), producto_nombre: premio.nombre, hojas, vence: venceAt(cuando) }
      const motivo = `Canje: ${premio.nombre} (${count(hojas, 'hoja')})`
      const spent = { ...made, cliente_id, suma, puntos, motivo, premio_id: premio.id, cuando }
      const id = await spendOnCodigo(db, spent)
      if (id !== null) return { id, ...made }
    }
  }
}

/**
 * One unit of a prize, with a code to fetch it.
 * @throws 404; 400 {detail} without the points, or for sheets; 409 {detail} when none is left
 */
export function canjearProducto(
  deps: Pick<Deps, 'db' | 'now' | 'jobs' | 'publicUrl'>,
  cliente: Cliente,
  premioId: number,
): Promise<{ codigo: string; producto_nombre: string; puntos: number }> {
  return deps.db.transaction(async (tx) => {
    await lockCliente(tx, cliente.id)
    const premio = needPremio((await findPremios(tx, [premioId])).get(premioId))
    const suma = await sumaOf(tx, cliente.id)
    if (premio.es_codigo_canje) throw refuse(400, `«${premio.nombre}» se canjea como código de hojas.`)
    const puntos = premio.puntos_requeridos
    if (suma < puntos) throw notEnough(premio, suma)
    if (!(await takeUnit(tx, premio.id))) throw soldOut(premio)
    const bought = await buy(tx, deps, cliente, premio)
    await queueCorreo(tx, deps, mailPremio(bought, cliente, deps.publicUrl))
    return { codigo: bought.codigo, producto_nombre: premio.nombre, puntos: suma - puntos }
  })
}

function needPremio(found: Premio | undefined): Premio {
  if (!found) throw notFound('Ese premio no existe.')
  return found
}

const soldOut = ({ nombre }: Premio) => refuse(409, `Ya no quedan unidades de «${nombre}».`)

/** What is owed counts too. */
function notEnough({ puntos_requeridos }: Premio, suma: number): Refusal {
  const missing = puntos_requeridos - suma
  return refuse(400, `Te ${missing === 1 ? 'falta' : 'faltan'} ${count(missing, 'punto')} para este canje.`)
}

/** The code and the line of the ledger: both or none. */
async function buy(
  tx: Tx,
  { now }: Pick<Deps, 'now'>,
  { id }: Cliente,
  { id: premio_id, nombre, puntos_requeridos }: Premio,
): Promise<Codigo> {
  const cuando = now()
  const codigo = await createCodigo(tx, {
    ...{ tipo: 'premio', cliente_id: id, premio_id, producto_nombre: nombre },
    ...{ creado: cuando, vence: venceAt(cuando) },
  })
  await insertPuntos(tx, {
    ...{ cliente_id: id, tipo: 'canje', puntos: -puntos_requeridos, motivo: `Canje: ${nombre}` },
    ...{ clave: `canje:${codigo.id}`, quien: 'cliente', cuando },
  })
  return codigo
}

const venceAt = (cuando: Date): Date => new Date(cuando.getTime() + CODIGO_DAYS * DAY)

/** On the wire. `aplicado`: used, or an order has it. */
export const codigoAnswer = (codigo: Visible, aplicado: boolean): CodigoCanje => ({
  id: codigo.id,
  codigo: codigo.codigo,
  producto_nombre: codigo.producto_nombre,
  cantidad: codigo.hojas ?? 0,
  vence: codigo.vence.toISOString(),
  aplicado,
})
