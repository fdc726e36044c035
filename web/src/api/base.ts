/** Calls of the loyalty programme: they go to the server that the startup configuration names. */
const LOYALTY = /^\/api\/(?:cupones|productos-canje|codigos-canje|puntos|ruleta)(?:\/|$)/

let loyaltyBase: Promise<string> = Promise.resolve('')

/** Loyalty calls wait for it; it must not reject. */
export function setLoyaltyBase(base: Promise<string>): void {
  loyaltyBase = base
}

/** The base that a call's path is appended to: '' is our own origin. */
export const baseOf = (path: string): string | Promise<string> => (LOYALTY.test(path) ? loyaltyBase : '')

/** Another server: the session's cookie and our CSRF token are not sent to it. */
export const isForeign = (base: string): boolean => base !== '' && base !== location.origin
