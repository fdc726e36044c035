/**
 * The shop's reason for a refusal, to be shown below a screen's own words. A bare string is not from the
 * shop: a proxy may have answered with a page of its own.
 */
export const reasonOf = (refusal: { data: unknown; errores: string | null } | null): string | null =>
  refusal === null || typeof refusal.data === 'string' ? null : refusal.errores
