import type { Deps } from '../../base/runtime/deps.ts'
import type { Pago } from './store.ts'

/** The name, for staff, of a payment's provider, also where that is no longer configured. */
export const providerTitleOf = (
  { payments }: Pick<Deps, 'payments'>,
  { proveedor }: Pick<Pago, 'proveedor'>,
): string => payments.all.find(({ kind }) => kind === proveedor)?.title ?? proveedor
