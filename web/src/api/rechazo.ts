import type { Rechazo } from '@imprimitodo/shared/rules/base/rechazo'

/**
 * Why a call was refused, from the headers of its answer (`X-Codigo`). Null where none is named: the call was not refused, or a
 * proxy refused it. The server's word is taken: a newer server may name a reason that no screen compares with.
 */
export const rechazoIn = (headers: Pick<Headers, 'get'>): Rechazo | null =>
  headers.get('x-codigo') as Rechazo | null

/** Whether the shop itself said no: another try would be refused too. Not so where it failed, or a proxy answered. */
export const isFinal = ({ status, codigo }: { status: number; codigo: Rechazo | null }): boolean =>
  codigo !== null && status < 500

/** Is a refusal named by one of these? An answer that names none is not. */
export const isAmong = (wanted: readonly Rechazo[], codigo: Rechazo | null | undefined): boolean =>
  wanted.some((one) => one === codigo)
