// Names in DATA_DIR while a backup is restored on the screen.

/** Where the browser's file lies, under this name. */
export const CARPETA_SUBIDA = 'restaurar'
export const SUBIDA = 'subida'

/** The secrets of the backup, until the server that was restored begins. */
export const SECRETOS_RESTAURADOS = 'secretos-restaurados'
