// The exports for other features.

export { claveToSeal } from './archivo/clave.ts'
export { cuandoOf } from './archivo/retencion.ts'
export { mb } from './archivo/why.ts'
export { createBitacora } from './bitacora/bitacora.ts'
export { releaseRegistro } from './bitacora/registro.ts'
export { removeVueltas } from './bitacora/vuelta.ts'
export { startEnsayo } from './ensayo/ensayo.ts'
export { startNoche } from './noche/noche.ts'
export { CARPETA_SUBIDA, PUESTA_AL_DIA, SECRETOS_RESTAURADOS, SUBIDA } from './restore/carpetas.ts'
export { removeFolder } from './restore/descartable.ts'
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
} from './restore/in-child.ts'
export { isRestoreUnderWay, needNoRestore } from './restore/one-restore.ts'
export { takeSecrets } from './restore/secretos.ts'
export { startCopia } from './segundo/copia.ts'
export {
  copiasRespaldoSql,
  ensayosSql,
  markPagosBuscados,
  respaldosSql,
  restauracionesToSearch,
  restoredSince,
} from './store.ts'
