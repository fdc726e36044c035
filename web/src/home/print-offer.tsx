import { formatPercent } from '@imprimitodo/shared/rules/dinero'
import { FALLBACK_DELIVERY } from '@imprimitodo/shared/rules/entrega'
import { useQuery } from '@tanstack/react-query'
import { configQuery } from '../api/queries.ts'

/** '{N}% off' beside a print button, only when there is a discount. */
export function PrintOffer() {
  const { data = FALLBACK_DELIVERY } = useQuery(configQuery)
  if (data.descuentoCompra <= 0) return null
  return <span>· {formatPercent(data.descuentoCompra)}% off</span>
}
