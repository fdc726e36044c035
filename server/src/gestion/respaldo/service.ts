// The exports for other features.
export { createBitacora } from './bitacora/bitacora.ts'
export { releaseRegistro } from './bitacora/registro.ts'
export { CARPETA_SUBIDA, PUESTA_AL_DIA, SECRETOS_RESTAURADOS, SUBIDA } from './carpetas.ts'
export { claveToSeal } from './clave.ts'
export { startCopia } from './copia.ts'
export { removeFolder } from './descartable.ts'
export { startEnsayo } from './ensayo.ts'
export {
  archiveInChild,
  copyInChild,
  downloadInChild,
  followInChild,
  listInChild,
  makeInChild,
  makePartidaInChild,
  restoreInChild,
  sweepInChild,
  tryOutInChild,
} from './in-child.ts'
export { startNoche } from './noche.ts'
export { isRestoreUnderWay, needNoRestore } from './one-restore.ts'
export { cuandoOf } from './retencion.ts'
export { takeSecrets } from './secretos.ts'
export {
  copiasRespaldoSql,
  ensayosSql,
  markPagosBuscados,
  respaldosSql,
  restauracionesSinBuscar,
  restoredSince,
} from './store.ts'
export { mb } from './why.ts'
