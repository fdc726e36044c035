import { createKept } from '../ui/state/kept.ts'

/**
 * The page of this tab on which the session ended: the next login leads to it, or to the profile where it is not kept.
 */
export const interrupted = createKept('sessionStorage', 'volver')
