/**
 * The localStorage key of the half-made order. In a file of its own, so that Home can check it without
 * loading the rest.
 */
export const CARRITO_KEY = 'carrito'

/** Whether this browser may have a half-made order: enough to decide whether to load its code. */
export function mayHaveCarrito(): boolean {
  try {
    return localStorage.getItem(CARRITO_KEY) !== null
  } catch {
    return false // storage is forbidden: nothing could have been kept
  }
}
