// The exact bytes that go to the printer: made once, named by their hash, checked by the agent before it
// starts.
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Run } from '@imprimitodo/shared/rules/compra/paginas'
import { isTermica } from '@imprimitodo/shared/rules/taller/impresora'
import { ladosSinColor, type Trabajo } from '@imprimitodo/shared/rules/taller/trabajo'
import { nombreTienda } from '@imprimitodo/shared/rules/vidriera/nombre-tienda'
import type { Stretch } from '../../base/pdf/port.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { writeWhole } from '../../base/runtime/durable.ts'
import { sha256Of } from '../../base/secrets/hash.ts'
import { lineasOf } from '../../compra/archivos/service.ts'
import { findPedido, type Pedido } from '../../compra/pedidos/service.ts'
import { readAjustes } from '../../gestion/ajustes/service.ts'
import { areKept, type Trabajos, trabajosDe } from '../trabajos/service.ts'
import { caratulaPath, ladosDeCaratula } from './caratula.ts'
import { encodeTicket } from './escpos.ts'
import { repiteCopias } from './respuesta.ts'
import { type ImpresionRow, type ImpresoraRow, isPapel, papelOf } from './store.ts'
import { renglonesDePapel } from './ticket.ts'
import { renglonesDePrueba } from './ticket-termico.ts'

export class Irrecuperable extends Error {}

/** `sin_color`: the pages without colour of a document in colour. */
export type Printable = { path: string; sin_color: Run[] }

/** More runs than this are not sent: no printer was seen that takes so many. */
const MAX_RUNS = 100

/** @throws Irrecuperable, in Spanish, when it can never be made; PdfRefused */
export async function printableOf(
  deps: Pick<Deps, 'db' | 'files' | 'pdf' | 'publicUrl'>,
  trabajos: Trabajos,
  impresion: ImpresionRow,
  impresora: Pick<ImpresoraRow, 'nombre' | 'repetir_copias' | 'uri'>,
): Promise<Printable> {
  if (impresion.pedido_id === null) return { path: await prueba(deps, impresion, impresora), sin_color: [] }
  const { db } = deps
  const pedido = await findPedido(db, impresion.pedido_id)
  const lineas = pedido ? await lineasOf(db, pedido.id) : []
  if (pedido && isPapel(impresion)) return { path: await papelPath(deps, pedido, impresion), sin_color: [] }
  if (!pedido || !areKept(pedido, lineas))
    throw new Irrecuperable('Los archivos de este pedido ya se borraron.')
  const trabajo = trabajosDe(pedido, lineas).find(({ id }) => id === impresion.trabajo)
  if (!trabajo) throw new Irrecuperable('Ese trabajo ya no existe.')
  const whole = await trabajos.pathOf(pedido, lineas, trabajo)
  const repeats = repeatsOf(impresion, impresora)
  const sin_color = sinColorOf(trabajo, impresion, repeats)
  if (repeats === 1 && impresion.desde_pagina === 1 && !impresion.caratula) return { path: whole, sin_color }
  const isCovered = impresion.caratula ? '-caratula' : ''
  const path = await deps.files.derivedPath(pedido.id, `impresion-${impresion.id}-${repeats}${isCovered}.pdf`)
  const made = await stat(path).catch(() => null)
  if (made) return { path, sin_color }
  const isTwoSided = impresion.lados === 2
  const plain = { grey: false, blankBacks: false }
  const part: Stretch = {
    ...plain,
    path: whole,
    pages: [[impresion.desde_pagina, trabajo.paginas]],
    // Each copy begins on a new sheet
    fillSheet: isTwoSided && repeats > 1,
  }
  const cover: Stretch[] = impresion.caratula
    ? [
        {
          ...plain,
          pages: [[1, 1]],
          fillSheet: isTwoSided,
          path: await caratulaPath(deps, { pedido, lineas }, impresion, impresora),
        },
      ]
    : []
  await deps.pdf.assemble([...cover, ...Array.from({ length: repeats }, () => part)], path, {
    hoja: impresion.hoja,
  })
  return { path, sin_color }
}

const repeatsOf = (impresion: ImpresionRow, impresora: Pick<ImpresoraRow, 'repetir_copias'>): number =>
  repiteCopias(impresion, impresora) ? impresion.copias : 1

/**
 * The document's pages without colour: its cover, and in each copy those from the work's page `desde_pagina`
 * on.
 */
function sinColorOf(trabajo: Trabajo, impresion: ImpresionRow, repeats: number): Run[] {
  const { lados, paginas } = trabajo
  const { desde_pagina: desde } = impresion
  const plain = ladosSinColor(trabajo)
  const cover = ladosDeCaratula(impresion)
  if (!trabajo.color || (plain.length === 0 && cover === 0)) return []
  const own = paginas - desde + 1
  // Each copy begins on a new sheet
  const perCopy = lados === 2 && repeats > 1 && own % 2 === 1 ? own + 1 : own
  const found: Run[] = cover > 0 ? [[1, cover]] : []
  for (let copy = 0; copy < repeats && found.length <= MAX_RUNS; copy++)
    for (const [from, to] of plain) {
      const [first, last] = [Math.max(from, desde) - desde + 1, to - desde + 1]
      const before = cover + copy * perCopy
      if (last >= first) found.push([before + first, before + last])
    }
  return found.length > MAX_RUNS ? [] : found
}

/** The bytes for a thermal printer, made once: a later try sends the same ones. */
async function papelPath(
  deps: Pick<Deps, 'db' | 'files' | 'publicUrl'>,
  pedido: Pedido,
  impresion: ImpresionRow,
): Promise<string> {
  const papel = papelOf(impresion)
  const path = await deps.files.derivedPath(pedido.id, `${papel}-${impresion.id}.escpos`)
  if (await stat(path).catch(() => null)) return path
  await writeWhole(path, encodeTicket(await renglonesDePapel(deps, pedido, papel)))
  return path
}

async function prueba(
  deps: Pick<Deps, 'db' | 'files'>,
  impresion: ImpresionRow,
  impresora: Pick<ImpresoraRow, 'nombre' | 'repetir_copias' | 'uri'>,
): Promise<string> {
  const { nombre } = impresora
  const repeats = repeatsOf(impresion, impresora)
  const path = await deps.files.derivedPath('prueba', `impresion-${impresion.id}-${repeats}.pdf`)
  if (await stat(path).catch(() => null)) return path
  if (isTermica(impresora)) {
    const { vidriera } = await readAjustes(deps.db)
    await writeWhole(path, encodeTicket(renglonesDePrueba(nombreTienda(vidriera.nombre), nombre)))
    return path
  }
  const { paginaDePrueba } = await import('../../base/pdf/drawn/test-page.ts')
  await writeWhole(path, await paginaDePrueba(nombre, repeats))
  return path
}

export async function fingerprintFile(path: string): Promise<{ sha256: string; bytes: number }> {
  return { sha256: await sha256Of(createReadStream(path)), bytes: (await stat(path)).size }
}
