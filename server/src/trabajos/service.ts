// Print-ready PDFs of an order's works: made when first asked for, kept as long as the order's files.
import { stat } from 'node:fs/promises'
import { type Trabajo, trabajosOf } from '@imprimitodo/shared/rules/trabajo'
import type { Deps } from '../core/deps.ts'
import type { Stretch } from '../pdf/port.ts'
import { contadoOf, type Linea, type Pedido } from '../pedidos/service.ts'

export type Trabajos = {
  /** A local path of one copy of the work. It goes on being made when the caller loses patience. @throws PdfRefused */
  pathOf(pedido: Pedido, lineas: Linea[], trabajo: Trabajo): Promise<string>
}

/** What has to be printed, of the order's lines as they are stored. */
export const trabajosDe = (pedido: Pedido, lineas: Linea[]): Trabajo[] =>
  trabajosOf(lineas.map(contadoOf), pedido.tarifas)

/** Whether its works can still be made. */
export const areKept = ({ archivos_borrados }: Pedido, lineas: Linea[]): boolean =>
  !archivos_borrados && lineas.every(({ contenido }) => !contenido.borrado)

/** In memory: what is being made in this process, so that two who ask at once have it made once. */
export function createTrabajos({ files, pdf, log }: Pick<Deps, 'files' | 'pdf' | 'log'>): Trabajos {
  const underWay = new Map<string, Promise<void>>()

  /** `make` leaves the whole file at `path` or nothing. */
  function once(path: string, make: () => Promise<void>): Promise<void> {
    const start = () => {
      const mine = make().finally(() => underWay.delete(path))
      underWay.set(path, mine)
      return mine
    }
    return underWay.get(path) ?? start()
  }

  async function assemble(trabajo: Trabajo, lineas: Linea[], path: string): Promise<void> {
    const work: Stretch[] = []
    for (const { archivo, ...stretch } of trabajo.tramos) {
      const linea = lineas[archivo]
      if (!linea) throw new Error('A work of a file that the order does not have.')
      work.push({ ...stretch, path: await files.pathOf(linea.contenido.id) })
    }
    const { pages } = await pdf.assemble(work, path)
    if (pages !== trabajo.paginas)
      log.error({ pages, expected: trabajo.paginas }, 'print work of other length')
  }

  return {
    async pathOf(pedido, lineas, trabajo) {
      const path = await files.derivedPath(pedido.id, `trabajo-${trabajo.id}.pdf`)
      if (!(await isThere(path))) await once(path, () => assemble(trabajo, lineas, path))
      return path
    },
  }
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
