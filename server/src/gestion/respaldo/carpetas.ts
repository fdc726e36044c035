// Names in DATA_DIR while a backup is restored.

/** Where the browser's file lies, under this name. */
export const CARPETA_SUBIDA = 'restaurar'
export const SUBIDA = 'subida'

/** A backup of an earlier version is brought up to date there. */
export const PUESTA_AL_DIA = 'puesta-al-dia'

/** The secrets of the backup, until the server that was restored begins. */
export const SECRETOS_RESTAURADOS = 'secretos-restaurados'
