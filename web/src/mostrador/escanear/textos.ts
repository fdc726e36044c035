import type { CodigoMostrador } from '@imprimitodo/shared/api/mostrador'

const percent = new Intl.NumberFormat('es-AR', { maximumFractionDigits: 2 })

/** What a code is, in a line. */
export function nameOf({ tipo, descuento, hojas, producto_nombre, numero }: CodigoMostrador): string {
  if (tipo === 'retiro') return `Pedido ${numero}`
  if (tipo === 'premio') return `Premio: ${producto_nombre ?? 'sin nombre'}`
  if (tipo === 'hojas') return `${hojas ?? 0} hojas gratis`
  return `${tipo === 'cupon' ? 'Cupón' : 'Ruleta'} ${percent.format(descuento ?? 0)} %`
}

/** What the clerk does with one that is good, and what was done. */
export const ACTIONS: Record<CodigoMostrador['tipo'], { do: string; done: string }> = {
  cupon: { do: 'Marcar usado', done: 'Quedó usado' },
  ruleta: { do: 'Marcar usado', done: 'Quedó usado' },
  premio: { do: 'Entregar premio', done: 'Premio entregado' },
  retiro: { do: 'Entregar', done: 'Pedido entregado' },
  hojas: { do: 'Marcar usado', done: 'Quedó usado' },
}

const GOOD: Record<CodigoMostrador['tipo'], string> = {
  cupon: 'Sirve: hacele el descuento',
  ruleta: 'Sirve: hacele el descuento',
  premio: 'Sirve: dale su premio',
  retiro: 'Pagado y listo: entregalo',
  hojas: 'Solo para la web',
}

export const titleOf = ({ tipo, estado }: CodigoMostrador): string => {
  if (estado === 'disponible') return GOOD[tipo]
  if (estado === 'usado') return tipo === 'retiro' ? 'Ya se entregó' : 'Ya se usó'
  if (estado === 'vencido') return 'Venció'
  return tipo === 'hojas' ? GOOD.hojas : 'Todavía no'
}
