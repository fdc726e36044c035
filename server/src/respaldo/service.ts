// What the rest may ask of backups.
export { claveParaGuardar } from './clave.ts'
export { barrerEnHijo, guardarEnHijo } from './hijo.ts'
export { startNoche, whyOf } from './noche.ts'
