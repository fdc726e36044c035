// Print-ready PDFs of an order's works: made when first asked for, kept as long as the order's files.
import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { type Trabajo, trabajosOf } from '@imprimitodo/shared/rules/taller/trabajo'
import { PdfRefused, type Stretch } from '../../base/pdf/port.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { ArchivoPerdido, createIntegridad, type Linea, pathToRead } from '../../compra/archivos/service.ts'
import { contadoOf, type Pedido } from '../../compra/pedidos/service.ts'

export type Trabajos = {
  /**
   * A local path of one copy of the work. If the caller stops waiting, it is made to the end all the same.
   * @throws PdfRefused, FaltaArchivo
   */
  pathOf(pedido: Pedido, lineas: Linea[], trabajo: Trabajo): Promise<string>
}

/** A customer's file is gone or is not what arrived. The message is for the counter, in Spanish. */
export class FaltaArchivo extends Error {}

/**
 * Why a work could not be made, for the counter: what happened and what to do. `forGood`: trying again changes nothing.
 */
export function whyNot(error: unknown): { texto: string; forGood: boolean } {
  if (error instanceof FaltaArchivo) return { texto: error.message, forGood: true }
  if (error instanceof PdfRefused)
    return {
      texto:
        'Tiene una página que no se puede dibujar. Pedile al cliente el archivo exportado de nuevo, o devolvele la plata.',
      forGood: true,
    }
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const texto =
    code === 'ENOSPC' || code === 'EDQUOT'
      ? 'El servidor se quedó sin lugar en el disco. Liberá espacio y probá de nuevo.'
      : 'El servidor no pudo preparar el PDF. Probá de nuevo en un minuto y, si sigue, avisale a quien lo cuida.'
  return { texto, forGood: false }
}

/** The print works of an order, by its stored lines. */
export const trabajosDe = (pedido: Pedido, lineas: Linea[]): Trabajo[] =>
  trabajosOf(lineas.map(contadoOf), pedido.tarifas)

/** Whether its works can still be made: its files are not deleted. */
export const areKept = ({ archivos_borrados }: Pedido, lineas: Linea[]): boolean =>
  !archivos_borrados && lineas.every(({ contenido }) => !contenido.borrado)

/** Remembers what this process is making, so that two calls at once make it once. */
export function createTrabajos(deps: Pick<Deps, 'db' | 'files' | 'now' | 'pdf' | 'log'>): Trabajos {
  const { files, pdf, log } = deps
  const { soundPathOf } = createIntegridad(deps)
  const underWay = new Map<string, Promise<void>>()

  /** `make` leaves the whole file at `path` or nothing. */
  function once(path: string, make: () => Promise<void>): Promise<void> {
    const mine = underWay.get(path) ?? make().finally(() => underWay.delete(path))
    underWay.set(path, mine)
    return mine
  }

  async function sourceOf(linea: Linea): Promise<Pick<Stretch, 'path' | 'imagen'>> {
    const bytes = await soundPathOf(linea.contenido).catch((error) => {
      throw error instanceof ArchivoPerdido ? faltaOf(linea, error) : error
    })
    const path = await pathToRead({ files, pdf }, linea.contenido, bytes)
    return { path, imagen: linea.contenido.prueba?.imagen ?? [] }
  }

  async function assemble(trabajo: Trabajo, lineas: Linea[], path: string): Promise<void> {
    // One source for each file: a file that changes between colour and grey has many stretches
    const sources = new Map<number, Pick<Stretch, 'path' | 'imagen'>>()
    const work: Stretch[] = []
    for (const { archivo, paginas, por_carilla, ...stretch } of trabajo.tramos) {
      const linea = lineas[archivo]
      if (!linea) throw new Error('A work of a file that the order does not have.')
      const source = sources.get(archivo) ?? (await sourceOf(linea))
      sources.set(archivo, source)
      work.push({ ...stretch, ...source, pages: paginas, perSide: por_carilla })
    }
    const { pages, drawn } = await pdf.assemble(work, path, { hoja: trabajo.hoja })
    if (drawn.length > 0) log.warn({ drawn }, 'files of a print work that had to be drawn')
    if (pages !== trabajo.paginas)
      log.error({ pages, expected: trabajo.paginas }, 'print work of other length')
  }

  return {
    async pathOf(pedido, lineas, trabajo) {
      const path = await files.derivedPath(pedido.id, `trabajo-${trabajo.id}-${bytesOf(trabajo, lineas)}.pdf`)
      if (!(await stat(path).catch(() => null))) await once(path, () => assemble(trabajo, lineas, path))
      return path
    },
  }
}

/** Identifies the bytes of its files, and their grey pages: after a file was replaced it is another work. */
function bytesOf({ tramos }: Trabajo, lineas: Linea[]): string {
  const parts = tramos.map(({ archivo, paginas, grey }) => {
    const linea = lineas[archivo]
    const isMadeGrey = grey && linea?.archivo.color === 'color'
    return `${linea?.contenido.id}${isMadeGrey ? ` gris ${JSON.stringify(paginas)}` : ''}`
  })
  return createHash('sha256').update(parts.join(' ')).digest('base64url').slice(0, 16)
}

const faltaOf = ({ archivo }: Linea, { por }: ArchivoPerdido): FaltaArchivo =>
  new FaltaArchivo(
    por === 'no está'
      ? `«${archivo.nombre}» ya no está en el disco. Pedile al cliente que lo mande de nuevo.`
      : `«${archivo.nombre}» se dañó en el disco y no se imprime. Pedile al cliente que lo mande de nuevo.`,
  )
