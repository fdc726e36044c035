// The name of a work at its printer's panel: «1069 i12 · Anillado 1 · Brenda Acosta»; of its customer, on papers too.
import { SIN_CELULAR } from '@imprimitodo/shared/rules/base/contacto'
import { nombreOfPedido } from '@imprimitodo/shared/rules/compra/nombre-pedido'
import { startOfNombre } from '@imprimitodo/shared/rules/taller/nombre-trabajo'
import type { Queryable } from '../../base/db/open.ts'
import { legibleWords } from '../../base/pdf/drawn/letras.ts'
import { findPedido, type Pedido } from '../../compra/pedidos/service.ts'
import { nombresDe } from '../../cuentas/auth/service.ts'
import type { ImpresionRow } from './store.ts'

/** Limit of a job-name (RFC 8011 section 5.1.3). */
const MAX_OCTETS = 255
const BETWEEN = ' · '

/** Never used twice: its beginning has the number of the attempt, by which the agent recognises its own job. */
export async function nombreAtPrinter(
  db: Queryable,
  { pedido_id, nombre }: Pick<ImpresionRow, 'pedido_id' | 'nombre'>,
  intento: number,
): Promise<string> {
  const pedido = pedido_id ? await findPedido(db, pedido_id) : undefined
  const parts = pedido ? [nombre, await quienRetira(db, pedido)] : [nombre]
  return fitted(startOfNombre(pedido?.numero ?? null, intento), parts)
}

/** The name that staff use for the order's customer; null: none is known. */
export async function quienRetira(
  db: Queryable,
  { nombre, cliente_id, celular }: Pick<Pedido, 'nombre' | 'cliente_id' | 'celular'>,
): Promise<string | null> {
  const cuenta = cliente_id === null ? null : ((await nombresDe(db, [cliente_id])).get(cliente_id) ?? null)
  return nombreOfPedido({ nombre, cuenta, celular: celular === SIN_CELULAR ? null : celular })
}

/**
 * The same for a paper, which lacks the letters of other alphabets: of a name without one that can be read, what a clerk
 * can call instead.
 */
export async function nombreEnPapel(
  db: Queryable,
  pedido: Pick<Pedido, 'nombre' | 'cliente_id' | 'celular' | 'codigo_retiro'>,
): Promise<string | null> {
  const nombre = await quienRetira(db, pedido)
  const shown = nombre && legibleWords(nombre)
  if (shown !== '') return shown
  const last = await quienRetira(db, { ...pedido, nombre: null, cliente_id: null })
  return last ? `Cliente ${last}` : pedido.codigo_retiro
}

/** The parts that exist, joined; the longest is cut so that all of it fits, the start never. */
export function fitted(start: string, parts: readonly (string | null)[]): string {
  const shown = parts.flatMap((part) => {
    const plain = (part ?? '').replace(/[\p{C}\s]+/gu, ' ').trim()
    return plain ? [[...plain]] : []
  })
  const joined = () => [start, ...shown.map((chars) => chars.join(''))].join(BETWEEN)
  while (Buffer.byteLength(joined()) > MAX_OCTETS) {
    const longest = shown.reduce((most, chars) => (chars.length > most.length ? chars : most), [])
    longest.splice(-2, 2, '…')
  }
  return joined()
}
