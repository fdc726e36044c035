// Exchanging points: for a prize, or for sheets as a code.
import type { CodigoCanje } from '@imprimitodo/shared/api/puntos'
import { hojasDeCanje } from '@imprimitodo/shared/rules/premio'
import { count } from '@imprimitodo/shared/rules/resumen'
import { type Codigo, createCodigo } from '../codigos/service.ts'
import type { Deps } from '../core/deps.ts'
import { notFound, type Refusal, refuse } from '../core/errors.ts'
import { queueCorreo } from '../correos/service.ts'
import type { Tx } from '../db/open.ts'
import type { clientes } from '../db/schema/clientes.ts'
import { mailPremio } from './mails.ts'
import { findPremio, insertPuntos, lockCliente, type Premio, takeUnit } from './store.ts'

type Cliente = Pick<typeof clientes.$inferSelect, 'id' | 'email'>

/** Of codes that points bought (decisions, "Loyalty"). */
const CODIGO_DAYS = 90
const DAY = 24 * 3600_000
/** PostgreSQL's integer: more sheets than that are another code. */
const MAX_HOJAS = 2 ** 31 - 1

/**
 * All whole multiples of the points, as one code of sheets; the rest stays. Of many at once each finds what the one
 * before left.
 * @throws 404; 400 {detail} below one multiple, or for a prize that is no code; 409 {detail} for one of no sheets
 */
export function canjearHojas(
  deps: Pick<Deps, 'db' | 'now'>,
  cliente: Cliente,
  premioId: number,
): Promise<Codigo> {
  return deps.db.transaction(async (tx) => {
    const { premio, saldo } = await atTurn(tx, cliente, premioId)
    if (!premio.es_codigo_canje)
      throw refuse(400, `«${premio.nombre}» no es un código: canjealo como premio.`)
    const most = Math.floor(MAX_HOJAS / Math.max(1, premio.cantidad)) * premio.puntos_requeridos
    const { hojas, puntos } = hojasDeCanje(Math.min(saldo, most), premio)
    if (puntos === 0) throw notEnough(premio, saldo)
    if (hojas === 0) throw soldOut(premio)
    return buy(tx, deps, cliente, { premio, puntos, hojas })
  })
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
    const { premio, saldo } = await atTurn(tx, cliente, premioId)
    if (premio.es_codigo_canje) throw refuse(400, `«${premio.nombre}» se canjea como código de hojas.`)
    const puntos = premio.puntos_requeridos
    if (saldo < puntos) throw notEnough(premio, saldo)
    if (!(await takeUnit(tx, premio.id))) throw soldOut(premio)
    const bought = await buy(tx, deps, cliente, { premio, puntos, hojas: null })
    await queueCorreo(tx, deps, mailPremio(bought, cliente, deps.publicUrl))
    return { codigo: bought.codigo, producto_nombre: premio.nombre, puntos: saldo - puntos }
  })
}

async function atTurn(tx: Tx, { id }: Cliente, premioId: number): Promise<{ premio: Premio; saldo: number }> {
  await lockCliente(tx, id)
  const found = await findPremio(tx, premioId, id)
  if (!found) throw notFound('Ese premio no existe.')
  return found
}

const soldOut = ({ nombre }: Premio) => refuse(409, `Ya no quedan unidades de «${nombre}».`)

function notEnough({ puntos_requeridos }: Premio, saldo: number): Refusal {
  const missing = puntos_requeridos - saldo
  return refuse(400, `Te ${missing === 1 ? 'falta' : 'faltan'} ${count(missing, 'punto')} para este canje.`)
}

/** The code and the line of the ledger: both or none. */
async function buy(
  tx: Tx,
  { now }: Pick<Deps, 'now'>,
  { id }: Cliente,
  { premio, puntos, hojas }: { premio: Premio; puntos: number; hojas: number | null },
): Promise<Codigo> {
  const cuando = now()
  const codigo = await createCodigo(tx, {
    ...{ tipo: hojas === null ? 'premio' : 'hojas', cliente_id: id, hojas, premio_id: premio.id },
    ...{ producto_nombre: premio.nombre, creado: cuando },
    vence: new Date(cuando.getTime() + CODIGO_DAYS * DAY),
  })
  await insertPuntos(tx, {
    ...{
      cliente_id: id,
      tipo: 'canje',
      puntos: -puntos,
      clave: `canje:${codigo.id}`,
      quien: 'cliente',
      cuando,
    },
    motivo: hojas === null ? `Canje: ${premio.nombre}` : `Canje: ${premio.nombre} (${count(hojas, 'hoja')})`,
  })
  return codigo
}

/** On the wire. `aplicado`: used, or an order has it. */
export const codigoAnswer = (codigo: Codigo, aplicado: boolean): CodigoCanje => ({
  id: codigo.id,
  codigo: codigo.codigo,
  producto_nombre: codigo.producto_nombre,
  cantidad: codigo.hojas ?? 0,
  vence: codigo.vence.toISOString(),
  aplicado,
})
