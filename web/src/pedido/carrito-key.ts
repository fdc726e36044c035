/** Where the half-made order is kept in localStorage. Apart, so that Home can look without loading the rest. */
export const CARRITO_KEY = 'carrito'

/** Whether this browser may have a half-made order: enough to decide to load what shows it. */
export function mayHaveCarrito(): boolean {
  try {
    return localStorage.getItem(CARRITO_KEY) !== null
  } catch {
    return false // storage is forbidden: nothing could have been kept
  }
}
