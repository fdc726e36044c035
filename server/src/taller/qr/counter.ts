// Looks up a code that a customer brings to the counter, and marks it used.
import type { CodigoMostrador } from '@imprimitodo/shared/api/mostrador'
import { maskEmail } from '@imprimitodo/shared/rules/base/contacto'
import { normaliseCorreo } from '@imprimitodo/shared/rules/base/correo'
import { CODIGOS, isMarkable } from '@imprimitodo/shared/rules/fidelidad/codigo'
import type { Queryable } from '../../base/db/open.ts'
import { notFound, refuse, refuseField } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import {
  findPedido,
  handOver,
  lookRetiro,
  type QuienEntrega,
  retiroRefusal,
} from '../../compra/pedidos/service.ts'
import {
  type CodigoRow,
  detailAtCounter,
  estadoAtCounter,
  lookCodigo,
  tellUsado,
  useAtCounter,
} from '../../fidelidad/codigos/service.ts'

/** Only a sale knows how many sheets such a code covers. */
const HOJAS_EN_VENTA = 'Las hojas gratis se descuentan al cobrar: poné el código en la venta.'

const unknown = () => notFound('Ese código no existe. Revisalo y probá de nuevo.', 'codigo_desconocido')

/** Marks nothing. @throws 404, 403 the pickup code of another branch's order */
export async function lookAtCounter(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  typed: string,
  quien: QuienEntrega,
) {
  const found = await lookCodigo(db, typed)
  const vista = found ? await viewCodigo(db, found, quien, now()) : await lookRetiro(db, typed, quien)
  if (!vista) throw unknown()
  return vista
}

/**
 * Marks it, once in all: of many at once one is answered, the others are told who was first.
 * `email`: whose sale it is, as the customer says; a code of the wheel works in no other one's.
 * @throws 404, 403 as above, 409 used (with who and when), held by an order, or not of the counter, 410 expired,
 * 400 {email: [..]}
 */
export function markAtCounter(
  deps: Pick<Deps, 'dataDir' | 'db' | 'events' | 'jobs' | 'now' | 'publicUrl'>,
  { codigo: typed, email }: { codigo: string; email: string | null },
  quien: QuienEntrega,
): Promise<CodigoMostrador> {
  const { db, now } = deps
  return db.transaction(async (tx) => {
    const found = await lookCodigo(tx, typed)
    if (!found) {
      const handed = await handOver(tx, deps, typed, quien)
      if (!handed) throw unknown()
      return handed
    }
    needCorreo(found, email, now())
    if (!isMarkable(found.codigo.tipo)) {
      const vista = await viewCodigo(tx, found, quien, now())
      throw vista.estado === 'disponible' ? refuse(409, HOJAS_EN_VENTA) : retiroRefusal(vista)
    }
    const use = await useAtCounter(tx, typed, quien.nombre, now())
    if (use.estado === 'desconocido') throw unknown()
    const { codigo } = use
    const vista = await viewCodigo(tx, { ...found, codigo }, quien, now())
    if (use.estado !== 'marcado') throw retiroRefusal(vista)
    await tellUsado(tx, deps, codigo)
    return { ...vista, detail: null }
  })
}

/** Checks the e-mail of a code. For a code that is used or ended that reason comes first. @throws 400 {email: [..]} */
function needCorreo(
  { codigo, email }: { codigo: CodigoRow; email: string | null },
  said: string | null,
  now: Date,
): void {
  const { asksCorreo } = CODIGOS[codigo.tipo]
  if (!asksCorreo || estadoAtCounter(codigo, now) !== 'disponible') return
  if (!said) throw refuseField('email', `Escribí el correo con el que ${asksCorreo.verb}.`)
  if (normaliseCorreo(said) !== normaliseCorreo(email ?? ''))
    throw refuseField('email', 'Ese código se ganó con otro correo.', 'codigo_ajeno')
}

async function viewCodigo(
  db: Queryable,
  { codigo, email }: { codigo: CodigoRow; email: string | null },
  { alcance }: QuienEntrega,
  now: Date,
): Promise<CodigoMostrador> {
  const pedido = codigo.pedido_id ? await findPedido(db, codigo.pedido_id) : undefined
  const estado = estadoAtCounter(codigo, now)
  // A code that a page only reserved is told as free, since the counter may take it
  const isOfPedido = estado === 'ocupado' || estado === 'usado'
  const isTheirs = alcance === null || pedido?.sucursal_id === alcance
  return {
    codigo: codigo.codigo,
    tipo: codigo.tipo,
    descuento: codigo.porcentaje,
    hojas: codigo.hojas,
    estado,
    detail: detailAtCounter(codigo, estado, pedido?.numero ?? null),
    producto_nombre: codigo.porcentaje === null ? codigo.producto_nombre : null,
    cliente: email && maskEmail(email),
    vence: codigo.vence.toISOString(),
    quien: codigo.usado_por,
    cuando: codigo.usado?.toISOString() ?? null,
    numero: isOfPedido ? (pedido?.numero ?? null) : null,
    pedido_id: isOfPedido && isTheirs ? codigo.pedido_id : null,
  }
}
