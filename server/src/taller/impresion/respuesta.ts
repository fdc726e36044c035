// Impresiones as the counter gets them, and the checks they share.
import type { Impresion } from '@imprimitodo/shared/api/impresion'
import { A4 } from '@imprimitodo/shared/rules/compra/hoja'
import {
  type Ficha,
  hasHoja,
  impedimentos,
  isTermica,
  SOLO_TICKETS,
  sinHoja,
} from '@imprimitodo/shared/rules/taller/impresora'
import type { Queryable, Tx } from '../../base/db/open.ts'
import { notFound, refuse } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { insertHistorial, lockPedido, type Pedido } from '../../compra/pedidos/service.ts'
import { ladosDeCaratula } from './caratula.ts'
import { findImpresora, type ImpresionRow, type ImpresoraRow, listImpresiones } from './store.ts'

export async function needImpresora(db: Queryable, id: number, sucursal_id?: number): Promise<ImpresoraRow> {
  const found = await findImpresora(db, id)
  if (!found || (sucursal_id !== undefined && found.sucursal_id !== sucursal_id))
    throw notFound('Esa impresora no existe en esta sucursal.')
  return found
}

export function needAble(ficha: Ficha, impresora: ImpresoraRow): void {
  const { nombre, perfil, repetir_copias } = impresora
  if (isTermica(impresora)) throw refuse(409, `${nombre} no puede: ${SOLO_TICKETS}`)
  const problems = perfil
    ? impedimentos(ficha, { ...perfil, copias: copiasOf(repetir_copias) })
    : hasHoja(ficha, null)
      ? []
      : [sinHoja(ficha)]
  if (problems.length > 0) throw refuse(409, `${nombre} no puede: ${problems.join(' ')}`)
}

/**
 * Why a waiting work may not go to the printer's agent, in Spanish; null where it may. An older agent that
 * knows A4 alone may have taken over meanwhile: it would print on A4. A thermal printer has no sheets.
 */
export const papelPerdido = (
  ficha: Ficha,
  impresora: Pick<ImpresoraRow, 'nombre' | 'perfil' | 'uri'>,
): string | null =>
  isTermica(impresora) || hasHoja(ficha, impresora.perfil)
    ? null
    : `${impresora.nombre} ya no dice que tiene hojas ${ficha.hoja ?? A4.nombre}.`

/** The document itself repeats the copies: its printer is asked for one. */
export const repiteCopias = (
  { caratula }: Pick<ImpresionRow, 'caratula'>,
  { repetir_copias }: Pick<ImpresoraRow, 'repetir_copias'>,
): boolean => repetir_copias || caratula

export const copiasOf = (repetir: boolean) => (repetir ? 'repetir_en_pdf' : 'impresora')

export const fichaOf = ({ copias, lados, borde, color, hoja }: ImpresionRow): Ficha => ({
  copias,
  borde,
  color,
  // An agent older than other paper does not know the key
  ...(hoja !== A4.nombre && { hoja }),
  lados: lados === 2 ? 2 : 1,
})

export const noteEvento = (
  tx: Tx,
  deps: Pick<Deps, 'now'>,
  { id, estado }: Pedido,
  quien: string,
  nota: string,
): Promise<void> => insertHistorial(tx, { pedido_id: id, estado, cuando: deps.now(), quien, nota })

export async function noteOf(
  tx: Tx,
  deps: Pick<Deps, 'now'>,
  { pedido_id }: ImpresionRow,
  quien: string,
  nota: string,
): Promise<void> {
  const pedido = pedido_id ? await lockPedido(tx, pedido_id) : undefined
  if (pedido) await noteEvento(tx, deps, pedido, quien, nota)
}

/** An agent that was silent for this long will not report the end of its attempt: a person may. */
export const SILENT_MS = 5 * 60_000

export async function impresionesAnswer(
  { db, now }: Pick<Deps, 'now'> & { db: Queryable },
  of: Parameters<typeof listImpresiones>[1],
): Promise<Impresion[]> {
  const isSilent = (until: Date | null) => until !== null && now().getTime() - until.getTime() > SILENT_MS
  return (await listImpresiones(db, of)).map(({ impresion, impresora, numero, arriendo_hasta }) => ({
    id: impresion.id,
    pedido_id: impresion.pedido_id,
    numero,
    impresora: { id: impresora.id, nombre: impresora.nombre },
    trabajo: impresion.trabajo,
    nombre: impresion.nombre,
    hojas: impresion.hojas,
    paginas: impresion.paginas,
    desde_pagina: impresion.desde_pagina,
    ...fichaOf(impresion),
    sin_noticias:
      impresion.estado === 'imprimiendo' && isSilent(arriendo_hasta)
        ? (arriendo_hasta?.toISOString() ?? null)
        : null,
    estado: impresion.estado,
    motivo: impresion.motivo,
    mensaje: impresion.mensaje,
    contadas: contadasOf(impresion),
    consultar: impresion.consultar,
    ...perdidoOf(impresion, impresora),
    resuelta_por: impresion.resuelta_por,
    pedida: impresion.pedida.toISOString(),
    pedida_por: impresion.pedida_por,
    terminada: impresion.terminada?.toISOString() ?? null,
  }))
}

function perdidoOf(impresion: ImpresionRow, impresora: Pick<ImpresoraRow, 'nombre' | 'perfil' | 'uri'>) {
  const papel_perdido = impresion.consultar && papelPerdido(fichaOf(impresion), impresora)
  return papel_perdido ? { papel_perdido } : {}
}

/** Sides of the work itself: its cover came out first. */
const contadasOf = (impresion: ImpresionRow): number | null =>
  impresion.contadas === null ? null : Math.max(0, impresion.contadas - ladosDeCaratula(impresion))

export async function needAnswer(deps: Pick<Deps, 'db' | 'now'>, id: number): Promise<Impresion> {
  const [answer] = await impresionesAnswer(deps, { id })
  if (!answer) throw notFound('Esa impresión no existe.')
  return answer
}
