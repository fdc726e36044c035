// The back office: customers who took a purchase back and wait for an answer, and how each was attended.
import type { ArrepentimientoFila } from '@imprimitodo/shared/api/arrepentimiento'
import { formatMoment } from '@imprimitodo/shared/rules/base/fecha'
import { notFound, refuse } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import {
  type ArrepentimientoRow,
  countAbiertos,
  findArrepentimiento,
  listArrepentimientos,
  markAtendido,
} from './store.ts'

const PAGE = 50
/** Open requests are all shown: each is a debt of the shop. */
const ALL = 1000

type Query = { cuales: 'abiertos' | 'atendidos'; cursor?: string }

export async function listArrepentimientosForStaff({ db }: Pick<Deps, 'db'>, { cuales, cursor }: Query) {
  const limit = cuales === 'abiertos' ? ALL : PAGE
  const known = cursor && /^\d{1,9}$/.test(cursor) ? Number(cursor) : null
  const rows = await listArrepentimientos(db, { cuales, cursor: known, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const last = rows.length > limit && cuales === 'atendidos' ? shown.at(-1)?.id : undefined
  return {
    arrepentimientos: shown.map(filaOf),
    abiertos: await countAbiertos(db),
    siguiente: last ? String(last) : null,
  }
}

/** Marks a request as attended, once. @throws 404, 409 with the clerk who attended it first */
export async function attend(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  id: number,
  { nota, quien }: { nota: string; quien: string },
): Promise<ArrepentimientoFila> {
  const marked = await markAtendido(db, id, { atendido: now(), atendido_por: quien, nota })
  if (marked) return filaOf(marked)
  const known = await findArrepentimiento(db, id)
  if (!known?.atendido) throw notFound('Ese arrepentimiento no existe.')
  throw refuse(409, `Ya lo atendió ${known.atendido_por} (${formatMoment(known.atendido).toLowerCase()} h).`)
}

const filaOf = (row: ArrepentimientoRow): ArrepentimientoFila => {
  const { id, codigo, nombre, email, compra, motivo, creado, atendido, atendido_por, nota } = row
  return {
    id,
    codigo,
    nombre,
    email,
    compra,
    motivo,
    atendido_por,
    nota,
    creado: creado.toISOString(),
    atendido: atendido?.toISOString() ?? null,
  }
}
