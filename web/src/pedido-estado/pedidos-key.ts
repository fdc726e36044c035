// Whether this browser may have orders: which ones, only its cookie and the server know.
const KEY = 'tiene-pedidos'

export function notePedidos(): void {
  try {
    localStorage.setItem(KEY, 'si')
  } catch {
    // storage is forbidden: Home shows no orders, and «Mi pedido» does
  }
}

/** Enough to decide whether to load them. */
export function mayHavePedidos(): boolean {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

/** After a logout, or on a guest's wish. */
export function forgetPedidos(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // nothing could have been kept
  }
}
