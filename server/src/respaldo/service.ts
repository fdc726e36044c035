// What the rest may ask of backups.
export { guardarEnHijo } from './hijo.ts'
export { startNoche, whyOf } from './noche.ts'
