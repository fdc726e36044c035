import { again } from '../../ui/state/later.ts'

/** The code that sends files in parts; screens that send load it when they need it. */
export const loadPartes = again(() => import('./upload-in-parts.ts'))
