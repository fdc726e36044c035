import type { ReposicionMostrador } from '@imprimitodo/shared/api/mostrador'
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { formatPesos } from '@imprimitodo/shared/rules/base/dinero'

/** Both page counts, what is between them, and that the price stays. */
export function differenceText({ paginas, recibido }: ReposicionMostrador): string {
  if (!recibido) return ''
  const more = recibido.paginas - paginas
  const pages =
    more === 0
      ? `Tiene ${count(paginas, 'página')}, como el del pedido, pero no es el mismo archivo.`
      : `El del pedido tiene ${count(paginas, 'página')} y este ${recibido.paginas}: ${Math.abs(more)} ${more > 0 ? 'más' : 'menos'}.`
  const { diferencia } = recibido
  const price =
    diferencia === 0
      ? 'El precio no cambia.'
      : `Costaría ${formatPesos(Math.abs(diferencia))} ${diferencia > 0 ? 'más' : 'menos'}: el precio no cambia.`
  return `${pages} ${price}`
}
