import { useQuery } from '@tanstack/react-query'
import { vidrieraQuery } from './catalogo.ts'
import { primerCuponQuery } from './codigos.ts'
import { useSession } from './session.ts'

/** A welcome coupon that waits: for a visitor who registers, or for a customer who never had one. */
export type Bienvenida = { percent: number; isCustomer: boolean }

/** Null where none waits, and until that is known. */
export function useBienvenida(): Bienvenida | null {
  const { status } = useSession()
  const percent = useQuery(vidrieraQuery).data?.cupon_bienvenida ?? 0
  const { data } = useQuery({ ...primerCuponQuery, enabled: status === 'in' })
  if (percent <= 0 || status === 'checking') return null
  if (status === 'out') return { percent, isCustomer: false }
  return data?.cantidad_cupones === 0 ? { percent, isCustomer: true } : null
}
