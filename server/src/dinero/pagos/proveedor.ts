import type { Deps } from '../../base/runtime/deps.ts'
import type { Pago } from './store.ts'

/** The name for staff of the provider that looks after this payment, also where it is not configured any more. */
export const providerTitleOf = (
  { payments }: Pick<Deps, 'payments'>,
  { proveedor }: Pick<Pago, 'proveedor'>,
): string => payments.all.find(({ kind }) => kind === proveedor)?.title ?? proveedor
