// What typed codes do to the price of an order, and which of them it keeps.
import type { CodigoAplicado, CodigoExplicado } from '@imprimitodo/shared/api/pedidos'
import { type CodigoUso, type CodigoValor, priceWithCodigos } from '@imprimitodo/shared/rules/canje'
import { toPesos } from '@imprimitodo/shared/rules/dinero'
import type { Rechazo } from '@imprimitodo/shared/rules/rechazo'
import { hojasReglas, porcentajeReglas } from '@imprimitodo/shared/rules/reglas'
import type { Queryable, Tx } from '../../base/db/open.ts'
import { Refusal, refuseField } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import {
  type Codigo,
  codigoFor,
  codigosOf,
  type EstadoCodigo,
  estadoCodigoOf,
  hold,
  lookCodigo,
  releaseCodigo,
} from '../../fidelidad/codigos/service.ts'
import type { Linea } from '../archivos/service.ts'
import { cobradoOf } from './quote.ts'
import type { Pedido } from './store.ts'

export const UN_PORCENTAJE = 'Ya aplicaste un código de porcentaje: vale uno solo por pedido.'
export const DE_PREMIO = 'Ese código es para retirar un premio en el mostrador.'

/** What a code takes off; null for the pickup code of a prize. */
export function codigoValorOf({ tipo, hojas, porcentaje }: Codigo): CodigoValor | null {
  if (tipo === 'premio') return null
  return tipo === 'hojas' ? { tipo, hojas: hojas ?? 0 } : { tipo: 'porcentaje', porcentaje: porcentaje ?? 0 }
}
export const codigoValoresOf = (codigos: Codigo[]): CodigoValor[] =>
  codigos.flatMap((one) => codigoValorOf(one) ?? [])
export const isPorcentaje = (codigo: Codigo): boolean => codigoValorOf(codigo)?.tipo === 'porcentaje'

/** What of an order makes its price, beside its files. */
export type ConTarifas = Pick<Pedido, 'tarifas' | 'descuento_porcentaje' | 'total_otros' | 'descuento_mano'>

/** The order's price with these codes, all with a value, as `codigosOf` orders them. What was taken off by hand comes last. */
export function priceOf(
  lineas: Linea[],
  { tarifas, descuento_porcentaje, total_otros, descuento_mano }: ConTarifas,
  codigos: Codigo[],
) {
  const asked = lineas.map(cobradoOf)
  const priced = priceWithCodigos(asked, tarifas, descuento_porcentaje, codigoValoresOf(codigos), total_otros)
  const mano = Math.min(descuento_mano, priced.importe_final)
  return { ...priced, descuento_mano: mano, importe_final: priced.importe_final - mano }
}

/** What ends first is used up first. */
export const inTurn = (codigos: Codigo[]): Codigo[] =>
  codigos.toSorted((a, b) => a.vence.getTime() - b.vence.getTime() || a.id - b.id)

/** No code that `email` may use: there is none, or it is another customer's. Counted against guessing. */
export class CodigoDesconocido extends Refusal {}
/** Unknown or another's: the answer does not tell which. */
export const AJENO = { codigo: 'codigo_ajeno' } as const

/** Of an order that takes no more changes. */
export const rechazoDe = ({ pagado }: Pick<Pedido, 'pagado'>): Rechazo =>
  pagado ? 'pedido_pagado' : 'pedido_cerrado'

/** Why a code cannot be taken, for programs. */
export const RECHAZO_DE: Record<Exclude<EstadoCodigo, 'disponible'>, Rechazo> = {
  usado: 'codigo_usado',
  vencido: 'codigo_vencido',
  ocupado: 'codigo_reservado',
}

/** Why a code cannot be taken, for its owner. */
export const problemText = (
  { codigo, anulado }: Codigo,
  estado: Exclude<EstadoCodigo, 'disponible'>,
): string =>
  ({
    usado: `El código ${codigo} ya se usó.`,
    vencido: anulado ? `El código ${codigo} se anuló por una devolución.` : `El código ${codigo} venció.`,
    ocupado: `El código ${codigo} está aplicado en otro pedido.`,
  })[estado]

/**
 * The codes that an order goes to pay with: `typed` is the whole truth, what it had and is left out is released. The
 * order's row is locked. Two orders that want one code: exactly one holds it.
 * @throws 400 {codigosAplicados: [..]}: unknown, ended, a second percentage; 409 {detail, importe_final}: used, or
 * another order's, with the price without those
 */
export async function takeCodigos(
  tx: Tx,
  deps: Pick<Deps, 'now' | 'jobs'>,
  { pedido, lineas }: { pedido: Pedido; lineas: Linea[] },
  { typed, email }: { typed: readonly string[]; email: string },
): Promise<Codigo[]> {
  const { now } = deps
  const wanted = await findWanted(tx, typed, email)
  const kept: Codigo[] = []
  const lost: string[] = []
  let why: Rechazo | undefined
  for (const codigo of wanted.toSorted((a, b) => a.id - b.id)) {
    if (await hold(tx, codigo.id, pedido.id, now())) {
      kept.push(codigo)
      continue
    }
    const fresh = (await lookCodigo(tx, codigo.codigo))?.codigo ?? codigo
    const estado = estadoCodigoOf(fresh, now())
    const problem = problemText(fresh, estado === 'disponible' ? 'ocupado' : estado)
    if (estado === 'vencido') throw refuseField('codigosAplicados', problem, 'codigo_vencido')
    why ??= RECHAZO_DE[estado === 'disponible' ? 'ocupado' : estado]
    lost.push(problem)
  }
  if (lost.length > 0) {
    const { importe_final } = priceOf(lineas, pedido, inTurn(kept))
    const detail = `${lost.join(' ')} Revisá el total antes de pagar.`
    throw new Refusal(409, { detail, importe_final: toPesos(importe_final) }, { codigo: why })
  }
  await releaseCodigo(
    tx,
    deps,
    pedido.id,
    kept.map(({ id }) => id),
  )
  return inTurn(kept)
}

async function findWanted(tx: Tx, typed: readonly string[], email: string): Promise<Codigo[]> {
  const wanted = new Map<number, Codigo>()
  for (const text of typed) {
    const codigo = await codigoFor(tx, text, email)
    if (!codigo)
      throw new CodigoDesconocido(
        400,
        { codigosAplicados: [`El código ${text} no existe o no es tuyo.`] },
        AJENO,
      )
    if (!codigoValorOf(codigo)) throw refuseField('codigosAplicados', DE_PREMIO)
    wanted.set(codigo.id, codigo)
  }
  const all = [...wanted.values()]
  if (all.filter(isPorcentaje).length > 1)
    throw refuseField('codigosAplicados', UN_PORCENTAJE, 'segundo_porcentaje')
  return all
}

/** Those in its price: of a draft what is reserved now, from `confirmado` on what it holds or spent. */
export async function aplicadosA(
  db: Queryable,
  { id, estado }: Pick<Pedido, 'id' | 'estado'>,
  now: Date,
): Promise<Codigo[]> {
  const all = await codigosOf(db, id, now)
  return estado === 'borrador' ? all : all.filter(({ reservado_hasta }) => reservado_hasta === null)
}

/** On the wire. `usos` pair with `codigos`. */
export const aplicadosOf = (codigos: Codigo[], usos: CodigoUso[]): CodigoAplicado[] =>
  codigos.flatMap(({ codigo, tipo, hojas, porcentaje }, index) => {
    const uso = usos[index]
    if (tipo === 'premio' || !uso) return []
    const cubiertas = tipo === 'hojas' ? uso.cubiertas : null
    return [{ codigo, tipo, hojas, porcentaje, cubiertas, descuento: toPesos(uso.descuento) }]
  })

/** What each of an order's codes does there, told to its owner; `usos` as `priceOf` answers them for those codes. */
export function explicadosOf(
  lineas: Linea[],
  { tarifas, descuento_porcentaje }: Pick<ConTarifas, 'tarifas' | 'descuento_porcentaje'>,
  codigos: Codigo[],
  usos: CodigoUso[],
): CodigoExplicado[] {
  const asked = lineas.map(cobradoOf)
  const covered = usos.reduce((sum, { cubiertas }) => sum + cubiertas, 0)
  return aplicadosOf(codigos, usos).map((one) => {
    const { hojas, cubiertas, porcentaje } = one
    const reglas =
      cubiertas === null
        ? porcentajeReglas(porcentaje ?? 0, descuento_porcentaje)
        : hojasReglas(asked, tarifas, { hojas: hojas ?? 0, cubiertas, otras: covered - cubiertas })
    return { ...one, reglas }
  })
}
