import type { CodigoMostrador } from '@imprimitodo/shared/api/mostrador'

const percent = new Intl.NumberFormat('es-AR', { maximumFractionDigits: 2 })

/** What a code is, in a line. */
export function nameOf({ tipo, descuento, hojas, producto_nombre, numero }: CodigoMostrador): string {
  if (tipo === 'retiro') return `Pedido ${numero}`
  if (tipo === 'premio') return `Premio: ${producto_nombre ?? 'sin nombre'}`
  if (tipo === 'hojas') return `${hojas ?? 0} hojas gratis`
  return `${tipo === 'cupon' ? 'Cupón' : 'Ruleta'} ${percent.format(descuento ?? 0)} %`
}

/** What takes something off a sale: it is used there. */
export const isDeVenta = ({ tipo }: Pick<CodigoMostrador, 'tipo'>): boolean =>
  tipo === 'cupon' || tipo === 'ruleta' || tipo === 'hojas'

/** What the clerk does with one that is good, and what was done. */
export const ACTIONS: Record<CodigoMostrador['tipo'], { do: string; done: string }> = {
  cupon: { do: 'Marcar usado', done: 'Quedó usado' },
  ruleta: { do: 'Marcar usado', done: 'Quedó usado' },
  premio: { do: 'Entregar premio', done: 'Premio entregado' },
  retiro: { do: 'Entregar', done: 'Pedido entregado' },
  hojas: { do: 'Marcar usado', done: 'Quedó usado' },
}

const GOOD: Record<CodigoMostrador['tipo'], string> = {
  cupon: 'Sirve: usalo en la venta',
  ruleta: 'Sirve: usalo en la venta',
  premio: 'Sirve: dale su premio',
  retiro: 'Pagado y listo: entregalo',
  hojas: 'Sirve: usalo en la venta',
}

export const escaneadoTitle = ({ tipo, estado }: CodigoMostrador): string => {
  if (estado === 'disponible') return GOOD[tipo]
  if (estado === 'usado') return tipo === 'retiro' ? 'Ya se entregó' : 'Ya se usó'
  if (estado === 'vencido') return 'Venció'
  return 'Todavía no'
}
