/** Pages that send a customer who is logged in to Home. */
export const isGuestOnly = (path: string): boolean => /^\/(?:registro|login|activar\/[^/]+)\/?$/.test(path)

/** Pages that need a login. */
export const isProtected = (path: string): boolean => /^\/(?:perfil|logout|cupon|canje-puntos)\/?$/.test(path)
