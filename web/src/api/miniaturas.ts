import { Borrado, type Dibujo } from '../ui/hojear/dibujos.ts'
import { rechazoIn } from './rechazo.ts'
import { withTimeout } from './timeout.ts'

/** A page (from 1) of the `n`-th file (from 1) of an order of ours. @throws Borrado where it was deleted */
export const fetchMiniatura = (
  { pedidoId, n, pagina, ancho }: { pedidoId: string; n: number; pagina: number; ancho: number },
  signal: AbortSignal,
): Promise<Dibujo> =>
  withTimeout(signal, async (limited) => {
    const path = `/api/pedidos/${encodeURIComponent(pedidoId)}/archivos/${n}/miniatura.webp`
    const response = await fetch(`${path}?pagina=${pagina}&ancho=${ancho}`, { signal: limited })
    if (rechazoIn(response.headers) === 'no_existe') throw new Borrado()
    if (!response.ok) throw new Error(`Answered ${response.status}`)
    const imagen = await response.blob()
    return { imagen, bytes: imagen.size }
  })
