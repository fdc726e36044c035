import { formatPercent } from '@imprimitodo/shared/rules/base/dinero'
import { useQuery } from '@tanstack/react-query'
import { configQuery } from '../api/queries.ts'

/** '{N}% off' inside every print button, once the shop's discount is known and above 0. */
export function PrintOffer({ before = '· ' }: { before?: string }) {
  const percent = useQuery(configQuery).data?.descuentoCompra ?? 0
  return percent > 0 ? <span>{`${before}${formatPercent(percent)}% off`}</span> : null
}
