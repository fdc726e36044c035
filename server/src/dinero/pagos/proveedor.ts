import type { Deps } from '../../base/runtime/deps.ts'
import type { PaymentProvider } from '../../base/services/payments/port.ts'
import type { Pago } from './store.ts'

type Having = Pick<Deps, 'payments'>

/** Who looks after this payment. @throws ProviderMissing */
export const providerOf = ({ payments }: Having, { proveedor }: Pick<Pago, 'proveedor'>): PaymentProvider =>
  payments.of(proveedor)

/** Its name for staff, also where it is not configured any more. */
export const titleOf = ({ payments }: Having, { proveedor }: Pick<Pago, 'proveedor'>): string =>
  payments.all.find(({ kind }) => kind === proveedor)?.title ?? proveedor
