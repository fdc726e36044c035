import { createKept } from '../ui/state/kept.ts'

/**
 * The id of an order that cost nothing, from step 3 on until its celebration was shown. Where it is not kept, the
 * order's page opens instead.
 */
export const compraGratis = createKept('sessionStorage', 'compra-gratis')
