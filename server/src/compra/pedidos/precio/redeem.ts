// POST /api/puntos/canjear-impresion/: what a code would take off, and its reservation for an order.
import type { codigosApi } from '@imprimitodo/shared/api/puntos'
import { normaliseCorreo } from '@imprimitodo/shared/rules/base/correo'
import { toPesos } from '@imprimitodo/shared/rules/base/dinero'
import type { Rechazo } from '@imprimitodo/shared/rules/base/rechazo'
import { isOpen } from '@imprimitodo/shared/rules/compra/pedido'
import type { CodigoValor } from '@imprimitodo/shared/rules/fidelidad/canje'
import { hojasNominales, porcentajeReglas } from '@imprimitodo/shared/rules/fidelidad/reglas'
import type { FastifyRequest } from 'fastify'
import type * as z from 'zod'
import type { Queryable, Tx } from '../../../base/db/open.ts'
import { notFound, Refusal, refuse } from '../../../base/http/errors.ts'
import { type Bucket, countIn, needRoom } from '../../../base/http/rate-limit.ts'
import { createVisitorBuckets, visitorOf } from '../../../base/http/visitor.ts'
import type { Deps } from '../../../base/runtime/deps.ts'
import {
  type CodigoRow,
  codigoFor,
  codigosOf,
  type EstadoCodigo,
  estadoCodigoOf,
  isKeptBy,
  lookCodigo,
  reserve,
} from '../../../fidelidad/codigos/service.ts'
import { needTarifas, readAjustes } from '../../../gestion/ajustes/service.ts'
import { type Linea, lineasOf } from '../../archivos/service.ts'
import { type MayChange, notYours } from '../filas/acceso.ts'
import { changeInTurn } from '../filas/in-turn.ts'
import { lockPedido, type Pedido } from '../filas/store.ts'
import {
  AJENO,
  CodigoDesconocido,
  DE_PREMIO,
  explicadosOf,
  inTurn,
  problemText,
  RECHAZO_DE,
  rechazoDe,
  UN_PORCENTAJE,
} from './codigos.ts'
import { codigoValorOf, isPorcentaje, priceOf } from './price.ts'

type Canje = z.output<(typeof codigosApi)['POST /api/puntos/canjear-impresion/']['body']>
type Answer = z.output<(typeof codigosApi)['POST /api/puntos/canjear-impresion/']['answer']>

const refuseCanje = (message: string, codigo?: Rechazo) =>
  new Refusal(400, { errores: [message] }, { codigo })

/** @throws 400 {errores: [..]}, 404 for an order that is not there, 409 {detail} where the code is used or taken */
export async function redeemImpresion(
  deps: Pick<Deps, 'db' | 'locks' | 'now'>,
  { codigo, email, pedido_id }: Canje,
  mayChange: MayChange,
): Promise<Answer> {
  const own = await needOwn(deps.db, codigo, email)
  return pedido_id ? reserveFor(deps, own, pedido_id, mayChange) : nominal(deps, own)
}

type Own = { own: CodigoRow; valor: CodigoValor }

async function needOwn(db: Queryable, typed: string, email: string): Promise<Own> {
  const own = await codigoFor(db, typed, email)
  if (!own) throw new CodigoDesconocido(400, { errores: ['Ese código no existe o no es tuyo.'] }, AJENO)
  const valor = codigoValorOf(own)
  if (!valor) throw refuseCanje(DE_PREMIO, 'codigo_de_premio')
  return { own, valor }
}

function refusalOf(codigo: CodigoRow, estado: Exclude<EstadoCodigo, 'disponible'>): Refusal {
  const text = problemText(codigo, estado)
  return estado === 'vencido' ? refuseCanje(text, 'codigo_vencido') : refuse(409, text, RECHAZO_DE[estado])
}

/** Nothing is reserved, since the call names no order. */
async function nominal({ db, now }: Pick<Deps, 'db' | 'now'>, { own, valor }: Own): Promise<Answer> {
  const estado = estadoCodigoOf(own, now())
  if (estado !== 'disponible') throw refusalOf(own, estado)
  const ajustes = await readAjustes(db)
  switch (valor.tipo) {
    case 'hojas':
      return {
        ...valor,
        unidad: 'pesos',
        descuento: toPesos(valor.hojas * needTarifas(ajustes).byn.dos),
        reglas: hojasNominales(valor.hojas),
      }
    case 'porcentaje':
      return {
        ...valor,
        unidad: '%',
        descuento: valor.porcentaje,
        reglas: porcentajeReglas(valor.porcentaje, ajustes.descuentoCompra),
      }
  }
}

/** What the code is; `cubiertas`: how many sheets it covers in the order. */
function toldOf(
  valor: CodigoValor,
  cubiertas: number,
): Pick<Answer, 'tipo' | 'hojas' | 'cubiertas' | 'porcentaje'> {
  switch (valor.tipo) {
    case 'hojas':
      return { ...valor, cubiertas }
    case 'porcentaje':
      return valor
  }
}

function reserveFor(
  deps: Pick<Deps, 'db' | 'locks' | 'now'>,
  { own, valor }: Own,
  pedidoId: string,
  mayChange: MayChange,
): Promise<Answer> {
  return changeInTurn(deps, pedidoId, async (tx) => {
    const now = deps.now()
    const { pedido, lineas } = await needOpen(tx, pedidoId, mayChange)
    const others = (await codigosOf(tx, pedido.id, now)).filter(({ id }) => id !== own.id)
    if (isPorcentaje(own) && others.some(isPorcentaje)) throw refuseCanje(UN_PORCENTAJE, 'segundo_porcentaje')
    const before = priceOf(lineas, pedido, others)
    if (before.importe_final === 0)
      throw refuseCanje(
        'El total ya es cero: no hay nada que descontar. Guardá el código para otro pedido.',
        'total_cero',
      )
    if (!(await reserve(tx, own.id, pedido.id, now))) {
      const fresh = (await lookCodigo(tx, own.codigo))?.codigo ?? own
      const estado = estadoCodigoOf(fresh, now)
      // If the code is reserved for this order already, it counts until the reservation ends, even if it expired since
      if (!isKeptBy(fresh, pedido.id, now) || fresh.usado)
        throw refusalOf(own, estado === 'disponible' ? 'ocupado' : estado)
    }
    const all = inTurn([...others, own])
    const after = priceOf(lineas, pedido, all)
    const descuento = toPesos(before.importe_final - after.importe_final)
    const importe_final = toPesos(after.importe_final)
    const codigos = explicadosOf(lineas, pedido, all, after.usos)
    const reglas = codigos.find(({ codigo }) => codigo === own.codigo)?.reglas ?? []
    const told = toldOf(valor, after.usos[all.indexOf(own)]?.cubiertas ?? 0)
    return { ...told, unidad: 'pesos', descuento, reglas, importe_final, codigos }
  })
}

/** The order, locked, while its codes may still be changed. @throws 403, 404, 409 */
export async function needOpen(
  tx: Tx,
  id: string,
  mayChange: MayChange,
): Promise<{ pedido: Pedido; lineas: Linea[] }> {
  const pedido = await lockPedido(tx, id)
  if (!pedido) throw notFound('No encontramos ese pedido.')
  if (!isOpen(pedido.estado))
    throw refuse(409, 'A este pedido ya no se le pueden cambiar los códigos.', rechazoDe(pedido))
  if (!mayChange(pedido)) throw notYours()
  return { pedido, lineas: await lineasOf(tx, id) }
}

const WINDOW_MS = 15 * 60_000
/** Codes that do not exist: of a browser; without one, for a mailbox from one address; and of an address in all. */
const MAX_OF_OWNER = 20
const OF_VISITOR = { browser: MAX_OF_OWNER, address: 1_000, windowMs: WINDOW_MS }

/**
 * Slows down guessing: only codes that do not exist count, so a customer with a code of their own is never
 * refused for being quick, and calls without a code do not count. A neighbour's wrong codes are the neighbour's.
 */
export function createCanjeTanteos({ limits }: Pick<Deps, 'limits'>) {
  const ofPair = limits('canjear-par', MAX_OF_OWNER, WINDOW_MS)
  const ofVisitor = createVisitorBuckets(limits, 'canjear-origen', OF_VISITOR)
  /** @throws 429 */
  return async function count<T>(
    request: FastifyRequest,
    { email, codigos }: { email: string; codigos: number },
    work: () => Promise<T>,
  ): Promise<T> {
    if (codigos === 0) return work()
    const { browser, address } = visitorOf(request)
    const pair: Bucket[] = browser === null ? [[ofPair, `${address} ${normaliseCorreo(email)}`]] : []
    const buckets = [...pair, ...ofVisitor(request)]
    needRoom(buckets)
    try {
      return await work()
    } catch (error) {
      if (error instanceof CodigoDesconocido) countIn(buckets)
      throw error
    }
  }
}
