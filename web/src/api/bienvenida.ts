import { useQuery } from '@tanstack/react-query'
import { vidrieraQuery } from './catalogo.ts'
import { primerCuponQuery } from './codigos.ts'
import { useSession } from './session/session.ts'

/**
 * The welcome coupon that is still to be had: by a visitor who registers, or by a customer who never had one.
 */
export type Bienvenida = { percent: number; isCustomer: boolean }

/** Null where there is none, undefined until that is known. */
export function useBienvenida(): Bienvenida | null | undefined {
  const { status } = useSession()
  const vidriera = useQuery(vidrieraQuery)
  const primero = useQuery({ ...primerCuponQuery, enabled: status === 'in' })
  if (status === 'checking' || !vidriera.isFetched) return undefined
  const percent = vidriera.data?.cupon_bienvenida ?? 0
  if (percent <= 0) return null
  if (status === 'out') return { percent, isCustomer: false }
  if (!primero.isFetched) return undefined
  return primero.data?.cantidad_cupones === 0 ? { percent, isCustomer: true } : null
}
