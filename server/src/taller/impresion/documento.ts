// The very bytes that go to the printer: made once, named by their hash, checked by the agent before it starts.
import { createReadStream } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import type { Stretch } from '../../base/pdf/port.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { sha256Of } from '../../base/secrets/hash.ts'
import { lineasOf } from '../../compra/archivos/service.ts'
import { findPedido } from '../../compra/pedidos/service.ts'
import { areKept, type Trabajos, trabajosDe } from '../trabajos/service.ts'
import type { Impresion, Impresora } from './store.ts'

export class Irrecuperable extends Error {}

/** A local path. @throws Irrecuperable, in Spanish, when it can never be made; PdfRefused */
export async function documentoOf(
  deps: Deps,
  trabajos: Trabajos,
  impresion: Impresion,
  impresora: Pick<Impresora, 'nombre' | 'repetir_copias'>,
): Promise<string> {
  if (impresion.pedido_id === null) return prueba(deps, impresion, impresora)
  const { db } = deps
  const pedido = await findPedido(db, impresion.pedido_id)
  const lineas = pedido ? await lineasOf(db, pedido.id) : []
  if (!pedido || !areKept(pedido, lineas))
    throw new Irrecuperable('Los archivos de este pedido ya se borraron.')
  const trabajo = trabajosDe(pedido, lineas).find(({ id }) => id === impresion.trabajo)
  if (!trabajo) throw new Irrecuperable('Ese trabajo ya no existe.')
  const whole = await trabajos.pathOf(pedido, lineas, trabajo)
  const repeats = impresora.repetir_copias ? impresion.copias : 1
  if (repeats === 1 && impresion.desde_pagina === 1) return whole
  const path = await deps.files.derivedPath(pedido.id, `impresion-${impresion.id}-${repeats}.pdf`)
  const made = await stat(path).catch(() => null)
  if (made) return path
  const part: Stretch = {
    path: whole,
    pages: [[impresion.desde_pagina, trabajo.paginas]],
    ...{ grey: false, blankBacks: false },
    // Each copy begins on a fresh sheet
    fillSheet: impresion.lados === 2 && repeats > 1,
  }
  await deps.pdf.assemble(
    Array.from({ length: repeats }, () => part),
    path,
    { hoja: impresion.hoja },
  )
  return path
}

async function prueba(deps: Deps, { id }: Impresion, { nombre }: Pick<Impresora, 'nombre'>): Promise<string> {
  const path = await deps.files.derivedPath('prueba', `impresion-${id}.pdf`)
  if (await stat(path).catch(() => null)) return path
  const { paginaDePrueba } = await import('../../base/pdf/prueba.ts')
  await writeFile(path, await paginaDePrueba(nombre))
  return path
}

export async function fingerprint(path: string): Promise<{ sha256: string; bytes: number }> {
  return { sha256: await sha256Of(createReadStream(path)), bytes: (await stat(path)).size }
}
