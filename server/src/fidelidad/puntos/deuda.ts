// A refund takes points that were spent already: unused codes pay for them, the rest becomes a debt.
import { CODIGOS } from '@imprimitodo/shared/rules/fidelidad/codigo'
import { deudaDe, puntosDeHojas, saldoDe } from '@imprimitodo/shared/rules/fidelidad/puntos'
import type { Tx } from '../../base/db/open.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { findCliente, holdCliente } from '../../cuentas/auth/service.ts'
import { queueCorreo, withdrawCorreo } from '../../gestion/correos/service.ts'
import { type CodigoRow, lockUnused, rootOf, voidCodigo } from '../codigos/service.ts'
import { anuladosText, clavePremio, mailAnulados } from './mails.ts'
import { insertPuntos, type NewMovimiento, puntosOfCanje, sumaOf } from './store.ts'
import { giveUnits } from './unidades.ts'

/** The result of taking points back: codes and prizes that were voided, the balance, and points still owed. */
export type Tomados = { cliente_id: number; anulados: CodigoRow[]; saldo: number; deuda: number }

const nothing = (cliente_id: number): Tomados => ({ cliente_id, anulados: [], saldo: 0, deuda: 0 })

/**
 * Takes `puntos` (positive) from the account: from the balance, then from unused codes and prizes bought with
 * points, then as a debt. The same `clave` counts once; from a deleted account nothing is taken. The caller tells the
 * customer what was voided.
 */
export async function takeBackPuntos(
  tx: Tx,
  deps: Pick<Deps, 'jobs' | 'now'>,
  taken: NewMovimiento,
): Promise<Tomados> {
  const isNew =
    (await holdCliente(tx, taken.cliente_id)) && (await insertPuntos(tx, { ...taken, puntos: -taken.puntos }))
  return isNew ? settleDeuda(tx, deps, taken.cliente_id) : nothing(taken.cliente_id)
}

/** Gives back points that were taken; none to a deleted account. The same `clave` counts once. */
export async function restorePuntos(tx: Tx, given: NewMovimiento): Promise<void> {
  if (await holdCliente(tx, given.cliente_id)) await insertPuntos(tx, given)
}

/**
 * Voids unused codes and prizes bought with points, newest first, until nothing is owed: each gives back the
 * points it stands for, and a surplus stays in the balance. Codes that an order holds stay. Locks the
 * account.
 */
export async function settleDeuda(
  tx: Tx,
  { jobs, now }: Pick<Deps, 'jobs' | 'now'>,
  cliente_id: number,
): Promise<Tomados> {
  const anulados: CodigoRow[] = []
  const premios: number[] = []
  if (!(await holdCliente(tx, cliente_id))) return nothing(cliente_id)
  let suma = await sumaOf(tx, cliente_id)
  const unused = suma < 0 ? await lockUnused(tx, cliente_id, now()) : []
  for (const codigo of unused) {
    const puntos = suma < 0 ? await puntosOf(tx, codigo) : 0
    if (puntos === 0) continue
    await voidCodigo(tx, codigo.id, now())
    await withdrawCorreo(tx, { jobs }, clavePremio(cliente_id, codigo.id))
    const isHandedOver = CODIGOS[codigo.tipo].valor === null
    if (isHandedOver && codigo.premio_id !== null) premios.push(codigo.premio_id)
    await insertPuntos(tx, {
      cliente_id,
      tipo: 'devolucion',
      puntos,
      clave: `anulado:${codigo.id}`,
      quien: 'sistema',
      motivo: `Código anulado por una devolución: ${codigo.producto_nombre}`,
      cuando: now(),
    })
    anulados.push(codigo)
    suma += puntos
  }
  await giveUnits(tx, premios)
  return { cliente_id, anulados, saldo: saldoDe(suma), deuda: deudaDe(suma) }
}

/** Tells the customer in a mail of its own what was voided. */
export async function tellAnulados(
  tx: Tx,
  deps: Pick<Deps, 'jobs' | 'now' | 'publicUrl'>,
  tomados: Tomados,
): Promise<void> {
  const [first] = tomados.anulados
  const text = anuladosText(tomados)
  const cliente = first && (await findCliente(tx, tomados.cliente_id))
  if (cliente && text)
    await queueCorreo(tx, deps, mailAnulados(cliente, { id: first.id, text }, deps.publicUrl))
}

/** The points that a code stands for; 0 where none bought it. */
async function puntosOf(tx: Tx, codigo: CodigoRow): Promise<number> {
  const root = await rootOf(tx, codigo)
  const puntos = (await puntosOfCanje(tx, root.id)) ?? 0
  switch (CODIGOS[codigo.tipo].valor) {
    case 'hojas':
      return puntosDeHojas(puntos, root.hojas ?? 0, codigo.hojas ?? 0)
    case 'porcentaje':
    case null:
      return puntos
  }
}
