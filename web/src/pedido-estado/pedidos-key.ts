import { createKept } from '../ui/state/kept.ts'

/**
 * Says that this browser may have orders: which ones, only its cookie and the server know. Where it is not kept, Home
 * shows none, and «Mi pedido» does.
 */
const mark = createKept('localStorage', 'tiene-pedidos')

export const notePedidos = (): boolean => mark.write('si')

/** Enough to decide whether to load them. */
export const mayHavePedidos = (): boolean => mark.read() !== null

/** After a logout, or on a guest's wish. */
export const forgetPedidos = mark.forget
