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
  restoreInChild,
  splitInChild,
  sweepInChild,
  tryInChild,
} from './hijo.ts'
export { startNoche } from './noche.ts'
export { mb } from './palabras.ts'
export { cuandoOf } from './retencion.ts'
export { takeSecrets } from './secretos.ts'
export { isRestoreUnderWay, needNoRestore } from './sola.ts'
export { copiasRespaldoSql, ensayosSql, respaldosSql } from './store.ts'
