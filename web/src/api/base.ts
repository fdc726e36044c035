/** Calls of the loyalty programme: they go to the base that the startup configuration names. */
const LOYALTY = /^\/api\/(?:cupones|productos-canje|codigos-canje|puntos|ruleta)(?:\/|$)/

let loyaltyBase: Promise<string> = Promise.resolve('')

/** Loyalty calls wait for it; it must not reject. */
export function setLoyaltyBase(base: Promise<string>): void {
  loyaltyBase = base
}

/** What stands before the path of a call: '' is our own origin. */
export const baseOf = (path: string): string | Promise<string> => (LOYALTY.test(path) ? loyaltyBase : '')

/** Another server's: the session's cookie and our CSRF token mean nothing there. */
export const isForeign = (base: string): boolean => base !== '' && base !== location.origin
