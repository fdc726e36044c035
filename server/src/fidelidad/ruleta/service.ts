// The wheel: checks whether a visitor may turn it, and draws the result.
import { randomInt } from 'node:crypto'
import { dayOf } from '@imprimitodo/shared/rules/base/fecha'
import {
  drawsOf,
  endOfTirada,
  TIRADAS_POR_DIA,
  tiradaValorOf,
  withinPresupuesto,
} from '@imprimitodo/shared/rules/fidelidad/tirada'
import type { Queryable } from '../../base/db/open.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { readAjustes } from '../../gestion/ajustes/service.ts'
import { type CodigoRow, clearEmails, createCodigo, getCodigo } from '../codigos/service.ts'
import {
  codigoOfClave,
  countDeNavegador,
  countTiradas,
  deleteUnused,
  type Girador,
  insertTirada,
  lockGiro,
  lockRepartido,
} from './store.ts'

type Own = Pick<Deps, 'db' | 'now'>
type Ganado = { valor: number; codigo: string; descuento: number }

/** Every visitor may ask about any mailbox, so it tells two numbers and nothing else. */
export async function viewTiradas({ db, now }: Own, { correo, navegador }: Girador) {
  const dia = dayOf(now())
  const { total, hoy } = await countTiradas(db, correo, dia)
  const used = Math.max(hoy, await countDeNavegador(db, navegador, dia))
  return { cantidad_tiradas: total, restantes_hoy: Math.max(0, TIRADAS_POR_DIA - used) }
}

/**
 * One spin, by the owner's odds. Null when the mailbox, or the browser, has had its spins of the shop's day.
 * `clave`: of the press. A press whose answer was lost gets the same code again, and is counted once.
 */
export function play({ db, now }: Own, girador: Girador, clave: string | null): Promise<Ganado | null> {
  const { correo, navegador } = girador
  return db.transaction(async (tx) => {
    await lockGiro(tx, girador)
    const made = clave && (await ganadoCon(tx, girador, clave))
    if (made) return made
    const cuando = now() // read under the lock: midnight may have passed while this call waited
    const dia = dayOf(cuando)
    const { hoy } = await countTiradas(tx, correo, dia)
    if (Math.max(hoy, await countDeNavegador(tx, navegador, dia)) >= TIRADAS_POR_DIA) return null
    const { ruleta } = await readAjustes(tx)
    // With a budget, spins run one after the other, so that together they do not exceed it
    const repartido = ruleta.presupuesto == null ? 0 : await lockRepartido(tx, dia)
    const valor = withinPresupuesto(ruleta, tiradaValorOf(ruleta, randomInt(drawsOf(ruleta))), repartido)
    const codigo = await createCodigo(tx, {
      tipo: 'ruleta',
      email: correo,
      porcentaje: valor,
      creado: cuando,
      vence: endOfTirada(cuando),
      producto_nombre: `Ruleta: ${valor} % de descuento`,
    })
    await insertTirada(tx, {
      correo,
      navegador,
      clave,
      dia,
      vez: hoy + 1,
      valor,
      cuando,
      codigo_id: codigo.id,
    })
    return ganadoOf(codigo)
  })
}

/** The result of an earlier call with that press; null: there was none. */
export async function ganadoCon(db: Queryable, girador: Girador, clave: string): Promise<Ganado | null> {
  const made = await codigoOfClave(db, girador, clave)
  return made === undefined ? null : ganadoOf(await getCodigo(db, made))
}

const ganadoOf = ({ codigo, porcentaje }: Pick<CodigoRow, 'codigo' | 'porcentaje'>): Ganado => {
  const valor = porcentaje ?? 0
  return { valor, codigo, descuento: valor }
}

/** How long an e-mail is kept after its last spin, as /privacidad says. */
const KEPT_DAYS = 365

/** Deletes the wheel's old e-mails. Its codes stay for the shop's reports, without an owner. */
export async function forgetTiradas({ db, now }: Own): Promise<void> {
  const before = new Date(now().getTime() - KEPT_DAYS * 24 * 3600_000)
  await deleteUnused(db, before)
  await clearEmails(db, before)
}
