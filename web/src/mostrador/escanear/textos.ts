import type { CodigoMostrador } from '@imprimitodo/shared/api/mostrador'
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { formatPercent } from '@imprimitodo/shared/rules/base/dinero'
import type { CodigoTipo } from '@imprimitodo/shared/rules/fidelidad/codigo'

const percentOf = ({ descuento }: CodigoMostrador): string => `${formatPercent(descuento ?? 0)} %`

type Words = {
  /** Describes the code in a line. */
  name: (vista: CodigoMostrador) => string
  /** The clerk's action with a good code, and the words once it is done. */
  do: string
  done: string
  good: string
  used: string
}

/** The words for a code that a sale takes. */
const DE_VENTA = {
  do: 'Marcar usado',
  done: 'Quedó usado',
  good: 'Sirve: usalo en la venta',
  used: 'Ya se usó',
}

export const CODIGO_WORDS: Record<CodigoTipo, Words> = {
  hojas: { ...DE_VENTA, name: ({ hojas }) => `${count(hojas ?? 0, 'hoja')} gratis` },
  cupon: { ...DE_VENTA, name: (vista) => `Cupón ${percentOf(vista)}` },
  ruleta: { ...DE_VENTA, name: (vista) => `Ruleta ${percentOf(vista)}` },
  premio: {
    name: ({ producto_nombre }) => `Premio: ${producto_nombre ?? 'sin nombre'}`,
    do: 'Entregar premio',
    done: 'Premio entregado',
    good: 'Sirve: dale su premio',
    used: 'Ya se usó',
  },
  retiro: {
    name: ({ numero }) => `Pedido ${numero}`,
    do: 'Entregar',
    done: 'Pedido entregado',
    good: 'Pagado y listo: entregalo',
    used: 'Ya se entregó',
  },
}

export const nameOf = (vista: CodigoMostrador): string => CODIGO_WORDS[vista.tipo].name(vista)

export const escaneadoTitle = ({ tipo, estado }: CodigoMostrador): string => {
  if (estado === 'disponible') return CODIGO_WORDS[tipo].good
  if (estado === 'usado') return CODIGO_WORDS[tipo].used
  if (estado === 'vencido') return 'Venció'
  return 'Todavía no'
}
