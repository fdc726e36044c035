// Names in DATA_DIR that are used while a backup is restored.

/** The folder, and the name of the browser's file in it. */
export const CARPETA_SUBIDA = 'restaurar'
export const SUBIDA = 'subida'

/** The folder where a backup of an earlier version is brought up to date. */
export const PUESTA_AL_DIA = 'puesta-al-dia'

/** The secrets of the backup, until the restored server starts. */
export const SECRETOS_RESTAURADOS = 'secretos-restaurados'
