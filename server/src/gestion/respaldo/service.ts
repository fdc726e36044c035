// What the rest may ask of backups.
export { claveParaGuardar } from './clave.ts'
export { startCopia } from './copia.ts'
export { startEnsayo } from './ensayo.ts'
export { barrerEnHijo, copiarEnHijo, ensayarEnHijo, guardarEnHijo } from './hijo.ts'
export { startNoche } from './noche.ts'

export { copiasRespaldoSql, ensayosSql, respaldosSql } from './store.ts'
