import type { PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import { GRUPO_TITLES } from '@imprimitodo/shared/rules/compra/grupo'
import { A4 } from '@imprimitodo/shared/rules/compra/hoja'
import { splitIn } from '@imprimitodo/shared/rules/compra/precio'
import { leafingOf } from '@imprimitodo/shared/rules/taller/hojear'
import { fetchMiniatura } from '../api/miniaturas.ts'
import { HojearButton } from '../ui/hojear/hojear-button.tsx'

/**
 * Leafs through the pile of file `index` (from 0) of an order: a volume opens where the file begins. For the
 * owner.
 */
export function HojearPedido({ pedido, index }: { pedido: PedidoAnswer; index: number }) {
  const archivo = pedido.archivos[index]
  if (!archivo) return null
  const { grupo, nombre } = archivo
  const open = () => {
    // The tomes of the quote, even if the sizes of bindings changed since
    const volumen = pedido.volumenes.find((one) =>
      grupo === 'default' ? one.nombre === nombre : one.grupo === grupo,
    )
    const archivos = pedido.archivos.map((one) => ({ ...one, hoja: one.hoja ?? A4.nombre }))
    const of = leafingOf(archivos, index, (hojas) => splitIn(hojas, volumen?.tomos ?? 1))
    if (!of) return null
    return {
      of,
      nombres: pedido.archivos.map((one) => one.nombre),
      inicio: of.archivos.find((one) => one.archivo === index)?.hoja ?? 1,
      draw: (at: number, pagina: number, ancho: number, signal: AbortSignal) =>
        fetchMiniatura({ pedidoId: pedido.pedido_id, n: at + 1, pagina, ancho }, signal),
    }
  }
  return (
    <HojearButton
      name={grupo === 'default' ? nombre : `${GRUPO_TITLES[grupo]} desde ${nombre}`}
      open={open}
    />
  )
}
