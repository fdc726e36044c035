// The codes of an order: which typed ones it keeps, and the effect of each.
import type { CodigoAplicado, CodigoExplicado } from '@imprimitodo/shared/api/pedidos'
import { toPesos } from '@imprimitodo/shared/rules/base/dinero'
import type { Rechazo } from '@imprimitodo/shared/rules/base/rechazo'
import type { CodigoUso } from '@imprimitodo/shared/rules/fidelidad/canje'
import { CODIGOS, isDeCompra } from '@imprimitodo/shared/rules/fidelidad/codigo'
import { hojasReglas, porcentajeReglas } from '@imprimitodo/shared/rules/fidelidad/reglas'
import type { Queryable, Tx } from '../../../base/db/open.ts'
import { Refusal, refuseField } from '../../../base/http/errors.ts'
import type { Deps } from '../../../base/runtime/deps.ts'
import {
  type CodigoRow,
  codigoFor,
  codigosOf,
  type EstadoCodigo,
  estadoCodigoOf,
  hold,
  lockCodigos,
  lookCodigo,
  releaseCodigo,
} from '../../../fidelidad/codigos/service.ts'
import type { Linea } from '../../archivos/service.ts'
import type { Pedido } from '../filas/store.ts'
import { cobradoOf } from './importes.ts'
import { type ConTarifas, codigoValorOf, isPorcentaje, priceOf } from './price.ts'

export const UN_PORCENTAJE = 'Ya aplicaste un código de porcentaje: vale uno solo por pedido.'
export const DE_PREMIO = 'Ese código es para retirar un premio en el mostrador.'

/** The order in which codes are used up: the one that expires first comes first. */
export const inTurn = (codigos: CodigoRow[]): CodigoRow[] =>
  codigos.toSorted((a, b) => a.vence.getTime() - b.vence.getTime() || a.id - b.id)

/** The code does not exist, or belongs to another customer than `email`. Such refusals count against guessing. */
export class CodigoDesconocido extends Refusal {}
/** The code is unknown or another customer's: the answer does not tell which. */
export const AJENO = { codigo: 'codigo_ajeno' } as const

/** The refusal of an order that takes no more changes. */
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
  { codigo, anulado }: CodigoRow,
  estado: Exclude<EstadoCodigo, 'disponible'>,
): string =>
  ({
    usado: `El código ${codigo} ya se usó.`,
    vencido: anulado ? `El código ${codigo} se anuló por una devolución.` : `El código ${codigo} venció.`,
    ocupado: `El código ${codigo} está aplicado en otro pedido.`,
  })[estado]

/**
 * Gives the order exactly the codes in `typed`, and releases any other that it had. The order's row is locked.
 * `cuentas`: accounts that its confirmation takes, which are locked before the codes. If two orders want one code,
 * exactly one gets it.
 * @throws 400 {codigosAplicados: [..]}: unknown, ended, a second percentage; 409 {detail, importe_final}: used, or
 * another order's, with the price without those
 */
export async function takeCodigos(
  tx: Tx,
  deps: Pick<Deps, 'now' | 'jobs'>,
  { pedido, lineas }: { pedido: Pedido; lineas: Linea[] },
  { typed, email, cuentas }: { typed: readonly string[]; email: string; cuentas: readonly number[] },
): Promise<CodigoRow[]> {
  const { now } = deps
  const wanted = await findWanted(tx, typed, email)
  await lockCodigos(tx, { pedidos: [pedido.id], ids: wanted.map(({ id }) => id) }, cuentas)
  const kept: CodigoRow[] = []
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

async function findWanted(tx: Tx, typed: readonly string[], email: string): Promise<CodigoRow[]> {
  const wanted = new Map<number, CodigoRow>()
  for (const text of typed) {
    const codigo = await codigoFor(tx, text, email)
    if (!codigo)
      throw new CodigoDesconocido(
        400,
        { codigosAplicados: [`El código ${text} no existe o no es tuyo.`] },
        AJENO,
      )
    if (!codigoValorOf(codigo)) throw refuseField('codigosAplicados', DE_PREMIO, 'codigo_de_premio')
    wanted.set(codigo.id, codigo)
  }
  const all = [...wanted.values()]
  if (all.filter(isPorcentaje).length > 1)
    throw refuseField('codigosAplicados', UN_PORCENTAJE, 'segundo_porcentaje')
  return all
}

/** The codes in an order's price: those reserved now for a draft, from `confirmado` on those it holds or spent. */
export async function aplicadosA(
  db: Queryable,
  { id, estado }: Pick<Pedido, 'id' | 'estado'>,
  now: Date,
): Promise<CodigoRow[]> {
  const all = await codigosOf(db, id, now)
  return estado === 'borrador' ? all : all.filter(({ reservado_hasta }) => reservado_hasta === null)
}

/** On the wire. `usos` pair with `codigos`. */
export const aplicadosOf = (codigos: CodigoRow[], usos: CodigoUso[]): CodigoAplicado[] =>
  codigos.flatMap(({ codigo, tipo, hojas, porcentaje }, index) => {
    const uso = usos[index]
    if (!isDeCompra(tipo) || !uso) return []
    const cubiertas = CODIGOS[tipo].valor === 'hojas' ? uso.cubiertas : null
    return [{ codigo, tipo, hojas, porcentaje, cubiertas, descuento: toPesos(uso.descuento) }]
  })

/** The effect of each code of an order, told to its owner; `usos` as `priceOf` returns them for those codes. */
export function explicadosOf(
  lineas: Linea[],
  { tarifas, descuento_porcentaje }: Pick<ConTarifas, 'tarifas' | 'descuento_porcentaje'>,
  codigos: CodigoRow[],
  usos: CodigoUso[],
): CodigoExplicado[] {
  const asked = lineas.map(cobradoOf)
  const covered = usos.reduce((sum, { cubiertas }) => sum + cubiertas, 0)
  const reglasOf = ({ tipo, hojas, cubiertas, porcentaje }: CodigoAplicado): string[] => {
    switch (CODIGOS[tipo].valor) {
      case 'hojas': {
        const own = cubiertas ?? 0
        return hojasReglas(asked, tarifas, { hojas: hojas ?? 0, cubiertas: own, otras: covered - own })
      }
      case 'porcentaje':
        return porcentajeReglas(porcentaje ?? 0, descuento_porcentaje)
    }
  }
  return aplicadosOf(codigos, usos).map((one) => ({ ...one, reglas: reglasOf(one) }))
}
