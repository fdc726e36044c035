import type { Leido } from '@imprimitodo/shared/rules/compra/pistas'
import { splitTomos, type Tarifas } from '@imprimitodo/shared/rules/compra/precio'
import { leafingOf } from '@imprimitodo/shared/rules/taller/hojear'
import { fetchMiniatura } from '../../api/miniaturas.ts'
import type { Draw } from '../../ui/hojear/dibujos.ts'
import { HojearButton } from '../../ui/hojear/hojear-button.tsx'
import type { ArchivoCarrito } from '../carrito/carrito-state.ts'
import { getLecturas } from '../lectura/lectura.ts'
import { drawPagina } from '../lectura/read.ts'
import { opcionesDePaso2 } from './precios.ts'

/** Leafs through a loose file, or a volume, before anything was sent, with pages drawn on this device. */
export function HojearCarrito({
  name,
  archivos,
  leidos,
  tarifas,
}: {
  name: string
  archivos: readonly ArchivoCarrito[]
  /** The readings of all files; none may be missing. */
  leidos: readonly Leido[]
  tarifas: Tarifas
}) {
  const open = () => {
    const asked = archivos.flatMap((archivo, index) => {
      const leido = leidos[index]
      if (!leido) return []
      const { paginas, tamanos } = leido
      return [{ ...opcionesDePaso2(archivo, tarifas), nombre: archivo.name, paginas, tamanos }]
    })
    const of = leafingOf(asked, 0, (hojas) => splitTomos(hojas, tarifas))
    if (!of) return null
    return { of, nombres: archivos.map((archivo) => archivo.name), draw: drawOf(archivos) }
  }
  return <HojearButton name={name} open={open} />
}

/** Draws from the file in this browser if its reading equals the server's, else from the server. */
function drawOf(archivos: readonly ArchivoCarrito[]): Draw {
  return async (index, pagina, ancho, signal) => {
    const archivo = archivos[index]
    if (!archivo) throw new RangeError('No such file')
    const { id, realFile, contado } = archivo
    const lectura = getLecturas().get(id)
    const isRead = lectura?.estado === 'lista' && (!contado || contado.paginas === lectura.paginas.length)
    if (realFile && isRead) {
      const imagen = await drawPagina({ id, file: realFile, pagina, ancho }, signal)
      return { imagen, bytes: 0 }
    }
    if (!contado) throw new Error('Neither here nor on the server')
    return fetchMiniatura({ pedidoId: contado.pedidoId, n: contado.n, pagina, ancho }, signal)
  }
}
