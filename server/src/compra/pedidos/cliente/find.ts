// Finding an order again: those of this browser, and, by its number and contact, a mail with its link.
import { randomUUID } from 'node:crypto'
import type { PedidoDelNavegador } from '@imprimitodo/shared/api/pedidos'
import { storedCelular } from '@imprimitodo/shared/rules/base/celular'
import { SIN_CELULAR } from '@imprimitodo/shared/rules/base/contacto'
import { normaliseCorreo } from '@imprimitodo/shared/rules/base/correo'
import { toPesos } from '@imprimitodo/shared/rules/base/dinero'
import type { FastifyRequest } from 'fastify'
import { countIn } from '../../../base/http/rate-limit.ts'
import { createVisitorBuckets } from '../../../base/http/visitor.ts'
import type { Deps } from '../../../base/runtime/deps.ts'
import type { JobData } from '../../../base/runtime/jobs.ts'
import { queueCorreo, takeCupos } from '../../../gestion/correos/service.ts'
import { findByNumero, findPedidos, horaOf } from '../filas/store.ts'
import { mailBuscado } from '../mails/mails.ts'
import { conOf } from '../mails/mensajes.ts'

type FindDeps = Pick<Deps, 'db' | 'jobs' | 'now' | 'dataDir' | 'publicUrl'>
type Buscado = { numero: number; email?: string | null | undefined; celular?: string | null | undefined }

/** Far above what a person types: only a script asks for more. */
const BUSQUEDAS = { browser: 20, address: 300, windowMs: 15 * 60_000 }

/** After an hour the person who asked no longer waits for the link. */
const AWAITED_MS = 3600_000

export function findJobs(deps: FindDeps): void {
  deps.jobs.work('buscar_pedido', (asked) => sendBuscado(deps, asked))
}

/** The confirmed orders among `ids`, in the order of `ids`. */
export async function listDelNavegador(
  { db, tienda }: Pick<Deps, 'db' | 'tienda'>,
  ids: string[],
): Promise<PedidoDelNavegador[]> {
  const known = new Map((await findPedidos(db, ids)).map((pedido) => [pedido.id, pedido]))
  const { sucursales } = await tienda.read()
  return ids.flatMap((id) => {
    const pedido = known.get(id)
    if (!pedido?.numero || pedido.anonimizar) return []
    return {
      pedido_id: id,
      numero: pedido.numero,
      estado: pedido.estado,
      confirmado: (pedido.confirmado ?? pedido.creado).toISOString(),
      importe_final: toPesos(pedido.importe_final),
      modo_entrega: pedido.modo_entrega ?? 'retiro',
      sucursal: sucursales.find((one) => one.id === pedido.sucursal_id)?.nombre ?? '',
      prometido: horaOf(pedido)?.toISOString() ?? null,
    }
  })
}

/**
 * A job finds out whether the order exists, after the call was answered: so every caller gets the same answer
 * in the same time. A flood gets that answer too, and starts no job.
 */
export function createBusqueda({ limits, db, jobs }: Pick<Deps, 'limits' | 'db' | 'jobs'>) {
  const bucketsOf = createVisitorBuckets(limits, 'buscar-pedido', BUSQUEDAS)
  return async (request: FastifyRequest, { numero, email, celular }: Buscado): Promise<void> => {
    const buckets = bucketsOf(request)
    if (!buckets.every(([limit, key]) => limit.allows(key))) return
    countIn(buckets)
    const asked = { numero, email: email ?? null, celular: celular ?? null, once: randomUUID() }
    await jobs.send(db, 'buscar_pedido', asked)
  }
}

/**
 * The link goes to the order's own mailbox, whatever was typed. May run again: the key makes it the same
 * mail.
 */
export async function sendBuscado(deps: FindDeps, asked: JobData['buscar_pedido']): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const pedido = await findByNumero(tx, asked.numero)
    if (!pedido?.email || pedido.anonimizar) return
    const isTheirs =
      (asked.email !== null && normaliseCorreo(asked.email) === normaliseCorreo(pedido.email)) ||
      (asked.celular !== null && isSameCelular(asked.celular, pedido.celular))
    if (!isTheirs) return
    // A stranger may have made an unpaid order with this mailbox, whose owner then gets an unwanted mail:
    // counted twice
    const cupos = pedido.pagado ? (['busqueda'] as const) : (['busqueda', 'pedido'] as const)
    if (!(await takeCupos(tx, deps, cupos, pedido.email))) return
    const correo = mailBuscado(pedido, await conOf(tx, deps, pedido), asked.once)
    const hasta = new Date(deps.now().getTime() + AWAITED_MS)
    await queueCorreo(tx, deps, { ...correo, esperado: true, hasta })
  })
}

/** Orders of the counter without a mobile share one placeholder number, which proves nothing. */
const isSameCelular = (typed: string, kept: string | null): boolean =>
  kept !== null && kept !== SIN_CELULAR && storedCelular(typed) === storedCelular(kept)
