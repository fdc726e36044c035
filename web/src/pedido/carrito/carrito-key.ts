import { createKept } from '../../ui/state/kept.ts'

export const CARRITO_KEY = 'carrito'

/** The half-made order as text. In a file of its own, so that Home can check it without loading the rest. */
export const carritoText = createKept('localStorage', CARRITO_KEY)

/** Whether this browser may have a half-made order: enough to decide whether to load its code. */
export const mayHaveCarrito = (): boolean => carritoText.read() !== null

/** Whether it may list a file. A quote inside a file's name is escaped, so no name looks like the list. */
export const mayHaveArchivos = (): boolean => /"archivos":\[\{/.test(carritoText.read() ?? '')
