import { firstMove } from '../ui/idle.ts'
import { laterOptional } from '../ui/later.ts'

// In one file, asked for once the visitor moves: all are beyond what Home shows at first
const all = () => firstMove().then(() => import('./drawings-all.ts'))

export const VOLUMEN = laterOptional(async () => (await all()).Volumen)
export const MUESTRARIO = laterOptional(async () => (await all()).Muestrario)
export const CARTEL_DRAWING = laterOptional(async () => (await all()).CartelDrawing)
export const PLANO = laterOptional(async () => (await all()).Plano)
