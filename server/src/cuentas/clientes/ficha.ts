// A customer as the owner sees them: points, orders, and corrections of points with their reason.
import { randomUUID } from 'node:crypto'
import type { ClienteFicha, ClienteFila } from '@imprimitodo/shared/api/dueno'
import { toPesos } from '@imprimitodo/shared/rules/base/dinero'
import { deudaDe, saldoDe } from '@imprimitodo/shared/rules/fidelidad/puntos'
import { notFound, refuse } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { listPedidosOf } from '../../compra/pedidos/service.ts'
import {
  deudaOf,
  findMovimiento,
  insertPuntos,
  listMovimientos,
  saldoOf,
  sumPuntosOf,
} from '../../fidelidad/puntos/service.ts'
import { noteCambio, type Quien } from '../../gestion/auditoria/service.ts'
import { type ClienteHit, findCliente, holdCliente, searchClientes } from '../auth/service.ts'

type Having = Pick<Deps, 'db' | 'now'>
const LAST_MOVES = 100

export async function findClientes(
  { db }: Pick<Deps, 'db'>,
  texto: string | undefined,
): Promise<ClienteFila[]> {
  const found = await searchClientes(db, texto?.trim() ?? '')
  const sumas = await sumPuntosOf(
    db,
    found.map(({ id }) => id),
  )
  return found.map((cliente) => filaOf(cliente, sumas.get(cliente.id) ?? 0))
}

/** @throws 404 */
export async function viewFicha({ db }: Pick<Deps, 'db'>, id: number): Promise<ClienteFicha> {
  const cliente = await findCliente(db, id)
  if (!cliente) throw notFound('Ese cliente no existe.')
  const suma = (await sumPuntosOf(db, [id])).get(id) ?? 0
  const movimientos = await listMovimientos(db, id, { limit: LAST_MOVES })
  return {
    ...filaOf(cliente, suma),
    movimientos: movimientos.map(({ cuando, ...move }) => ({ ...move, cuando: cuando.toISOString() })),
    pedidos: (await listPedidosOf(db, id)).map(({ importe_final, confirmado, numero, ...pedido }) => ({
      ...pedido,
      numero: numero ?? 0,
      importe_final: toPesos(importe_final),
      confirmado: (confirmado ?? new Date(0)).toISOString(),
    })),
  }
}

/** Once for each `key` of one person. @throws 404; 409 below 0, or the key belongs to another correction */
export async function adjustPuntos(
  deps: Having,
  quien: Quien,
  id: number,
  { puntos, motivo }: { puntos: number; motivo: string },
  key: string | null,
): Promise<ClienteFicha> {
  await deps.db.transaction(async (tx) => {
    if (!(await holdCliente(tx, id))) throw notFound('Ese cliente no existe.')
    const cliente = await findCliente(tx, id)
    const antes = (await saldoOf(tx, id)) - (await deudaOf(tx, id))
    const clave = `ajuste:${quien.id}:${key ?? randomUUID()}`
    const line = { cliente_id: id, tipo: 'ajuste', puntos, motivo, clave, quien: quien.nombre } as const
    const isNew = await insertPuntos(tx, { ...line, cuando: deps.now() })
    if (!isNew) return needSame(await findMovimiento(tx, clave), line)
    if (puntos < 0 && antes + puntos < 0)
      throw refuse(409, `No puede quedar con menos de 0 puntos: tiene ${antes}.`)
    await noteCambio(tx, quien, deps.now(), {
      que: 'puntos',
      clave: id,
      nombre: cliente?.nombre ?? String(id),
      antes: { saldo: antes, motivo: null },
      despues: { saldo: antes + puntos, motivo },
    })
  })
  return viewFicha(deps, id)
}

type Ajuste = { cliente_id: number; puntos: number; motivo: string }

/** @throws 409 where `before`, with the same key, was another correction */
function needSame(before: Ajuste | undefined, { cliente_id, puntos, motivo }: Ajuste): void {
  if (before?.cliente_id === cliente_id && before.puntos === puntos && before.motivo === motivo) return
  throw refuse(409, 'Ese ajuste ya se cargó con otros datos. Fijate en los movimientos del cliente.')
}

const filaOf = ({ id, nombre, email, celular, creado, activado }: ClienteHit, suma: number): ClienteFila => ({
  id,
  nombre,
  email,
  celular,
  saldo: saldoDe(suma),
  deuda: deudaDe(suma),
  creado: creado.toISOString(),
  activa: activado !== null,
})
